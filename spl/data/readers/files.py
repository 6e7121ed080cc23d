"""Readers for what this field has on disk; nothing is ever unpickled."""

from __future__ import annotations

import warnings
from dataclasses import replace
from numbers import Integral

from spl.data.extras import need
from spl.data.pair import DomainPair
from spl.data.readers.arrays import features_from_arrays
from spl.data.readers.column_names import Asked
from spl.data.readers.features import FeatureFile, refuse_halves
from spl.data.readers.hdf5 import Arrays, read_hdf5
from spl.data.readers.kinds import kind_of
from spl.data.readers.matlab import read_mat5
from spl.data.readers.missing_codes import missing_codes
from spl.data.readers.numpy_files import read_npy, read_npz
from spl.data.readers.pairs import pair_from
from spl.data.readers.sources import Opened, Source, in_our_words, open_source, unchanged
from spl.data.readers.tables import read_parquet, read_table

# Kinds that numpy and scipy do not read, and what does. The rules for tables (which column is what,
# how numbers are written) are built on pandas: a second reader would have to agree with them.
NEEDED = {
    "table": ("a table", "pandas"),
    "parquet": ("a parquet file", "pandas", "pyarrow"),
    "hdf5": ("an HDF5 file", "h5py"),
}
# Kinds that hold arrays by name; what the arrays are is found out later, in the same way for all.
ARRAY_READERS = {"npz": read_npz, "npy": read_npy, "mat": read_mat5, "hdf5": read_hdf5}
OTHERWISE = "give a .npz, .npy or .mat (version 5) file"

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
        classes, else the only column that is not numeric, else no labels. A column of that name
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
    for name, given in (("label", label), ("domain", domain)):
        if isinstance(given, bool) or not (given is None or isinstance(given, str | Integral)):
            raise ValueError(f"{name}={given!r} must be a name or a position; give one of these.")
    file = open_source(source)
    with in_our_words(file.name), unchanged(file):
        read = _read(file, label, domain, like)
        refuse_halves(read, file.name)
        codes = missing_codes(read.X, read.feature_names, file.name)
        return replace(read, notes=read.notes + codes)


def _read(
    file: Opened, label: str | int | None, domain: str | int | None, like: FeatureFile | None
) -> FeatureFile:
    kind = kind_of(file)
    if kind in NEEDED:
        what, *packages = NEEDED[kind]
        need(f"{file.name} is {what}, which", *packages, otherwise=OTHERWISE)
    if kind in ("table", "parquet"):
        asked = Asked(label, domain)
        if like is not None:
            out = () if like.label_name is None else like.left_out
            asked = Asked(label, domain, like.feature_names, like.label_name, out)
        return read_table(file, asked) if kind == "table" else read_parquet(file, asked)
    arrays = ARRAY_READERS[kind](file)
    read = features_from_arrays(arrays, file.name, file.stem, label=label, domain=domain)
    if isinstance(arrays, Arrays):
        return replace(read, notes=read.notes + arrays.cautions(file.name, read.notes))
    return read


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
        Named by the files, or by the domains. ``pair.notes`` says how the files were understood;
        what may be wrong is a warning too.

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
    with in_our_words(first.name):
        pair, _ = pair_from(first, second, source_domain=source_domain, target_domain=target_domain)
    for note in pair.notes:
        if note.startswith("Caution:"):
            warnings.warn(note, UserWarning, stacklevel=2)
    return pair


def _read_target(
    target: Source, label: str | int | None, domain: str | int | None, source: FeatureFile
) -> FeatureFile:
    if not isinstance(label, str) or label.lstrip("-").isdecimal():
        return read_features(target, label=label, domain=domain, like=source)
    opened = open_source(target)
    again = (opened.name, opened.content) if isinstance(opened.content, bytes) else opened.content
    try:
        return read_features(again, label=label, domain=domain, like=source)
    except ValueError as error:
        if "(label)" not in str(error):
            raise
        return read_features(again, domain=domain, like=source)
