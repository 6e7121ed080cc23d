"""Tables of the Comparison page: what was run here, and what the paper reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from spl.data.pair import DomainPair
from spl.experiments.comparison import (
    MethodResult,
    comparison_lines,
    ranked,
    reported_figures,
)
from spl.measures.scores import AGREEMENT_WITH_SPL, LABELING_SCORES
from spl.methods import METHODS
from spl.paper import AVERAGE, DATASETS, result_table, task_of
from spl.ui.app import session
from spl.ui.app.shell import page
from spl.ui.app.state import page_state
from spl.ui.by_hand.steps import set_aside
from spl.ui.shared.drilldown import NUMBER, show_table
from spl.ui.shared.markdown import plain

HEADS: dict[str, Any] = {
    "method": st.column_config.TextColumn(pinned=True, width=115),
    "kind": st.column_config.TextColumn(
        width=100,
        help="source only: does not use the target. adaptation: uses the target's features.",
    ),
    "accuracy (%)": NUMBER(format="%.1f", help="Share of target samples labelled correctly."),
    "mean over classes (%)": NUMBER(
        format="%.1f", help="Mean of the classes' accuracies: every class counts alike."
    ),
    **{
        score.column: NUMBER(format="%.1f" if score.unit else "%.3f", help=score.help)
        for score in (*LABELING_SCORES.values(), AGREEMENT_WITH_SPL)
    },
    "seconds": NUMBER(
        format="%.2f", help="The method's own time, after the PCA that all methods share."
    ),
    "d1": NUMBER(format="%d", help="Principal axes of the features that the method got."),
    "note": st.column_config.TextColumn("parameters"),
}


def show_results(results: Sequence[MethodResult], pair: DomainPair, score: str) -> None:
    """Every method with its time; a line of SPL or CAPLS opens its run in the player."""
    order = [r.method for r in ranked(results, score)]
    table = pd.DataFrame([x for x in comparison_lines(results, score) if x["method"] in order])
    st.caption("Choose the line of SPL or CAPLS to open its run in the player.")

    def pick(line: int) -> None:
        page_state().chosen_method = order[line]

    show_table(table, "comparison_table", session.file_name("comparison"), pick, HEADS)
    chosen = next((r for r in results if r.method == page_state().chosen_method), None)
    if chosen is not None:
        _show_chosen(chosen, pair)


def _show_chosen(result: MethodResult, pair: DomainPair) -> None:
    left, right = st.columns([4, 2], vertical_alignment="center")
    left.markdown(f"**{result.method}**: {plain(METHODS[result.method].help)}")
    if result.params is None:
        right.caption("This method has no iterations to play.")
        return
    opened = right.button(
        "Open its run in the player",
        key="open_method",
        icon=":material/animation:",
        width="stretch",
    )
    if opened:
        session.settings().params = result.params
        set_aside()
        session.press_run()
        st.switch_page(page("alignment"))


def show_paper(results: Sequence[MethodResult], pair: DomainPair) -> None:
    """The paper's four result tables; where the pair is one of its tasks, runs beside them."""
    st.header("Reported by the SPL paper")
    st.caption(
        "Accuracy in percent as printed in Wang & Breckon (2020). Deep networks are trained end "
        "to end on images, so they cannot run on features. Only the column “run here” was "
        "computed by the app."
    )
    found = task_of(pair)
    if found:
        _show_task(results, pair)
    keys = list(DATASETS)
    if found:
        keys.sort(key=lambda key: key != found.dataset.key)
    for key, tab in zip(keys, st.tabs([DATASETS[key].title for key in keys]), strict=True):
        with tab:
            st.caption(f"On {DATASETS[key].features} features; average over all tasks last.")
            show_table(paper_frame(key), f"paper_{key}", f"paper-{key}", columns=_paper_heads(key))


def _show_task(results: Sequence[MethodResult], pair: DomainPair) -> None:
    where, figures, deep = reported_figures(pair)
    own = {r.method: 100 * r.accuracy for r in results if r.accuracy is not None}
    lines = [
        {
            "method": name,
            "kind": "deep network" if deep[name] else "on features",
            "reported (%)": value,
            "run here (%)": own.get(name, float("nan")),
            "difference": own.get(name, float("nan")) - value,
        }
        for name, value in figures.items()
    ]
    table = pd.DataFrame(lines).sort_values("reported (%)", ascending=False)
    st.markdown(f"**This task: {plain(where)}**")
    heads = {
        "reported (%)": NUMBER(format="%.1f"),
        "run here (%)": NUMBER(format="%.1f"),
        "difference": NUMBER(
            format="%+.1f", help="By how many points the run here is above the reported accuracy."
        ),
    }
    if pair.yt is None:
        table = table[["method", "kind", "reported (%)"]]
    show_table(table, f"paper_task_{len(own)}", "paper-task", columns=heads)


def paper_frame(key: str) -> pd.DataFrame:
    """One of the paper's tables: a line per method, a column per task, the average last."""
    table = result_table(key)
    return pd.DataFrame(
        [
            {"method": row.name, "kind": "deep network" if row.deep else "on features"}
            | {task: row.accuracy.get(task) for task in (*table.tasks, AVERAGE)}
            for row in table.methods
        ]
    )


def _paper_heads(key: str) -> dict[str, Any]:
    tasks = (*result_table(key).tasks, AVERAGE)
    heads: dict[str, Any] = {task: NUMBER(format="%.1f", width=54) for task in tasks}
    heads[AVERAGE] = NUMBER(format="%.1f", width=70, pinned=False)
    heads["method"] = st.column_config.TextColumn(pinned=True, width=90)
    return heads | {"kind": st.column_config.TextColumn(width=105)}
