"""MEDA, manifold embedded distribution alignment: GFK features and a kernel classifier.

References
----------
Wang, Feng, Chen, Yu, Huang & Yu (2018), Visual Domain Adaptation with Manifold Embedded
Distribution Alignment, ACM Multimedia.
Gong, Shi, Sha & Grauman (2012), Geodesic Flow Kernel for Unsupervised Domain Adaptation, CVPR.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lu_factor, lu_solve
from scipy.sparse import csr_array, diags_array, eye_array

from spl.algorithm.preprocessing import BLOCK, l2_normalize
from spl.measures.baselines import nearest_neighbor
from spl.methods.discrepancy import discrepancy_vectors, mmd_weights

Array = NDArray[Any]


def meda_labels(
    Xs: Array,
    ys: Array,
    Xt: Array,
    *,
    dim: int = 20,
    alignment: float = 10.0,
    smoothness: float = 1.0,
    shrinkage: float = 0.1,
    neighbors: int = 10,
    iterations: int = 10,
) -> Array:
    """Label the target by MEDA's own classifier f = K β.

    β = ((E + λM + ρL) K + ηI)⁻¹ E Y (the paper's Eq. 12): E marks the source, M is the MMD matrix
    of the pseudo-labels, L the graph Laplacian, K a Gaussian kernel. Only M changes between
    iterations and has rank C + 1, so that one factorisation serves all of them (Woodbury).
    Two n × n matrices are held. Defaults are the paper's (its d, λ, ρ, η, p and T).

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d)
    ys : ndarray of shape (n_source,), ints in [0, C)
    dim : int
        Dimension of each domain's subspace for GFK, capped at half the features.
    alignment, smoothness, shrinkage : float
        λ of the MMD matrix, ρ of the Laplacian and η of the classifier's size.
    neighbors : int
        p: nearest neighbours of each sample in the graph.
    iterations : int
        How often the classifier is learnt, each time with new pseudo-labels.

    Returns
    -------
    ndarray of shape (n_target,), ints
    """
    n_classes, n_source = int(ys.max()) + 1, len(ys)
    Zs, Zt = gfk_features(np.asarray(Xs, float), np.asarray(Xt, float), dim)
    Zs, Zt = l2_normalize(Zs), l2_normalize(Zt)
    K = gaussian_kernel(np.concatenate([Zs, Zt]))
    base = (smoothness * laplacian(K, neighbors)) @ K
    base[:n_source] += K[:n_source]  # E K
    base[np.diag_indices(len(base))] += shrinkage
    # its transpose is in LAPACK's order, so that it is factorised in place; hence trans=1 below
    factor = lu_factor(base.T, overwrite_a=True, check_finite=False)
    Y = np.zeros((len(K), n_classes))
    Y[np.arange(n_source), ys] = 1
    start = lu_solve(factor, Y, trans=1)
    pseudo_labels = nearest_neighbor(Zs, ys, Zt)
    for _ in range(iterations):
        mu = adaptive_factor(Zs, ys, Zt, pseudo_labels, n_classes)
        U = discrepancy_vectors(ys, pseudo_labels, len(Zt), n_classes)
        w = alignment * mmd_weights(U, marginal=(1 - mu) * n_classes, conditional=mu)
        UK = w[:, None] * (U.T @ K)  # (C + 1, n)
        Z = lu_solve(factor, U, trans=1)
        beta = start - Z @ np.linalg.solve(np.eye(len(w)) + UK @ Z, UK @ start)
        pseudo_labels = (K[n_source:] @ beta).argmax(axis=1)
    return np.asarray(pseudo_labels)


def gfk_features(Xs: Array, Xt: Array, dim: int) -> tuple[Array, Array]:
    """Features whose inner products are those of the geodesic flow kernel G.

    G = ∫ Φ(t) Φ(t)ᵀ dt over the geodesic from the source's to the target's PCA subspace. It has
    rank 2·dim at most: with principal angles θ, A the source's and B the orthogonal directions,
    G = [A B] [Λ1 Λ2; Λ2 Λ3] [A B]ᵀ with diagonal Λ, so that 2·dim features carry it.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d)
    dim : int
        Dimension of each domain's PCA subspace, capped at d / 2 and at one less than the samples of
        either domain.

    Returns
    -------
    Zs, Zt : ndarrays of shape (n_source, 2·dim) and (n_target, 2·dim)
    """
    dim = max(1, min(dim, Xs.shape[1] // 2, len(Xs) - 1, len(Xt) - 1))
    Ps, Pt = _subspace(Xs, dim), _subspace(Xt, dim)
    left, cosines, right = np.linalg.svd(Ps.T @ Pt)
    theta = np.arccos(np.clip(cosines, -1, 1))
    A = Ps @ left
    B = Pt @ right.T - A * cosines
    B /= np.maximum(np.linalg.norm(B, axis=0), np.finfo(float).tiny)
    twice = np.maximum(2 * theta, 1e-12)
    first = (1 + np.sin(twice) / twice) / 2
    mixed = (1 - np.cos(twice)) / (2 * twice)
    last = (1 - np.sin(twice) / twice) / 2
    inner = np.block([[np.diag(first), np.diag(mixed)], [np.diag(mixed), np.diag(last)]])
    values, vectors = np.linalg.eigh(inner)
    root = np.hstack([A, B]) @ vectors * np.sqrt(np.maximum(values, 0))
    return Xs @ root, Xt @ root


def _subspace(X: Array, dim: int) -> Array:
    """Principal axes of one domain, (d, dim)."""
    C = X - X.mean(axis=0)
    if len(C) < C.shape[1]:
        return np.asarray(np.linalg.svd(C, full_matrices=False)[2][:dim].T)
    return np.asarray(np.linalg.eigh(C.T @ C)[1][:, ::-1][:, :dim])


def gaussian_kernel(Z: Array) -> Array:
    """exp(−‖x − y‖²/2) of rows of length 1, (n, n), made in place.

    Parameters
    ----------
    Z : ndarray of shape (n, d)
        Samples of both domains, rows of length 1.
    """
    K = Z @ Z.T
    K -= 1
    np.minimum(K, 0, out=K)
    return np.asarray(np.exp(K, out=K))


def laplacian(K: Array, neighbors: int) -> csr_array:
    """Normalised Laplacian I − D^−½ W D^−½ of the graph of nearest neighbours.

    W holds the cosine 1 + ln K of each sample and its nearest ones (itself among them), where one
    of the two is among the other's.

    Note: the paper writes D − W; the authors' code normalises.

    Parameters
    ----------
    K : ndarray of shape (n, n)
        From `gaussian_kernel`.
    neighbors : int
        Nearest neighbours of each sample, itself not counted.
    """
    n = len(K)
    p = min(neighbors + 1, n)
    columns = np.concatenate(
        [
            np.argpartition(-K[i : i + BLOCK // 4], p - 1, axis=1)[:, :p]
            for i in range(0, n, BLOCK // 4)
        ]
    ).ravel()
    rows = np.repeat(np.arange(n), p)
    cosines = np.maximum(1 + np.log(K[rows, columns]), 0)
    W = csr_array((cosines, (rows, columns)), shape=(n, n))
    W = W.maximum(W.T)
    scale = diags_array(1 / np.sqrt(np.maximum(W.sum(axis=1), np.finfo(float).eps)))
    return csr_array(eye_array(n) - scale @ W @ scale)


def adaptive_factor(Zs: Array, ys: Array, Zt: Array, yt: Array, n_classes: int) -> float:
    """μ in [0, 1]: how much the classes differ between the domains against the whole.

    Mean A-distance of the classes between the domains, over its sum with that of the domains.

    Note: the paper's Eq. 8 is 1 − d_M / (d_M + Σ_c d_c); the authors' code takes the mean over c,
    as here. (It compares every source class with the target's first one; the paper says its own.)

    Parameters
    ----------
    Zs, Zt : ndarrays of shape (n_source, d) and (n_target, d)
    ys, yt : ndarrays of shape (n_source,) and (n_target,), ints in [0, n_classes)
        Classes of the source samples and pseudo-labels of the target samples.
    n_classes : int
    """
    whole = a_distance(Zs, Zt)
    found = [
        a_distance(Zs[ys == c], Zt[yt == c])
        for c in range(n_classes)
        if (ys == c).any() and (yt == c).any()
    ]
    classes = float(np.mean(found)) if found else 0.0
    total = whole + classes
    return float(np.clip(classes / total, 0, 1)) if total > 0 else 0.5


def a_distance(X: Array, Y: Array) -> float:
    """2(1 − 2ε), with ε the error of a linear classifier that tells X from Y; at least 0.

    The classifier is the least-squares one (ridge 1), which has a closed form; ε is measured on
    the samples it was fitted to, as the authors do.

    Parameters
    ----------
    X, Y : ndarrays of shape (n, d) and (m, d)
    """
    Z = np.concatenate([X, Y])
    side = np.concatenate([np.ones(len(X)), -np.ones(len(Y))])
    mean, offset = Z.mean(axis=0), side.mean()
    C = Z - mean
    gram = C.T @ C
    gram[np.diag_indices(len(gram))] += 1
    normal = np.linalg.solve(gram, C.T @ (side - offset))
    wrong = float(((C @ normal + offset > 0) != (side > 0)).mean())
    return max(2 * (1 - 2 * wrong), 0.0)
