"""What one iteration computed up to its projection, step by step: Eq. 1–7.

It follows one target sample and one pair of samples; S_k is in `quotas`, Eq. 8–14 are in
`walkthrough_labels`.
Throughout, `state` is iteration k, `previous` is k − 1 (None at k = 0), and samples of both domains
together are counted source first.

Nothing here decides anything: the run is over. Each function gives the numbers between two fields
of a state, computed again with the functions that `iterate` itself uses. No n × n array is made:
M_ij is looked at for one pair, or for a dozen samples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.projection import class_statistics, class_sums
from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.explain.reduction import Reduction, samples
from spl.explain.rows import checked_row
from spl.measures.given import follows

Array = NDArray[Any]

OUTSIDE = -1  # training label of a target sample that is not in S_k
EXCERPT = 12  # samples of M that are shown


def training_labels(
    pair: DomainPair,
    state: SPLState,
    previous: SPLState | None,
    known: Mapping[int, int] | None = None,
) -> Array:
    """Label that P_k was learnt with, of each sample, source first; −1 for one that took no part.

    Samples that an open run has rejected are one more class, C. Source samples of classes that a
    partial run dropped take no part.

    Parameters
    ----------
    pair : DomainPair
    state, previous : SPLState
        Iterations k and k − 1; no previous one at k = 0.
    known : mapping of int to int, optional
        Target rows whose labels were given to the run, and the indices of their classes.

    Returns
    -------
    ndarray of shape (n_source + n_target,), ints in [−1, C]
    """
    follows(state, previous)
    source = np.where(state.dropped[pair.ys], OUTSIDE, pair.ys)
    target = np.where(state.rejected, state.n_classes, OUTSIDE)
    if previous is not None:
        target = np.where(state.selected, previous.pseudo_labels, target)
    for row, c in (known or {}).items():
        target[row] = c
    return np.concatenate([source, target])


@dataclass(frozen=True)
class PairEntry:
    """One entry of M, D and L, and what it asks of P (Eq. 4–5)."""

    rows: tuple[int, int]  # i, j: source first
    labels: tuple[int, int]  # that P_k was learnt with; −1: takes no part
    M: int  # M_ij
    D: tuple[int, int]  # D_ii, D_jj
    L: int  # L_ij = D_ij − M_ij
    before: float  # ‖x̃_i − x̃_j‖
    after: float  # ‖Pᵀx̃_i − Pᵀx̃_j‖

    @property
    def cost(self) -> float:
        """The pair's term of Eq. 4."""
        return self.M * self.after**2


def pair_entry(reduced: Reduction, labels: Array, P: Array, i: int, j: int) -> PairEntry:
    """M_ij, D and L of two samples, and their distance before and after the projection.

    Parameters
    ----------
    reduced : Reduction
    labels : ndarray of shape (n,), ints
        From `training_labels`.
    P : ndarray of shape (d1, d2)
        Projection of the iteration.
    i, j : int
        Rows of both domains together, source first.
    """
    i, j = (checked_row(row, len(labels), name) for row, name in ((i, "i"), (j, "j")))
    M = int(labels[i] == labels[j] and labels[i] != OUTSIDE)
    D_i, D_j = (int((labels == labels[a]).sum()) if labels[a] >= 0 else 0 for a in (i, j))
    x_i, x_j = samples(reduced, [i, j])
    return PairEntry(
        rows=(i, j),
        labels=(int(labels[i]), int(labels[j])),
        M=M,
        D=(D_i, D_j),
        L=(D_i if i == j else 0) - M,
        before=float(np.linalg.norm(x_i - x_j)),
        after=float(np.linalg.norm((x_i - x_j) @ P)),
    )


@dataclass(frozen=True, eq=False)
class Excerpt:
    """A corner of M: a few samples, ordered by class."""

    rows: Array  # (m,) source first
    labels: Array  # (m,) −1: takes no part
    M: Array  # (m, m)
    D: Array  # (m,) over all samples, not only the excerpt
    difference: float  # largest entry of |X M Xᵀ − S Sᵀ|, both of these m samples

    @property
    def L(self) -> Array:
        """Entries of D − M."""
        return np.diag(self.D) - self.M


def excerpt(reduced: Reduction, labels: Array, chosen: Sequence[int]) -> Excerpt:
    """M of the chosen samples and of others of their classes, at most 12 in all.

    X M Xᵀ by its definition is compared with S Sᵀ, the product of class sums that the run uses.

    Parameters
    ----------
    reduced : Reduction
    labels : ndarray of shape (n,), ints
        From `training_labels`.
    chosen : sequence of int
        Rows of both domains together, source first; these come into the excerpt.
    """
    rows = _excerpt_rows(labels, len(reduced.prepared.Xs), chosen)
    y = labels[rows]
    M = ((y[:, None] == y) & (y >= 0)[:, None]).astype(np.intp)
    counts = np.bincount(labels[labels >= 0], minlength=int(labels.max()) + 1)
    X = samples(reduced, rows)
    inside = y >= 0
    S = class_sums(X[inside], y[inside], len(counts))
    difference = float(np.abs(X.T @ M @ X - S.T @ S).max())
    return Excerpt(rows, y, M, np.where(inside, counts[y], 0), difference)


def _excerpt_rows(labels: Array, n_source: int, chosen: Sequence[int]) -> Array:
    """The chosen, then two of each domain of up to three classes, then two that take no part."""
    chosen = [checked_row(row, len(labels), "row") for row in chosen]
    is_source = np.arange(len(labels)) < n_source
    classes = [int(labels[r]) for r in chosen if labels[r] >= 0]
    classes += np.unique(labels[labels >= 0])[:3].tolist()
    groups = [
        (labels == c) & domain
        for c in list(dict.fromkeys(classes))[:3]
        for domain in (is_source, ~is_source)
    ]
    found = list(chosen)
    for group in [*groups, labels == OUTSIDE]:
        found += np.flatnonzero(group)[:2].tolist()
    rows = np.array(list(dict.fromkeys(found))[:EXCERPT])
    place = np.where(labels[rows] < 0, labels.max() + 1, labels[rows])
    return np.asarray(rows[np.lexsort((rows, place))])


@dataclass(frozen=True, eq=False)
class Learning:
    """Eq. 6–7, checked on the state's projection."""

    eigenvalues: Array  # (d2,) λ, largest first; the first is nearly the samples' common mean
    unit_error: float  # largest entry of |PᵀBP − I|
    counts: Array  # samples of each class that took part; rejected ones are one more class
    n_above_one: int  # eigenvalues above 1: at most as many as classes, the rank of S Sᵀ

    @property
    def n_taking_part(self) -> int:
        """Source samples, S_k and rejected samples together."""
        return int(self.counts.sum())


def learning(reduced: Reduction, labels: Array, state: SPLState, alpha: float) -> Learning:
    """The eigenvalues of the projection's columns, and whether PᵀBP = I.

    The eigenvalues of PᵀAP, A = X D Xᵀ and B = X L Xᵀ + αI, are the generalised ones of the
    subspace that P spans, whatever basis of it P is.

    Parameters
    ----------
    reduced : Reduction
    labels : ndarray of shape (n,), ints
        From `training_labels`.
    state : SPLState
        The iteration whose projection is checked.
    alpha : float
        Weight of the regulariser I in that run.
    """
    P, C = state.projection, state.n_classes + bool(state.rejected.any())
    Xs, Xt = reduced.prepared.Xs, reduced.prepared.Xt
    upper, S = class_statistics((Xs, Xt), (labels[: len(Xs)], labels[len(Xs) :]), C)
    A = np.triu(upper) + np.triu(upper, 1).T
    PAP = P.T @ A @ P
    PS = P.T @ S.T  # (d2, C)
    PBP = PAP - PS @ PS.T + alpha * P.T @ P
    values = np.linalg.eigvalsh((PAP + PAP.T) / 2)[::-1]
    return Learning(
        eigenvalues=values,
        unit_error=float(np.abs(PBP - np.eye(len(PBP))).max()),
        counts=np.unique(labels[labels >= 0], return_counts=True)[1],
        n_above_one=int(np.count_nonzero(values > 1 + 1e-9)),
    )


def default_target(
    pair: DomainPair, state: SPLState, previous: SPLState | None, rows: Sequence[int] = ()
) -> int:
    """Target sample to follow: the first chosen one, else one whose label changed, else 0.

    Parameters
    ----------
    pair : DomainPair
    state, previous : SPLState
        Iterations k and k − 1; no previous one at k = 0.
    rows : sequence of int
        Samples that the visitor chose: rows of both domains together, source first.
    """
    for row in rows:
        if pair.n_source <= row < pair.n_samples:
            return int(row) - pair.n_source
    if previous is None:
        return 0
    return int((state.labels != previous.labels).argmax())


def default_pair(
    pair: DomainPair, labels: Array, state: SPLState, t: int, rows: Sequence[int] = ()
) -> tuple[int, int]:
    """Two samples to compare: the first two chosen ones, else one of each domain.

    The target's is the followed sample or, if it took no part, the first that took part with the
    followed sample's pseudo-label, if there is one. The source's is the first of the same class.

    Parameters
    ----------
    pair : DomainPair
    labels : ndarray of shape (n,), ints
        From `training_labels`.
    state : SPLState
    t : int
        Number of the followed target sample, from 0.
    rows : sequence of int
        As for `default_target`.
    """
    chosen = [int(r) for r in rows if 0 <= r < len(labels)]
    if len(chosen) >= 2:
        return chosen[0], chosen[1]
    n, j = pair.n_source, pair.n_source + t
    c = labels[j] if labels[j] >= 0 else state.pseudo_labels[t]
    learnt_with = np.flatnonzero(labels[n:] == c)
    if labels[j] < 0 and len(learnt_with):
        j = n + int(learnt_with[0])
    return int((pair.ys == c).argmax()), j
