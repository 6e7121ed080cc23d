"""What the steps of the walk-through share: what is shown, its names, pictures and tables."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np
import pandas as pd
import streamlit as st

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.data.words import with_rejected
from spl.engine.asked import Answers, answers
from spl.explain import walkthrough as core
from spl.explain.reduction import Reduction, reduction
from spl.ui.shared.asked import answer
from spl.ui.shared.markdown import plain
from spl.ui.shared.pictures import enlarged

SHOWN = 6  # entries of a vector, and classes, in an excerpt
_REDUCED: Answers[Reduction] = answers(2)  # as large as the samples' scores
_LEARNED: Answers[core.Learning] = answers(32)
T = TypeVar("T")


@dataclass(frozen=True)
class Walk:
    """What the page shows: a run, an iteration, a target sample and a pair."""

    run: str  # the job's id
    pair: DomainPair
    params: SPLParams
    state: SPLState
    previous: SPLState | None
    t: int
    rows: tuple[int, int]  # the pair, source first
    labels: Array  # of `training_labels`
    choose_pair: Callable[[tuple[int, int]], None]
    dark: bool
    known: Mapping[int, int]  # target rows with a given label, and the indices of their classes
    without: Mapping[int, int]  # target rows left out of S_k, and from which iteration

    @property
    def d1(self) -> int:
        """Dimension after PCA, as the data allowed it."""
        return len(self.state.projection)

    @property
    def d2(self) -> int:
        """Dimension of the subspace."""
        return int(self.state.projection.shape[1])

    @property
    def n_learnt(self) -> int:
        """Source samples that take part: those of no dropped class."""
        return int((self.labels[: self.pair.n_source] >= 0).sum())

    @property
    def n_kept(self) -> int:
        """Classes that are not dropped."""
        return int((~self.state.dropped).sum())

    def name(self, c: int) -> str:
        """Class name, as plain text for a table or figure; "rejected" for −1 and C."""
        names = with_rejected(self.pair.class_names)
        return names[c] if 0 <= c < len(names) else names[-1]

    def bold(self, c: int) -> str:
        """Class name for a sentence."""
        return f"**{plain(self.name(c))}**"

    @property
    def reduced(self) -> Reduction:
        """Eq. 1–3, computed when a step needs it."""
        return _answer(_REDUCED, self.run, "Reducing the dimension", self._reduce)

    @property
    def learned(self) -> core.Learning:
        """Eq. 6–7, likewise."""
        key, compute = (self.run, self.state.k), partial(self._learn, self.reduced)
        return _answer(_LEARNED, key, "Checking the projection", compute)

    def _reduce(self) -> Reduction:
        return reduction(self.pair, self.params)

    def _learn(self, reduced: Reduction) -> core.Learning:
        return core.learning(reduced, self.labels, self.state, self.params.alpha)


def _answer(kept: Answers[T], key: Hashable, what: str, compute: Callable[[], T]) -> T:
    """A value that a step cannot be shown without: the page ends here while it is computed."""
    found = answer(kept, key, what, compute)
    if not found:
        st.stop()
    return found[0]


def sample_name(walk: Walk, row: int) -> str:
    """`source 12` or `target 3`: numbered within its domain."""
    n = walk.pair.n_source
    return f"source {row}" if row < n else f"target {row - n}"


def picture(pair: DomainPair, row: int, height: int = 72) -> str | None:
    """Thumbnail of a sample, source first, as a data address; None where there is none."""
    n = pair.n_source
    pictures = pair.thumbnails_source if row < n else pair.thumbnails_target
    if pictures is None:
        return None
    return enlarged(pictures[row if row < n else row - n], height)


def show_lines(table: Mapping[str, Sequence[str]]) -> None:
    """A small table: its columns by head."""
    st.table(pd.DataFrame(table), hide_index=True)


def show_vectors(rows: dict[str, Array], what: str) -> None:
    """First entries of a few vectors, one line each."""
    table: dict[str, list[str]] = {what: list(rows)}
    longest = max(len(v) for v in rows.values())
    for i in range(min(SHOWN, longest)):
        table[f"{i + 1}"] = [f"{v[i]:.4f}" if i < len(v) else "" for v in rows.values()]
    if longest > SHOWN:
        table["…"] = ["…" if len(v) > SHOWN else "" for v in rows.values()]
    table["entries"] = [f"{len(v):,}" for v in rows.values()]
    table["length"] = [f"{np.linalg.norm(v):.4f}" for v in rows.values()]
    show_lines(table)
