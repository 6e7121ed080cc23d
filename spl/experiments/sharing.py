"""What the runs of a sweep over one pair have in common, computed once.

- PCA (Eq. 1–3) once for the largest d1, from which smaller ones are cut (see `spl.data.prepared`).
- Of each d1, Gram matrices: the next one starts from the nearest that is known (`nearby`).
- Of each (d1, alpha), the eigenproblem of state 0 for the largest d2: smaller d2 are slices; the
  same at k = T where runs end with the same labels.
- State 0 across T and selection; across labeling all of it but Eq. 13.
- ``selection="all"`` does not depend on T, so that one run serves every T; ``"none"`` has only
  state 0.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.iteration import iterate_prepared, label
from spl.algorithm.params import SPLParams
from spl.algorithm.preparation import Prepared
from spl.algorithm.pseudo_labels import fuse
from spl.algorithm.state import SPLState
from spl.algorithm.threads import one_blas_thread
from spl.data.pair import DomainPair
from spl.data.prepared import prepare
from spl.experiments.nearby import NearbyRows
from spl.measures.evaluation import label_free_scores

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Run:
    """One run as a worker hands it back: nothing of it knows a target label."""

    params: SPLParams
    labels: Array  # (T + 1, n_target) pseudo-labels
    scores: tuple[dict[str, float], ...]  # of each k
    seconds: float


class Shared:
    """What all runs with one d1 (and one `normalize_features`) on one pair have in common.

    Parameters
    ----------
    prepared : Prepared
        The pair, reduced to this d1.
    cells : list of SPLParams
        Settings of the runs; all have this d1.
    """

    def __init__(self, prepared: Prepared, cells: list[SPLParams]) -> None:
        self.prepared, self.cells = prepared, cells
        self.labelled = NearbyRows(
            prepared.Xs,
            prepared.ys,
            prepared.Xt,
            len(prepared.classes),
            [cell.d2 for cell in cells],
        )
        self._first: dict[tuple[float, int, bool], SPLState] = {}

    def projection(self, params: SPLParams) -> Array:
        """P of state 0, (d1, d2).

        Parameters
        ----------
        params : SPLParams
            Of the run; d2 and alpha count.
        """
        nobody = np.full(len(self.prepared.Xt), -1)
        with one_blas_thread():
            return self.labelled.projection(nobody, params.d2, alpha=params.alpha)

    def first(self, params: SPLParams) -> SPLState:
        """State 0 of a run.

        Parameters
        ----------
        params : SPLParams
            Of the run.
        """
        key = params.alpha, params.d2, params.normalize_centers
        if key not in self._first:
            state = first_state(replace(self.prepared, params=params), self.projection(params))
            self._first = {key: state}  # one at a time: it holds all projected samples
        return relabelled(self._first[key], params.labeling)


def relabelled(state: SPLState, labeling: str) -> SPLState:
    """State 0 as a run with another `labeling` has it (Eq. 13–14).

    Parameters
    ----------
    state : SPLState
        State 0: later ones depend on what their run selected.
    labeling : {"both", "ncp", "sp"}
        How the other run labels the target.
    """
    proba = fuse(state.proba_ncp, state.proba_sp, labeling)
    return replace(state, proba=proba, pseudo_labels=proba.argmax(axis=1))


def first_state(prepared: Prepared, P: Array) -> SPLState:
    """State 0 that follows from its projection.

    Parameters
    ----------
    prepared : Prepared
        With the parameters of the run.
    P : ndarray of shape (d1, d2)
        Learnt from the source only.
    """
    with one_blas_thread():
        return label(prepared, 0, P, np.zeros(len(prepared.Xt), dtype=bool))


def shared_work(pair: DomainPair, cells: Sequence[SPLParams]) -> Iterator[Shared]:
    """The settings of a pair in groups of one d1, smallest first; PCA once.

    Parameters
    ----------
    pair : DomainPair
    cells : sequence of SPLParams
        Settings that fit the pair (`fit_cells`).
    """
    for normalize in sorted({cell.normalize_features for cell in cells}):
        group = [cell for cell in cells if cell.normalize_features == normalize]
        sizes = sorted({cell.d1 for cell in group})
        largest = prepare(pair, next(cell for cell in group if cell.d1 == sizes[-1]))
        for d1 in sizes:
            yield Shared(largest.cut(d1), [cell for cell in group if cell.d1 == d1])


def trajectories(cells: Sequence[SPLParams]) -> list[list[SPLParams]]:
    """Settings that one run serves: those that differ in T where the run does not depend on it.

    Runs with the same state 0 follow each other.

    Parameters
    ----------
    cells : sequence of SPLParams
        Settings with one d1.
    """
    groups: dict[SPLParams, list[SPLParams]] = {}
    for cell in cells:
        same = cell
        if cell.selection in ("all", "none") and cell.label_set == "closed":
            same = replace(cell, T=1)
        groups.setdefault(same, []).append(cell)
    return sorted(groups.values(), key=lambda g: (g[0].alpha, g[0].d2, g[0].normalize_centers))


def run_shared(pair: DomainPair, cells: Sequence[SPLParams]) -> Iterator[Run]:
    """Run all settings of a pair in this process.

    Parameters
    ----------
    pair, cells
        As for `shared_work`; without a cell nothing runs.
    """
    for shared in shared_work(pair, cells) if cells else ():
        for group in trajectories(shared.cells):
            start = time.perf_counter()
            longest = max(group, key=lambda cell: cell.T)
            states = iterate_prepared(
                replace(shared.prepared, params=longest),
                first=shared.first(group[0]),
                labelled=shared.labelled.copy(),
            )
            yield from collect(states, group, start)


def collect(states: Iterator[SPLState], group: list[SPLParams], start: float) -> Iterator[Run]:
    """Follow one run; hand back each setting when its last state is there.

    Parameters
    ----------
    states : iterator of SPLState
        The run of the largest T.
    group : list of SPLParams
        Settings that differ only in T (`trajectories`).
    start : float
        When the run began, in seconds of `time.perf_counter`.
    """
    labels: list[Array] = []
    scores: list[dict[str, float]] = []
    previous = None
    for state in states:
        labels.append(state.pseudo_labels)
        scores.append(label_free_scores(state, previous))
        previous = state
        for cell in group:
            if state.k == (0 if cell.selection == "none" else cell.T):
                seconds = time.perf_counter() - start
                yield Run(cell, np.stack(labels), tuple(scores), seconds)
