"""The ablation in charts: how far each row is from the full method, and learning curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from spl.data.words import counted
from spl.experiments.ablation import ABLATION, FULL, AblationResult, RowSummary
from spl.figures.curves import add_curve, over_iterations
from spl.figures.layout import GRID, named_axis, styled
from spl.figures.names import shown_name
from spl.figures.palette import GREY, class_colors
from spl.figures.runs import Measure

HEIGHT = 430
CURVES = ABLATION[-3:]  # with pseudo-labelling and selection: NCP, SP, both
_LOOKS = {"ncp": ("square", "dot"), "sp": ("diamond", "dash"), "both": ("circle", "solid")}
_NAMES = {"ncp": "NCP only", "sp": "SP only", "both": "NCP and SP"}


def difference_dots(
    summaries: Sequence[RowSummary], measure: Measure, *, dark: bool = False
) -> go.Figure:
    """Each row's difference from the full method: a dot per task, their mean and spread.

    A dot's customdata is its row's number in `ABLATION`, its task (none for the mean), and texts
    for the hover.

    Parameters
    ----------
    summaries : sequence of RowSummary
        One per row of `ABLATION`.
    measure : Measure
        What is shown of each run.
    dark : bool
        Colours for a dark page.
    """
    color = class_colors(1, dark=dark)[0]
    fig = go.Figure()
    points = [(i, t, d) for i, s in enumerate(summaries) for t, d in s.differences.items()]
    values = {(i, t): v for i, s in enumerate(summaries) for t, v in s.values.items()}
    if any(len(s.differences) > 1 for s in summaries):
        fig.add_trace(_means(summaries, measure, color))
    fig.add_scatter(
        x=[measure.factor * d for _, _, d in points], y=[i for i, _, _ in points],
        mode="markers", name="one task",
        marker={"symbol": "circle-open", "size": 10, "color": GREY, "line": {"width": 2}},
        unselected={"marker": {"opacity": 0.7}},
        customdata=[
            [i, t, summaries[i].row.name, shown_name(t), measure.text(values[i, t])]
            for i, t, _ in points
        ],
        hovertemplate=f"%{{customdata[2]}}<br>%{{customdata[3]}}<br>{measure.name} "
        "%{customdata[4]}, %{x:+.2f} from all four<extra></extra>",
    )  # fmt: skip
    unit = "percentage points" if measure.unit == "%" else "no unit"
    title = f"Without one or more components: difference in {measure.name}"
    return _component_axis(fig, title, f"difference from all four ({unit})")


def _means(summaries: Sequence[RowSummary], measure: Measure, color: str) -> go.Scatter:
    spreads = [measure.factor * s.spread for s in summaries]
    data = [
        [len(s.differences), f"{spread:.2f}" if np.isfinite(spread) else "–", s.row.name]
        for s, spread in zip(summaries, spreads, strict=True)
    ]
    return go.Scatter(
        x=[measure.factor * s.difference for s in summaries],
        y=np.arange(len(summaries)),
        mode="markers",
        name="mean ± sd over tasks",
        marker={"symbol": "diamond", "size": 12, "color": color},
        error_x={"type": "data", "array": np.nan_to_num(spreads), "color": color, "width": 6},
        unselected={"marker": {"opacity": 1}},
        customdata=[[i, ""] for i in range(len(summaries))],
        text=[f"{d[2]}<br>{d[0]} tasks, sd {d[1]}" for d in data],
        hovertemplate="%{text}<br>mean %{x:+.2f}<extra></extra>",
    )


def paper_dots(
    table: Mapping[str, Sequence[float]], titles: Mapping[str, str], *, dark: bool = False
) -> go.Figure:
    """The paper's own averages, as differences from its full method; a mark per data set.

    Parameters
    ----------
    table : mapping of str to sequence of float
        Accuracy in percent of the nine rows, by data set.
    titles : mapping of str to str
        Title of each data set.
    dark : bool
        Colours for a dark page.
    """
    fig = go.Figure()
    symbols = ("circle", "square", "diamond", "cross")
    colors = class_colors(len(table), dark=dark)
    for (name, nine), symbol, color in zip(table.items(), symbols, colors, strict=True):
        title = shown_name(titles[name])
        fig.add_scatter(
            x=[round(value - nine[-1], 1) + 0.0 for value in nine],  # no minus before a zero
            y=np.arange(len(nine)), mode="markers", name=title,
            marker={"symbol": symbol, "size": 10, "color": color},
            customdata=[[row.name, value] for row, value in zip(ABLATION, nine, strict=True)],
            hovertemplate=(
                f"%{{customdata[0]}}<br>{title}, reported by the paper<br>%{{customdata[1]:.1f}} "
                "%, %{x:+.1f} from all four<extra></extra>"
            ),
        )  # fmt: skip
    title = "The same differences in the paper's results"
    return _component_axis(fig, title, "difference from all four (percentage points)")


def _component_axis(fig: go.Figure, title: str, x: str) -> go.Figure:
    """One line per row, in the paper's order from the top; its three groups apart."""
    names = [row.name for row in ABLATION]
    fig.update_yaxes(**named_axis(names), range=[len(ABLATION) - 0.5, -0.5])
    for between in (2.5, 5.5):
        fig.add_hline(y=between, line={"color": GRID, "width": 1})
    fig.add_vline(x=0, line={"color": GREY, "width": 1.5, "dash": "dot"})
    styled(fig, title, x, height=HEIGHT, legend_room=110)
    top = {"y": 0.98, "yanchor": "top"}  # above a legend that may take two lines
    return fig.update_layout(title=top)


def describe_differences(summaries: Sequence[RowSummary], measure: Measure) -> str:
    """Alt text of `difference_dots`.

    Parameters
    ----------
    summaries, measure
        As for `difference_dots`.
    """
    n = max((len(s.differences) for s in summaries), default=0)
    parts = [
        f"{s.row.name} {measure.factor * s.difference:+z.1f}"
        for s in summaries
        if s.row != FULL and s.differences
    ]
    tasks = counted(n, "task")
    if not parts:
        return "Differences from the full method; there are no runs yet."
    return (
        f"Mean difference in {measure.name} from the full method over {tasks}, row by row: "
        f"{', '.join(parts)}."
    )


def describe_paper(table: Mapping[str, Sequence[float]], titles: Mapping[str, str]) -> str:
    """Alt text of `paper_dots`.

    Parameters
    ----------
    table, titles
        As for `paper_dots`.
    """
    worst = (f"{titles[name]} {nine[0] - nine[-1]:+z.1f}" for name, nine in table.items())
    return (
        "The paper's nine rows as differences from its full method, for its four data sets. NCP "
        f"without pseudo-labelling is farthest off: {', '.join(worst)} points."
    )


def curve_lines(results: Sequence[AblationResult], score: str) -> dict[str, Any]:
    """Values over k of NCP, SP and both, by labelling and task; all tasks that have all three.

    Parameters
    ----------
    results : sequence of AblationResult
    score : str
        Name of the score, or ``"accuracy"``.
    """
    curves: dict[str, dict[str, tuple[float, ...]]] = {row.labeling: {} for row in CURVES}
    for result in results:
        if result.row in CURVES:
            curves[result.row.labeling][result.task] = result.scores[score]
    tasks = [t for t in curves["both"] if all(t in of_tasks for of_tasks in curves.values())]
    if not tasks:  # the first task is on its way: show what is there
        return {labeling: lines for labeling, lines in curves.items() if lines}
    return {labeling: {t: lines[t] for t in tasks} for labeling, lines in curves.items()}


def learning_curves(
    results: Sequence[AblationResult], measure: Measure, *, dark: bool = False
) -> go.Figure:
    """NCP only, SP only and both over k, with selection.

    Of several tasks the mean; a line per task can be switched on in the legend.

    Parameters
    ----------
    results : sequence of AblationResult
    measure : Measure
        What is shown of each run.
    dark : bool
        Colours for a dark page.
    """
    curves = curve_lines(results, measure.column)
    n = max((len(lines) for lines in curves.values()), default=0)
    fig = go.Figure()
    colors = dict(zip(_NAMES, class_colors(len(_NAMES), dark=dark), strict=True))
    for labeling, lines in curves.items():
        (symbol, dash), name = _LOOKS[labeling], _NAMES[labeling]
        mean = measure.factor * np.mean(list(lines.values()), axis=0)
        hover = f"{name}, k = %{{x}}<br>{measure.name} %{{y:.2f}}"
        add_curve(
            fig, np.arange(len(mean)), mean, name, hover, colors[labeling], symbol=symbol, dash=dash
        )
    for labeling, lines in curves.items() if n > 1 else ():
        for task, values in lines.items():
            fig.add_trace(_thin(task, values, labeling, measure, colors[labeling]))
    if n > 1:  # one entry switches all of them
        fig.data[len(curves)].update(showlegend=True, name="each task")
    title = "Learning curves: NCP, SP and both" + (f", mean of {n} tasks" if n > 1 else "")
    lengths = (len(values) for lines in curves.values() for values in lines.values())
    last = max(lengths, default=1) - 1
    over_iterations(fig, title, measure.title, last, height=HEIGHT, legend_room=95)
    return fig.update_xaxes(zeroline=False)


def _thin(
    task: str, values: tuple[float, ...], labeling: str, measure: Measure, color: str
) -> go.Scatter:
    return go.Scatter(
        x=np.arange(len(values)),
        y=measure.factor * np.asarray(values),
        mode="lines",
        name=f"{_NAMES[labeling]}, {shown_name(task)}",
        legendgroup="tasks",
        showlegend=False,
        visible="legendonly",  # tasks differ more than methods: their lines would flatten the means
        line={"color": color, "width": 1.5, "dash": _LOOKS[labeling][1]},
        hovertemplate=f"{shown_name(task)}<br>{_NAMES[labeling]}, k = %{{x}}<br>{measure.name} "
        "%{y:.2f}<extra></extra>",
    )


def describe_curves(results: Sequence[AblationResult], measure: Measure) -> str:
    """Alt text of `learning_curves`.

    Parameters
    ----------
    results, measure
        As for `learning_curves`.
    """
    curves = curve_lines(results, measure.column)
    parts = []
    for labeling, lines in curves.items():
        mean = np.mean(list(lines.values()), axis=0)
        ends = f"from {measure.text(float(mean[0]))} to {measure.text(float(mean[-1]))}"
        parts.append(f"{_NAMES[labeling]} {ends}")
    n = max((len(lines) for lines in curves.values()), default=0)
    return f"{measure.name} over the iterations, {counted(n, 'task')}: {'; '.join(parts)}."
