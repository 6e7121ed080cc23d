"""What one iteration computed after its projection, step by step: Eq. 8–14, and what changed.

As in `spl.explain.walkthrough`, nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.known import WEIGHT
from spl.algorithm.preprocessing import l2_normalize
from spl.algorithm.projection import class_sums
from spl.algorithm.pseudo_labels import centers_by_class, distances
from spl.algorithm.selection import confidence_rank
from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.explain.reduction import Reduction
from spl.explain.rows import checked_row
from spl.measures.given import follows, limit, one_run

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Followed:
    """One target sample from its features to z (Eq. 3 and Eq. 8)."""

    x: Array  # (d,) as the user gave it
    scores: Array  # (d1,) Vᵀx
    reduced: Array  # (d1,) x̃
    projected: Array  # (d2,) Pᵀx̃
    centered: Array  # (d2,) Pᵀx̃ − z̄
    z: Array  # (d2,) the same at length 1

    @property
    def length(self) -> float:
        """Length of `centered`: what the L2 normalisation divides by."""
        return float(np.linalg.norm(self.centered))


def follow(pair: DomainPair, reduced: Reduction, state: SPLState, t: int) -> Followed:
    """Target sample t, stage by stage.

    Parameters
    ----------
    pair : DomainPair
    reduced : Reduction
        Of the run.
    state : SPLState
        The iteration whose P and z̄ are used.
    t : int
        Number of the target sample, from 0.
    """
    t = checked_row(t, len(state.pseudo_labels), "t", "target sample of this run")
    x, length = reduced.prepared.Xt[t], reduced.prepared.lengths[1][t]
    projected = x @ state.projection
    centered = projected - state.z_mean
    z = l2_normalize(centered[None])[0]
    return Followed(np.asarray(pair.X_target[t]), length * x, x, projected, centered, z)


@dataclass(frozen=True, eq=False)
class Prototypes:
    """Eq. 9, and how far the prototypes are from one another."""

    counts: Array  # (C,) source samples
    given: Array  # (C,) target samples with a given label, each of which weighs `WEIGHT`
    lengths: Array  # (C,) length of the mean before L2: 1 where a class's samples coincide
    nearest: Array  # (C,) the nearest other prototype; none is a dropped class's
    gaps: Array  # (C,) the distance to it


def prototype_facts(
    pair: DomainPair, state: SPLState, known: Mapping[int, int] | None = None
) -> Prototypes:
    """How tight each class is, and which other class is nearest to it.

    Parameters
    ----------
    pair : DomainPair
    state : SPLState
        Iteration to look at.
    known : mapping of int to int, optional
        Target rows whose labels were given to the run, and the indices of their classes.
    """
    C, known = state.n_classes, known or {}
    rows, codes = (np.array(list(v), dtype=np.intp) for v in (known.keys(), known.values()))
    counts, given = np.bincount(pair.ys, minlength=C), np.bincount(codes, minlength=C)
    sums = class_sums(state.z_source, pair.ys, C)
    sums = sums + WEIGHT * class_sums(state.z_target[rows], codes, C)
    lengths = np.linalg.norm(sums / (counts + WEIGHT * given)[:, None], axis=1)
    apart = distances(state.prototypes, state.prototypes)
    np.fill_diagonal(apart, np.inf)
    apart[:, state.dropped] = np.inf
    return Prototypes(counts, given, lengths, apart.argmin(axis=1), apart.min(axis=1))


@dataclass(frozen=True, eq=False)
class Distances:
    """One target sample's distances to one point per class, and the softmax of their negatives."""

    ncp: Array  # (C,) to the class prototypes (Eq. 10)
    sp: Array  # (C,) to the cluster centre matched with each class (Eq. 12)
    p1: Array  # (C,)
    p2: Array  # (C,)


def sample_distances(state: SPLState, t: int) -> Distances:
    """Both kinds of distances of target sample t; probabilities are the state's own.

    Parameters
    ----------
    state : SPLState
        Iteration to look at.
    t : int
        Number of the target sample, from 0.
    """
    t = checked_row(t, len(state.pseudo_labels), "t", "target sample of this run")
    z = state.z_target[t : t + 1]
    by_class = centers_by_class(state.centers, state.matching)
    return Distances(
        ncp=distances(z, state.prototypes)[0],
        sp=distances(z, by_class)[0],
        p1=state.proba_ncp[t],
        p2=state.proba_sp[t],
    )


def shown_classes(state: SPLState, t: int, most: int = 6) -> Array:
    """Classes to show for target sample t: the likeliest by either probability, best first.

    The pseudo-label is always among them, as are the first choices of NCP and SP if `most` allows;
    a class that a partial run dropped never is.

    Parameters
    ----------
    state, t
        As for `sample_distances`.
    most : int
        Largest number of classes.
    """
    most = limit(most, "most")
    t = checked_row(t, len(state.pseudo_labels), "t", "target sample of this run")
    larger = np.maximum(state.proba_ncp[t], state.proba_sp[t])
    first = [state.pseudo_labels[t], state.ncp_labels[t], state.sp_labels[t]]
    order = list(dict.fromkeys([*first, *np.argsort(-larger, kind="stable")]))
    order = [c for c in order if not state.dropped[c]][:most]
    return np.asarray(sorted(order, key=lambda c: (-larger[c], c)), dtype=np.intp)


@dataclass(frozen=True, eq=False)
class Clustering:
    """K-means and the matching (Eq. 11), seen from one target sample."""

    cluster: int  # the sample's
    size: int  # target samples in it
    label: int  # class it is matched with
    distance: float  # from its centre to that class's prototype
    total: float  # the sum that the matching minimises
    n_moved: int  # clusters whose class is not the one whose prototype they started from
    n_reassigned: int  # samples that K-means moved away from their nearest prototype's cluster
    shown: Array  # clusters of the excerpt: the sample's, and those matched with `shown_classes`


def clustering(state: SPLState, t: int, most: int = 6) -> Clustering:
    """The sample's cluster, its class, and how much K-means and the matching moved.

    Parameters
    ----------
    state, t
        As for `sample_distances`.
    most : int
        Largest number of clusters in the excerpt.
    """
    most = limit(most, "most")
    t = checked_row(t, len(state.pseudo_labels), "t", "target sample of this run")
    i = int(state.cluster_labels[t])
    paired = state.matching_cost[np.arange(state.n_classes), state.matching]
    of_class = np.argsort(state.matching)  # cluster matched with each class
    shown = [i, *of_class[shown_classes(state, t, most)]]
    return Clustering(
        cluster=i,
        size=int((state.cluster_labels == i).sum()),
        label=int(state.matching[i]),
        distance=float(paired[i]),
        total=float(paired.sum()),
        n_moved=state.matching_moved,
        n_reassigned=int((state.cluster_labels != state.ncp_labels).sum()),
        shown=np.sort(np.array(list(dict.fromkeys(shown))[:most])),
    )


@dataclass(frozen=True)
class Decision:
    """Eq. 13–14 for one target sample."""

    label: int
    by: str  # "NCP" or "SP": whose probability is the largest
    ncp_label: int
    sp_label: int
    p: float
    runner_up: int
    margin: float
    rank: int  # confidence rank among those of this pseudo-class without a given label, from 0
    size: int  # how many these are; for a rejected sample, all rejected ones


def decision(state: SPLState, t: int, known: Mapping[int, int] | None = None) -> Decision:
    """Which class target sample t got, and whether NCP or SP decided it.

    Parameters
    ----------
    state, t
        As for `sample_distances`.
    known : mapping of int to int, optional
        Target rows whose labels were given to the run, and the indices of their classes.
    """
    t = checked_row(t, len(state.pseudo_labels), "t", "target sample of this run")
    label = int(state.pseudo_labels[t])
    groups = np.where(state.rejected, state.n_classes, state.pseudo_labels)
    groups[list(known or {})] = state.n_classes + 1
    others = state.proba[t].copy()
    others[label] = -np.inf
    return Decision(
        label=label,
        by="SP" if state.decided_by_sp[t] else "NCP",
        ncp_label=int(state.ncp_labels[t]),
        sp_label=int(state.sp_labels[t]),
        p=float(state.confidence[t]),
        runner_up=int(others.argmax()),
        margin=float(state.margin[t]),
        rank=int(confidence_rank(groups, state.confidence)[t]),
        size=int((groups == groups[t]).sum()),
    )


@dataclass(frozen=True)
class Changes:
    """What iteration k changed against k − 1."""

    n_labels: int  # target samples whose pseudo-label changed
    n_entered: int  # into S_k
    n_left: int  # out of it
    before: int  # the followed sample's pseudo-label at k − 1; −1: rejected
    after: int
    n_correct_before: int | None  # correctly labelled, where target labels exist
    n_correct: int | None


def changes(pair: DomainPair, state: SPLState, previous: SPLState | None, t: int) -> Changes | None:
    """Iteration k against k − 1; None at k = 0.

    Parameters
    ----------
    pair : DomainPair
    state, previous : SPLState
        Iterations k and k − 1; no previous one at k = 0.
    t : int
        Number of the target sample, from 0.
    """
    t = checked_row(t, len(state.pseudo_labels), "t", "target sample of this run")
    follows(state, previous)
    if previous is None:
        return None
    one_run(state, pair=pair)
    correct: list[int | None] = [None, None]
    if pair.yt is not None:
        correct = [int((s.labels == pair.yt).sum()) for s in (previous, state)]
    return Changes(
        n_labels=int((state.labels != previous.labels).sum()),
        n_entered=int((state.selected & ~previous.selected).sum()),
        n_left=int((previous.selected & ~state.selected).sum()),
        before=int(previous.labels[t]),
        after=int(state.labels[t]),
        n_correct_before=correct[0],
        n_correct=correct[1],
    )
