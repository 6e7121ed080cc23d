"""Samples that both domains hold: the same file given twice, or a target cut from the source."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

SAME_SAMPLES = (
    "Source and target have the same features in every row, so nothing is adapted; check that the "
    "target's own file or array was given."
)
LEAST = 0.1  # of the smaller domain: a few samples may be in both
GLANCE = 8  # columns that rule most rows out
BLOCK = 1 << 20  # numbers that are hashed at once
ODD = 0x9E3779B97F4A7C15  # any large odd number


def same_samples_note(Xs: Array, Xt: Array) -> str:
    """A sentence where both domains hold the same samples, in whatever order; else nothing.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d), float
    """
    if Xs.shape == Xt.shape and np.array_equal(Xs[:64], Xt[:64]) and np.array_equal(Xs, Xt):
        return SAME_SAMPLES
    n = shared_rows(Xs, Xt)
    if n < max(2, LEAST * min(len(Xs), len(Xt))):
        return ""
    some = f"All {n:,}" if n == len(Xt) else f"{n:,} of the {len(Xt):,}"
    return (
        f"{some} target samples have the same features as source samples, so for them nothing is "
        "adapted; check that the target's own file or array was given."
    )


def shared_rows(Xs: Array, Xt: Array) -> int:
    """How many target rows are rows of the source, too; 0 where the source's rows are few kinds.

    Time and memory grow linearly with the rows.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d), float

    Examples
    --------
    >>> X = np.arange(12.0).reshape(4, 3)
    >>> shared_rows(X, X[[2, 0]]), shared_rows(X, X + 0.5), shared_rows(np.ones((4, 3)), X * 0 + 1)
    (2, 0, 0)
    """
    dtype = Xs.dtype if Xs.dtype == Xt.dtype else np.dtype(np.float32)  # as the less exact one has
    at = np.unique(np.linspace(0, Xs.shape[1] - 1, GLANCE).astype(int))
    glances = _hashes(Xs[:, at], dtype), _hashes(Xt[:, at], dtype)
    source = np.flatnonzero(np.isin(glances[0], glances[1]))
    target = np.flatnonzero(np.isin(glances[1], glances[0]))
    if not len(target):
        return 0
    ours, theirs = _hashes(Xs, dtype, source), _hashes(Xt, dtype, target)
    shared = np.isin(ours, theirs)
    if 2 * len(np.unique(ours[shared])) < np.count_nonzero(shared):
        return 0  # such as combinations of a few whole numbers
    return int(np.isin(theirs, ours).sum())


def _hashes(X: Array, dtype: np.dtype[Any], rows: Array | None = None) -> Array:
    """A number of 64 bits for each row (of these), the same for the same row."""
    n, d = len(X) if rows is None else len(rows), X.shape[1]
    powers = np.cumprod(np.full(d, ODD, dtype=np.uint64))  # (d,), modulo 2**64, all odd
    bits = np.dtype(f"u{dtype.itemsize}")
    found = np.empty(n, dtype=np.uint64)
    step = max(1, BLOCK // d)
    for start in range(0, n, step):
        part = slice(start, start + step)
        block = X[part] if rows is None else X[rows[part]]
        with np.errstate(over="ignore"):  # beyond float32
            block = np.ascontiguousarray(block, dtype=dtype) + dtype.type(0)  # −0 is 0
        words = block.view(bits).astype(np.uint64)  # (rows, d)
        words ^= words >> np.uint64(29)  # numbers with few digits end in zeros
        words *= np.uint64(ODD)
        words ^= words >> np.uint64(32)
        found[part] = (words * powers).sum(axis=1, dtype=np.uint64)
    return found
