"""Open label sets: the target may have classes that the source lacks.

OSLPP, after Wang, Meng & Breckon, Progressively select and reject pseudo-labelled samples for
open-set domain adaptation, IEEE TAI 2024 (arXiv 2110.12635). Labels are those of the nearest class
prototype. At k = 2 the n_r least confident target samples are rejected. They form one more class
when the projection is learnt, which pushes them away from the others, but never a prototype. At
every later k, samples outside S_{k−1} that lie nearer to a rejected sample than to a sample of
S_{k−1} join them. A rejected sample stays rejected, and S_k never takes it.

n_r is a share of the target, so that one default suits targets of any size (`reject_share`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.pseudo_labels import distances
from spl.algorithm.state import SPLState

Array = NDArray[Any]

ROWS = 512  # samples whose distances to all others are held at a time
FIRST = 2  # iteration that rejects first: k = 1 has not learnt from the target before


def n_rejected_first(share: float, n_target: int) -> int:
    """How many target samples are rejected at k = 2: n_r, the share of the target, rounded down.

    Parameters
    ----------
    share : float
        From 0 to 1.
    n_target : int

    Examples
    --------
    >>> n_rejected_first(0.2, 1080), n_rejected_first(0.29, 100), n_rejected_first(0.2, 4)
    (216, 29, 0)
    """
    return int(round(share * n_target, 6))  # 0.29 · 100 is 28.999… in floating point


def reject(previous: SPLState, k: int, share: float, known: Array | None = None) -> Array:
    """Which target samples are rejected at iteration k, (n_target,) bool.

    Parameters
    ----------
    previous : SPLState
        Of iteration k − 1.
    k : int
        Iteration, at least 1.
    share : float
        Of the target that is rejected first, from 0 to 1; the number is rounded down.
    known : ndarray of shape (n_target,), ints, optional
        Class index of a target sample whose label is given, −1 for the others; none is rejected.
    """
    rejected = previous.rejected.copy()
    may = ~rejected if known is None else ~rejected & (known < 0)
    if k < FIRST:
        return rejected
    if k == FIRST:
        candidates = np.flatnonzero(may)
        order = np.argsort(previous.confidence[candidates], kind="stable")
        rejected[candidates[order[: n_rejected_first(share, len(rejected))]]] = True
        return rejected
    outside = np.flatnonzero(may & ~previous.selected)
    if not rejected.any() or not previous.selected.any():
        return rejected
    Z = previous.z_target
    rejected[outside] = nearer(Z[outside], Z[previous.rejected], Z[previous.selected])
    return rejected


def nearer(Z: Array, to: Array, than: Array) -> Array:
    """Which rows of Z have a nearest row of `to` that is nearer than that of `than`, (n,) bool.

    Parameters
    ----------
    Z : ndarray of shape (n, d2)
    to, than : ndarrays of shape (m, d2)
        None of them empty.

    Examples
    --------
    >>> nearer(np.array([[0.0], [3.0]]), np.array([[1.0]]), np.array([[4.0], [9.0]]))
    array([ True, False])
    """
    found = np.zeros(len(Z), dtype=bool)
    for i in range(0, len(Z), ROWS):
        rows = slice(i, i + ROWS)
        found[rows] = distances(Z[rows], to).min(axis=1) < distances(Z[rows], than).min(axis=1)
    return found
