"""The samples that stand for classes and clusters in a frame.

A mean of 2-D positions can lie inside another group. The sample nearest to a prototype, or to a
cluster's centre, in the subspace lies among samples like it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.state import SPLState
from spl.measures.margins import matching_margins

Array = NDArray[Any]


def matching_sections(states: Sequence[SPLState], ys: Array) -> dict[str, Array]:
    """Medoids and margins of every pair of Eq. 11, as sections of the player's attributes.

    Parameters
    ----------
    states : sequence of SPLState
        K states of one run.
    ys : ndarray of shape (n_source,), ints in [0, C)

    Returns
    -------
    dict of ndarrays of shape (K, C)
        By class: rows of the medoids of the class and of the cluster matched with it (rows count
        the source first; −1 where there is no sample, or only rejected ones), the margin of the
        pair, and the class that is not dropped whose prototype is nearest to the cluster.
    """
    rows = [_of_state(state, ys) for state in states]
    return {name: np.stack([row[name] for row in rows]) for name in rows[0]}


def _of_state(state: SPLState, ys: Array) -> dict[str, Array]:
    if state not in _FOUND:  # a run that is on asks for its earlier states again and again
        cluster_of = np.argsort(state.matching)  # class → the cluster matched with it
        cost = np.where(state.dropped, np.inf, state.matching_cost)  # (C, C): no label is theirs
        kept = np.flatnonzero(~state.rejected)  # a rejected sample stands for no class
        clusters = state.cluster_labels[kept]
        found = medoids(state.z_target[kept], clusters, state.centers)[cluster_of]
        in_cluster = np.where(found < 0, -1, kept[found] if len(kept) else -1)
        _FOUND[state] = {
            "class_medoid": medoids(state.z_source, ys, state.prototypes).astype(np.int32),
            "cluster_medoid": np.where(in_cluster < 0, -1, in_cluster + len(ys)).astype(np.int32),
            "margin": matching_margins(state)[cluster_of].astype(np.float32),
            "nearest": cost.argmin(axis=1)[cluster_of].astype(np.int32),
        }
    return _FOUND[state]


def medoids(Z: Array, labels: Array, points: Array) -> Array:
    """Row of Z nearest to each group's point, −1 for a group without rows.

    Parameters
    ----------
    Z : ndarray of shape (n, d2)
    labels : ndarray of shape (n,), ints in [0, C)
    points : ndarray of shape (C, d2)

    Returns
    -------
    ndarray of shape (C,), ints

    Examples
    --------
    >>> medoids(np.array([[0.0], [2.0], [3.0]]), np.array([0, 1, 1]), np.array([[0], [4], [9]]))
    array([ 0,  2, -1])
    """
    off = np.einsum("ij,ij->i", Z - points[labels], Z - points[labels])  # squared distances
    order = np.lexsort((off, labels))
    found = np.full(len(points), -1)
    groups, first = np.unique(labels[order], return_index=True)
    found[groups] = order[first]
    return found


_FOUND: WeakKeyDictionary[SPLState, dict[str, Array]] = WeakKeyDictionary()
