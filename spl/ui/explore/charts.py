"""Charts of a sweep on the Explore page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from spl.algorithm.params import SPLParams
from spl.experiments.sweep import RunResult
from spl.figures import parallel, sweep, sweep_lines
from spl.figures.runs import KEYS, Measure, best_row, setting_of, settings_table, words
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.explore.chosen import params_of, pick, where_text
from spl.ui.explore.variants import variant_of
from spl.ui.shared.charts import show_chart
from spl.ui.shared.drilldown import dark

# What the heatmap holds fixed, and how it is called.
SLICED = {"T": "T", "alpha": "α", "labeling": "labeling", "selection": "selection"}


def show_heatmap(
    results: Sequence[RunResult],
    runs: pd.DataFrame,
    measure: Measure,
    cells: list[SPLParams],
    suggested: SPLParams | None,
    controls: DeltaGenerator,
) -> None:
    """Heatmap of d1 × d2 for one T, and one of each variant."""
    table = settings_table(runs, measure)
    marks = _marks(table, measure, suggested)
    with controls:
        fixed = _choose_slice(runs, cells)
    inside = np.ones(len(table), dtype=bool)
    for key, value in fixed.items():
        inside &= (table[key] == value).to_numpy()
    part = table[inside]
    planned = [c for c in cells if all(getattr(c, key) == v for key, v in fixed.items())]
    fig = sweep.sweep_heatmap(part, measure, planned, marks, where=where_text(runs), dark=dark())
    show_chart(fig, "sweep-d1-d2", sweep.describe_heatmap(part, measure), pick, part)
    other = elsewhere({k: p for k, p in marks.items() if k != sweep.CURRENT}, fixed)
    st.caption(f"Click a cell to choose its setting. d2 cannot be above d1.{other}")


def elsewhere(marks: Mapping[str, SPLParams], fixed: Mapping[str, Any]) -> str:
    """Which marked settings another slice of the heatmap shows, and what leads to it.

    Parameters
    ----------
    marks : dict of SPLParams
        Settings by what they are.
    fixed : dict
        Values of the parameters that the chart holds fixed.

    Examples
    --------
    >>> elsewhere({"best": SPLParams(d1=64, d2=32, T=20)}, {"T": 10, "alpha": 1.0})
    ' Not in this chart is the best setting (d1 64, d2 32, T 20): choose another “T shown”.'
    """
    away = {
        name: keys
        for name, params in marks.items()
        if (keys := {key for key, value in fixed.items() if getattr(params, key) != value})
    }
    if not away:
        return ""
    found = [f"the {name} setting ({words(setting_of(marks[name]))})" for name in away]
    shown = [f"“{SLICED[key]} shown”" for key in fixed if key in set().union(*away.values())]
    be = "is" if len(found) == 1 else "are"
    return f" Not in this chart {be} {' and '.join(found)}: choose another {' and '.join(shown)}."


def _marks(
    table: pd.DataFrame, measure: Measure, suggested: SPLParams | None
) -> dict[str, SPLParams]:
    own = session.settings().params
    shown = page_state().explored or own
    marks = {sweep.CURRENT: own} if variant_of(own) == variant_of(shown) else {}
    if suggested:
        marks[sweep.SUGGESTED] = suggested
    best = best_row(table, measure)
    if best is not None:
        marks[sweep.BEST] = params_of(setting_of(best))
    return marks


def _choose_slice(runs: pd.DataFrame, cells: Sequence[SPLParams]) -> dict[str, Any]:
    """Values of what the heatmap does not show; a control for each with two values or more.

    Which one is shown at first does not follow the best setting: while runs come in, it would
    jump, and a browser that lags behind would turn the jump into a choice.
    """
    kept = page_state().shown_slice
    fixed = {}
    varied = []
    for key in SLICED:
        values = sorted({*runs[key].tolist(), *(getattr(c, key) for c in cells)})
        own = getattr(session.settings().params, key)
        first = own if own in values else values[-1]
        fixed[key] = kept[key] if kept.get(key) in values else first
        if len(values) > 1:
            varied.append((key, values))
    for column, (key, values) in zip(st.columns(max(len(varied), 1)), varied, strict=False):

        def apply(value: Any, key: str = key) -> None:
            kept[key] = fixed[key] if value is None else value

        column.segmented_control(
            f"{SLICED[key]} shown",
            values,
            format_func=lambda v: v if isinstance(v, str) else f"{v:g}",
            **session.bound(f"slice_{key}", fixed[key], apply),
        )
    return fixed


def show_one_at_a_time(
    results: Sequence[RunResult], runs: pd.DataFrame, measure: Measure, *_: object
) -> None:
    """The paper's figure of hyper-parameters around the chosen or best setting."""
    base = _base(runs, measure)
    if base is None or not (parts := sweep_lines.lines_through(runs, base)):
        st.info(
            "No parameter has two values yet while the others stay as in the setting shown. "
            "Choose at least two values of one parameter, or click another setting.",
            icon=":material/info:",
        )
        return
    st.caption(
        "As in the paper's figure on hyper-parameters, one parameter is varied while the others "
        "are fixed: at the setting that you clicked, or else at the best one. The paper found "
        "that data with many classes need a large d1, that d2 matters little unless it is below "
        "the number of classes, and that T hardly matters above 2."
    )
    n_classes = session.pair().n_classes
    fig = sweep_lines.one_at_a_time(
        runs, measure, base, n_classes, where=where_text(runs), dark=dark()
    )
    data = pd.concat([part.assign(varied=name) for name, part in parts.items()])
    columns = ["varied", "task", *KEYS, measure.column]
    alt = sweep_lines.describe_one_at_a_time(runs, measure, base)
    show_chart(fig, "sweep-one-at-a-time", alt, pick, data[columns])


def show_all(
    results: Sequence[RunResult], runs: pd.DataFrame, measure: Measure, *_: object
) -> None:
    """Parallel coordinates."""
    table = settings_table(runs, measure)
    if len(table.dropna(subset=["value"])) < 2:
        st.info("This chart needs at least two settings.", icon=":material/info:")
        return
    st.caption(
        "There is one line per setting. Click a quarter in the legend to hide or show it, and a "
        "mark to choose its setting. Lines through the same value are spread, with the better "
        "ones above."
    )
    fig = parallel.parallel_lines(table, measure, where=where_text(runs), dark=dark())
    show_chart(fig, "sweep-all", parallel.describe_parallel(table, measure), pick, table)


def show_over_k(
    results: Sequence[RunResult], runs: pd.DataFrame, measure: Measure, *_: object
) -> None:
    """A measure over k for each T; the rest is as in the chosen or best setting."""
    base = _base(runs, measure)
    curves = {} if base is None else _curves(results, measure, base)
    if not curves:
        st.info(
            f"No run with these settings has {measure.name} at two or more iterations.",
            icon=":material/info:",
        )
        return
    fixed = words(base).replace(f", T {base[2]}", "") if base else ""
    where = f"{fixed} – {where_text(runs)}"
    fig = sweep_lines.curves_over_k(curves, measure, where=where, dark=dark())
    lines = [(T, k, value) for T, ys in curves.items() for k, value in enumerate(ys)]
    data = pd.DataFrame(lines, columns=["T", "k", measure.column])
    show_chart(fig, "sweep-over-k", sweep_lines.describe_curves(curves, measure), data=data)


def _curves(
    results: Sequence[RunResult], measure: Measure, base: Sequence[Any]
) -> dict[int, list[float]]:
    """Mean over tasks of the measure at each k, by T, of runs that differ from `base` only in T."""
    found: dict[int, list[list[float]]] = {}
    for result in results:
        setting = setting_of(result.params)
        if setting[:2] + setting[3:] != tuple(base[:2]) + tuple(base[3:]):
            continue
        if measure.column == "accuracy":
            values = list(result.accuracy or ())
        else:
            values = [scores.get(measure.column, np.nan) for scores in result.scores]
        if np.isfinite(values).sum() > 1:
            found.setdefault(setting[2], []).append(values)
    return {T: np.mean(values, axis=0).tolist() for T, values in sorted(found.items())}


def _base(runs: pd.DataFrame, measure: Measure) -> tuple[Any, ...] | None:
    """The setting that charts keep fixed: the chosen one, else the best."""
    chosen = page_state().chosen_setting
    table = settings_table(runs, measure)
    if chosen in {setting_of(row) for _, row in table.iterrows()}:
        return chosen
    best = best_row(table, measure)
    return None if best is None else setting_of(best)
