"""Labels of two domains: brought into one spelling, and what they do not share is said."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from spl.algorithm.checks import is_missing
from spl.algorithm.spelling import nearly
from spl.data.readers.column_cells import DATE
from spl.data.readers.features import Array, FeatureFile, is_padded, short
from spl.data.readers.known_labels import complete, known_labels, on_known, unlabelled
from spl.data.target_labels import encode, missing_labels
from spl.data.words import counted, listed

UNKNOWN = ("", "?", "na", "n/a", "nan", "none", "null", "unknown", "unlabeled", "unlabelled")


def same_labels(
    source: FeatureFile, target: FeatureFile
) -> tuple[FeatureFile, FeatureFile, tuple[str, ...]]:
    """Bring the labels of two files into one spelling, and say what they do not share.

    Parameters
    ----------
    source, target : FeatureFile
        The source with labels.

    Returns
    -------
    source, target : FeatureFile
    notes : tuple of str

    Raises
    ------
    ValueError
        If they have no label in common.
    """
    if not complete(source.y):
        return source, target, ()  # DomainPair refuses missing ones
    target, notes = _without_placeholders(source, target)
    if target.y is None:
        return source, target, notes
    target, gaps = _with_gaps(source, target)
    notes += gaps
    assert source.y is not None and target.y is not None  # tested above
    _same_kind(source, target)
    source, target = _as_written(source, target), _as_written(target, source)
    both = source.class_names is not None and target.class_names is not None
    if both and source.class_names != target.class_names or _is_text(source) != _is_text(target):
        first = _first_class(source, target)
        source, target = _spelled_out(source, first), _spelled_out(target, first)
    assert source.y is not None and target.y is not None  # spelling out keeps them
    ys, yt = np.unique(known_labels(source.y)), np.unique(known_labels(target.y))
    if ys.dtype.kind in "iu" and yt.dtype.kind in "iu" and {int(ys[0]), int(yt[0])} == {0, 1}:
        step = int(ys[0]) - int(yt[0])
        if len(ys) == len(yt) and all(a[-1] - a[0] == len(a) - 1 for a in (ys, yt)):
            moved = replace(target, y=on_known(target.y, lambda y: y + step))
            note = (
                f"Caution: the source's labels run from {ys[0]} to {ys[-1]} and the target's from "
                f"{yt[0]} to {yt[-1]}; the target's were moved by {step:+d}."
            )
            return source, moved, (*notes, note)
    if not (encode(yt, ys) >= 0).any():
        near = nearly([str(v) for v in yt.tolist()], ys)
        alike = f"; spelled alike are {near}" if near else ""
        raise ValueError(_none_shared(ys, yt, _proposal(ys, yt) or alike))
    return source, target, notes + _not_shared(known_labels(target.y), ys)


def _with_gaps(source: FeatureFile, target: FeatureFile) -> tuple[FeatureFile, tuple[str, ...]]:
    """Put None where a label of the target is missing, and say so; an empty text may be a class."""
    assert target.y is not None  # same_labels asks
    missing = missing_labels(target.y)
    if not missing.any() or "" in map(str, known_labels(source.y).tolist()):
        return target, ()
    gaps = np.full(len(missing), None, dtype=object)
    gaps[~missing] = known_labels(target.y[~missing]).tolist()
    return replace(target, y=gaps), (f"Caution: {unlabelled(missing)}",)


def _none_shared(ys: Array, yt: Array, more: str) -> str:
    shown = [", ".join(short(str(v)) for v in labels[:4].tolist()) for labels in (yt, ys)]
    return (
        f"None of the target's labels ({shown[0]}, …) is among the source's ({shown[1]}, …); "
        f"use the same labels in both, or leave the target's out{more}."
    )


def _proposal(ys: Array, yt: Array) -> str:
    step = likely_shift(ys, yt)
    return f": with {step:+d} they would all be among the source's" if step else ""


def _not_shared(y_target: Array, classes: Array) -> tuple[str, ...]:
    """Say which labels only one domain has, and how many samples count as wrong."""
    notes: tuple[str, ...] = ()
    if sentence := unknown_labels(y_target, classes):
        notes += (f"Caution: {sentence}",)
    codes = encode(y_target, classes)
    absent = np.setdiff1d(np.arange(len(classes)), codes)
    if len(absent):
        notes += (absent_classes([str(v) for v in classes[absent].tolist()], len(classes)),)
    return notes


def unknown_labels(y_target: Array, classes: Array) -> str:
    """Say how many target samples have a label that the source lacks; nothing if none has.

    Parameters
    ----------
    y_target : ndarray of shape (n_target,)
    classes : ndarray of shape (C,)
        The source's labels, sorted.

    Examples
    --------
    >>> unknown_labels(np.array([0, 1, 1, 3]), np.array([1, 2, 3, 4]))[:91]
    '1 target sample of 4 belongs to 1 class that the source lacks (0); kept, it counts as wrong'
    """
    unknown = encode(y_target, classes) < 0
    n = int(np.count_nonzero(unknown))
    if not n:
        return ""
    labels = list(dict.fromkeys(str(v) for v in y_target[unknown].tolist()))
    one = n == 1
    kept, rejected = ("it counts", "rejects it") if one else ("they count", "rejects them")
    sentence = (
        f"{counted(n, 'target sample')} of {len(unknown):,} belong{'s' * one} to "
        f"{counted(len(labels), 'class', 'classes')} that the source lacks "
        f"({listed([short(label) or 'an empty text' for label in labels])}); kept, "
        f"{kept} as wrong unless the label set open {rejected}."
    )
    if any(label == "-1" or label.strip().lower() in UNKNOWN for label in labels):
        sentence += " Where they have no label, leave it empty: no accuracy counts these samples."
    step = likely_shift(classes, np.unique(y_target))
    if step:
        sentence += (
            f" If the two count their classes from different numbers, change the target's labels "
            f"by {step:+d}: all of them are then among the source's."
        )
    elif near := nearly(labels, classes):
        sentence += f" Spelled alike: {near}."
    return sentence


def near_labels(y_target: Array, classes: Array) -> str:
    """As `unknown_labels`, but only where a shift or another spelling would make them known.

    Parameters
    ----------
    y_target : ndarray of shape (n_target,)
    classes : ndarray of shape (C,)
        The source's labels, sorted.
    """
    different = np.unique(y_target)
    lacking = [str(v) for v in different[encode(different, classes) < 0].tolist()]
    if not lacking or not (likely_shift(classes, different) or nearly(lacking, classes)):
        return ""
    return unknown_labels(y_target, classes)


def likely_shift(ys: Array, yt: Array) -> int:
    """By how much the target's labels would have to move to be among the source's; 0 if none.

    Parameters
    ----------
    ys, yt : ndarray
        Different labels of the source and of the target, sorted.

    Examples
    --------
    >>> likely_shift(np.array([1, 2, 3, 4, 5]), np.array([0, 1, 2, 3]))
    1
    """
    if ys.dtype.kind not in "iu" or yt.dtype.kind not in "iu" or len(yt) < 2:
        return 0
    there = set(ys.tolist())
    if set(yt.tolist()) <= there or int(yt[0]) == -1:
        return 0
    for step in (1, -1, int(ys[0]) - int(yt[0])):
        if {v + step for v in yt.tolist()} <= there:
            return step
    return 0


def absent_classes(names: list[str], n_classes: int) -> str:
    """Say which of the source's classes have no sample in the target.

    Parameters
    ----------
    names : list of str
        Of these classes.
    n_classes : int
        Number of classes C of the source.
    """
    return (
        f"The target has no sample of {len(names)} of the source's {n_classes} classes "
        f"({listed([short(name) for name in names])}); the algorithm does not know and gives each "
        "class a cluster."
    )


def _without_placeholders(
    source: FeatureFile, target: FeatureFile
) -> tuple[FeatureFile, tuple[str, ...]]:
    """Take labels that are all −1, empty or `?` for none, unless the source has them too."""
    if target.y is None or not len(target.y):
        return target, ()
    values = {v.strip() if isinstance(v, str) else v for v in set(target.y.tolist())}
    if -1 in values or "-1" in values:
        values = {v for v in values if not is_missing(v) and v != ""}
    theirs = {str(v) for v in set(known_labels(source.y).tolist())}
    if len(values) != 1 or str(next(iter(values))) in theirs:
        return target, ()
    value = next(iter(values))
    if value not in (-1, "-1", None) and str(value).lower() not in UNKNOWN:
        return target, ()
    shown = {"-1": "−1", "-1.0": "−1", "": "empty", "None": "empty"}.get(str(value), f"`{value}`")
    note = (
        f"Caution: all {len(target.y):,} labels of the target are {shown}, which the source lacks; "
        "they are taken as missing, so there is no accuracy."
    )
    return replace(target, y=None), (note,)


def _same_kind(source: FeatureFile, target: FeatureFile) -> None:
    """Refuse numbers on one side and dates or text on the other, if no name can bridge them."""
    if source.class_names is not None or target.class_names is not None:
        return
    assert source.y is not None and target.y is not None  # complete
    kinds = _kind(source.y), _kind(target.y)
    if kinds[0] != kinds[1]:
        more = f": the source's are {kinds[0]}, the target's {kinds[1]}"
        ys, yt = (np.unique(known_labels(f.y)) for f in (source, target))
        if not (encode(yt, ys) >= 0).any():
            raise ValueError(_none_shared(ys, yt, more))


def _kind(y: Array) -> str:
    """What labels are: numbers, dates, or text. Text of numbers counts as numbers."""
    if y.dtype.kind in "mMb":
        return "True and False" if y.dtype.kind == "b" else "dates"
    if y.dtype.kind in "iufb":
        return "numbers"
    values = [str(v).strip() for v in np.unique(known_labels(y)).tolist()]
    if all(DATE.fullmatch(v) for v in values):
        return "dates"
    return "numbers" if any(re.fullmatch(r"-?\d+(\.\d*)?", v) for v in values) else "text"


def _is_text(file: FeatureFile) -> bool:
    return file.y is not None and any(isinstance(v, str) for v in file.y.tolist())


def _as_written(file: FeatureFile, other: FeatureFile) -> FeatureFile:
    """Take `01` as it is written where the other file tells it from `1`."""
    if file.padded is None or other.y is None or not any(map(is_padded, other.y.tolist())):
        return file
    return replace(file, y=file.padded)


def _first_class(*files: FeatureFile) -> int:
    """Number of the class that is named first: 1 where the largest label is that of the last."""
    for file in files:
        y = known_labels(file.y)
        if file.class_names and len(y) and y.dtype.kind in "iu":
            if y.min() >= 1 and y.max() == len(file.class_names):
                return 1
    return 0


def _spelled_out(file: FeatureFile, first: int) -> FeatureFile:
    """Replace class numbers, counted from `first`, by class names, where the file has them."""
    y, names = known_labels(file.y), file.class_names
    if file.y is None or names is None or not len(y) or y.dtype.kind not in "iu":
        return file
    if y.min() < first or y.max() - first >= len(names):
        return file
    named = on_known(file.y, lambda y: np.array(names)[y - first])
    return replace(file, y=named, class_names=None)


def class_names(file: FeatureFile) -> tuple[str, ...] | None:
    """Names of the classes that occur, in the order of their labels.

    Parameters
    ----------
    file : FeatureFile
        The source.
    """
    y, names = file.y, file.class_names
    if y is None or names is None:
        return None
    labels = np.unique(known_labels(y))
    if labels.dtype.kind in "iu" and labels[0] >= 0 and labels[-1] < len(names):
        return tuple(names[int(i)] for i in labels)
    return names if len(names) == len(labels) else None
