"""Eq. 1–3 of one run: the scores that it starts from, and the variance that they keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.algorithm.preparation import Prepared
from spl.algorithm.preprocessing import BLOCK, row_scales, within_range
from spl.data.pair import DomainPair
from spl.data.prepared import prepare
from spl.explain.rows import checked_row

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Reduction:
    """What a run starts from, and how much of the features' variance it holds."""

    prepared: Prepared
    variances: Array  # (d1,) variance of the scores along each axis
    total: float  # variance of the features, summed over all d

    @property
    def kept(self) -> float:
        """Share of the features' variance along the d1 axes."""
        return float(self.variances.sum() / self.total) if self.total > 0 else 1.0


def reduction(pair: DomainPair, params: SPLParams) -> Reduction:
    """What a run with these parameters starts from, with its variances.

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
        Of the run; d1 and `normalize_features` count.
    """
    prepared = prepare(pair, params)
    scores, n = prepared.scores, pair.n_samples
    mean = (scores[0].sum(axis=0) + scores[1].sum(axis=0)) / n
    variances = sum(((X - mean) ** 2).sum(axis=0) for X in scores) / n
    total = _total_variance(pair, params.normalize_features)
    return Reduction(prepared, np.asarray(variances), total)


def _total_variance(pair: DomainPair, normalize: bool) -> float:
    """Variance of the features, summed over all of them, a block of samples at a time."""
    domains = within_range((pair.X_source, pair.X_target), by_row=normalize)
    n = pair.n_samples
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
        Rows of both domains together, source first.
    """
    Xs, Xt = reduced.prepared.Xs, reduced.prepared.Xt
    n = len(Xs) + len(Xt)
    rows = [checked_row(r, n, "row") for r in rows]
    if not rows:
        return Xs[:0]
    return np.stack([Xs[r] if r < len(Xs) else Xt[r - len(Xs)] for r in rows])
