"""JGSA, joint geometrical and statistical alignment: one projection for each domain.

References
----------
Zhang, Li & Ogunbona (2017), Joint Geometrical and Statistical Alignment for Visual Domain
Adaptation, CVPR.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

from spl.algorithm.preprocessing import l2_normalize
from spl.measures.baselines import nearest_neighbor
from spl.methods.discrepancy import discrepancy_vectors, mmd_weights

Array = NDArray[Any]
SMALLEST = 1e-9  # of the largest eigenvalue; below it lies a null space, whose basis is arbitrary


def jgsa_labels(
    Xs: Array,
    ys: Array,
    Xt: Array,
    *,
    dim: int = 30,
    divergence: float = 1.0,
    target_variance: float = 1.0,
    discrimination: float = 0.1,
    iterations: int = 10,
) -> Array:
    """Label the target by 1-NN between the two projected domains.

    The linear form ("primal" in the authors' code): matrices are 2d × 2d. It starts from the
    labels that 1-NN gives before adaptation. Defaults are the paper's (its k, λ, μ, β and T).

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d)
        Scaled to length 1 first, as the authors do.
    ys : ndarray of shape (n_source,), ints in [0, C)
    dim : int
        Columns of each projection, capped as in `jgsa_projections`.
    divergence, target_variance, discrimination : float
        λ of the distance between the projections, μ of the target's variance, β of the source's
        classes.
    iterations : int
        How often the projections are learnt, each time with new pseudo-labels.

    Returns
    -------
    ndarray of shape (n_target,), ints
    """
    n_classes = int(ys.max()) + 1
    Xs, Xt = l2_normalize(np.asarray(Xs, float)), l2_normalize(np.asarray(Xt, float))
    if len(Xs) + len(Xt) < Xs.shape[1]:  # beyond the samples' span nothing is to be found
        span = np.linalg.qr(np.concatenate([Xs, Xt]).T)[0]  # (d, n)
        Xs, Xt = Xs @ span, Xt @ span
    within, between = class_scatter(Xs, ys, n_classes)
    weights = divergence, target_variance, discrimination
    pseudo_labels = nearest_neighbor(Xs, ys, Xt)
    for _ in range(iterations):
        E = discrepancy_vectors(ys, pseudo_labels, len(Xt), n_classes)
        A, B = jgsa_projections(Xs, Xt, E, within, between, dim, weights)
        pseudo_labels = nearest_neighbor(Xs @ A, ys, Xt @ B)
    return np.asarray(pseudo_labels)


def class_scatter(X: Array, y: Array, n_classes: int) -> tuple[Array, Array]:
    """Scatter within and between classes, S_w and S_b, each (d, d).

    Parameters
    ----------
    X : ndarray of shape (n, d)
    y : ndarray of shape (n,), ints in [0, n_classes)
        Class of each row of X.
    n_classes : int
    """
    counts = np.bincount(y, minlength=n_classes)
    sums = np.zeros((n_classes, X.shape[1]))
    np.add.at(sums, y, X)
    means = sums / np.maximum(counts, 1)[:, None]
    inside = X - means[y]
    apart = means - X.mean(axis=0)
    return inside.T @ inside, (apart.T * counts) @ apart


def jgsa_projections(
    Xs: Array,
    Xt: Array,
    E: Array,
    within: Array,
    between: Array,
    dim: int,
    weights: tuple[float, float, float],
) -> tuple[Array, Array]:
    """Projections A and B, each (d, at most dim), of source and target (the paper's Eq. 12).

    The largest generalised eigenvectors [A; B] of blockdiag(βS_b, μS_t) against
    [T_s + λI + βS_w, T_st − λI; T_ts − λI, T_t + (λ + μ)I], with T the MMD terms. Columns [A; B]
    have length 1.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d)
    E : ndarray of shape (n_source + n_target, n_classes + 1)
        From `discrepancy_vectors`.
    within, between : ndarrays of shape (d, d)
        S_w and S_b of the source, from `class_scatter`.
    dim : int
        Columns of each projection, capped at the directions in which classes or target vary.
    weights : tuple of three floats
        λ, μ and β.

    Raises
    ------
    ValueError
        If nothing varies.
    """
    divergence, target_variance, discrimination = weights
    n_source, d = Xs.shape
    w = mmd_weights(E, marginal=E.shape[1] - 1, conditional=1.0)
    V = np.hstack([E[:n_source].T @ Xs, E[n_source:].T @ Xt])  # (C + 1, 2d)
    low = (V.T * w) @ V
    eye = np.eye(d)
    low[:d, :d] += divergence * eye + discrimination * within
    low[:d, d:] -= divergence * eye
    low[d:, :d] -= divergence * eye
    low[d:, d:] += (divergence + target_variance) * eye
    low[np.diag_indices(2 * d)] += 1e-9
    Xt = Xt - Xt.mean(axis=0)
    high = np.zeros((2 * d, 2 * d))
    high[:d, :d] = discrimination * between
    high[d:, d:] = target_variance * (Xt.T @ Xt)
    values, W = eigh(high, low, subset_by_index=(max(2 * d - dim, 0), 2 * d - 1))
    W = W[:, values > SMALLEST * values[-1]][:, ::-1]
    if not W.shape[1]:
        raise ValueError(
            "neither the source's classes nor the target's samples differ in any direction; check "
            "the features, or leave this method out"
        )
    W /= np.linalg.norm(W, axis=0)
    return W[:d], W[d:]
