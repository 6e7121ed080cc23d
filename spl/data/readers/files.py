"""Readers for what this field has on disk; nothing is ever unpickled."""

from __future__ import annotations

import warnings

import numpy as np

from spl.data.pair import DomainPair
from spl.data.readers.arrays import features_from_arrays
from spl.data.readers.features import Array, FeatureFile, describe, reason_text
from spl.data.readers.matlab import read_hdf5, read_mat5
from spl.data.readers.pairs import pair_from
from spl.data.readers.sources import Opened, Source, kind_of, open_source
from spl.data.readers.tables import read_parquet, read_table

__all__ = ["FeatureFile", "pair_from", "read_features", "read_pair"]


def read_features(
    source: Source,
    *,
    label: str | int | None = None,
    domain: str | int | None = None,
    like: FeatureFile | None = None,
) -> FeatureFile:
    r"""Read features, and labels and domains where there are any, from one file.

    Parameters
    ----------
    source : path, (name, bytes) or file-like with a name
        A .npz, .npy, .mat (any version), .h5, .csv, .tsv or .parquet file. The content decides,
        then the name.
    label : str or int, optional
        Name of the column or array of labels, or a column's position (from 0, or from −1 at the
        end). Default: a column named label, labels, y, gnd, gt, target, targets, class or
        classes, else the only column that is no number, else no labels. A column of that name
        whose numbers are not whole is a feature where there is a column of text.
    domain : str or int, optional
        Column or array that names each row's domain, when one file holds both.
    like : FeatureFile, optional
        The other domain, already read: a column of a table that is a feature there is one here,
        even if it is named as labels are.

    Returns
    -------
    file : FeatureFile
        ``file.notes`` says in plain sentences what was understood.

    Raises
    ------
    ValueError
        One sentence that lists what was found in the file.

    Examples
    --------
    >>> text = b"size,weight,label\n1.0,2.0,cat\n3.0,4.0,dog\n"
    >>> file = read_features(("pets.csv", text))
    >>> file.X.shape, file.y.tolist()
    ((2, 2), ['cat', 'dog'])
    """
    file = open_source(source)
    kind = kind_of(file)
    if kind == "table":
        return read_table(file, label, domain, like.feature_names if like else ())
    if kind == "parquet":
        return read_parquet(file, label, domain, like.feature_names if like else ())
    reader = {"npz": _read_npz, "npy": _read_npy, "mat": read_mat5, "hdf5": read_hdf5}[kind]
    arrays = reader(file)
    return features_from_arrays(arrays, file.name, file.stem, label=label, domain=domain)


def read_pair(
    source: Source,
    target: Source | None = None,
    *,
    label: str | int | None = None,
    domain: str | int | None = None,
    source_domain: str | None = None,
    target_domain: str | None = None,
) -> DomainPair:
    """Read a source and a target domain from two files, or from one that holds both.

    Parameters
    ----------
    source, target : path, (name, bytes) or file-like with a name
        Two files; or one with X_source, y_source, X_target[, y_target] (or Xs, ys, Xt, yt), or
        with a column of domains. The target's labels may be missing.
    label, domain : str or int, optional
        As for :func:`read_features`.
    source_domain, target_domain : str, optional
        Which domains to take, where a file holds several.

    Returns
    -------
    pair : DomainPair
        Named by the files, or by the domains.

    Raises
    ------
    ValueError
        One sentence that says what was found and what is needed.
    """
    first = read_features(source, label=label, domain=domain)
    second = None
    if target is not None:
        # The target may lack the label column that was named for the source.
        second = _read_target(target, label, domain, first)
    pair, notes = pair_from(first, second, source_domain=source_domain, target_domain=target_domain)
    for note in notes:
        if note.startswith("Caution:"):
            warnings.warn(note, UserWarning, stacklevel=2)
    return pair


def _read_target(
    target: Source, label: str | int | None, domain: str | int | None, source: FeatureFile
) -> FeatureFile:
    if not isinstance(label, str):
        return read_features(target, label=label, domain=domain, like=source)
    opened = open_source(target)
    again = (opened.name, opened.content) if isinstance(opened.content, bytes) else opened.content
    try:
        return read_features(again, label=label, domain=domain, like=source)
    except ValueError as error:
        if "(label)" not in str(error):
            raise
        return read_features(again, domain=domain, like=source)


MOST_BYTES = 8_000_000_000  # of one file once unpacked


class _NotArrays(ValueError):
    """A zip file of something else, or of more than can be held."""


def _read_npz(file: Opened) -> dict[str, Array]:
    arrays: dict[str, Array] = {}
    refused: dict[str, str] = {}
    try:
        with file.open() as stream, np.load(stream, allow_pickle=False) as content:
            if not content.files or not all(n.endswith(".npy") for n in content.zip.namelist()):
                raise _NotArrays(
                    f"{file.name} holds no arrays but {', '.join(content.files[:6]) or 'nothing'}; "
                    "write it with numpy.savez(…, X=X, y=y)."
                )
            size = sum(entry.file_size for entry in content.zip.infolist())
            if size > MOST_BYTES:
                raise _NotArrays(
                    f"{file.name} unpacks to {size / 1e9:.0f} GB; at most "
                    f"{MOST_BYTES / 1e9:.0f} GB are read: save float32 features, or fewer samples."
                )
            for name in content.files:
                try:
                    arrays[name] = content[name]
                except ValueError as error:
                    refused[name] = reason_text(error)
    except _NotArrays:
        raise
    except Exception as error:  # zipfile, zlib and numpy's header parser each raise their own
        raise ValueError(
            f"{file.name} cannot be read as a .npz file ({reason_text(error)}); it may "
            "be cut off: write it again with numpy.savez(…, X=X, y=y)."
        ) from None
    if refused:
        raise ValueError(_refusal(file, refused, arrays))
    return arrays


def _read_npy(file: Opened) -> dict[str, Array]:
    try:
        with file.open() as stream:
            array = np.load(stream, allow_pickle=False)
    except Exception as error:  # numpy's header parser lets tokenizer errors through
        raise ValueError(_refusal(file, {"array": reason_text(error)}, {})) from None
    if array.ndim < 2 or array.dtype.kind not in "fiubc":
        raise ValueError(
            f"{file.name} is {describe({'array': array})}; give a matrix of numbers with one row "
            "per sample, and labels in a .npz file with X and y."
        )
    return {"X": array}


def _refusal(file: Opened, refused: dict[str, str], arrays: dict[str, Array]) -> str:
    names = ", ".join(f"`{name}`" for name in refused)
    if any("allow_pickle" in reason for reason in refused.values()):
        rest = f" (beside {describe(arrays)})" if arrays else ""
        return (
            f"{file.name} holds Python objects in {names}{rest}, which are never opened because "
            "they can run code; save numbers or text instead, e.g. labels with y.astype(str)."
        )
    reason = next(iter(refused.values()))
    return (
        f"{file.name} cannot be read: {names} is damaged ({reason}); write the file again with "
        "numpy.savez(…, X=X, y=y)."
    )
