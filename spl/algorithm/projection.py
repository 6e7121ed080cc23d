"""Eq. 4–8: supervised locality preserving projection (SLPP), without the n × n matrix M.

With M_ij = 1 where labels agree (i = j included), S the sums of each class and n_c its size,
X M Xᵀ = S Sᵀ and X D Xᵀ = Σ_c n_c Σ_{i∈c} x_i x_iᵀ: all that SLPP needs is d1 × d1.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import LinAlgError, blas, cholesky, eigh, lapack, qr, solve_triangular
from scipy.sparse import csr_array

from spl.algorithm.preprocessing import BLOCK, row_scales

Array = NDArray[Any]

MIN_PER_CLASS = 64  # samples per class from which keeping a Gram matrix for each class is quicker
GRAMS_BYTES = 2**27  # memory that these may take in any case; more only if the samples take more


def slpp(
    X: Sequence[Array], labels: Sequence[Array], n_classes: int, d2: int, *, alpha: float = 1.0
) -> Array:
    """Projection whose columns best keep each class together, in both domains (Eq. 6–7).

    Parameters
    ----------
    X : sequence of ndarrays of shape (n, d1)
        Samples of each domain.
    labels : sequence of ndarrays of shape (n,), ints in [−1, n_classes)
        Their classes; −1 for a sample that takes no part (a target sample outside S_k).
    n_classes : int
    d2 : int
        Number of columns, at most d1.
    alpha : float
        Weight of the regulariser I.

    Returns
    -------
    ndarray of shape (d1, d2)
        Generalised eigenvectors of (X D Xᵀ) p = λ (X L Xᵀ + αI) p for the largest λ, scaled so
        that Pᵀ(XLXᵀ + αI)P = I, first component of each column ≥ 0. With d2 = d1 any basis of
        that scaling gives the same distances, and the inverse Cholesky factor is returned. Columns
        beyond what the labelled samples span (λ = 0) lie as near to the first axes as they can.

    Raises
    ------
    ValueError
        If alpha is too small for a solution in floating point.
    """
    return solve_slpp(*class_statistics(X, labels, n_classes), d2, alpha=alpha)


def class_statistics(
    X: Sequence[Array], labels: Sequence[Array], n_classes: int
) -> tuple[Array, Array]:
    """X D Xᵀ (d1, d1; upper triangle) and the class sums S (n_classes, d1); see `slpp`.

    Parameters
    ----------
    X : sequence of ndarrays of shape (n, d1)
        Samples of each domain.
    labels : sequence of ndarrays of shape (n,), ints
        Their classes; −1 for a sample that takes no part.
    n_classes : int
    """
    counts = sum(np.bincount(y + 1, minlength=n_classes + 1)[1:] for y in labels)
    weights = np.sqrt(counts)  # √D_ii of each class
    d1 = X[0].shape[1]
    XDX = np.zeros((d1, d1), order="F")
    sums = np.zeros((n_classes, d1))
    for rows, y in zip(X, labels, strict=True):
        taking_part = np.flatnonzero(y >= 0)
        for start in range(0, len(taking_part), BLOCK):
            block = taking_part[start : start + BLOCK]
            x = rows[block]
            sums += class_sums(x, y[block], n_classes)
            x *= weights[y[block], None]
            blas.dsyrk(1.0, x.T, beta=1.0, c=XDX, overwrite_c=True)
    return XDX, sums


class LabelledRows:
    """X D Xᵀ and class sums of both domains, while the target's labels change.

    With many samples per class one Gram matrix is kept for each class, and only rows whose label
    changed are added or taken away: over a run each sample is then worked on once or twice instead
    of at every iteration. With few, or where C matrices d1 × d1 would need more memory than the
    samples themselves, everything is computed afresh.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d1) and (n_target, d1)
    ys : ndarray of shape (n_source,), ints in [0, n_classes)
    n_classes : int
    """

    def __init__(self, Xs: Array, ys: Array, Xt: Array, n_classes: int) -> None:
        self.Xs, self.ys, self.Xt, self.n_classes = Xs, ys, Xt, n_classes
        d1 = Xs.shape[1]
        n = len(Xs) + len(Xt)
        memory = 8 * n_classes * d1**2
        small = memory <= max(GRAMS_BYTES, 8 * n * d1)
        self.incremental = small and n >= MIN_PER_CLASS * n_classes
        if self.incremental:
            self.counted = np.full(len(Xt), -1)  # labels of the target rows that are in the sums
            self.counts = np.zeros(n_classes)
            self.sums = np.zeros((n_classes, d1))
            self.grams = np.zeros((d1, d1, n_classes), order="F")  # upper triangles
            self._add(Xs, ys, 1.0)

    def copy(self) -> LabelledRows:
        """The same statistics, for another run on the same samples."""
        other = copy(self)
        if self.incremental:
            other.counts, other.sums = self.counts.copy(), self.sums.copy()
            other.grams = self.grams.copy(order="F")
        return other

    def statistics(self, pseudo_labels: Array) -> tuple[Array, Array]:
        """X D Xᵀ and the class sums, as `class_statistics` gives them.

        Parameters
        ----------
        pseudo_labels : ndarray of shape (n_target,), ints
            −1 for a target sample outside S_k.
        """
        if not self.incremental:
            return class_statistics((self.Xs, self.Xt), (self.ys, pseudo_labels), self.n_classes)
        changed = np.flatnonzero(pseudo_labels != self.counted)
        self._add(self.Xt, self.counted[changed], -1.0, changed)
        self._add(self.Xt, pseudo_labels[changed], 1.0, changed)
        self.counted = pseudo_labels
        d1 = len(self.grams)
        XDX = self.grams.reshape(d1 * d1, -1, order="F") @ self.counts
        return XDX.reshape(d1, d1, order="F"), self.sums

    def projection(self, pseudo_labels: Array, d2: int, *, alpha: float = 1.0) -> Array:
        """P of Eq. 7, (d1, d2), as `slpp` gives it.

        Parameters
        ----------
        pseudo_labels : ndarray of shape (n_target,), ints
            −1 for a target sample outside S_k.
        d2 : int
            Number of columns, at most d1.
        alpha : float
            Weight of the regulariser I.
        """
        return solve_slpp(*self.statistics(pseudo_labels), d2, alpha=alpha)

    def _add(self, X: Array, labels: Array, sign: float, rows: Array | None = None) -> None:
        for c in range(self.n_classes):
            members = np.flatnonzero(labels == c)
            members = members if rows is None else rows[members]
            self.counts[c] += sign * len(members)
            for start in range(0, len(members), BLOCK):
                x = X[members[start : start + BLOCK]]
                self.sums[c] += sign * x.sum(axis=0)
                blas.dsyrk(sign, x.T, beta=1.0, c=self.grams[:, :, c], overwrite_c=True)


def class_sums(X: Array, labels: Array, n_classes: int) -> Array:
    """Sum of the rows of each class, shape (n_classes, d).

    Parameters
    ----------
    X : ndarray of shape (n, d)
    labels : ndarray of shape (n,), ints in [0, n_classes)
    n_classes : int
    """
    sums = np.zeros((n_classes, X.shape[1]))
    for i in range(0, len(X), BLOCK):
        y = labels[i : i + BLOCK]
        indicator = csr_array((np.ones(len(y)), y, np.arange(len(y) + 1)), (len(y), n_classes))
        sums += indicator.T @ X[i : i + BLOCK]
    return sums


def solve_slpp(XDX: Array, sums: Array, d2: int, *, alpha: float = 1.0) -> Array:
    """Solve Eq. 7 from X D Xᵀ (upper triangle) and the class sums; see `slpp`.

    With B = X L Xᵀ + αI = GGᵀ and XDXᵀ = B − αI + SSᵀ, the eigenvectors of G⁻¹(XDXᵀ)G⁻ᵀ for the
    largest λ are those of H = αG⁻¹G⁻ᵀ − WWᵀ, W = G⁻¹S, for the smallest.

    Parameters
    ----------
    XDX : ndarray of shape (d1, d1)
        Upper triangle.
    sums : ndarray of shape (n_classes, d1)
    d2 : int
        Number of columns.
    alpha : float
        Weight of the regulariser I.
    """
    d1 = len(XDX)
    B = XDX.copy(order="F")
    blas.dsyrk(-1.0, sums.T, beta=1.0, c=B, overwrite_c=True)
    B[np.diag_indices(d1)] += alpha
    inverse = _inverse_of_factor(B)  # G⁻ᵀ, upper
    if d2 == d1:
        return _signed(inverse)
    H = blas.dsyrk(alpha, inverse, trans=True)  # αG⁻¹G⁻ᵀ, upper
    W = blas.dtrmm(1.0, inverse, sums.T, trans_a=True)  # G⁻¹S: (d1, C)
    blas.dsyrk(-1.0, W, beta=1.0, c=H, overwrite_c=True)
    values, U = eigh(
        H,
        lower=False,
        subset_by_index=(0, d2 - 1),
        driver="evr",
        overwrite_a=True,
        check_finite=False,
    )
    P = np.asarray(blas.dtrmm(1.0, inverse, U))
    rounding = d1 * np.finfo(np.float64).eps * (1 + np.trace(XDX) / alpha)
    rank = int(np.count_nonzero(values < 1 - rounding))  # λ = 1 − value
    if rank < d2:
        P[:, rank:] = _beyond_the_labelled(_range(inverse, U[:, :rank]), d2 - rank, alpha)
    return _signed(P)


def _range(inverse: Array, U: Array) -> Array:
    """Orthonormal basis of the span of the labelled samples, that of G U, from G⁻ᵀ; (d1, rank)."""
    return np.asarray(qr(solve_triangular(inverse, U, trans="T"), mode="economic")[0])


def _beyond_the_labelled(span: Array, count: int, alpha: float) -> Array:
    """Directions with λ = 0, nearest to the first axes first; (d1, count).

    No labelled sample has a part along them, so any of them solve Eq. 7, and rounding would choose.
    Length 1/√α fulfils PᵀBP = I.
    """
    d1 = len(span)
    order = np.arange(d1, 0, -1.0)  # the axes come by their variance
    left = span.T * order
    weighted = np.diag(order) - span @ left - (span @ left).T + span @ (left @ span) @ span.T
    _, N = eigh(weighted, subset_by_index=(d1 - count, d1 - 1), driver="evr")
    return np.asarray(N[:, ::-1] / np.sqrt(alpha))


def _inverse_of_factor(B: Array) -> Array:
    """Upper triangular R⁻¹ with B = RᵀR, from B's upper triangle."""
    try:
        R = cholesky(B, lower=False, overwrite_a=True, check_finite=False)
    except LinAlgError:
        raise ValueError(
            "X L Xᵀ + αI is not positive definite in floating point, so Eq. 7 has no solution; "
            "use a larger alpha (1 is the paper's)."
        ) from None
    inverse, _ = lapack.dtrtri(R, lower=0, overwrite_c=1)
    return np.asarray(inverse)


def _signed(P: Array) -> Array:
    return P * np.where(P[0] < 0, -1.0, 1.0)


def project(Xs: Array, Xt: Array, P: Array) -> tuple[Array, Array, Array]:
    """Eq. 8: project both domains, centre them on their joint mean, L2-normalise.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d1) and (n_target, d1)
    P : ndarray of shape (d1, d2)

    Returns
    -------
    Zs, Zt, mean : ndarrays of shape (n_source, d2), (n_target, d2), (d2,)
    """
    total = np.zeros(P.shape[1])
    Zs, Zt = np.empty((len(Xs), P.shape[1])), np.empty((len(Xt), P.shape[1]))
    for X, Z in ((Xs, Zs), (Xt, Zt)):
        for i in range(0, len(X), BLOCK):  # sum while the block is still in the cache
            total += np.matmul(X[i : i + BLOCK], P, out=Z[i : i + BLOCK]).sum(axis=0)
    mean = total / (len(Zs) + len(Zt))
    return center_and_normalize(Zs, mean), center_and_normalize(Zt, mean), mean


def center_and_normalize(Z: Array, mean: Array) -> Array:
    """Move the rows by −mean and scale them to length 1, in place (a zero row stays zero).

    Parameters
    ----------
    Z : ndarray of shape (n, d2)
    mean : ndarray of shape (d2,)
    """
    for i in range(0, len(Z), BLOCK):
        block = Z[i : i + BLOCK]
        block -= mean
        block *= row_scales(block)[:, None]
    return Z
