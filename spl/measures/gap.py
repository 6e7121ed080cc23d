"""How far apart two domains lie (MMD, proxy A-distance), and how runs of SPL close the gap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.algorithm.pseudo_labels import distances
from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.data.prepared import iterate_pair
from spl.measures.given import limit, two_domains, whole_state

Array = NDArray[Any]

N_MAX = 2000  # samples of each domain that are compared, evenly spaced
N_MEDIAN = 500  # samples of each domain that the kernel's width is taken from
ROWS = 512  # rows of a block of kernel values
FOLDS = 5
LABELINGS = ("ncp", "sp", "both")


@dataclass(frozen=True)
class Gap:
    """Both measures between the projected domains at one iteration of one run."""

    labeling: str  # of the run
    k: int
    mmd: float  # in [0, √2]
    proxy_a: float  # in [0, 2]


def mmd(Zs: Array, Zt: Array, *, n_max: int = N_MAX) -> float:
    """Maximum mean discrepancy with a Gaussian kernel; 0 where both domains are distributed alike.

    MMD² = mean k(s, s') + mean k(t, t') − 2 mean k(s, t) over all pairs (the biased estimate, which
    is never negative), with k(a, b) = exp(−|a − b|²/(2σ²)) and σ the median distance between
    samples of both domains together, at most 500 of each (the median heuristic). Samples are
    compared a block at a time, so that memory is bounded.

    Parameters
    ----------
    Zs, Zt : ndarrays of shape (n_source, d) and (n_target, d)
        Samples of the two domains.
    n_max : int
        Largest number of samples of each domain that are compared, evenly spaced.

    Returns
    -------
    float
        The root of MMD², unit-free, in [0, √2].

    References
    ----------
    Gretton et al. (2012), A Kernel Two-Sample Test, JMLR 13, Eq. 5 and section 8.

    Examples
    --------
    >>> bool(np.isclose(mmd(np.zeros((1, 1)), np.ones((1, 1))) ** 2, 2 - 2 * np.exp(-0.5)))
    True
    """
    n_max = limit(n_max, "n_max", least=1)
    Zs, Zt = two_domains(Zs, Zt)
    Zs, Zt = _spaced(Zs, n_max), _spaced(Zt, n_max)
    sigma = _median_distance(np.vstack([_spaced(Zs, N_MEDIAN), _spaced(Zt, N_MEDIAN)]))
    if sigma == 0:  # all samples are one point
        return 0.0
    square = _mean_kernel(Zs, Zs, sigma) + _mean_kernel(Zt, Zt, sigma)
    square -= 2 * _mean_kernel(Zs, Zt, sigma)
    return float(np.sqrt(max(square, 0.0)))


def proxy_a_distance(Zs: Array, Zt: Array, *, n_max: int = N_MAX) -> float:
    """Proxy A-distance 2(1 − 2ε), where ε is a linear classifier's error in telling domains apart.

    ε is cross-validated over 5 folds on equally many samples of each domain. The classifier is
    regularised least squares (ridge 1 % of the mean variance), which scaling, moving or rotating
    the features does not change. An error above chance counts as chance.

    Parameters
    ----------
    Zs, Zt, n_max
        As for `mmd`.

    Returns
    -------
    float
        From 0, where the domains cannot be told apart, to 2; nan below 5 samples of a domain.

    References
    ----------
    Ben-David et al. (2007), Analysis of Representations for Domain Adaptation, NeurIPS, section 4.
    """
    n_max = limit(n_max, "n_max")
    Zs, Zt = two_domains(Zs, Zt)
    n = min(len(Zs), len(Zt), n_max)
    if n < FOLDS:
        return float("nan")
    X = np.vstack([_spaced(Zs, n), _spaced(Zt, n)]).astype(np.float64)
    y = np.repeat([-1.0, 1.0], n)
    # shuffled, since files are often sorted by class; the same folds every time
    order = np.random.default_rng(0).permutation(n)
    wrong = 0
    for part in np.array_split(order, FOLDS):
        held = np.zeros(2 * n, dtype=bool)
        held[part], held[n + part] = True, True
        wrong += int((_ridge(X[~held], y[~held], X[held]) * y[held] <= 0).sum())
    return max(0.0, 2 * (1 - 2 * wrong / (2 * n)))


def gaps_over_k(
    pair: DomainPair,
    params: SPLParams,
    known: Mapping[int, Any] | None = None,
    without: Mapping[int, int] | None = None,
) -> Iterator[Gap]:
    """Run SPL with NCP, with SP and with both, and measure the gap at every iteration.

    PCA is computed once. Yields one `Gap` for each labelling and k, as it is computed.

    Parameters
    ----------
    pair : DomainPair
        Its target labels are not looked at.
    params : SPLParams
        Of all three runs, but for `labeling`.
    known, without : mapping, optional
        Target labels that are given, and samples left out of S_k, as `spl.iterate` takes them.
    """
    for labeling in LABELINGS:
        for state in iterate_pair(pair, replace(params, labeling=labeling), known, without):
            yield state_gap(state, labeling)


def state_gap(state: SPLState, labeling: str = "both") -> Gap:
    """Both measures in the subspace of one state.

    Parameters
    ----------
    state : SPLState
        Of any iteration.
    labeling : {"both", "ncp", "sp"}
        How its run labels the target; kept in the result.
    """
    whole_state(state)
    if labeling not in LABELINGS:
        raise ValueError(f"labeling={labeling!r} is not known; use one of {', '.join(LABELINGS)}.")
    Zs, Zt = state.z_source, state.z_target
    return Gap(labeling, state.k, mmd(Zs, Zt), proxy_a_distance(Zs, Zt))


def _spaced(Z: Array, n: int) -> Array:
    """At most n rows, evenly spaced over all."""
    if len(Z) <= n:
        return Z
    return np.asarray(Z[np.linspace(0, len(Z) - 1, n).round().astype(np.intp)])


def _median_distance(Z: Array) -> float:
    d = distances(Z, Z)[np.triu_indices(len(Z), 1)]
    d = d[d > 1e-9 * d.max(initial=0.0)]  # copies of a sample say nothing about the scale
    return float(np.median(d)) if len(d) else 0.0


def _mean_kernel(A: Array, B: Array, sigma: float) -> float:
    total = 0.0
    for start in range(0, len(A), ROWS):
        d = distances(A[start : start + ROWS], B)
        total += float(np.exp(-(d**2) / (2 * sigma**2)).sum())
    return total / (len(A) * len(B))


def _ridge(X: Array, y: Array, X_new: Array) -> Array:
    """Scores of `X_new` by least squares on ±1, solved on the smaller side of X."""
    mean = X.mean(axis=0)
    X, X_new = X - mean, X_new - mean
    n, d = X.shape
    ridge = max(0.01 * float((X**2).sum()) / d, np.finfo(float).tiny)
    if d <= n:
        w = np.linalg.solve(X.T @ X + ridge * np.eye(d), X.T @ y)
    else:
        w = X.T @ np.linalg.solve(X @ X.T + ridge * np.eye(n), y)
    return np.asarray(X_new @ w)
