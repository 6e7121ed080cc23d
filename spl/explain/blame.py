"""Groups of samples that end wrong, or disputed, and the selected samples that pulled them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.pseudo_labels import distances
from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.explain.rows import checked_row, checked_rows
from spl.measures.given import limit, one_run, whole_state

Array = NDArray[Any]
LEAST = 3  # samples of a group
MOST_PULLING = 12


@dataclass(frozen=True)
class Group:
    """Target samples that end with the same label and should, or might, have another one."""

    rows: Array  # (n,) target rows
    label: int  # class that the run gives them
    instead: int  # true class, or what the other of NCP and SP says; −1: one the source lacks
    first: int  # first iteration from which most of them have the label


def wrong_groups(states: Sequence[SPLState], pair: DomainPair, most: int = 12) -> list[Group]:
    """Groups of wrongly labelled samples, largest first; disputed ones without target labels.

    Samples of one group have the same label at the end, and the same true class or, without target
    labels, the same other label by NCP or SP. Rejected samples, and those whose true label is
    missing, are in none.

    Parameters
    ----------
    states : sequence of SPLState
        A whole run.
    pair : DomainPair
    most : int
        Number of groups at most; those of fewer than three samples are left out.
    """
    most = limit(most, "most")
    if not len(states):
        return []
    one_run(*states, pair=pair)
    last = states[-1]
    whole_state(last, "the last state")
    if pair.yt is None:
        instead = np.where(last.pseudo_labels == last.ncp_labels, last.sp_labels, last.ncp_labels)
    else:
        instead = pair.yt
    rows = np.flatnonzero((last.labels != instead) & pair.counted & ~last.rejected)
    kind = (instead[rows] + 1) * last.n_classes + last.labels[rows]
    sets = sorted((rows[kind == one] for one in np.unique(kind)), key=len, reverse=True)
    return [
        Group(
            found,
            int(last.labels[found[0]]),
            int(instead[found[0]]),
            first_labelled(states, found, int(last.labels[found[0]])),
        )
        for found in sets[:most]
        if len(found) >= LEAST
    ]


def first_labelled(states: Sequence[SPLState], rows: Array, label: int) -> int:
    """First iteration from which on more than half of the rows have a label, up to the end.

    Parameters
    ----------
    states : sequence of SPLState
        A whole run, at whose end they have it.
    rows : ndarray of ints
        Target rows.
    label : int
        Class.

    Raises
    ------
    ValueError
        If a row or the label is not of this run.
    """
    _of_the_run(states, rows, label)
    for state in reversed(states):
        if np.mean(state.labels[rows] == label) <= 0.5:
            return state.k + 1
    return 0


def pulling(
    states: Sequence[SPLState], group: Group, most: int = MOST_PULLING
) -> tuple[Array, int]:
    """The selected samples nearest to a group from which its label was learnt, nearest first.

    They are in S_k with the group's label, at the group's first iteration, or at k = 1 where it had
    the label before anything was selected. The projection learns to draw them, and what lies near
    them, to the prototype of this class.

    Parameters
    ----------
    states : sequence of SPLState
        A whole run.
    group : Group
    most : int
        Number of samples at most.

    Returns
    -------
    rows : ndarray of ints
        Target rows; none where nothing with this label was selected.
    k : int
        The iteration that selected them.

    Raises
    ------
    ValueError
        If the group is not of this run, or the states are light.
    """
    most = limit(most, "most")
    _of_the_run(states, group.rows, group.label)
    for state in states:
        whole_state(state)
    for k in range(max(group.first, 1), len(states)):
        labels = states[k - 1].labels  # which trained P_k
        rows = np.flatnonzero(states[k].selected & (labels == group.label))
        if len(rows):
            Z = states[k].z_target
            d = distances(Z[rows], Z[group.rows].mean(axis=0)[None])[:, 0]
            return rows[np.argsort(d, kind="stable")[:most]], k
    return np.zeros(0, dtype=np.intp), max(group.first, 1)


def learnt_as(states: Sequence[SPLState], label: int, k: int) -> Array:
    """Target rows that are selected with a label in iteration k or a later one, in order.

    Parameters
    ----------
    states : sequence of SPLState
    label : int
        Class.
    k : int
        First iteration that counts, at least 1.

    Raises
    ------
    ValueError
        If the label is not of this run.
    """
    _of_the_run(states, (), label)
    later = range(max(k, 1), len(states))
    found = [states[i].selected & (states[i - 1].labels == label) for i in later]
    return np.flatnonzero(np.any(found, axis=0)) if found else np.zeros(0, dtype=np.intp)


def _of_the_run(states: Sequence[SPLState], rows: Iterable[int], label: int) -> None:
    if states:
        checked_rows(rows, len(states[0].pseudo_labels), "this group")
        checked_row(label, states[0].n_classes, "label", "class of this run")
