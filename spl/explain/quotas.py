"""How one iteration filled S_k, class by class: the quotas, and what was done by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.known import select_unknown
from spl.algorithm.params import SPLParams
from spl.algorithm.selection import confidence_rank
from spl.algorithm.state import SPLState
from spl.explain.rows import checked_row, checked_rows
from spl.measures.given import follows

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Quotas:
    """How S_k was filled, class by class."""

    sizes: Array  # (C,) target samples of each pseudo-class at k − 1 that the quotas count
    taken: Array  # (C,) how many are in S_k, those with a given label included
    given: Array  # (C,) samples with a given label, which no quota counts
    left_out: Array  # (C,) samples that the rule selects, and that were left out by hand
    quota: Array | None  # (C,) ⌊k·n_c/T⌋; None where the run has another rule
    label: int | None  # the followed sample's class at k − 1
    rank: int | None  # its confidence rank there among those that count, 0 = most confident
    selected: bool
    rejected: bool = False


def quotas(
    state: SPLState,
    previous: SPLState | None,
    params: SPLParams,
    t: int,
    known: Mapping[int, int] | None = None,
) -> Quotas:
    """S_k from the pseudo-labels of k − 1; only given labels are selected at k = 0.

    Parameters
    ----------
    state, previous : SPLState
        Iterations k and k − 1; no previous one at k = 0.
    params : SPLParams
        Of the run.
    t : int
        Number of the followed target sample, from 0.
    known : mapping of int to int, optional
        Target rows whose labels were given to the run, and the indices of their classes.

    Raises
    ------
    ValueError
        If an argument is not of this run.
    """
    follows(state, previous, params)
    t = checked_row(t, len(state.pseudo_labels), "t", "target sample of this run")
    C, codes = state.n_classes, np.full(len(state.pseudo_labels), -1)
    known = known or {}
    checked_rows(known, len(codes), "known")
    for row, c in known.items():
        codes[row] = checked_row(c, C, f"known[{row}]", "class of this run")
    given = np.bincount(codes[codes >= 0], minlength=C)
    if previous is None:
        none = np.zeros(C, dtype=np.intp)
        return Quotas(none, given, given, none, None, None, None, bool(state.selected[t]))
    labels = previous.pseudo_labels
    groups = np.where(state.rejected | (codes >= 0), C, labels)
    sizes = np.bincount(groups, minlength=C)[:C]
    rule = {"selection": params.selection, "quota": params.quota}
    by_rule = select_unknown(
        codes, labels, previous.confidence, state.k, params.T, rejected=state.rejected, **rule
    )
    paper = params.selection == "class-wise" and params.quota == "floor"
    return Quotas(
        sizes=sizes,
        taken=np.bincount(labels[state.selected], minlength=C),
        given=given,
        left_out=np.bincount(labels[by_rule & ~state.selected], minlength=C),
        quota=state.k * sizes // params.T if paper else None,
        label=int(labels[t]),
        rank=int(confidence_rank(groups, previous.confidence)[t]),
        selected=bool(state.selected[t]),
        rejected=bool(state.rejected[t]),
    )
