"""A source → target pair out of one or two feature files."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from spl.data.pair import DomainPair, encode
from spl.data.readers.features import Array, FeatureFile, shape_text, tidy_labels

SOURCE_WORDS = ("source", "src", "s", "train")


def pair_from(
    source: FeatureFile,
    target: FeatureFile | None = None,
    *,
    source_domain: str | None = None,
    target_domain: str | None = None,
    name: str = "",
) -> tuple[DomainPair, tuple[str, ...]]:
    """Make a pair of what was read from one or two files.

    Parameters
    ----------
    source, target : FeatureFile
        Without target, source must hold both domains.
    source_domain, target_domain : str, optional
        Which domains to take, where a file holds several.
    name : str
        What to call the data.

    Returns
    -------
    pair : DomainPair
    notes : tuple of str
        What was decided here; what may be wrong begins with "Caution:".

    Raises
    ------
    ValueError
        One sentence that says what was found and what is needed.
    """
    if target is None:
        source_domain, target_domain = _two_domains(source, source_domain, target_domain)
        name, target = name or source.name, source
        first = replace(_part(source, source_domain, "source"), name=source_domain)
        second = replace(_part(target, target_domain, "target"), name=target_domain)
    else:
        first = _part(source, source_domain, "source")
        second = _part(target, target_domain, "target")
        if first.name == second.name:
            first = replace(first, name=source_domain or "source")
            second = replace(second, name=target_domain or "target")
    if first.y is None:
        raise ValueError(
            f"{source.name} has no labels, which the source domain needs; found {source.found}: "
            "say which column or array holds them, or call it `label`."
        )
    second, turned = _same_width(first, second)
    first, second, said = _same_labels(first, second)
    assert first.y is not None  # tested above; spelling out keeps labels
    pair = DomainPair(
        first.X,
        first.y,
        second.X,
        second.y,
        name,
        first.name,
        second.name,
        _class_names(first),
        first.thumbnails,
        second.thumbnails,
        None if first.sample_names is None else first.sample_names.tolist(),
        None if second.sample_names is None else second.sample_names.tolist(),
    )
    return pair, turned + said


def _two_domains(
    file: FeatureFile, source_domain: str | None, target_domain: str | None
) -> tuple[str, str]:
    """Choose the domains of a file that holds several."""
    names = file.domains
    if len(names) < 2:
        raise ValueError(
            f"{file.name} holds {len(names) or 'no'} named domain{'s' * (not names)} but a source "
            "and a target are needed; give a second file, a column `domain`, or X_source, y_source "
            f"and X_target: found {file.found}."
        )
    for wanted in (source_domain, target_domain):
        if wanted is not None and wanted not in names:
            raise ValueError(_no_domain(file, wanted))
    if source_domain is not None and source_domain == target_domain:
        raise ValueError(
            f"{source_domain} was named as both source and target; choose two of {_list(names)}."
        )
    source_domain, target_domain = _said_by_file(file, source_domain, target_domain)
    left = [n for n in names if n not in (source_domain, target_domain)]
    if source_domain is None and target_domain is None and len(names) == 2:
        words = [n for n in names if n.lower() in SOURCE_WORDS]
        complete = [n for n in names if _complete(_part(file, n, "source").y)]
        source_domain = (words or complete or left)[0]
        left.remove(source_domain)
    if len(left) != 1 and None in (source_domain, target_domain):
        raise ValueError(
            f"{file.name} holds {len(names)} domains ({_list(names)}); say which is the source and "
            "which is the target."
        )
    return source_domain or left[0], target_domain or left[0]


def _said_by_file(
    file: FeatureFile, source_domain: str | None, target_domain: str | None
) -> tuple[str | None, str | None]:
    """Fill in what is not chosen where the file itself says which domains are sources."""
    sources = [n for n in file.source_domains if n != target_domain]
    targets = [n for n in file.domains if n not in (*file.source_domains, source_domain)]
    if source_domain is None and len(sources) == 1:
        source_domain = sources[0]
    if target_domain is None and file.source_domains and len(targets) == 1:
        target_domain = targets[0]
    return source_domain, target_domain


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names[:12]) + (", …" if len(names) > 12 else "")


def _no_domain(file: FeatureFile, wanted: str) -> str:
    if not file.domains:
        return f"{file.name} has no domain {wanted}; it names none: leave the domain out."
    return (
        f"{file.name} has no domain {wanted}; it holds {_list(file.domains)}: choose one of these."
    )


def _complete(y: Array | None) -> bool:
    """Whether there are labels and none is missing."""
    return y is not None and len(_known(y)) == len(y)


def _part(file: FeatureFile, domain: str | None, role: str) -> FeatureFile:
    """Return the rows of one domain of a file."""
    if domain is None or (file.domain is None and domain == file.name):
        if len(file.domains) > 1:
            raise ValueError(
                f"{file.name} holds {len(file.domains)} domains ({_list(file.domains)}); say which "
                f"one is the {role}."
            )
        return file
    if file.domain is None or domain not in file.domains:
        raise ValueError(_no_domain(file, domain))
    rows = file.domain == domain

    def take(values: Array | None) -> Array | None:
        return None if values is None else values[rows]

    return replace(
        file,
        X=file.X[rows],
        y=None if file.y is None else tidy_labels(file.y[rows]),
        domain=take(file.domain),
        sample_names=take(file.sample_names),
        thumbnails=take(file.thumbnails),
    )


def _same_width(source: FeatureFile, target: FeatureFile) -> tuple[FeatureFile, tuple[str, ...]]:
    """Turn a target without labels whose rows are as many as the source's features."""
    d = source.X.shape[1]
    if target.y is None and target.X.shape[1] != d == target.X.shape[0]:
        note = f"{target.name}, {shape_text(target.X)}, was turned: the source has {d} features."
        return replace(target, X=target.X.T), (note,)
    for file in (source, target):
        turned = next((note for note in file.notes if "turned" in note.lower()), None)
        if turned is not None and target.X.shape[1] != d:
            raise ValueError(
                f"X_target has {target.X.shape[1]} columns but X_source has {d} (in {file.name}, "
                f"{turned.rstrip('.')}); both need features from the same extractor."
            )
    return target, ()


def _same_labels(
    source: FeatureFile, target: FeatureFile
) -> tuple[FeatureFile, FeatureFile, tuple[str, ...]]:
    """Bring the labels of two files into one spelling, or say that they have none in common."""
    if not _complete(source.y) or not _complete(target.y):
        return source, target, ()  # none to compare, or missing ones, which DomainPair refuses
    assert source.y is not None and target.y is not None  # complete
    both = source.class_names is not None and target.class_names is not None
    if both and source.class_names != target.class_names or _is_text(source) != _is_text(target):
        source, target = _spelled_out(source), _spelled_out(target)
    notes: tuple[str, ...] = ()
    ys, yt = np.unique(_known(source.y)), np.unique(_known(target.y))
    if ys.dtype.kind in "iu" and yt.dtype.kind in "iu" and {int(ys[0]), int(yt[0])} == {0, 1}:
        step = int(ys[0]) - int(yt[0])
        if len(ys) == len(yt) and all(a[-1] - a[0] == len(a) - 1 for a in (ys, yt)):
            target = replace(target, y=np.asarray(target.y, np.int64) + step)
            notes = (
                f"Caution: the source's labels run from {ys[0]} to {ys[-1]} and the target's from "
                f"{yt[0]} to {yt[-1]}; the target's were moved by {step:+d}.",
            )
            return source, target, notes
    if not (encode(yt, ys) >= 0).any():
        shown = [_list(tuple(str(v) for v in labels[:4])) for labels in (yt, ys)]
        raise ValueError(
            f"None of the target's labels ({shown[0]}, …) is among the source's ({shown[1]}, …); "
            "use the same labels in both, or leave the target's out."
        )
    return source, target, notes


def _known(y: Array | None) -> Array:
    """Return the labels that are there, whole numbers as integers."""
    if y is None:
        return np.empty(0)
    if y.dtype.kind == "O":
        y = np.array([v for v in y.tolist() if v is not None])
    if y.dtype.kind in "fmM":
        y = y[np.isfinite(y)]
    tidy = tidy_labels(y) if len(y) else None
    return y if tidy is None else tidy


def _is_text(file: FeatureFile) -> bool:
    return file.y is not None and any(isinstance(v, str) for v in file.y.tolist())


def _spelled_out(file: FeatureFile) -> FeatureFile:
    """Replace class numbers by class names, where the file has them."""
    y, names = file.y, file.class_names
    if y is None or names is None or y.dtype.kind not in "iu":
        return file
    if y.min() < 0 or y.max() >= len(names):
        return file
    return replace(file, y=np.array(names)[y], class_names=None)


def _class_names(file: FeatureFile) -> tuple[str, ...] | None:
    """Names of the classes that occur, in the order of their labels."""
    y, names = file.y, file.class_names
    if y is None or names is None:
        return None
    labels = np.unique(_known(y))
    if labels.dtype.kind in "iu" and labels[0] >= 0 and labels[-1] < len(names):
        return tuple(names[int(i)] for i in labels)
    return names if len(names) == len(labels) else None
