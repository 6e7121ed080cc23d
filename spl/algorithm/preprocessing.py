"""Eq. 1–3: principal components of both domains together, and L2 normalisation.

Rows are samples here, columns in the paper. Nothing larger than the input is ever allocated: rows
are normalised and centred block by block, and the Gram matrix has side min(n, d).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import blas, eigh

Array = NDArray[Any]

BLOCK = 4096  # rows worked on at a time: large enough for BLAS, small against the data


def l2_normalize(X: Array) -> Array:
    """Scale each row to length 1; a zero row stays zero.

    Examples
    --------
    >>> l2_normalize(np.array([[3.0, 4.0], [0.0, 0.0]]))
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    return X * row_scales(X)[:, None]


def scale_to_unit_length(X: Array) -> None:
    """As `l2_normalize`, in place: where X is large, new memory costs more than the arithmetic."""
    for start in range(0, len(X), BLOCK):
        block = X[start : start + BLOCK]
        block *= row_scales(block)[:, None]


def reduce_dimension(
    Xs: Array, Xt: Array, d1: int, *, normalize_features: bool = True
) -> tuple[Array, Array, Array]:
    """Project both domains on their joint principal axes (Eq. 1–3).

    The axes come from the centred joint matrix (Eq. 1); the samples are projected without
    subtracting the mean (Eq. 3). Scores are not yet L2-normalised: the first d columns are the
    scores for any smaller d1, so that a sweep computes them once.

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
        are zero. Scores are times a power of two where the features were (`within_range`).
    """
    Xs, Xt = within_range((Xs, Xt), by_row=normalize_features)
    axes = principal_axes(Xs, Xt, d1, normalize_features=normalize_features)
    project = [project_on_axes(X, axes, normalize_features=normalize_features) for X in (Xs, Xt)]
    return project[0], project[1], axes


def within_range(domains: Sequence[Array], *, by_row: bool = False) -> list[Array]:
    """Scale by a power of two where sums of squares would leave the range of floats.

    Exact: only exponents change, of all samples alike or, with by_row, of each sample. Features
    of an ordinary size are returned as they are.
    """
    dtype = np.result_type(*domains)
    exponent = np.frexp(max(max(X.max(), -X.min()) for X in domains))[1]  # 0 for zero
    if abs(int(exponent)) <= np.finfo(dtype).maxexp // 3:
        return list(domains)
    scaled = []
    for X in domains:
        if by_row:
            exponent = np.frexp(np.maximum(X.max(axis=1), -X.min(axis=1)))[1][:, None]
        scaled.append(np.ldexp(X.astype(dtype, copy=False), -exponent))
    return scaled


def warn_if_same_point(Xs: Array, Xt: Array, *, normalize_features: bool = True) -> None:
    """Warn where the centred data have rank 0, so that no label can follow from them."""
    first = None
    for X in within_range((Xs, Xt), by_row=normalize_features):
        near = 8 * np.finfo(X.dtype).eps
        for start in range(0, len(X), 64):  # as a rule the first rows differ, which ends it
            x = X[start : start + 64]
            x = l2_normalize(x) if normalize_features else x
            first = x[0] if first is None else first
            if (np.abs(x - first) > near * np.abs(first).max()).any():
                return
    scaled = " once scaled to unit length" if normalize_features else ""
    warnings.warn(
        f"All samples are the same point{scaled}, so that labels do not depend on the features; "
        "check that the right columns or arrays were taken as features.",
        stacklevel=3,
    )


def principal_axes(Xs: Array, Xt: Array, d1: int, *, normalize_features: bool = True) -> Array:
    """The d1 first eigenvectors of X H Xᵀ (Eq. 2), shape (d, d1), in the features' precision."""
    n, d = len(Xs) + len(Xt), Xs.shape[1]
    dtype = np.result_type(Xs, Xt)
    scales = [_scales(X, normalize_features).astype(dtype, copy=False) for X in (Xs, Xt)]
    total = sum(np.asarray(s @ x, dtype=np.float64) for x, s in _blocks((Xs, Xt), scales))
    mean = np.asarray(total) / n
    if d <= n:
        gram = np.zeros((d, d), dtype=dtype, order="F")
        for block in _centered((Xs, Xt), scales, mean):
            _add_gram(gram, block)  # d × d, upper triangle
        values, vectors = _largest_eigenpairs(gram, d1)
    else:  # fewer samples than features: the n × n Gram is the smaller one, and below the input
        X = np.concatenate(list(_centered((Xs, Xt), scales, mean)))
        gram = np.zeros((n, n), dtype=dtype, order="F")
        _add_gram(gram, X.T)
        values, left = _largest_eigenpairs(gram, d1)
        vectors = X.T @ left.astype(dtype)  # (d, d1), length √value
    return _oriented_axes(values, vectors, mean).astype(dtype)


def project_on_axes(X: Array, axes: Array, *, normalize_features: bool = True) -> Array:
    """Scores Vᵀx of each sample (Eq. 3), float64 of shape (n, d1)."""
    scores = np.empty((len(X), axes.shape[1]))
    for start in range(0, len(X), BLOCK):
        block = X[start : start + BLOCK]
        scale = _scales(block, normalize_features)[:, None]
        projected = block.astype(axes.dtype, copy=False) @ axes
        np.multiply(projected, scale, out=scores[start : start + BLOCK], dtype=np.float64)
    return scores


def _blocks(domains: Sequence[Array], scales: Sequence[Array]) -> Iterator[tuple[Array, Array]]:
    """Rows of all domains, block by block, with the scale of each; in the scales' precision."""
    for X, scale in zip(domains, scales, strict=True):
        for i in range(0, len(X), BLOCK):
            yield X[i : i + BLOCK].astype(scale.dtype, copy=False), scale[i : i + BLOCK]


def _centered(domains: Sequence[Array], scales: Sequence[Array], mean: Array) -> Iterator[Array]:
    for x, scale in _blocks(domains, scales):
        block = x * scale[:, None]
        block -= mean.astype(block.dtype)
        yield block


def _scales(X: Array, normalize: bool) -> Array:
    return row_scales(X) if normalize else np.ones(len(X), X.dtype)


def row_scales(X: Array) -> Array:
    """1/‖x‖ for each row, 1 for a zero row, safe for squares that over- or underflow."""
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


def _add_gram(gram: Array, block: Array) -> None:
    """Add blockᵀ·block to the upper triangle of a Fortran-ordered Gram matrix, in place."""
    syrk = blas.ssyrk if gram.dtype == np.float32 else blas.dsyrk
    trans = not block.flags.c_contiguous
    syrk(1.0, block if trans else block.T, trans=trans, beta=1.0, c=gram, overwrite_c=True)


def _largest_eigenpairs(gram: Array, count: int) -> tuple[Array, Array]:
    side = len(gram)
    values, vectors = eigh(
        gram, lower=False, subset_by_index=(side - count, side - 1), driver="evr", overwrite_a=True
    )
    return values[::-1], vectors[:, ::-1]


def _oriented_axes(values: Array, vectors: Array, mean: Array) -> Array:
    """Unit axes with the largest entry positive; the data's mean, then zeros, beyond the rank.

    Where the centred data have lower rank than asked for, eigenvectors of eigenvalue zero are
    arbitrary. Samples differ along none of them, but their common mean may have a part there: it
    gets one axis, so that the scores are a function of the data.
    """
    eps = np.finfo(values.dtype).eps
    rank = int(np.count_nonzero(values > 8 * eps * max(float(values[0]), 0.0)))
    axes: Array = np.zeros(vectors.shape)
    axes[:, :rank] = vectors[:, :rank] / np.linalg.norm(vectors[:, :rank], axis=0)
    rest = mean - axes @ (axes.T @ mean)
    if rank < axes.shape[1] and np.linalg.norm(rest) > 64 * eps * np.linalg.norm(mean):
        axes[:, rank] = rest / np.linalg.norm(rest)
    peak = axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])]
    return axes * np.where(peak < 0, -1.0, 1.0)
