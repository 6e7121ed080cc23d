"""Eq. 9–14: prototypes, nearest class prototype, clusters, matching, structured prediction."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from spl.algorithm.preprocessing import l2_normalize
from spl.algorithm.projection import class_sums

Array = NDArray[Any]

MAX_PASSES = 100  # of Lloyd's algorithm; it stops earlier, when no label changes


def class_prototypes(
    Zs: Array,
    ys: Array,
    n_classes: int,
    Zt: Array | None = None,
    known: Array | None = None,
    weight: float = 1,
) -> Array:
    """Mean of each class's source projections, L2-normalised (Eq. 9).

    Parameters
    ----------
    Zs : ndarray of shape (n_source, d2)
        Centred, L2-normalised projections.
    ys : ndarray of shape (n_source,), ints in [0, n_classes)
    n_classes : int
    Zt : ndarray of shape (n_target, d2), optional
    known : ndarray of shape (n_target,), ints in [−1, n_classes), optional
        Target samples of known class, which join their class's mean; −1 for the others.
    weight : float
        Of a known target sample; a source sample has 1.

    Returns
    -------
    ndarray of shape (n_classes, d2)

    Raises
    ------
    ValueError
        If a class has no source sample.
    """
    counts = np.bincount(ys, minlength=n_classes)
    if (counts == 0).any():
        raise ValueError(
            f"class {int(np.argmin(counts))} has no source sample, so it has no prototype; give "
            "each class at least one."
        )
    sums = class_sums(Zs, ys, n_classes)
    if Zt is None or known is None:
        return l2_normalize(sums / counts[:, None])
    rows = np.flatnonzero(known >= 0)
    sums = sums + weight * class_sums(Zt[rows], known[rows], n_classes)
    weights = counts + weight * np.bincount(known[rows], minlength=n_classes)
    return l2_normalize(sums / weights[:, None])


def distances(Z: Array, points: Array) -> Array:
    """Euclidean distance of each row of Z to each point, shape (len(Z), len(points)).

    Parameters
    ----------
    Z : ndarray of shape (n, d2)
    points : ndarray of shape (m, d2)
    """
    squares = Z @ (-2 * points.T)
    squares += np.einsum("ij,ij->i", Z, Z)[:, None]
    squares += np.einsum("ij,ij->i", points, points)
    return np.sqrt(np.maximum(squares, 0, out=squares), out=squares)


def class_probabilities(Z: Array, points: Array, dropped: Array | None = None) -> Array:
    """Softmax of negative distances to one point per class (Eq. 10 and Eq. 12).

    Parameters
    ----------
    Z : ndarray of shape (n, d2)
    points : ndarray of shape (n_classes, d2)
        Class prototypes (Eq. 10), or cluster centres in the order of their classes (Eq. 12).
    dropped : ndarray of shape (n_classes,) bool, optional
        Classes that a partial label set has dropped: no sample is of them.

    Returns
    -------
    ndarray of shape (n, n_classes)
        Rows sum to 1.
    """
    p = distances(Z, points)
    if dropped is not None:
        p[:, dropped] = np.inf
    p -= p.min(axis=1, keepdims=True)
    np.exp(-p, out=p)
    p /= p.sum(axis=1, keepdims=True)
    return p


def cluster(Zt: Array, prototypes: Array) -> tuple[Array, Array]:
    """K-means of the target, started at the class prototypes; deterministic.

    Lloyd's passes until no label changes, at most 100. A cluster that loses all its samples keeps
    its centre; ties go to the lowest index.

    Parameters
    ----------
    Zt : ndarray of shape (n_target, d2)
    prototypes : ndarray of shape (n_classes, d2)

    Returns
    -------
    labels, centers : ndarrays of shape (n_target,) and (n_classes, d2)
        Centres are plain means, not normalised.
    """
    n_clusters = len(prototypes)
    centers = prototypes.copy()
    labels = np.full(len(Zt), -1, dtype=np.intp)
    for _ in range(MAX_PASSES):
        previous = labels
        # ‖z‖² is the same for every centre and left out
        labels = (np.einsum("ij,ij->i", centers, centers) / 2 - Zt @ centers.T).argmin(axis=1)
        if (labels == previous).all():
            break
        counts = np.bincount(labels, minlength=n_clusters)
        held = counts > 0
        centers[held] = class_sums(Zt, labels, n_clusters)[held] / counts[held, None]
    return labels, centers


def match_clusters(centers: Array, prototypes: Array) -> Array:
    """One-to-one matching of clusters with classes that minimises the total distance (Eq. 11).

    Note: the authors' code trusts K-means to keep its order; this solves the assignment.

    Parameters
    ----------
    centers : ndarray of shape (n_classes, d2)
        Row i is the centre of cluster i.
    prototypes : ndarray of shape (n_classes, d2)

    Returns
    -------
    ndarray of shape (n_classes,)
        `matching[i]` is the class of cluster i.
    """
    return np.asarray(linear_sum_assignment(distances(centers, prototypes))[1], dtype=np.intp)


def centers_by_class(centers: Array, matching: Array) -> Array:
    """Cluster centres in the order of the classes they are matched with, (n_classes, d2).

    Parameters
    ----------
    centers : ndarray of shape (n_classes, d2)
        Row i is the centre of cluster i.
    matching : ndarray of shape (n_classes,), ints
        Class of each cluster.
    """
    ordered = np.empty_like(centers)
    ordered[matching] = centers
    return ordered


def fuse(proba_ncp: Array, proba_sp: Array, labeling: str) -> Array:
    """Eq. 13, the elementwise maximum, or one of the two where `labeling` asks for it.

    Parameters
    ----------
    proba_ncp : ndarray of shape (n_target, n_classes)
        Eq. 10.
    proba_sp : ndarray of shape (n_target, n_classes)
        Eq. 12.
    labeling : {"both", "ncp", "sp"}
    """
    if labeling == "ncp":
        return proba_ncp
    if labeling == "sp":
        return proba_sp
    return np.maximum(proba_ncp, proba_sp)
