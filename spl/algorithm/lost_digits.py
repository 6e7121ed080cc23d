"""Features whose differences floats cannot hold: behind a large constant, or far too small."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

LAST = 256  # steps of the last binary digit: the last 2 or 3 of 16 decimal digits
VANISHING = 2.0**-53  # what a float64 loses beside 1
ROWS = 4096  # looked at together


def lost_digits_note(Xs: Array, Xt: Array) -> str | None:
    """A sentence where the features' differences are, or will be, rounded away.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d), float

    Examples
    --------
    >>> X = np.arange(12.0).reshape(4, 3)
    >>> lost_digits_note(X, X) is None, lost_digits_note(X + 2000, X + 1e6) is None
    (True, True)
    """
    for X, whose in ((Xs, "source"), (Xt, "target")):
        if len(X) > 1 and _only_last_digits(X):
            return (
                f"All {whose} samples differ in the last digits of {X.dtype.name} only, as where "
                "a large constant was added to the features; subtract it before the numbers are "
                "rounded."
            )
    if n := _vanishing(Xs, Xt):
        are = "are" if n > 1 else "is"
        return (
            f"{n:,} of {Xs.shape[1]:,} features {are} so much smaller than the others (by 16 "
            "digits or more) that a run does not see them; bring all features to one scale, e.g. "
            "divide each by its standard deviation."
        )
    return None


def _only_last_digits(X: Array) -> bool:
    """Whether no feature of any row differs by more from the first row's."""
    first, varies = X[0], False
    most = LAST * np.finfo(X.dtype).eps * np.abs(first)
    for start in range(0, len(X), 64):  # usually the first rows differ, which ends it
        apart = np.abs(X[start : start + 64] - first)
        if not (apart <= most).all():
            return False
        varies = varies or bool(apart.any())
    return varies


def _vanishing(Xs: Array, Xt: Array) -> int:
    """How many varying features are lost beside the largest of every sample."""
    high = np.maximum(Xs.max(axis=0), Xt.max(axis=0)).astype(np.float64)
    low = np.minimum(Xs.min(axis=0), Xt.min(axis=0)).astype(np.float64)
    sizes, varies = np.maximum(np.abs(high), np.abs(low)), high != low
    if not varies.any() or sizes[varies].min() >= VANISHING * sizes.max():
        return 0  # nearly always
    least = np.inf  # the largest feature of the smallest sample
    for X in (Xs, Xt):
        for start in range(0, len(X), ROWS):
            block = np.abs(X[start : start + ROWS]).max(axis=1)
            least = min(least, float(block.min()))
    return int(np.count_nonzero(varies & (sizes < VANISHING * least)))
