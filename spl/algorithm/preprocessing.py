"""Eq. 1–3: principal components of both domains together, and L2 normalisation.

Rows are samples here, columns in the paper. Everything is computed in float64, whatever the
features' precision, so that features of any precision give the labels that float64 gives: with axes
in float32, 108 of 2,817 labels of one Office-31 run changed. Blocks are converted, normalised and
centred one at a time, so that no float64 copy of the data is made, and the Gram matrix has side
min(n, d).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import blas, eigh

Array = NDArray[Any]

BLOCK = 4096  # rows worked on at a time: large enough for BLAS, small against the data
COLUMNS = 256  # of all samples, where these are fewer than the features


def l2_normalize(X: Array) -> Array:
    """Scale each row to length 1; a zero row stays zero.

    Parameters
    ----------
    X : ndarray of shape (n, d), float

    Examples
    --------
    >>> l2_normalize(np.array([[3.0, 4.0], [0.0, 0.0]]))
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    return X * row_scales(X)[:, None]


def scale_to_unit_length(X: Array) -> Array:
    """As `l2_normalize`, in place: where X is large, new memory costs more than the arithmetic.

    Parameters
    ----------
    X : ndarray of shape (n, d), float

    Returns
    -------
    ndarray of shape (n,)
        The rows' lengths before, 1 for a zero row.
    """
    lengths = np.empty(len(X))
    for start in range(0, len(X), BLOCK):
        block = X[start : start + BLOCK]
        scales = row_scales(block)
        lengths[start : start + BLOCK] = 1 / scales
        block *= scales[:, None]
    return lengths


def reduce_dimension(
    Xs: Array, Xt: Array, d1: int, *, normalize_features: bool = True
) -> tuple[Array, Array, Array]:
    """Project both domains on their joint principal axes (Eq. 1–3).

    The axes come from the centred joint matrix (Eq. 1); the samples are projected without
    subtracting the mean (Eq. 3). Scores are not yet L2-normalised.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d), float
    d1 : int
        Number of axes, at most min(n_source + n_target, d).
    normalize_features : bool
        L2-normalise the raw features first, as the authors' code does.

    Returns
    -------
    Xs, Xt, axes : ndarrays of shape (n_source, d1), (n_target, d1), (d, d1)
        Scores in float64 and the axes, largest variance first. Axes beyond the rank of the data
        are zero. Where `within_range` scaled the features, the scores are scaled with them.
    """
    Xs, Xt = within_range((Xs, Xt), by_row=normalize_features)
    axes = principal_axes(Xs, Xt, d1, normalize_features=normalize_features)
    scores = [project_on_axes(X, axes, normalize_features=normalize_features) for X in (Xs, Xt)]
    return scores[0], scores[1], axes


def within_range(domains: Sequence[Array], *, by_row: bool = False) -> list[Array]:
    """Scale by a power of two where sums of squares would leave the range of float64.

    Exact: only exponents change. Features of an ordinary size, and all of lower precision, are
    returned as they are.

    Parameters
    ----------
    domains : sequence of ndarrays of shape (n, d), float
    by_row : bool
        Scale each sample by its own power instead of all samples by the same one.
    """
    exponent = np.frexp(max(max(X.max(), -X.min()) for X in domains))[1]  # 0 for zero
    if abs(int(exponent)) <= np.finfo(np.float64).maxexp // 3:
        return list(domains)
    scaled = []
    for X in domains:
        if by_row:
            exponent = np.frexp(np.maximum(X.max(axis=1), -X.min(axis=1)))[1][:, None]
        scaled.append(np.ldexp(X.astype(np.float64, copy=False), -exponent))
    return scaled


def same_point_note(Xs: Array, Xt: Array, *, normalize_features: bool = True) -> str | None:
    """A sentence where all samples, or all of a domain, are one point that tells no classes apart.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d), float
    normalize_features : bool
        Whether the run scales rows to length 1, so that only their directions count.
    """
    domains = within_range((Xs, Xt), by_row=normalize_features)
    points = [_only_point(X, normalize_features) for X in domains]
    source, target = points
    if source is not None and target is not None and _near(target, source, min(Xs.dtype, Xt.dtype)):
        whose = ""
    elif source is not None and len(Xs) > 1:
        whose = "source "
    elif target is not None and len(Xt) > 1:
        whose = "target "
    else:
        return None
    scaled = " once scaled to unit length" if normalize_features else ""
    so = "nothing tells them apart" if whose else "labels do not depend on the features"
    return (
        f"All {whose}samples are the same point{scaled}, so {so}; check that the correct columns "
        "or arrays were taken as features."
    )


def _only_point(X: Array, normalize_features: bool) -> Array | None:
    """The point that all samples are, if they are one."""
    first = None
    for start in range(0, len(X), 64):  # usually the first rows differ, which ends it
        x = X[start : start + 64].astype(np.float64, copy=False)
        x = l2_normalize(x) if normalize_features else x
        first = x[0] if first is None else first
        if not _near(x, first, X.dtype):
            return None
    return first


def _near(x: Array, point: Array, dtype: np.dtype[Any]) -> bool:
    """Whether rows are this point but for the rounding of numbers of this type."""
    return bool((np.abs(x - point) <= 8 * np.finfo(dtype).eps * np.abs(point).max()).all())


def principal_axes(Xs: Array, Xt: Array, d1: int, *, normalize_features: bool = True) -> Array:
    """The d1 first eigenvectors of X H Xᵀ (Eq. 2), float64 of shape (d, d1).

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d), float
    d1 : int
        At most min(n_source + n_target, d).
    normalize_features : bool
        Scale each row to length 1 first.
    """
    domains, n, d = (Xs, Xt), len(Xs) + len(Xt), Xs.shape[1]
    total = sum(x.sum(axis=0) for x in _blocks(domains, normalize_features))
    mean = np.asarray(total) / n
    gram = np.zeros((min(n, d),) * 2, order="F")  # upper triangle
    if d <= n:
        for x in _blocks(domains, normalize_features):
            x -= mean
            blas.dsyrk(1.0, x.T, beta=1.0, c=gram, overwrite_c=True)
        values, vectors = _largest_eigenpairs(gram, d1)
    else:  # fewer samples than features: the n × n Gram is the smaller one, and below the input
        scales = _scales(domains, normalize_features)
        for i in range(0, d, COLUMNS):
            x = _centred_columns(domains, scales, mean, i)
            blas.dsyrk(1.0, x, beta=1.0, c=gram, overwrite_c=True)
        values, left = _largest_eigenpairs(gram, d1)
        vectors = np.empty((d, d1))  # of length √value
        for i in range(0, d, COLUMNS):
            vectors[i : i + COLUMNS] = _centred_columns(domains, scales, mean, i).T @ left
    return _oriented_axes(values, vectors, mean, n)


def project_on_axes(X: Array, axes: Array, *, normalize_features: bool = True) -> Array:
    """Scores Vᵀx of each sample (Eq. 3), float64 of shape (n, d1).

    Parameters
    ----------
    X : ndarray of shape (n, d), float
    axes : ndarray of shape (d, d1)
    normalize_features : bool
        Scale each row to length 1 first.
    """
    scores = np.empty((len(X), axes.shape[1]))
    start = 0
    for x in _blocks((X,), normalize_features):
        np.matmul(x, axes, out=scores[start : start + len(x)])
        start += len(x)
    return scores


def _blocks(domains: Sequence[Array], normalize: bool) -> Iterator[Array]:
    """Rows of all domains, block by block, in float64: copies that may be written to."""
    for X in domains:
        for i in range(0, len(X), BLOCK):
            x = X[i : i + BLOCK].astype(np.float64)
            if normalize:
                x *= row_scales(x)[:, None]
            yield x


def _scales(domains: Sequence[Array], normalize: bool) -> Array:
    """What each row of all domains is multiplied by, (n, 1)."""
    if not normalize:
        return np.ones((sum(map(len, domains)), 1))
    blocks = (X[i : i + COLUMNS] for X in domains for i in range(0, len(X), COLUMNS))
    return np.concatenate([row_scales(x.astype(np.float64)) for x in blocks])[:, None]


def _centred_columns(domains: Sequence[Array], scales: Array, mean: Array, start: int) -> Array:
    """Some columns of all samples, scaled and centred, (n, COLUMNS) in Fortran order."""
    columns = slice(start, start + COLUMNS)
    n, width = len(scales), len(mean[columns])
    x = np.empty((n, width), order="F")
    np.concatenate([X[:, columns] for X in domains], out=x)
    x *= scales
    x -= mean[columns]
    return x


def row_scales(X: Array) -> Array:
    """1/‖x‖ for each row, 1 for a zero row, safe for squares that over- or underflow.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    """
    squares = np.einsum("ij,ij->i", X, X)
    norms = np.sqrt(squares)
    unsafe = ~((squares > 1e-20) & (squares < 1e20))  # zero, or near the ends of float32
    if unsafe.any():
        tiny = np.finfo(X.dtype).tiny  # 1/‖x‖ of a still shorter row would be infinite
        norms[unsafe] = np.maximum(_scaled_norms(X[unsafe]), tiny)
    return (1 / norms).astype(X.dtype)


def _scaled_norms(X: Array) -> Array:
    """Lengths of the rows, 1 for a zero row; never squares anything above 1."""
    largest = np.abs(X).max(axis=1)
    largest[largest == 0] = 1
    scaled = X / largest[:, None]
    norms = np.asarray(largest * np.sqrt(np.einsum("ij,ij->i", scaled, scaled)))
    norms[norms == 0] = 1
    return norms


def _largest_eigenpairs(gram: Array, count: int) -> tuple[Array, Array]:
    side = len(gram)
    values, vectors = eigh(
        gram, lower=False, subset_by_index=(side - count, side - 1), driver="evr", overwrite_a=True
    )
    return values[::-1], vectors[:, ::-1]


def _oriented_axes(values: Array, vectors: Array, mean: Array, n: int) -> Array:
    """Unit axes with the largest entry positive; the data's mean, then zeros, beyond the rank.

    Where the centred data have lower rank than asked for, eigenvectors of eigenvalue zero are
    arbitrary. Samples differ along none of them, but their common mean may have a part there: it
    gets one axis, so that the scores are a function of the data.
    """
    eps = np.finfo(np.float64).eps
    noise = max(8, min(n, len(mean))) * eps  # rounding of the Gram's eigenvalues, of the largest
    rank = int(np.count_nonzero(values > noise * max(float(values[0]), 0.0)))
    axes: Array = np.zeros(vectors.shape)
    axes[:, :rank] = vectors[:, :rank] / np.linalg.norm(vectors[:, :rank], axis=0)
    rest = mean - axes @ (axes.T @ mean)
    if rank < axes.shape[1] and np.linalg.norm(rest) > 64 * eps * np.linalg.norm(mean):
        axes[:, rank] = rest / np.linalg.norm(rest)
    peak = axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])]
    return axes * np.where(peak < 0, -1.0, 1.0)
