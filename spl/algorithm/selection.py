"""The subset S_k: which pseudo-labelled target samples take part in iteration k."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def select(
    pseudo_labels: Array,
    confidence: Array,
    k: int,
    T: int,
    *,
    selection: str = "class-wise",
    quota: str = "floor",
) -> Array:
    """S_k, from the pseudo-labels and confidences of iteration k − 1.

    Parameters
    ----------
    pseudo_labels : ndarray of shape (n_target,), ints
    confidence : ndarray of shape (n_target,)
        Probability of each sample's pseudo-label (Eq. 13).
    k, T : int
        Iteration and number of iterations, 0 ≤ k ≤ T. Nothing is selected at k = 0.
    selection : {"class-wise", "global", "all"}
        The ⌊k·n_c/T⌋ most confident of each pseudo-class c, the ⌊k·n_t/T⌋ most confident of all
        n_t target samples, or every sample.
    quota : {"floor", "authors"}
        ``"authors"`` is the rule of their code: of each class, those strictly more confident than
        its ⌊n_c(1 − k/T)⌋-th least confident sample, counted from 0; never a whole class.

    Returns
    -------
    ndarray of shape (n_target,), bool
    """
    if k == 0:
        return np.zeros(len(pseudo_labels), dtype=bool)
    if selection == "all":
        return np.ones(len(pseudo_labels), dtype=bool)
    if selection == "global":
        pseudo_labels = np.zeros_like(pseudo_labels)
    sizes = np.bincount(pseudo_labels)
    rank = confidence_rank(pseudo_labels, confidence)
    if quota == "floor":
        return np.asarray(rank < (k * sizes // T)[pseudo_labels])
    selected = np.zeros(len(pseudo_labels), dtype=bool)
    for c in np.flatnonzero(sizes):
        members = np.flatnonzero(pseudo_labels == c)
        # 1 − k/T in floating point, as the authors' MATLAB computes it
        cut = np.sort(confidence[members])[int(sizes[c] * (1 - k / T))]
        selected[members] = confidence[members] > cut
    return selected


def confidence_rank(pseudo_labels: Array, confidence: Array) -> Array:
    """Rank of each sample among those of its pseudo-class, 0 = most confident.

    Ties go to the lower index.

    Parameters
    ----------
    pseudo_labels : ndarray of shape (n_target,), ints
    confidence : ndarray of shape (n_target,)
        Probability of each sample's pseudo-label.

    Examples
    --------
    >>> confidence_rank(np.array([0, 1, 0, 0]), np.array([0.2, 0.9, 0.5, 0.2]))
    array([1, 0, 0, 2])
    """
    order = np.lexsort((-confidence, pseudo_labels))  # stable: by class, then by confidence
    sizes = np.bincount(pseudo_labels)
    starts = np.cumsum(sizes) - sizes
    rank = np.empty(len(pseudo_labels), dtype=np.intp)
    rank[order] = np.arange(len(order)) - starts[pseudo_labels[order]]
    return rank
