"""What the steps of the walk-through share: what is shown, its names, pictures and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.explain import walkthrough as core
from spl.explain.reduction import Reduction, reduction
from spl.figures.confusion import REJECTED
from spl.ui.shared.drilldown import enlarged
from spl.ui.shared.markdown import plain

SHOWN = 6  # entries of a vector, and classes, in an excerpt


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

    @property
    def d1(self) -> int:
        """Dimension after PCA, as the data allowed it."""
        return len(self.state.projection)

    @property
    def d2(self) -> int:
        """Dimension of the subspace."""
        return int(self.state.projection.shape[1])

    def name(self, c: int) -> str:
        """Class name, as plain text for a table or figure; "rejected" for −1 and C."""
        names = self.pair.class_names or ()
        return str(names[c]) if 0 <= c < len(names) else REJECTED

    def bold(self, c: int) -> str:
        """Class name for a sentence."""
        return f"**{plain(self.name(c))}**"

    @property
    def reduced(self) -> Reduction:
        """Eq. 1–3, computed when a step needs it."""
        return _reduction(self.run, self)

    @property
    def learned(self) -> core.Learning:
        """Eq. 6–7, likewise."""
        return _learning(self.run, self.state.k, self)


@st.cache_resource(max_entries=2, show_spinner="Reducing the dimension …")
def _reduction(run: str, _walk: Walk) -> Reduction:
    return reduction(_walk.pair, _walk.params)


@st.cache_resource(max_entries=32, show_spinner="Checking the projection …")
def _learning(run: str, k: int, _walk: Walk) -> core.Learning:
    return core.learning(_walk.reduced, _walk.labels, _walk.state, _walk.params.alpha)


def sample_name(walk: Walk, row: int) -> str:
    """`source 12` or `target 3`: numbered within its domain."""
    n = walk.pair.n_source
    return f"source {row}" if row < n else f"target {row - n}"


def picture(pair: DomainPair, row: int, height: int = 72) -> Array | None:
    """Thumbnail of a sample, source first, enlarged by a whole factor; None where there is none."""
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
