"""How long the runs of a sweep will take."""

from __future__ import annotations

from collections.abc import Sequence

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair

RATE = 4e9  # floating-point operations of one core per second, until runs tell the real rate


def work(pair: DomainPair, cell: SPLParams) -> float:
    """Rough number of operations of one run with its scores."""
    n, C, d1, d2 = pair.n_samples, pair.n_classes, cell.d1, cell.d2
    iterations = 1 if cell.selection == "none" else cell.T + 1
    n_target = pair.n_target
    learning = 0.6 * n * d1**2 + 2 * d1**3 + 2 * n * d1 * d2 + 25 * n_target * C * d2
    scores = n_target * min(n_target, 2000) * (2 * C + d2 + 250)  # exponentials are slow
    return float(iterations * (learning + scores) + 12 * n_target * d1 * C)


def estimate_seconds(
    todo: Sequence[tuple[DomainPair, SPLParams]], known: Sequence[tuple[float, float]]
) -> float:
    """Time that the runs will take on one core.

    Parameters
    ----------
    todo : sequence of (pair, cell)
    known : sequence of (work, seconds)
        Of runs that are done; they tell how fast this machine is.
    """
    done, took = sum(w for w, _ in known), sum(s for _, s in known)
    rate = done / took if took > 0.5 else RATE
    pairs = {id(pair): pair for pair, _ in todo}.values()
    pca = sum(pair.n_features * pair.n_samples * pair.max_d1 + 5 * pair.max_d1**3 for pair in pairs)
    return (pca + sum(work(pair, cell) for pair, cell in todo)) / rate
