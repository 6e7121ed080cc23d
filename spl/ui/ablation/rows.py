"""The nine rows as a table, and the one that was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from spl.algorithm.params import SPLParams
from spl.data.samples import sample_sets
from spl.engine.chosen_data import sample_data
from spl.experiments.ablation import (
    ABLATION,
    COMPONENTS,
    FULL,
    AblationRow,
    RowSummary,
    titles_of_set,
)
from spl.figures.runs import ACCURACY, Measure
from spl.paper import DATASETS, ablation_table
from spl.ui.app import session
from spl.ui.app.shell import page
from spl.ui.app.state import page_state
from spl.ui.by_hand.steps import set_aside
from spl.ui.shared.drilldown import NUMBER, show_table
from spl.ui.shared.markdown import plain


def show_rows(summaries: Sequence[RowSummary], measure: Measure) -> None:
    """The nine rows as the paper prints them, per task and averaged, with their differences."""
    several = len(summaries[0].values) > 1
    text = "Choose a line to open its run in the player."
    if several:
        complete = sum(all(t in s.values for s in summaries) for t in summaries[0].values)
        text = (
            f"Means are over the {complete} tasks that have all nine rows; differences are from "
            "the row with all four components on the same task, with their spread over tasks. "
            f"{text}"
        )
    st.caption(text)
    show_table(
        rows_table(summaries, measure),
        "ablation_rows",
        session.file_name("ablation"),
        _pick_line,
        _columns(measure),
    )


def rows_table(summaries: Sequence[RowSummary], measure: Measure) -> pd.DataFrame:
    """The table of `show_rows`."""
    tasks = list(dict.fromkeys(task for s in summaries for task in s.values))
    lines = [_line(summary, measure, tasks) for summary in summaries]
    return pd.DataFrame(lines)


def _line(summary: RowSummary, measure: Measure, tasks: list[str]) -> dict[str, Any]:
    line: dict[str, Any] = dict(zip(COMPONENTS, summary.row.marks, strict=True))
    off = [measure.factor * value for value in summary.differences.values()]
    factor, is_full = measure.factor, summary.row == FULL
    if len(tasks) > 1:
        line[f"mean {measure.title}"] = factor * summary.mean
        line[_off(measure)] = factor * summary.difference
        if not is_full and len(off) > 1:
            line |= {"± sd": factor * summary.spread, "min": min(off), "max": max(off)}
        else:
            line |= dict.fromkeys(("± sd", "min", "max"), float("nan"))
    else:
        line[measure.title] = factor * summary.values.get(tasks[0], float("nan"))
        line[_off(measure)] = factor * summary.difference
        return line
    for task in tasks:
        line[_short(task)] = factor * summary.values.get(task, float("nan"))
    return line


def _off(measure: Measure) -> str:
    """Head of the column of differences from the full method."""
    return "difference (points)" if measure.unit == "%" else "difference"


def _short(task: str) -> str:
    """A task's title without the name of its set."""
    return task.partition(": ")[2] or task


def _columns(measure: Measure) -> dict[str, Any]:
    """How columns are written, and what their heads say when pointed at."""
    digits = "%.1f" if measure.unit == "%" else "%.3f"
    signed = "%+.1f" if measure.unit == "%" else "%+.3f"
    unit = "Percentage points" if measure.unit == "%" else "Difference"
    columns: dict[str, Any] = {
        name: st.column_config.TextColumn(help=text[0].upper() + text[1:], width=64)
        for name, text in COMPONENTS.items()
    }
    columns[_off(measure)] = NUMBER(
        format=signed, help=f"{unit} from the row with all four components, on the same task."
    )
    columns["± sd"] = NUMBER(format=digits, help="Standard deviation of the difference over tasks.")
    for name, which in (("min", "Smallest"), ("max", "Largest")):
        columns[name] = NUMBER(format=signed, help=f"{which} difference over tasks.")
    heads = [measure.title, f"mean {measure.title}"]
    tasks = [_short(t) for t in titles_of_set(set_name() or "")] if set_name() else []
    return columns | {head: NUMBER(format=digits) for head in [*heads, *tasks]}


def _pick_line(line: int) -> None:
    page_state().chosen_row = line, session.pair().title


def pick_dot(mark: list[Any]) -> None:
    """Choose the row and task of a dot of `difference_dots`; a mean stands for the chosen pair."""
    page_state().chosen_row = int(mark[0]), str(mark[1]) or session.pair().title


def show_chosen() -> None:
    """The chosen row, and a button that opens its run."""
    chosen = page_state().chosen_row
    if chosen is None or chosen[1] not in {session.pair().title, *_titles()}:
        return
    row, task = ABLATION[chosen[0]], chosen[1]
    left, right = st.columns([4, 2], vertical_alignment="center")
    left.markdown(f"**Chosen: {row.name}** on {plain(task)}")
    opened = right.button(
        "Open this run in the player",
        key="open_row",
        icon=":material/animation:",
        type="primary",
        width="stretch",
    )
    if opened:
        open_run(row, task)
        st.switch_page(page("alignment"))


def _titles() -> list[str]:
    name = set_name()
    return titles_of_set(name) if name else []


def open_run(row: AblationRow, task: str) -> None:
    """Run a row on a task of the set in the player, with the sidebar's d1, d2 and T."""
    settings = session.settings()
    params: SPLParams = settings.params
    name = set_name()
    if name and task != session.pair().title:
        direction = sample_sets()[name].directions[_titles().index(task)]
        session.choose_data(sample_data(name, *direction))
    session.settings().params = row.apply(params)
    set_aside()
    session.press_run()


def set_name() -> str | None:
    """The sample set that the chosen pair belongs to, or None."""
    name = session.settings().data.partition(":")[0]
    return name if name in sample_sets() else None


def show_paper() -> None:
    """The paper's own nine rows."""
    st.header("The paper's results")
    st.caption(
        "Share of target samples labelled correctly (%), averaged over all tasks of each data "
        "set. These are the paper's numbers (Table 5); the app did not compute them."
    )
    table = ablation_table()
    lines = [
        dict(zip(COMPONENTS, row.marks, strict=True))
        | {title: table[name][i] for name, title in set_titles().items()}
        for i, row in enumerate(ABLATION)
    ]
    columns = _columns(ACCURACY) | {t: NUMBER(format="%.1f") for t in set_titles().values()}
    show_table(pd.DataFrame(lines), "ablation_paper_rows", "ablation-paper", columns=columns)


def set_titles() -> dict[str, str]:
    """Titles of the paper's data sets by key."""
    return {name: dataset.title for name, dataset in DATASETS.items()}
