"""What reveals where a picture is not true: its neighbours, compared with those in the data.

A picture can keep almost every neighbourhood and still show repairs that have not happened. So each
frame says which class the nearest source samples of every target sample have, once in the picture
and once in the subspace, and how far the domains mix in both. Memory is linear in the number of
samples, and so is time above `LOOKED_AT` samples.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from spl.data.target_labels import UNLABELLED
from spl.embedding.neighbors import ShouldStop, nearest_neighbors

Array = NDArray[Any]

VOTES = 5  # nearest source samples that vote on a target sample's class
MIXING = 15  # nearest neighbours among which those of the other domain are counted
LOOKED_AT = 4_000  # of more target samples, or more samples, this many are looked at
NOT_LOOKED_AT = -1


@dataclass(frozen=True, eq=False)
class Nearby:
    """What surrounds the samples in a subspace or in a picture."""

    classes: Array | None  # (n_target,) ints, majority of the VOTES nearest source samples
    mixing: float  # share of the MIXING nearest neighbours that are of the other domain


def nearby(
    Z: Array, n_source: int, y_source: Array | None, should_stop: ShouldStop | None = None
) -> Nearby:
    """Classes and domains of the samples' nearest neighbours.

    Parameters
    ----------
    Z : ndarray of shape (n, d)
        Projections or positions, source rows first. Two columns are searched by a tree.
    n_source : int
    y_source : ndarray of shape (n_source,), ints, or None
        Classes of the source samples; without them no classes are given.
    should_stop : callable, optional
        Looked at before every block of the search.

    Returns
    -------
    Nearby
        Of more than `LOOKED_AT` target samples that many are looked at, drawn once and the same for
        every Z of n rows; the others have class −1.

    Raises
    ------
    Stopped
        If `should_stop` said True.
    """
    n = len(Z)
    classes = None
    if y_source is not None:
        classes = np.full(n - n_source, NOT_LOOKED_AT)
        rows = _drawn(n - n_source)
        near = _nearest(Z[:n_source], min(VOTES, n_source), Z[n_source + rows], should_stop)
        classes[rows] = majority(np.asarray(y_source)[near])
        classes.flags.writeable = False
    rows = _drawn(n)
    k = min(MIXING, n - 1)
    near = _nearest(Z, k + 1, Z[rows], should_stop)  # the sample itself is among them
    others = near != rows[:, None]
    others[others.all(axis=1), -1] = False  # itself is not: more than k samples coincide
    foreign = (near < n_source) != (rows < n_source)[:, None]
    return Nearby(classes, float((foreign & others).sum() / max(1, k * len(rows))))


def majority(classes: Array) -> Array:
    """Most frequent class of each row, the lowest of equally frequent ones.

    Parameters
    ----------
    classes : ndarray of shape (n, m), ints

    Returns
    -------
    ndarray of shape (n,), ints

    Examples
    --------
    >>> majority(np.array([[2, 1, 2], [3, 1, 0]])).tolist()
    [2, 0]
    """
    votes = (classes[:, :, None] == classes[:, None, :]).sum(axis=2)  # (n, m)
    first = votes == votes.max(axis=1, keepdims=True)
    return np.asarray(np.where(first, classes, classes.max(initial=0)).min(axis=1))


def ahead_of_time(picture: Array, subspace: Array, last: Array) -> tuple[float | None, int]:
    """How much of what only later iterations find a picture already shows.

    Of the target samples whose nearest class in the subspace still changes until the last
    iteration, the share that the picture already shows at its last class. It needs no target
    labels. In an ordinary t-SNE of the same subspace it is 10 to 45 %.

    Parameters
    ----------
    picture, subspace : ndarray of shape (n_target,), ints
        Classes nearby in the picture and in the subspace of one iteration (`Nearby.classes`).
    last : ndarray of shape (n_target,), ints
        Classes nearby in the subspace of the last iteration.

    Returns
    -------
    share, n_changing
        The share is None where no sample changes.

    Examples
    --------
    >>> ahead_of_time(np.array([1, 0, 0]), np.array([0, 0, 0]), np.array([1, 1, 0]))
    (0.5, 2)
    """
    changing = (subspace != last) & (subspace != NOT_LOOKED_AT)
    n_changing = int(changing.sum())
    share = float((picture == last)[changing].mean()) if n_changing else None
    return share, n_changing


def correct_nearby(classes: Array, labels: Array) -> float:
    """Share of the target samples whose nearest source samples are of their own class.

    Parameters
    ----------
    classes : ndarray of shape (n_target,), ints
        Classes nearby, as a `Frame` carries them.
    labels : ndarray of shape (n_target,), ints
        True classes, or the last pseudo-labels where there are none; a negative one, of a class
        that the source lacks, counts as wrong.

    Returns
    -------
    float
        nan where no sample was looked at.

    Examples
    --------
    >>> correct_nearby(np.array([0, 1, -1]), np.array([0, 2, 1]))
    0.5
    """
    looked_at = (classes != NOT_LOOKED_AT) & (np.asarray(labels) != UNLABELLED)
    return float((classes == labels)[looked_at].mean()) if looked_at.any() else float("nan")


def _drawn(n: int) -> Array:
    if n <= LOOKED_AT:
        return np.arange(n)
    return np.sort(np.random.default_rng(0).choice(n, LOOKED_AT, replace=False))


def _nearest(Z: Array, k: int, queries: Array, should_stop: ShouldStop | None) -> Array:
    if Z.shape[1] == 2:
        near = cKDTree(Z).query(queries, k)[1]
        return np.asarray(near).reshape(len(queries), k)
    return nearest_neighbors(Z, k, queries, should_stop)[0]
