"""TCA and JDA: one projection in which the domains', and the classes', means coincide.

References
----------
Pan, Tsang, Kwok & Yang (2011), Domain Adaptation via Transfer Component Analysis, IEEE Transactions
on Neural Networks 22(2).
Long, Wang, Ding, Sun & Yu (2013), Transfer Feature Learning with Joint Distribution Adaptation,
ICCV.
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


def tca_labels(
    Xs: Array, ys: Array, Xt: Array, *, dim: int = 100, regularizer: float = 1.0
) -> Array:
    """Label the target by 1-NN in TCA's subspace, with a linear kernel: JDA's first iteration.

    The MMD matrix is divided by its norm, so that `regularizer` is 1/(μ‖L‖) of the TCA paper.

    Note: skada's TCA is another problem; see `spl.methods.skada_methods.skada_tca_labels`. This one
    is symmetric, and of side min(n, d).

    Parameters
    ----------
    Xs, ys, Xt, dim, regularizer
        As for `jda_labels`.
    """
    return jda_labels(Xs, ys, Xt, dim=dim, regularizer=regularizer, iterations=1)


def jda_labels(
    Xs: Array,
    ys: Array,
    Xt: Array,
    *,
    dim: int = 100,
    regularizer: float = 1.0,
    iterations: int = 10,
) -> Array:
    """Label the target by 1-NN in JDA's subspace, with a linear kernel.

    Each iteration learns the projection with the pseudo-labels of the one before, and labels the
    target again. The first has no pseudo-labels yet: it is TCA. Defaults are the paper's for
    Office-Caltech (its k, λ and T), with which its published table is reproduced.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d)
        Scaled to length 1 first, as the authors do.
    ys : ndarray of shape (n_source,), ints in [0, C)
    dim : int
        Columns of the projection, capped at the rank of the data.
    regularizer : float
        λ, above 0: weight of the projection's size against the discrepancy.
    iterations : int
        At least 1; all after the first use pseudo-labels.

    Returns
    -------
    ndarray of shape (n_target,), ints
    """
    Ys, Yt = kernel_coordinates(
        l2_normalize(np.asarray(Xs, float)), l2_normalize(np.asarray(Xt, float))
    )
    n_classes = int(ys.max()) + 1
    pseudo_labels = None
    for _ in range(max(iterations, 1)):
        E = discrepancy_vectors(ys, pseudo_labels, len(Yt), n_classes)
        A = jda_projection(Ys, Yt, E, dim=dim, regularizer=regularizer)
        pseudo_labels = nearest_neighbor(l2_normalize(Ys @ A), ys, l2_normalize(Yt @ A))
    return np.asarray(pseudo_labels)


def kernel_coordinates(Xs: Array, Xt: Array) -> tuple[Array, Array]:
    """Coordinates in which a kernel method with K = X Xᵀ is a problem of side min(n, d).

    With X = U S Vᵀ, coefficients in K's range are a = U b, so that K a = (X V S) b and ‖a‖ = ‖b‖:
    the n × n problem for a is the same one for b on the features X V S.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d)

    Returns
    -------
    Ys, Yt : ndarrays of shape (n_source, r) and (n_target, r), r the rank of the data

    Raises
    ------
    ValueError
        If all features are 0.
    """
    d = Xs.shape[1]
    squares, V = np.linalg.eigh(Xs.T @ Xs + Xt.T @ Xt)
    if not squares[-1] > 0:
        raise ValueError(
            "all features are 0, so there is no direction to learn; check the features, or leave "
            "this method out"
        )
    kept = squares > squares[-1] * d * np.finfo(float).eps
    VS = V[:, kept][:, ::-1] * np.sqrt(squares[kept][::-1])
    return Xs @ VS, Xt @ VS


def jda_projection(Xs: Array, Xt: Array, E: Array, *, dim: int, regularizer: float) -> Array:
    """Columns a with the smallest φ in (X M Xᵀ + λI) a = φ X H Xᵀ a (the paper's Eq. 11).

    Solved as X H Xᵀ a = φ⁻¹ (X M Xᵀ + λI) a, whose right side is positive definite even where the
    data have a low rank.

    Note: the paper sums M_0 … M_C and asks for Aᵀ X H Xᵀ A = I; the authors' code counts M_0 C
    times, divides M by its norm, and has columns of length 1, which gives the published figures.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d)
        Features, or their `kernel_coordinates`.
    E : ndarray of shape (n_source + n_target, n_classes + 1)
        From `discrepancy_vectors`.
    dim : int
        Number of columns, capped at d.
    regularizer : float
        λ, above 0.

    Returns
    -------
    ndarray of shape (d, dim)
        Columns of length 1, the smallest φ first.
    """
    X = np.concatenate([Xs, Xt])
    V = E.T @ X  # (C + 1, d): differences of means
    w = mmd_weights(E, marginal=E.shape[1] - 1, conditional=1.0)
    XMX = (V.T * w) @ V
    XMX[np.diag_indices(len(XMX))] += regularizer
    X -= X.mean(axis=0)
    d = len(XMX)
    _, A = eigh(X.T @ X, XMX, subset_by_index=(max(d - dim, 0), d - 1))
    return np.asarray(A[:, ::-1] / np.linalg.norm(A[:, ::-1], axis=0))
