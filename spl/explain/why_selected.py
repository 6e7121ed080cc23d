"""Why a sample is, or is not, in S_k."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from spl.algorithm.open_set import FIRST
from spl.algorithm.params import SPLParams
from spl.algorithm.pseudo_labels import distances
from spl.algorithm.selection import confidence_rank, select
from spl.algorithm.state import SPLState
from spl.data.words import counted, percent
from spl.explain.rows import checked_row, checked_rows
from spl.measures.given import follows


def why_selected(
    state: SPLState,
    previous: SPLState | None,
    target: int,
    params: SPLParams,
    class_names: Sequence[str],
    known: Collection[int] = (),
    without: Mapping[int, int] | None = None,
) -> str:
    """One sentence that says why a target sample is, or is not, in S_k: its rank and the cut.

    Parameters
    ----------
    state, previous : SPLState
        Iterations k and k − 1; no previous one at k = 0.
    target : int
        Number of the target sample, from 0.
    params : SPLParams
        Of the run.
    class_names : sequence of str
        Names of the classes 0 … C−1.
    known : collection of int
        Target rows whose labels were given to the run.
    without : mapping of int to int, optional
        Target rows that the run leaves out of S_k, and from which iteration.

    Raises
    ------
    ValueError
        If an argument is not of this run.
    """
    target = checked_row(target, len(state.pseudo_labels), "target", "target sample of this run")
    follows(state, previous, params)
    known = _of_the_run(state, class_names, known, without or {})
    k, left_out = state.k, (without or {}).get(target)
    if target in known:
        return "Selected: its label was given, so it is selected at every k, also at k = 0."
    if k == 0 or previous is None:
        return "At k = 0 nothing is selected: the first projection is learnt only from the source."
    if left_out is not None and left_out <= k:
        return f"Not selected: you left it out from k = {left_out} on."
    if state.rejected[target]:
        return why_rejected(state, previous, target, params)
    if params.selection == "all":
        return f"Selected: this run learns from every target sample at k = {k} (selection: all)."
    eligible = ~state.rejected  # the quotas count only these
    eligible[known] = False
    rank, size, cut = _rank_and_cut(previous, k, target, params, eligible)
    name = class_names[previous.pseudo_labels[target]]
    place = f"iteration {k - 1} labelled it {name}, the {ordinal(rank)} most confident of {size} "
    place += "with this label"
    if params.selection == "global":
        place = f"its label of iteration {k - 1}, {name}, is the {ordinal(rank)} most confident "
        place += f"of all {size} target samples"
    if state.selected[target]:
        return f"Selected: {place}, and the first {cut} are taken at k = {k}."
    if cut == 0:
        return f"Not selected: {place}, and none of them is taken at k = {k}."
    missed = rank - cut
    return (
        f"Not selected: {place}, and only the first {cut} are taken at k = {k}; it misses the cut "
        f"by {counted(missed, 'rank')}."
    )


def _of_the_run(
    state: SPLState, class_names: Sequence[str], known: Collection[int], without: Collection[int]
) -> list[int]:
    """The known rows, if they, those left out and the names are of this run."""
    n, C = len(state.pseudo_labels), state.n_classes
    if len(class_names) != C:
        raise ValueError(
            f"class_names has {len(class_names)} names and the run {C} classes; give one for each."
        )
    checked_rows(without, n, "without")
    return checked_rows(known, n, "known")


def _rank_and_cut(
    previous: SPLState, k: int, target: int, params: SPLParams, eligible: np.ndarray
) -> tuple[int, int, int]:
    """A sample's rank from 1 among the eligible ones of its group, their number, and the cut."""
    labels = previous.pseudo_labels
    groups = np.zeros_like(labels) if params.selection == "global" else labels
    members = np.flatnonzero(eligible & (groups == groups[target]))
    one, confidence = np.zeros(len(members), dtype=np.intp), previous.confidence[members]
    rank = confidence_rank(one, confidence)[members == target][0]
    cut = select(one, confidence, k, params.T, quota=params.quota).sum()
    return int(rank) + 1, len(members), int(cut)


def why_rejected(state: SPLState, previous: SPLState, target: int, params: SPLParams) -> str:
    """One sentence that says by what rule an open run rejected a target sample.

    Parameters
    ----------
    state, previous, target, params
        As for `why_selected`; the sample is rejected at k.
    """
    target = checked_row(target, len(state.pseudo_labels), "target", "target sample of this run")
    follows(state, previous, params)
    k = state.k
    if previous.rejected[target]:
        return "Rejected: it was already rejected at an earlier iteration, and stays so."
    if k == FIRST:
        rank = int(np.argsort(np.argsort(previous.confidence, kind="stable"))[target]) + 1
        n = int(state.rejected.sum())
        return (
            f"Rejected: iteration {k - 1} gave it the {ordinal(rank)} lowest confidence of all "
            f"{len(previous.confidence):,} target samples, and at k = {k} the {n:,} lowest are "
            f"rejected ({percent(params.reject_share, 0)} of the target)."
        )
    z, Z = previous.z_target[target : target + 1], previous.z_target
    groups = previous.rejected, previous.selected
    to_rejected, to_selected = (distances(z, Z[group]).min() for group in groups)
    return (
        f"Rejected: in the subspace of iteration {k - 1} its nearest rejected sample was "
        f"{to_rejected:.3f} away, and its nearest selected one {to_selected:.3f}."
    )


def ordinal(n: int) -> str:
    """A whole number as a rank.

    Parameters
    ----------
    n : int

    Examples
    --------
    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '112th']
    """
    teens = 10 <= n % 100 <= 13
    return f"{n}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"
