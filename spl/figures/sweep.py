"""A sweep at one glance: d1 × d2 as a heatmap, with the best and the suggested setting marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.params import SPLParams
from spl.data.pair import Array
from spl.figures.cells import pale_cells
from spl.figures.layout import FONT_SIZE, named_axis, styled
from spl.figures.names import with_place
from spl.figures.palette import GREY, class_colors, sequential_colors
from spl.figures.runs import Measure, best_row, setting_of, words

if TYPE_CHECKING:
    import pandas as pd

MOST_TEXTS = 14  # columns up to which a cell has room for its number
BEST, SUGGESTED, CURRENT = "best", "suggested", "in the sidebar"
# mark → symbol, class colour, place within its cell; the number stands in the middle
_MARKS = {
    BEST: ("star", 4, (-0.37, 0.3)),
    SUGGESTED: ("diamond", 2, (0.37, 0.3)),
    CURRENT: ("circle", 3, (0.37, -0.3)),
}


def sweep_heatmap(
    table: pd.DataFrame,
    measure: Measure,
    planned: Sequence[SPLParams] = (),
    marks: Mapping[str, SPLParams] | None = None,
    *,
    where: str = "",
    dark: bool = False,
) -> go.Figure:
    """d1 (across) by d2 (up); a click on a cell gives its setting, `KEYS`, as customdata.

    Parameters
    ----------
    table : DataFrame
        `settings_table`, all rows alike but for d1 and d2.
    measure : Measure
        The darker (on a dark page the lighter) a cell, the better.
    planned : sequence of SPLParams
        Cells that will come: empty squares where they are not there yet.
    marks : mapping of str to SPLParams
        Settings to mark, by `BEST`, `SUGGESTED` and `CURRENT`; those of other slices are left out.
    where : str
        End of the title: the task, or how many are averaged.
    dark : bool
        Colours for a dark page.
    """
    cells = {setting_of(row): row for _, row in table.iterrows()}
    slots = list(dict.fromkeys([*cells, *map(setting_of, planned)]))
    d1s, d2s = sorted({s[0] for s in slots}), sorted({s[1] for s in slots})
    z = np.full((len(d2s), len(d1s)), np.nan)
    for setting, row in cells.items():
        z[d2s.index(setting[1]), d1s.index(setting[0])] = measure.factor * row["value"]
    colors = sequential_colors(9, dark=dark)[:: 1 if measure.higher else -1]
    bar = {"title": {"text": measure.title, "font": {"size": FONT_SIZE}}, "thickness": 14}
    fig = go.Figure(
        go.Heatmap(
            z=z, colorscale=colors, xgap=2, ygap=2, hoverinfo="skip", hoverongaps=False,
            colorbar=bar,
        )
    )  # fmt: skip
    _add_numbers(fig, z, measure, colors)
    places = [(d1s.index(s[0]), d2s.index(s[1])) for s in slots]
    _add_pending(fig, [p for p in places if np.isnan(z[p[1], p[0]])])
    _add_marks(fig, marks or {}, slots, places, "black" if dark else "white")
    _add_clicks(fig, slots, places, cells, measure)
    # without d1 and d2, which the axes show
    rest = words(slots[0]).split(", ", 2)[2] if slots else ""
    title = f"{measure.name.capitalize()} by d1 and d2{f' at {rest}' if rest else ''}"
    height = int(np.clip(210 + 56 * len(d2s), 360, 640))
    styled(fig, with_place(title, where), "d1", "d2", height=height, legend_room=100)
    fig.update_xaxes(**named_axis(list(map(str, d1s))), range=[-0.5, len(d1s) - 0.5])
    fig.update_yaxes(**named_axis(list(map(str, d2s))), range=[-0.5, len(d2s) - 0.5])
    return fig.update_layout(hovermode="closest", hoverdistance=-1, clickmode="event+select")


def describe_heatmap(table: pd.DataFrame, measure: Measure) -> str:
    """Alt text of `sweep_heatmap`.

    Parameters
    ----------
    table, measure
        As for `sweep_heatmap`.
    """
    row = best_row(table, measure) if len(table) else None
    if row is None:
        return "There are no runs yet."
    known = table["value"].dropna()
    return (
        f"{measure.name.capitalize()} of {len(known)} settings, from {measure.text(known.min())} "
        f"to {measure.text(known.max())}; best with {words(setting_of(row))}."
    )


def _add_numbers(fig: go.Figure, z: Array, measure: Measure, colors: list[str]) -> None:
    """Write each cell's value in black or white, whichever is read better on its colour."""
    rows, columns = np.nonzero(np.isfinite(z))
    if not len(rows) or z.shape[1] > MOST_TEXTS:
        return
    values = z[rows, columns]
    digits = 1 if measure.unit == "%" else 3
    light = pale_cells(values, colors)
    # a trace for each colour: after a click, texts that are not chosen have one colour per trace
    for color, inside in (("#000", light), ("#fff", ~light)):
        fig.add_scatter(
            x=columns[inside], y=rows[inside], mode="text",
            text=[f"{v:.{digits}f}" for v in values[inside]], textfont={"color": color},
            unselected={"textfont": {"color": color}}, hoverinfo="skip", showlegend=False,
        )  # fmt: skip


def _add_pending(fig: go.Figure, places: list[tuple[int, int]]) -> None:
    if not places:
        return
    fig.add_scatter(
        x=[x for x, _ in places], y=[y for _, y in places], mode="markers",
        name="not run yet", hoverinfo="skip",
        marker={"symbol": "square-open", "size": 16, "color": GREY, "line": {"width": 1.5}},
    )  # fmt: skip


def _add_marks(
    fig: go.Figure,
    marks: Mapping[str, SPLParams],
    slots: list[tuple[Any, ...]],
    places: list[tuple[int, int]],
    outline: str,
) -> None:
    for name, (symbol, color, (dx, dy)) in _MARKS.items():
        if name not in marks or setting_of(marks[name]) not in slots:
            continue
        x, y = places[slots.index(setting_of(marks[name]))]
        fig.add_scatter(
            x=[x + dx], y=[y + dy], mode="markers", name=name, hoverinfo="skip",
            marker={
                "symbol": symbol, "size": 14, "color": class_colors(5)[color],
                "line": {"color": outline, "width": 1.5},
            },
        )  # fmt: skip


def _add_clicks(
    fig: go.Figure,
    slots: list[tuple[Any, ...]],
    places: list[tuple[int, int]],
    cells: Mapping[tuple[Any, ...], pd.Series],
    measure: Measure,
) -> None:
    """Add an unseen mark on each cell, since browsers report clicks on marks only."""
    hover = []
    for setting in slots:
        row = cells.get(setting)
        n = 0 if row is None else int(row["n_tasks"])
        value = measure.text(np.nan if row is None else row["value"])
        what = f"{measure.name} {value}" if n else "not run yet"
        hover.append(words(setting) + "<br>" + what + (f"<br>mean of {n}" if n > 1 else ""))
    unseen = {"marker": {"opacity": 0}}
    fig.update_traces(unselected={"marker": {"opacity": 1}}, selector={"type": "scatter"})
    fig.add_scatter(
        x=[x for x, _ in places], y=[y for _, y in places], mode="markers", showlegend=False,
        customdata=[list(s) for s in slots], hovertext=hover,
        hovertemplate="%{hovertext}<extra></extra>", selected=unseen, unselected=unseen,
        marker={"size": 14, "symbol": "square", "opacity": 0},
    )  # fmt: skip
