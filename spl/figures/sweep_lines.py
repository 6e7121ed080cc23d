"""A sweep as lines: one parameter at a time as in the paper, and the run over k for each T."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from spl.figures.curves import add_curve, over_iterations
from spl.figures.layout import FONT_SIZE, styled
from spl.figures.names import shown_name, with_place
from spl.figures.palette import GREY, class_colors, sequential_colors
from spl.figures.runs import KEYS, Measure, setting_of, words

if TYPE_CHECKING:
    import pandas as pd

NUMERIC = {"d1": "d1", "d2": "d2", "T": "T (iterations)", "alpha": "α"}
_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "star", "hexagon")


def lines_through(runs: pd.DataFrame, base: Sequence[Any]) -> dict[str, pd.DataFrame]:
    """Runs that differ from a setting in one parameter only, by that parameter.

    Parameters
    ----------
    runs : DataFrame
        One row per run, as in `spl.figures.sweep`.
    base : sequence
        `setting_of` the setting that keeps the others fixed.

    Returns
    -------
    dict of str to DataFrame
        Only parameters with two values or more, each sorted by its values.
    """
    found = {}
    for name in NUMERIC:
        same = np.ones(len(runs), dtype=bool)
        for key, value in zip(KEYS, base, strict=True):
            if key != name:
                same &= (runs[key] == value).to_numpy()
        part = runs[same].sort_values(name)
        if part[name].nunique() > 1:
            found[name] = part
    return found


def one_at_a_time(
    runs: pd.DataFrame,
    measure: Measure,
    base: Sequence[Any],
    n_classes: int,
    *,
    where: str = "",
    dark: bool = False,
) -> go.Figure:
    """The paper's figure of hyper-parameters: each varied while the others stay as in `base`.

    One panel per parameter with two values or more; the mean over tasks as a thick line, each task
    thin. A mark's customdata is its setting, `KEYS`. The number of classes is drawn beside d2.

    Parameters
    ----------
    runs : DataFrame
        One row per run, as `results_frame` makes it.
    measure : Measure
        What is shown of each run.
    base : sequence
        `setting_of` the setting that keeps the others fixed.
    n_classes : int
    where : str
        End of the title: the task or setting.
    dark : bool
        Colours for a dark page.
    """
    parts = lines_through(runs, base)
    fig = make_subplots(cols=max(len(parts), 1), shared_yaxes=True, horizontal_spacing=0.04)
    for column, (name, part) in enumerate(parts.items(), start=1):
        if part["task"].nunique() > 1:
            _add_tasks(fig, part, name, measure, column)
        _add_mean(fig, part, name, measure, column, class_colors(1, dark=dark)[0])
        if name == "d2":
            _add_n_classes(fig, n_classes, column)
    title = f"{measure.name.capitalize()}: one parameter at a time, others as in {words(base)}"
    styled(fig, title + (f"<br><sub>{shown_name(where)}</sub>" if where else ""), height=420)
    for column, (name, part) in enumerate(parts.items(), start=1):
        values = sorted(part[name].unique())
        fig.update_xaxes(
            title_text=NUMERIC[name], type="log", tickmode="array", tickvals=values, tickangle=0,
            ticktext=_apart(values), col=column, row=1,
        )  # fmt: skip
    fig.update_yaxes(title_text=measure.title, col=1)
    fig.update_layout(margin={"t": 80}, showlegend=False, clickmode="event+select")
    return fig


def describe_one_at_a_time(runs: pd.DataFrame, measure: Measure, base: Sequence[Any]) -> str:
    """Alt text of `one_at_a_time`: from where to where each parameter moves the value.

    Parameters
    ----------
    runs, measure, base
        As for `one_at_a_time`.
    """
    texts = []
    for name, part in lines_through(runs, base).items():
        mean = part.groupby(name)[measure.column].mean()
        low, high = mean.idxmin(), mean.idxmax()
        texts.append(
            f"over {name} it lies between {measure.text(mean[low])} at {low:g} and "
            f"{measure.text(mean[high])} at {high:g}"
        )
    if not texts:
        return "No parameter has at least two values."
    return f"{measure.name.capitalize()} with the others as in {words(base)}: {'; '.join(texts)}."


def curves_over_k(
    curves: Mapping[int, Sequence[float]],
    measure: Measure,
    *,
    where: str = "",
    dark: bool = False,
) -> go.Figure:
    """How a run goes over k for each T.

    Parameters
    ----------
    curves : mapping of int to sequence of float
        T → the measure's values at k = 0 … T; nan where there is none.
    measure : Measure
    where : str
        End of the title: the setting and the task.
    dark : bool
        Colours for a dark page.
    """
    fig = go.Figure()
    colors = sequential_colors(len(curves) + 1, dark=dark)[1:]  # the first hardly stands out
    shown, percent = (".1f", " %") if measure.unit == "%" else (".3f", "")
    for i, (T, values) in enumerate(sorted(curves.items())):
        y = measure.factor * np.asarray(values, dtype=float)
        hover = f"T = {T}, k = %{{x}}<br>{measure.name} %{{y:{shown}}}{percent}"
        symbol = _SYMBOLS[i % len(_SYMBOLS)]
        add_curve(fig, np.arange(len(y)), y, f"T = {T}", hover, colors[i], symbol=symbol)
    title = with_place(f"{measure.name.capitalize()} over the iterations for each T", where)
    last = max(curves, default=0)
    over_iterations(fig, title, measure.title, last, height=420, legend_room=105)
    return fig.update_layout(showlegend=True)


def describe_curves(curves: Mapping[int, Sequence[float]], measure: Measure) -> str:
    """Alt text of `curves_over_k`.

    Parameters
    ----------
    curves, measure
        As for `curves_over_k`.
    """
    texts = [f"{measure.text(v[-1])} for T = {T}" for T, v in sorted(curves.items()) if len(v)]
    return f"{measure.name.capitalize()} ends at {', '.join(texts)}." if texts else "No run yet."


def _add_n_classes(fig: go.Figure, n_classes: int, column: int) -> None:
    """Draw a dashed line at d2 = n_classes, with its name."""
    line = {"color": GREY, "dash": "dash"}
    fig.add_vline(x=n_classes, line=line, col=column, row=1)
    axis = "" if column == 1 else column  # an annotation's place on a log axis is the logarithm
    fig.add_annotation(
        x=np.log10(n_classes), y=0, xref=f"x{axis}", yref=f"y{axis} domain", showarrow=False,
        text=f"{n_classes} classes", xanchor="left", yanchor="bottom", xshift=4,
        font={"size": FONT_SIZE - 1},
    )  # fmt: skip


def _apart(values: Sequence[float], least: float = 0.07) -> list[str]:
    """Tick texts on a log axis, empty where they would touch the one before."""
    span = np.log(values[-1] / values[0]) if values[-1] > values[0] else 1.0
    texts: list[str] = []
    last = -np.inf
    for value in values:
        at = np.log(value / values[0]) / span
        texts.append(f"{value:g}" if at - last >= least else "")
        last = at if texts[-1] else last
    return texts


def _add_tasks(
    fig: go.Figure, part: pd.DataFrame, name: str, measure: Measure, column: int
) -> None:
    for task, rows in part.groupby("task"):
        fig.add_scatter(
            x=rows[name], y=measure.factor * rows[measure.column], mode="lines",
            line={"color": GREY, "width": 1}, opacity=0.6, name=shown_name(task),
            hovertemplate=f"{shown_name(task)}<br>{name} %{{x}}: %{{y:.3~f}}<extra></extra>",
            row=1, col=column,
        )  # fmt: skip


def _add_mean(
    fig: go.Figure, part: pd.DataFrame, name: str, measure: Measure, column: int, color: str
) -> None:
    groups = part.groupby(name)
    mean, count = groups[measure.column].mean(), groups[measure.column].count()
    settings = [list(setting_of(rows.iloc[0])) for _, rows in groups]
    texts = [
        f"{words(s)}<br>{measure.name} {measure.text(v)}" + (f"<br>mean of {n}" if n > 1 else "")
        for s, v, n in zip(settings, mean, count, strict=True)
    ]
    fig.add_scatter(
        x=mean.index, y=measure.factor * mean.to_numpy(), mode="lines+markers",
        line={"color": color, "width": 3}, marker={"size": 10}, name="mean",
        customdata=settings, hovertext=texts, hovertemplate="%{hovertext}<extra></extra>",
        unselected={"marker": {"opacity": 1}},
        row=1, col=column,
    )  # fmt: skip
