"""A sweep at one glance: d1 × d2 as a heatmap, with the best and the suggested setting marked.

Figures of sweeps take a table with one row per run, as `spl.experiments.results_frame` makes it:
columns ``task``, d1, d2, T, alpha, labeling, selection, and one column per score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from spl.figures.layout import ABOVE, FONT_SIZE, styled
from spl.figures.palette import GREY, class_colors, sequential_colors
from spl.iteration import SPLParams

if TYPE_CHECKING:
    import pandas as pd

KEYS = ("d1", "d2", "T", "alpha", "labeling", "selection")  # what a sweep may vary
MOST_TEXTS = 14  # columns up to which a cell has room for its number
BEST, SUGGESTED, CURRENT = "best", "suggested", "in the sidebar"
# mark → symbol, class colour, place within its cell; the number stands in the middle
_MARKS = {
    BEST: ("star", 4, (-0.37, 0.3)),
    SUGGESTED: ("diamond", 2, (0.37, 0.3)),
    CURRENT: ("circle", 3, (0.37, -0.3)),
}


@dataclass(frozen=True)
class Measure:
    """What a figure shows of each run: a column of the table and how to write it."""

    column: str
    name: str
    higher: bool = True  # whether more is better
    unit: str = ""  # "%" for shares, which are then shown times 100

    @property
    def factor(self) -> float:
        """What the column's values are multiplied by."""
        return 100.0 if self.unit == "%" else 1.0

    @property
    def title(self) -> str:
        """Axis title."""
        return f"{self.name} ({self.unit})" if self.unit else self.name

    def text(self, value: float) -> str:
        """A value of the column as text, with its unit; a dash for nan."""
        if not np.isfinite(value):
            return "–"
        return f"{100 * value:.1f} %" if self.unit == "%" else f"{value:.3f}"


ACCURACY = Measure("accuracy", "accuracy", unit="%")


def settings_table(runs: pd.DataFrame, measure: Measure) -> pd.DataFrame:
    """One row per setting, averaged over tasks: `KEYS`, ``value``, ``n_tasks``; order as it comes.

    ``value`` is nan where no task has one; a task without a value does not count.
    """
    groups = runs.groupby(list(KEYS), sort=False, dropna=False)[measure.column]
    table = groups.agg(["mean", "count"]).reset_index()
    return table.rename(columns={"mean": "value", "count": "n_tasks"})


def best_row(table: pd.DataFrame, measure: Measure) -> pd.Series | None:
    """The row of `settings_table` with the best value that all tasks have; the smallest of ties."""
    known = table[table["n_tasks"] == table["n_tasks"].max()].dropna(subset=["value"])
    if known.empty:
        return None
    best = known["value"].max() if measure.higher else known["value"].min()
    return known[known["value"] == best].sort_values(["d1", "d2", "T"], kind="stable").iloc[0]


def setting_of(source: Any) -> tuple[Any, ...]:
    """`KEYS` of an SPLParams or of a table's row, comparable with each other."""
    get = source.__getitem__ if hasattr(source, "keys") else lambda key: getattr(source, key)
    d1, d2, T, alpha, labeling, selection = (get(key) for key in KEYS)
    return int(d1), int(d2), int(T), float(alpha), str(labeling), str(selection)


def words(setting: Sequence[Any]) -> str:
    """A setting as text, variants only where they are not the paper's.

    Examples
    --------
    >>> words((64, 32, 10, 1.0, "both", "class-wise"))
    'd1 64, d2 32, T 10'
    """
    d1, d2, T, alpha, labeling, selection = setting
    parts = [f"d1 {d1}", f"d2 {d2}", f"T {T}"]
    parts += [f"α {alpha:g}"] if alpha != 1 else []
    parts += [labeling.upper() + " alone"] if labeling != "both" else []
    parts += [f"selection {selection}"] if selection != "class-wise" else []
    return ", ".join(parts)


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
    """
    cells = {setting_of(row): row for _, row in table.iterrows()}
    slots = list(dict.fromkeys([*cells, *map(setting_of, planned)]))
    d1s, d2s = sorted({s[0] for s in slots}), sorted({s[1] for s in slots})
    z = np.full((len(d2s), len(d1s)), np.nan)
    for setting, row in cells.items():
        z[d2s.index(setting[1]), d1s.index(setting[0])] = measure.factor * row["value"]
    fig = go.Figure(_cells(z, measure, dark))
    places = [(d1s.index(s[0]), d2s.index(s[1])) for s in slots]
    _add_pending(fig, [p for p in places if np.isnan(z[p[1], p[0]])])
    _add_marks(fig, marks or {}, slots, places)
    _add_clicks(fig, slots, places, cells, measure)
    styled(fig, _heading(measure, slots, where), "d1", "d2", height=_height(len(d2s)))
    fig.update_layout(
        legend=ABOVE, margin={"t": 100}, hovermode="closest", hoverdistance=-1,
        clickmode="event+select",
    )  # fmt: skip
    fig.update_xaxes(**_ticks(d1s))
    fig.update_yaxes(**_ticks(d2s))
    return fig


def describe_heatmap(table: pd.DataFrame, measure: Measure) -> str:
    """Alt text of `sweep_heatmap`."""
    row = best_row(table, measure) if len(table) else None
    if row is None:
        return "No run is there yet."
    known = table["value"].dropna()
    return (
        f"{measure.name.capitalize()} of {len(known)} settings, from {measure.text(known.min())} "
        f"to {measure.text(known.max())}; best with {words(setting_of(row))}."
    )


def _cells(z: np.ndarray, measure: Measure, dark: bool) -> go.Heatmap:
    colors = sequential_colors(9, dark=dark)
    digits = ".1f" if measure.unit == "%" else ".3f"
    return go.Heatmap(
        z=z, colorscale=colors if measure.higher else colors[::-1], xgap=2, ygap=2,
        hoverinfo="skip", hoverongaps=False,
        colorbar={"title": {"text": measure.title, "font": {"size": FONT_SIZE}}, "thickness": 14},
        texttemplate=f"%{{z:{digits}}}" if z.shape[1] <= MOST_TEXTS else None,
    )  # fmt: skip


def _add_pending(fig: go.Figure, places: list[tuple[int, int]]) -> None:
    if not places:
        return
    fig.add_trace(
        go.Scatter(
            x=[x for x, _ in places], y=[y for _, y in places], mode="markers",
            name="not run yet", hoverinfo="skip",
            marker={"symbol": "square-open", "size": 16, "color": GREY, "line": {"width": 1.5}},
        )
    )  # fmt: skip


def _add_marks(
    fig: go.Figure,
    marks: Mapping[str, SPLParams],
    slots: list[tuple[Any, ...]],
    places: list[tuple[int, int]],
) -> None:
    for name, (symbol, color, (dx, dy)) in _MARKS.items():
        if name not in marks or setting_of(marks[name]) not in slots:
            continue
        x, y = places[slots.index(setting_of(marks[name]))]
        outline = {"color": "white", "width": 1.5}
        fig.add_trace(
            go.Scatter(
                x=[x + dx], y=[y + dy], mode="markers", name=name, hoverinfo="skip",
                marker={
                    "symbol": symbol, "size": 14, "color": class_colors(5)[color], "line": outline,
                },
            )
        )  # fmt: skip


def _add_clicks(
    fig: go.Figure,
    slots: list[tuple[Any, ...]],
    places: list[tuple[int, int]],
    cells: Mapping[tuple[Any, ...], pd.Series],
    measure: Measure,
) -> None:
    """Add an unseen mark on each cell, since browsers report clicks on marks alone."""
    hover = []
    for setting in slots:
        row = cells.get(setting)
        n = 0 if row is None else int(row["n_tasks"])
        value = measure.text(np.nan if row is None else row["value"])
        what = f"{measure.name} {value}" if n else "not run yet"
        hover.append(words(setting) + "<br>" + what + (f"<br>mean of {n}" if n > 1 else ""))
    unseen = {"marker": {"opacity": 0}}
    fig.update_traces(unselected={"marker": {"opacity": 1}}, selector={"type": "scatter"})
    fig.add_trace(
        go.Scatter(
            x=[x for x, _ in places], y=[y for _, y in places], mode="markers", showlegend=False,
            customdata=[list(s) for s in slots], hovertext=hover,
            hovertemplate="%{hovertext}<extra></extra>", selected=unseen, unselected=unseen,
            marker={"size": 14, "symbol": "square", "opacity": 0},
        )
    )  # fmt: skip


def _heading(measure: Measure, slots: list[tuple[Any, ...]], where: str) -> str:
    # without d1 and d2, which the axes show
    rest = words(slots[0]).split(", ", 2)[2] if slots else ""
    title = f"{measure.name.capitalize()} by d1 and d2"
    return title + (f" at {rest}" if rest else "") + (f" · {where}" if where else "")


def _ticks(values: Sequence[int]) -> dict[str, Any]:
    return {
        "tickmode": "array", "tickvals": list(range(len(values))),
        "ticktext": [str(value) for value in values],
        "range": [-0.5, len(values) - 0.5], "zeroline": False, "showgrid": False,
    }  # fmt: skip


def _height(n_rows: int) -> int:
    return int(np.clip(210 + 56 * n_rows, 360, 640))
