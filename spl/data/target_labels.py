"""True labels of the target, where some may be missing, as indices of the source's classes."""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.checks import check_labels, is_missing
from spl.algorithm.label_values import unrounded
from spl.algorithm.spelling import nearly

Array = NDArray[Any]
UNLABELLED = -2  # among the indices of the target's classes: a sample whose label is missing


def checked_labels(y: Any, n: int, classes: Array) -> Array | None:
    """Labels of the target (n,), None within them where one is missing; None if there are none.

    Parameters
    ----------
    y : array-like of shape (n,)
    n : int
        Number of target samples.
    classes : ndarray of shape (C,)
        The source's labels.

    Raises
    ------
    ValueError
        If there is not one label for each sample, or they cannot be compared with the source's.
    """
    wanted = "y_target", "X_target"
    y = unrounded(y)
    missing = missing_labels(y)
    if not missing.any() or len(missing) != n:
        labels = known = check_labels(y, n, *wanted)
    else:
        values = np.asarray(y if hasattr(y, "dtype") else np.asarray(y, dtype=object)).reshape(-1)
        labels, known = np.full(n, None, dtype=object), np.empty(0)
        if not missing.all():
            known = check_labels(values[~missing], n - int(missing.sum()), *wanted)
            for i, label in zip(np.flatnonzero(~missing), known, strict=True):
                labels[i] = label  # numpy's scalars: a date stays one
    if set(known.astype(str)) <= {"-1"} - set(classes.astype(str)):
        said = "−1 or missing" if len(known) and missing.any() else "−1"
        warnings.warn(
            f"All {n:,} labels of y_target are {said if len(known) else 'missing'}: the target has "
            "no labels, so there is no accuracy.",
            stacklevel=4,
        )
        return None
    _refuse_other_kind(known, classes)
    near = nearly(np.unique(known).tolist(), classes)
    alike = f"; spelled alike are {near}" if near else ""
    refuse_unshared(np.unique(known), classes, "y_target", "y_source", alike)
    return labels


def refuse_unshared(yt: Array, ys: Array, theirs: str, ours: str, more: str = "") -> None:
    """Refuse labels of the target of which none is among the source's.

    Parameters
    ----------
    yt, ys : ndarray
        Different labels of the target and of the source.
    theirs, ours : str
        What messages call them.
    more : str
        What else is known about why.

    Raises
    ------
    ValueError
        If they have none in common.
    """
    if not (encode(yt, ys) >= 0).any():
        shown = [
            ", ".join(str(v)[:40] for v in labels[:4].tolist()) + ", …" * (len(labels) > 4)
            for labels in (yt, ys)
        ]
        raise ValueError(
            f"None of the labels of {theirs} ({shown[0]}) is among those of {ours} ({shown[1]}); "
            f"use the same labels in both, or leave the target's out{more}."
        )


def target_codes(labels: Array, classes: Array) -> Array:
    """Index of each label in the sorted `classes`, −1 where it is not among them.

    Parameters
    ----------
    labels : ndarray of shape (n,)
        As `checked_labels` returns them; `UNLABELLED` stands for one that is missing.
    classes : ndarray of shape (C,)
    """
    if labels.dtype.kind != "O":
        return encode(labels, classes)
    codes = np.full(len(labels), UNLABELLED, dtype=np.intp)
    known = ~missing_labels(labels)
    codes[known] = encode(np.array(list(labels[known])), classes)
    return codes


def missing_labels(y: Any) -> Array:
    """Which labels are missing: None, NaN, NaT, masked, or a text of blanks only.

    Parameters
    ----------
    y : array-like of shape (n,)

    Examples
    --------
    >>> missing_labels(["cat", None, " ", float("nan")]).tolist()
    [False, True, True, True]
    """
    if hasattr(y, "dtype") and (dates := np.asarray(y)).dtype.kind in "mM":
        return np.isnat(dates).reshape(-1)  # as objects, nanoseconds become numbers
    try:
        values = np.asarray(y, dtype=object).reshape(-1)
    except ValueError:  # lists of different lengths
        return np.zeros(0, dtype=bool)
    missing = np.array([_is_missing(v) for v in values.tolist()], dtype=bool)
    if np.ma.is_masked(y):
        missing |= np.asarray(np.ma.getmaskarray(y)).reshape(-1)
    return missing


def _is_missing(value: Any) -> bool:
    if isinstance(value, str | bytes):
        return not value.strip()
    return is_missing(value)


def _refuse_other_kind(labels: Array, classes: Array) -> None:
    """Refuse dates beside others and truths beside numbers, which cannot be compared."""
    kinds = labels.dtype.kind, classes.dtype.kind
    words: dict[str, str] = {}
    if any(k in "mM" for k in kinds) and not all(k in "mM" for k in kinds):
        words = {"m": "dates or times", "M": "dates or times"}
    elif "b" in kinds and not all(k in "bU" for k in kinds):
        words = {"b": "True and False"}
    if words:
        other = "numbers" if "b" in words else "numbers or text"
        theirs, ours = (words.get(k, other) for k in kinds)
        raise ValueError(
            f"y_target holds {theirs} where y_source holds {ours}; use the same labels in both, "
            "or leave y_target out."
        )


def encode(labels: Array, classes: Array) -> Array:
    """Index of each label in the sorted `classes`, −1 where it is not among them.

    Text is compared with numbers by value: "2" and "2.0" are class 2.

    Parameters
    ----------
    labels : ndarray of shape (n,)
    classes : ndarray of shape (C,)
        Sorted.
    """
    if labels.dtype.kind != classes.dtype.kind and "U" in (labels.dtype.kind, classes.dtype.kind):
        labels, classes = _spelled(labels), _spelled(classes)
    elif {labels.dtype.kind, classes.dtype.kind} in ({"i", "u"}, {"i", "f"}, {"u", "f"}):
        labels, classes = labels.astype(object), classes.astype(object)  # compared without rounding
    elif any((labels.dtype.kind in k) != (classes.dtype.kind in k) for k in ("mM", "b")):
        return np.full(len(labels), -1, dtype=np.intp)  # dates, True beside numbers: none is same
    order = np.argsort(classes, kind="stable")
    at = np.minimum(np.searchsorted(classes[order], labels), len(classes) - 1)
    return np.where(classes[order][at] == labels, order[at], -1).astype(np.intp)


def _spelled(labels: Array) -> Array:
    """Labels as text, whole numbers without a point."""
    texts = (str(v).strip() for v in labels.tolist())
    whole = re.compile(r"-?[0-9]+\.0*")
    return np.array([str(int(t.split(".")[0])) if whole.fullmatch(t) else t for t in texts])
