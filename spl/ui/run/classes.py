"""The parts of the Classes page."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from spl.algorithm.state import SPLState
from spl.data.words import with_rejected
from spl.engine.job import Job
from spl.figures import classes, confusion
from spl.figures.cells import clickable
from spl.ui.app import session
from spl.ui.shared.charts import show_chart
from spl.ui.shared.drilldown import NUMBER, choose_targets, dark, show_table

COLUMNS = {
    "pseudo-labels": NUMBER(help="Target samples whose pseudo-label is this class."),
    "in its cluster": NUMBER(help="Target samples in the cluster matched with this class."),
    "entered": NUMBER(help="Samples that got this label since k − 1."),
    "left": NUMBER(help="Samples that lost this label since k − 1."),
    "NCP and SP agree (%)": NUMBER(
        format="%.1f",
        help="Of the samples labelled as this class, the share that NCP and SP label alike.",
    ),
    "true labels": NUMBER(help="Target samples whose true label is this class."),
    "accuracy (%)": NUMBER(
        format="%.1f",
        help="Of the samples whose true label is this class, the share labelled as this class.",
    ),
    "precision (%)": NUMBER(
        format="%.1f",
        help="Of the samples labelled as this class, the share whose true label is this class.",
    ),
}
SHARES = {
    "of the true class (%)": NUMBER(format="%.1f"),
    "of NCP's class (%)": NUMBER(format="%.1f"),
}


def show_over_k(job: Job) -> None:
    """Accuracy of each class over the iterations; without target labels its size."""
    states = list(job.states)
    fig = confusion.classes_over_k(states, job.pair, dark=dark())
    show_chart(fig, "classes_over_k", confusion.describe_classes(states, job.pair))


def show_matrix(job: Job, state: SPLState) -> None:
    """Confusion matrix; without target labels NCP against SP. A click chooses a cell's samples."""
    pair = job.pair
    if pair.yt is not None:
        fig = confusion.confusion_heatmap(state, pair, dark=dark())
        alt = confusion.describe_confusion(state, pair)
    else:
        st.caption(
            "The target has no labels. Labels are least reliable where NCP and SP disagree; "
            "where they agree, both may still be wrong."
        )
        fig = confusion.agreement_heatmap(state, pair, dark=dark())
        alt = confusion.describe_agreement(state, pair)

    def pick(cell: list[Any]) -> None:
        choose_cell(job, state, int(cell[-2]), int(cell[-1]))

    show_chart(clickable(fig), f"matrix_{state.k}", alt, pick)


def choose_cell(job: Job, state: SPLState, row: int, column: int) -> None:
    """Choose the samples of one cell of the matrix that `show_matrix` shows."""
    names, C = job.pair.class_names or (), state.n_classes
    if job.pair.yt is not None:
        truth = "of no class of the source" if row == C else f"truly {names[row]}"
        given = with_rejected(names)[C] if column == C else f"labelled {names[column]}"
        # C stands for −1 in both
        which = (job.pair.yt == (-1 if row == C else row)) & (
            state.labels == (-1 if column == C else column)
        )
        what = f"{truth}, {given}, at k = {state.k}"
    else:
        which = (state.ncp_labels == row) & (state.sp_labels == column) & ~state.rejected
        what = f"{names[row]} by NCP, {names[column]} by SP, at k = {state.k}"
    choose_targets(job.pair, which, what)


def show_pairs(job: Job, state: SPLState) -> None:
    """The most confused pairs of classes; without target labels those NCP and SP differ on."""
    known = job.pair.yt is not None
    st.header("Most confused pairs" if known else "Where NCP and SP differ most")
    found = confusion.confused_pairs if known else confusion.differing_pairs
    table = found(state, job.pair)
    if not len(table):
        st.caption("None at this iteration.")
        return
    indices = tuple(c for c in table.columns if c.endswith("index"))
    cells = np.asarray(table[list(indices)])
    show_table(
        table,
        f"confused_{state.k}",
        session.file_name(f"{'confused' if known else 'differing'}-pairs-k{state.k}"),
        lambda line: choose_cell(job, state, *map(int, cells[line])),
        SHARES,
        indices,
    )


def show_classes(job: Job, state: SPLState) -> None:
    """One line per class; a line chooses the samples with that label."""
    st.header(f"Class by class at k = {state.k}")
    st.caption("Choose a line to see the samples labelled as its class.")
    table = classes.class_table(state, session.previous_state(), job.pair)
    names = job.pair.class_names or ()

    def pick(line: int) -> None:
        what = f"labelled {names[line]} at k = {state.k}"
        choose_targets(job.pair, state.labels == line, what)

    show_table(table, f"classes_{state.k}", session.file_name(f"classes-k{state.k}"), pick, COLUMNS)
