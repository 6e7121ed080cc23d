"""Which target samples to ask a person about: pure functions of a state, no target label needed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.state import SPLState
from spl.explain.rows import checked_rows
from spl.measures.given import limit, whole_state

Array = NDArray[Any]


def least_certain(state: SPLState, n: int = 3, asked: Collection[int] = ()) -> list[int]:
    """Target rows with the smallest margin between the two likeliest classes, smallest first.

    Parameters
    ----------
    state : SPLState
    n : int
        How many rows.
    asked : collection of int
        Rows whose labels are given already.

    Raises
    ------
    ValueError
        If the state is light, n is no whole number, or a row asked is not of this run.
    """
    whole_state(state)
    n, asked = limit(n, "n"), checked_rows(asked, len(state.pseudo_labels), "asked")
    order = np.argsort(state.margin, kind="stable")
    return [int(row) for row in order if row not in asked][:n]


def disputes(state: SPLState, asked: Collection[int] = ()) -> list[Array]:
    """Target rows on which NCP and SP disagree, grouped by what the two say, largest group first.

    Of groups of one size that with the lower class of NCP, then of SP, comes first.

    Parameters
    ----------
    state : SPLState
    asked : collection of int
        Rows whose labels are given already: a group in which one was asked is left out.

    Returns
    -------
    list of ndarray of ints
    """
    whole_state(state)
    asked = checked_rows(asked, len(state.pseudo_labels), "asked")
    rows = np.flatnonzero(state.ncp_labels != state.sp_labels)
    kind = state.ncp_labels[rows] * state.n_classes + state.sp_labels[rows]
    groups = [rows[kind == one] for one in np.unique(kind)]
    left = [group for group in groups if not set(group.tolist()) & set(asked)]
    return sorted(left, key=len, reverse=True)  # stable


def largest_disputes(state: SPLState, n: int = 3, asked: Collection[int] = ()) -> list[int]:
    """One target row of each of the n largest disputes: the one nearest to its group's mean.

    Parameters
    ----------
    state : SPLState
    n : int
        How many rows at most.
    asked : collection of int
        Rows whose labels are given already.

    Raises
    ------
    ValueError
        If the state is light, n is no whole number, or a row asked is not of this run.
    """
    n, found = limit(n, "n"), []
    for group in disputes(state, asked)[:n]:
        away = state.z_target[group] - state.z_target[group].mean(axis=0)
        found.append(int(group[np.argmin((away**2).sum(axis=1))]))
    return found
