"""Eq. 1–3 of one run as the walk-through shows them: scores, axes and the variance they keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.preprocessing import (
    BLOCK,
    l2_normalize,
    reduce_dimension,
    row_scales,
    within_range,
)
from spl.data.pair import DomainPair

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Reduction:
    """Eq. 1–3 of both domains."""

    Xs: Array  # (n_source, d1) L2-normalised scores
    Xt: Array  # (n_target, d1)
    axes: Array  # (d, d1) V
    variances: Array  # (d1,) of the scores along each axis
    total: float  # variance of the features, summed over all d

    @property
    def kept(self) -> float:
        """Share of the features' variance along the d1 axes."""
        return float(self.variances.sum() / self.total) if self.total > 0 else 1.0


def reduction(pair: DomainPair, d1: int, *, normalize_features: bool = True) -> Reduction:
    """What the run started from: scores on the d1 axes, L2-normalised.

    Parameters
    ----------
    pair : DomainPair
    d1 : int
    normalize_features : bool
        Whether features are scaled to length 1 first.
    """
    domains = within_range((pair.X_source, pair.X_target), by_row=normalize_features)
    Xs, Xt, axes = reduce_dimension(
        domains[0], domains[1], d1, normalize_features=normalize_features
    )
    n = len(Xs) + len(Xt)
    mean = (Xs.sum(axis=0) + Xt.sum(axis=0)) / n
    variances = sum(((X - mean) ** 2).sum(axis=0) for X in (Xs, Xt)) / n
    total = _total_variance(domains, normalize_features)
    return Reduction(l2_normalize(Xs), l2_normalize(Xt), axes, np.asarray(variances), total)


def _total_variance(domains: Sequence[Array], normalize: bool) -> float:
    n = sum(map(len, domains))
    total, squares = np.zeros(domains[0].shape[1]), 0.0
    for X in domains:
        for i in range(0, len(X), BLOCK):
            block = np.asarray(X[i : i + BLOCK], dtype=np.float64)
            if normalize:
                block = block * row_scales(block)[:, None]
            total += block.sum(axis=0)
            squares += float((block**2).sum())
    return max(squares / n - float((total / n) @ (total / n)), 0.0)


def samples(reduced: Reduction, rows: Sequence[int] | Array) -> Array:
    """x̃ of samples of either domain, source first: (len(rows), d1).

    Parameters
    ----------
    reduced : Reduction
    rows : sequence of int
        Samples, source first.
    """
    n = len(reduced.Xs)
    return np.stack([reduced.Xs[r] if r < n else reduced.Xt[r - n] for r in rows])
