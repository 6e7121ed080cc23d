"""Target samples that are kept out of S_k: what would have come without them.

The samples are labelled as ever; the projection just does not learn from their pseudo-labels. No
other sample takes their place: the quotas are those of the run, so that nothing else is changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
NEVER = np.iinfo(np.intp).max  # iteration from which a sample that stays is left out


def check_left_out(
    without: Mapping[int, int] | None, n_target: int, known: Array | None = None
) -> Array | None:
    """First iteration from which each target sample is left out.

    Parameters
    ----------
    without : mapping of int to int, optional
        Row of a target sample, counted from 0, and the first iteration that leaves it out.
    n_target : int
    known : ndarray of shape (n_target,), ints, optional
        Class index of a target sample whose label is given, −1 for the others.

    Returns
    -------
    ndarray of shape (n_target,), ints, or None
        `NEVER` where a sample stays; None where all do.

    Raises
    ------
    ValueError
        If a row is not a target sample or its label is known, or an iteration is not a whole
        number from 1 on.
    """
    if without is None:
        return None
    if not isinstance(without, Mapping):
        raise ValueError(
            f"without is a {type(without).__name__}; give a dict of target rows and the first "
            "iteration that leaves each out."
        )
    if not without:
        return None
    left_out = np.full(n_target, NEVER, dtype=np.intp)
    for row, k in without.items():
        if not _whole(row) or not 0 <= row < n_target:
            raise ValueError(
                f"without names target row {row!r}; rows are whole numbers from 0 to "
                f"{n_target - 1}."
            )
        if not _whole(k) or k < 1:
            raise ValueError(
                f"without leaves row {row} out from k = {k!r}; give a whole number from 1 on, as "
                "k = 0 selects nothing."
            )
        if known is not None and known[row] >= 0:
            raise ValueError(
                f"Row {row} is in both known and without; a known sample is always selected, so "
                "take it out of one of them."
            )
        left_out[row] = k
    return left_out


def leave_out(selected: Array, left_out: Array | None, k: int) -> Array:
    """S_k without the samples that are left out at iteration k.

    Parameters
    ----------
    selected : ndarray of shape (n_target,), bool
    left_out : ndarray of shape (n_target,), ints, or None
        As `check_left_out` gives it.
    k : int

    Examples
    --------
    >>> leave_out(np.array([True, True, False]), np.array([2, NEVER, 2]), 2)
    array([False,  True, False])
    """
    return selected if left_out is None else selected & (left_out > k)


def _whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
