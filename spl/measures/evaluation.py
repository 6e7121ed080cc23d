"""How good a state is: from the target's labels where the user gave them, and without labels.

Scores with labels take class indices (`DomainPair.yt`), −1 for a class that the source lacks: such
a sample counts as wrong, since it cannot be labelled correctly. A sample without a label (−2) is
left out.
"""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.preprocessing import l2_normalize
from spl.algorithm.pseudo_labels import distances
from spl.algorithm.state import SPLState
from spl.data.target_labels import UNLABELLED
from spl.measures.given import follows, limit, same_length, whole_state

Array = NDArray[Any]

BLOCK = 128  # samples compared with all others at a time: their distances stay in the cache

HOTTEST = 1e30  # float32 has it
COLDEST = 0.02  # lowest temperature: sums of e^(1 / 0.02) are well within float32


def accuracy(pseudo_labels: Array, yt: Array) -> float:
    """Share of the labelled target samples that are labelled correctly, in [0, 1]; nan for none.

    Parameters
    ----------
    pseudo_labels : ndarray of shape (n_target,), ints
    yt : ndarray of shape (n_target,), ints
        True classes; −1 where the source lacks the class, −2 where the label is missing.

    Examples
    --------
    >>> accuracy(np.array([0, 1, 1, 0]), np.array([0, 1, -1, -2]))
    0.6666666666666666
    """
    pseudo_labels, yt = same_length(pseudo_labels, yt)
    labelled = yt != UNLABELLED
    return float((pseudo_labels == yt)[labelled].mean()) if labelled.any() else float("nan")


def per_class_accuracy(pseudo_labels: Array, yt: Array, n_classes: int) -> Array:
    """Share labelled correctly of each true class, (n_classes,); nan where a class has no sample.

    Parameters
    ----------
    pseudo_labels, yt
        As for `accuracy`.
    n_classes : int
    """
    pseudo_labels, yt = same_length(pseudo_labels, yt, n_classes)
    known = yt >= 0
    correct = np.bincount(yt[known], weights=(pseudo_labels == yt)[known], minlength=n_classes)
    counts = np.bincount(yt[known], minlength=n_classes)
    return np.divide(correct, counts, out=np.full(n_classes, np.nan), where=counts > 0)


def confusion(pseudo_labels: Array, yt: Array, n_classes: int) -> Array:
    """Counts by true class (row) and pseudo-label (column), (n_classes, n_classes) ints.

    Samples of a class that the source lacks are not counted. Where a label is −1, rejected, one
    row for such samples and one column for the rejected come last: (n_classes + 1, n_classes + 1).

    Parameters
    ----------
    pseudo_labels, yt
        As for `accuracy`.
    n_classes : int
    """
    pseudo_labels, yt = same_length(pseudo_labels, yt, n_classes)
    known = yt >= 0
    if (pseudo_labels < 0).any():
        labelled, C = yt != UNLABELLED, n_classes
        pseudo_labels, yt = (np.where(y < 0, C, y)[labelled] for y in (pseudo_labels, yt))
        n_classes, known = C + 1, np.ones(len(yt), dtype=bool)
    cells = yt[known] * n_classes + pseudo_labels[known]
    return np.bincount(cells, minlength=n_classes**2).reshape(n_classes, n_classes)


def mean_entropy(state: SPLState) -> float:
    """Mean entropy of the class probabilities, in [0, 1]; lower means more confident.

    The rows of `proba` are rescaled to sum 1, and the entropy is divided by log C.

    Note: skada's `PredictionEntropyScorer` gives −log C / C times this for rows that sum to 1: its
    mean is over samples and classes, and higher is better.

    Parameters
    ----------
    state : SPLState
        Of any iteration.
    """
    whole_state(state)
    p = state.proba / state.proba.sum(axis=1, keepdims=True)
    entropy = -(p * np.log(np.maximum(p, np.finfo(float).tiny))).sum(axis=1)
    return max(0.0, float(entropy.mean() / np.log(state.n_classes)))  # never -0.0


def neighborhood_density(state: SPLState, temperature: float = 0.05, n_max: int = 2000) -> float:
    """Soft neighbourhood density of the target's class probabilities; higher means denser clusters.

    Mean entropy of the softmax, at the given temperature, of each target sample's cosine
    similarities to all others. Each is compared with at most `n_max`, evenly spaced, so that time
    and memory stay linear in n.

    Note: skada's `SoftNeighborhoodDensity` compares all with all, and each sample also with itself
    as if that cosine were −1, which changes the score by less than 1e-6; above `n_max` samples this
    one is lower by about log(n / n_max), the same for all settings of a pair.

    Parameters
    ----------
    state : SPLState
        Of any iteration.
    temperature : float
        What similarities are divided by before the softmax; at least 0.02.
    n_max : int
        Largest number of samples that each one is compared with.

    Raises
    ------
    ValueError
        If `temperature` is below 0.02, where float32 would overflow, or the state is not whole.

    References
    ----------
    Saito et al. (2021), Tune it the Right Way: Unsupervised Validation of Domain Adaptation via
    Soft Neighborhood Density, ICCV, Eq. 1–4.
    """
    whole_state(state)
    n_max = limit(n_max, "n_max", least=2)  # a sample itself may be one of them
    number = isinstance(temperature, Real) and not isinstance(temperature, bool)
    if not number or not COLDEST <= temperature <= HOTTEST:
        raise ValueError(
            f"temperature is {temperature}; it must be a number of at least {COLDEST} and at most "
            f"{HOTTEST:.0e}: 0.05 is the published value."
        )
    p = l2_normalize(state.proba).astype(np.float32)  # exp is many times quicker in float32
    n = len(p)
    if n < 2:
        return 0.0
    others = np.unique(np.linspace(0, n - 1, min(n, n_max)).astype(np.intp))
    column_of = np.full(n, -1)
    column_of[others] = np.arange(len(others))
    total = 0.0
    for start in range(0, n, BLOCK):
        S = p[start : start + BLOCK] @ (p[others].T / np.float32(temperature))
        own = column_of[start : start + BLOCK]
        e = np.exp(S)  # at most e^(1 / COLDEST): no overflow
        e[np.flatnonzero(own >= 0), own[own >= 0]] = 0  # a sample is not its own neighbour
        norm = e.sum(axis=1)
        e *= S
        total += float((np.log(norm) - e.sum(axis=1) / norm).sum())
    return total / n


def agreement(state: SPLState) -> float:
    """Share of target samples to which NCP and SP give the same class; higher is better.

    Rejected samples are left out, since they get no class: counted, the share would fall the more
    of them an open run finds. 0 where all are rejected.

    Parameters
    ----------
    state : SPLState
        Of any iteration.
    """
    if not hasattr(state, "ncp_labels"):  # those of light() stay
        whole_state(state)
    same = (state.ncp_labels == state.sp_labels)[~state.rejected]
    return float(same.mean()) if len(same) else 0.0


def silhouette(state: SPLState, n_max: int = 2000) -> float:
    """Silhouette of the pseudo-labels in the subspace, in [−1, 1]; higher is better.

    The mean of (b − a)/max(a, b) over target samples, where a is the mean distance to the samples
    of the same pseudo-class and b that to the samples of the nearest other one. This needs all
    pairs of samples. Above `n_max` samples a and b are therefore distances to class means: the
    simplified silhouette (Hruschka et al., 2004), whose time is linear in n.
    nan where fewer than two classes have samples, or every sample has a class of its own. Rejected
    samples are left out.

    Parameters
    ----------
    state : SPLState
        Of any iteration.
    n_max : int
        Largest number of target samples of which all pairs are compared.
    """
    whole_state(state)
    n_max = limit(n_max, "n_max")
    labels, Z = (a[~state.rejected] for a in (state.pseudo_labels, state.z_target))
    present, codes = np.unique(labels, return_inverse=True)
    if len(present) < 2 or len(present) >= len(labels):
        return float("nan")
    if len(labels) <= n_max:
        return _classic_silhouette(Z, codes)
    means = np.stack([Z[codes == c].mean(axis=0) for c in range(len(present))])
    d = distances(Z, means)
    rows = np.arange(len(Z))
    a = d[rows, codes]
    d[rows, codes] = np.inf
    b = d.min(axis=1)
    return float(((b - a) / np.maximum(np.maximum(a, b), np.finfo(float).tiny)).mean())


def _classic_silhouette(Z: Array, codes: Array) -> float:
    """As `silhouette_score` of scikit-learn: all pairs; 0 for the only sample of its class."""
    sizes = np.bincount(codes)
    members = np.eye(len(sizes), dtype=np.float32)[codes]  # (n, classes)
    sums = np.empty_like(members)
    Z = Z.astype(np.float32)  # twice as quick, and exact to six digits
    squares, double = np.einsum("ij,ij->i", Z, Z), -2 * Z.T
    for i in range(0, len(Z), BLOCK):
        d = Z[i : i + BLOCK] @ double
        d += squares[i : i + BLOCK, None]
        d += squares
        np.sqrt(np.maximum(d, 0, out=d), out=d)
        np.fill_diagonal(d[:, i:], 0)
        np.matmul(d, members, out=sums[i : i + BLOCK])
    rows = np.arange(len(Z))
    own = sizes[codes]
    a = sums[rows, codes] / np.maximum(own - 1, 1)
    means = sums / sizes
    means[rows, codes] = np.inf
    b = means.min(axis=1)
    s = (b - a) / np.maximum(np.maximum(a, b), np.finfo(float).tiny)
    return float(np.where(own > 1, s, 0).mean())


def changed_share(state: SPLState, previous: SPLState | None) -> float:
    """Share of target samples whose label differs from iteration k − 1; nan at k = 0.

    Parameters
    ----------
    state, previous : SPLState
        Iterations k and k − 1 of one run; no previous one at k = 0.
    """
    if previous is None:
        return float("nan")
    follows(state, previous)
    return float((state.labels != previous.labels).mean())


def label_free_scores(state: SPLState, previous: SPLState | None = None) -> dict[str, float]:
    """The scores of a state that need no target label, by their keys in `RUN_SCORES`.

    Parameters
    ----------
    state, previous
        As for `changed_share`.
    """
    return {
        "entropy": mean_entropy(state),
        "neighborhood_density": neighborhood_density(state),
        "agreement": agreement(state),
        "silhouette": silhouette(state),
        "changed": changed_share(state, previous),
    }
