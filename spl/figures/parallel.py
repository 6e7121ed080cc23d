"""Parallel coordinates of a sweep: one line per setting, from its parameters to its value.

Lines are drawn as ordinary marks rather than plotly's parallel coordinates: those need a GL
context, have no hover, and report no clicks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from spl.data.pair import Array
from spl.figures.layout import FONT_SIZE, named_axis, styled
from spl.figures.names import with_place
from spl.figures.palette import GREY, sequential_colors
from spl.figures.runs import KEYS, Measure, setting_of, words

if TYPE_CHECKING:
    import pandas as pd

GROUPS = ("lowest quarter", "second quarter", "third quarter", "best quarter")
_SPREAD = 0.35  # share of the distance of two values over which lines through one are spread
_BEHIND = {False: "rgba(255, 255, 255, 0.7)", True: "rgba(0, 0, 0, 0.6)"}  # of values
_MOST_SPREAD = 0.1  # of an axis's height


def parallel_lines(
    table: pd.DataFrame, measure: Measure, *, where: str = "", dark: bool = False
) -> go.Figure:
    """One line per setting over the parameters that vary, and the value as the last axis.

    Parameters
    ----------
    table : DataFrame
        `settings_table`: `KEYS`, ``value``, ``n_tasks``.
    measure : Measure
        Lines are coloured by quarters of its order; a click in the legend hides a quarter.
    where : str
        End of the title.
    dark : bool
        Colours for a dark page.
    """
    table = table.dropna(subset=["value"])
    axes = [key for key in KEYS if table[key].nunique() > 1]
    order = _goodness(table, measure)  # (n,) in [0, 1], 1 = best
    heights = [_heights(table[key], order) for key in axes]
    heights.append(_scaled(table["value"].to_numpy()))
    fig = go.Figure()
    _add_axes(fig, table, axes, measure, dark)
    colors = sequential_colors(len(GROUPS) + 1, dark=dark)[1:]
    quarter = np.minimum((order * len(GROUPS)).astype(int), len(GROUPS) - 1)
    for i, (name, color) in enumerate(zip(GROUPS, colors, strict=True)):
        rows = np.flatnonzero(quarter == i)
        if len(rows):
            fig.add_trace(_lines(table, rows, np.array(heights), measure, name, color))
    title = f"All settings at once: which lead to a good {measure.name}"
    styled(fig, with_place(title, where), height=520, legend_room=105)
    fig.update_layout(clickmode="event+select")
    names = [*("α" if a == "alpha" else a for a in axes), measure.title]
    fig.update_xaxes(**named_axis(names), side="bottom", range=[-0.35, len(names) - 0.65])
    return fig.update_yaxes(visible=False, range=[-0.12, 1.08])


def describe_parallel(table: pd.DataFrame, measure: Measure) -> str:
    """Alt text of `parallel_lines`: which values the best quarter shares.

    Parameters
    ----------
    table, measure
        As for `parallel_lines`.
    """
    table = table.dropna(subset=["value"])
    if table.empty:
        return "There are no runs yet."
    good = table[_goodness(table, measure) >= 0.75]
    parts = [
        f"{key} {', '.join(f'{v:g}' if isinstance(v, int | float) else str(v) for v in values)}"
        for key in KEYS
        if table[key].nunique() > 1 and (values := sorted(good[key].unique().tolist()))
    ]
    return f"The best quarter of {len(table)} settings has {'; '.join(parts) or 'no choice'}."


def _goodness(table: pd.DataFrame, measure: Measure) -> Array:
    """Place of each setting among all, 0 the worst and 1 the best; equal ones alike."""
    rank = table["value"].rank(method="max", ascending=measure.higher).to_numpy()
    return np.asarray(rank - 1) / max(len(table) - 1, 1)


def _heights(column: pd.Series, order: Array) -> Array:
    """Height of each line on an axis: its value's step, spread by how good the line is."""
    steps = sorted(column.unique())
    at = np.array([steps.index(value) for value in column])
    step = 1 / max(len(steps) - 1, 1)
    return at * step + min(_SPREAD * step, _MOST_SPREAD) * (order - 0.5)


def _scaled(values: Array) -> Array:
    span = float(values.max() - values.min()) if len(values) else 0.0
    return (values - values.min()) / span if span > 0 else np.full(len(values), 0.5)


def _add_axes(
    fig: go.Figure, table: pd.DataFrame, axes: Sequence[str], measure: Measure, dark: bool
) -> None:
    """Add upright lines with the values written beside them."""
    marks: list[tuple[int, float, str]] = []
    for x, key in enumerate(axes):
        steps = sorted(table[key].unique())
        last = max(len(steps) - 1, 1)
        texts = [f"{v:g}" if not isinstance(v, str) else v for v in steps]
        marks += [(x, i / last, text) for i, text in enumerate(texts)]
    values = table["value"]
    if len(values):
        ends = (values.min(), values.max()) if values.nunique() > 1 else (values.min(),)
        heights = (0.0, 1.0) if len(ends) > 1 else (0.5,)
        marks += [(len(axes), h, measure.text(v)) for h, v in zip(heights, ends, strict=True)]
    for x in range(len(axes) + 1):
        fig.add_shape(type="line", x0=x, x1=x, y0=-0.06, y1=1.06, line={"color": GREY, "width": 1})
    for x, y, text in marks:
        right = x == len(axes)
        fig.add_annotation(
            x=x, y=y, text=text, showarrow=False, font={"size": FONT_SIZE}, bgcolor=_BEHIND[dark],
            xanchor="left" if right else "right", xshift=10 if right else -10,
        )  # fmt: skip


def _lines(
    table: pd.DataFrame, rows: Array, heights: Array, measure: Measure, name: str, color: str
) -> go.Scatter:
    """All lines of one group as one trace, with gaps between them."""
    n_axes = len(heights)
    x = np.tile(np.append(np.arange(n_axes, dtype=float), np.nan), len(rows))
    y = np.column_stack([heights[:, rows].T, np.full(len(rows), np.nan)]).ravel()
    settings: list[Any] = []
    texts: list[str] = []
    for row in rows:
        setting = setting_of(table.iloc[row])
        settings += [list(setting)] * (n_axes + 1)
        value = measure.text(table["value"].iloc[row])
        texts += [f"{words(setting)}<br>{measure.name} {value}"] * (n_axes + 1)
    return go.Scatter(
        x=x, y=y, mode="lines+markers", name=name, line={"color": color, "width": 1.5},
        marker={"size": 7}, customdata=settings, hovertext=texts, connectgaps=False,
        hovertemplate="%{hovertext}<extra></extra>", unselected={"marker": {"opacity": 1}},
    )  # fmt: skip
