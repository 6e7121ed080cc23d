"""Target samples whose label the user gives as known: semi-supervised SPL.

After Wang & Breckon, Cross-domain structure preserving projection for heterogeneous domain
adaptation, Pattern Recognition 123 (2022): known target samples train every projection with their
own label, are never re-labelled, and count in the class prototypes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from spl.algorithm.checks import is_missing
from spl.algorithm.label_values import matrix_of_labels, refuse_rounded, unrounded
from spl.algorithm.selection import select
from spl.algorithm.spelling import nearly

Array = NDArray[Any]

# Weight of a known target sample in its class prototype; a source sample weighs 1. Points gained on
# the other samples with weight 1, 3 and 10 (T = 5): icons, 36 random samples +9.5, +9.7, +9.3;
# Office-31 webcam → amazon, 10 disputed ones +2.1, +2.2, +5.3; amazon → webcam, 10 least certain
# ones −1.5, −4.0, −4.7; letters handwriting → sans, 26 least certain ones −5.8, −5.8, −4.1.
WEIGHT = 3


def check_known(known: Mapping[int, Any] | None, n_target: int, classes: Array) -> Array | None:
    """Class index of each known target sample.

    Parameters
    ----------
    known : mapping of int to label, optional
        Row of a target sample, counted from 0, and its label.
    n_target : int
    classes : ndarray of shape (C,)
        The source's labels.

    Returns
    -------
    ndarray of shape (n_target,), ints in [−1, C), or None
        −1 where a label is not known; None where none is.

    Raises
    ------
    ValueError
        If a row is not a target sample, or a label is not one of the source's.
    """
    if known is None:
        return None
    if not isinstance(known, Mapping):
        raise ValueError(
            f"known is a {type(known).__name__}; give a dict of target rows and their labels."
        )
    if not known:
        return None
    codes = np.full(n_target, -1, dtype=np.intp)
    for row, label in known.items():
        whole = isinstance(row, int | np.integer) and not isinstance(row, bool)
        if not whole or not 0 <= row < n_target:
            raise ValueError(
                f"known names target row {row!r}; rows are whole numbers from 0 to {n_target - 1}."
            )
        found = np.flatnonzero([_same(label, c) for c in classes.tolist()])
        if len(found) != 1:
            near = nearly([label], classes)
            raise ValueError(
                f"known gives row {row} the label {label!r}, which the source does not have; use "
                f"one of its {len(classes)} labels, such as {classes.tolist()[0]!r}"
                f"{f' (spelled alike are {near})' if near else ''}."
            )
        codes[row] = found[0]
    return codes


def known_of(y_target: ArrayLike | None, n_target: int) -> dict[int, Any]:
    """Row and label of each target sample whose label is known, for `check_known`.

    Parameters
    ----------
    y_target : array-like of shape (n_target,), optional
        −1 marks an unknown label, as in scikit-learn; so do NaN, None and a mask.
    n_target : int

    Raises
    ------
    ValueError
        If there is not one entry for each target sample.
    """
    if y_target is None:
        return {}
    y_target = unrounded(y_target)
    # numpy would spell out NaN in a list of texts
    labels = np.asarray(y_target, dtype=None if hasattr(y_target, "dtype") else object)
    if labels.shape == (n_target, 1):
        labels = labels.reshape(-1)
    if labels.shape != (n_target,):
        raise ValueError(
            matrix_of_labels(y_target, n_target, "y_target", "X_target")
            or f"y_target has shape {labels.shape} but X_target has {n_target} rows; give one "
            "entry for each, −1 where the label is not known."
        )
    if labels.dtype.kind == "f":
        refuse_rounded(labels[np.isfinite(labels)], "y_target")
    hidden = np.ma.getmaskarray(np.ma.asarray(y_target)).reshape(-1)
    unknown = set(np.flatnonzero(hidden).tolist())
    named = (
        (row, v)
        for row, v in enumerate(labels.tolist())
        if row not in unknown and not is_missing(v)
    )
    return {row: v for row, v in named if isinstance(v, bool) or not v == -1}


def _same(label: Any, of_source: Any) -> bool:
    """Whether two labels are equal and of one kind: True is not the class 1, but 1.0 is."""
    if isinstance(label, np.generic):
        label = label.item()
    kinds = [bool if isinstance(v, bool) else type(v) for v in (label, of_source)]
    numbers = all(kind in (int, float) for kind in kinds)
    return (numbers or kinds[0] is kinds[1]) and bool(label == of_source)


def select_unknown(
    known: Array | None,
    pseudo_labels: Array,
    confidence: Array,
    k: int,
    T: int,
    *,
    rejected: Array | None = None,
    **rule: str,
) -> Array:
    """S_k: the selected samples among the unknown ones that are not rejected, and every known one.

    Parameters
    ----------
    known : ndarray of shape (n_target,), ints, or None
        Class index of a known target sample, −1 for the others; None where none is known.
    pseudo_labels, confidence : ndarrays of shape (n_target,)
        Of iteration k − 1.
    k, T : int
        Iteration and number of iterations.
    rejected : ndarray of shape (n_target,), bool, optional
        Samples that take no part; none of them is known.
    **rule : str
        `selection` and `quota` of `select`; their quotas count only the samples among which it
        selects.

    Returns
    -------
    ndarray of shape (n_target,), bool
    """
    if known is None and (rejected is None or not rejected.any()):
        return select(pseudo_labels, confidence, k, T, **rule)
    selected = np.zeros(len(pseudo_labels), dtype=bool) if known is None else known >= 0
    unknown = np.flatnonzero(~selected if rejected is None else ~(selected | rejected))
    if len(unknown):
        selected[unknown] = select(pseudo_labels[unknown], confidence[unknown], k, T, **rule)
    return selected


def as_known(proba: Array, known: Array | None) -> Array:
    """Probabilities of Eq. 13, but 1 for the label of a known sample and 0 for its other classes.

    Parameters
    ----------
    proba : ndarray of shape (n_target, C)
    known : ndarray of shape (n_target,), ints, or None
        Class index of a known target sample, −1 for the others; None where none is known.
    """
    if known is None:
        return proba
    rows = np.flatnonzero(known >= 0)
    proba = proba.copy()
    proba[rows] = 0
    proba[rows, known[rows]] = 1
    return proba
