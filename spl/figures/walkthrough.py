"""Excerpts of one iteration: corners of matrices, eigenvalues, one sample's distances."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from spl.data.pair import Array
from spl.figures.cells import heatmap, pale_cells
from spl.figures.layout import named_axis, styled
from spl.figures.names import hover_data, name_column, shortened, shown_name, shown_names
from spl.figures.palette import GREY, SOURCE, TARGET, sequential_colors

MOST_BARS = 60  # eigenvalues drawn
EMPTY = {False: "#e9edf2", True: "#2b303b"}  # cells of 0, by dark
NEGATIVE = "#B04A00"  # cells of −1, in which white numbers are legible
MARK = "#E69F00"
ROOM = 1.12  # of the largest value: the number at the end of its bar stands outside it


def sign_matrix(
    values: Array,
    rows: Sequence[str],
    columns: Sequence[str],
    title: str,
    *,
    chosen: tuple[int, int] | None = None,
    dark: bool = False,
) -> go.Figure:
    """A corner of M or L with its numbers: cells coloured by sign.

    Parameters
    ----------
    values : ndarray of shape (m, m), ints
    rows, columns : sequences of m str
        What each sample is called; rows at length, columns shortly.
    title : str
    chosen : (int, int), optional
        Cell to frame, row and column of the corner.
    dark : bool
    """
    colors = [NEGATIVE, EMPTY[dark], SOURCE]  # of −1, 0 and 1
    fig = go.Figure(
        go.Heatmap(
            z=np.sign(values), text=values, texttemplate="%{text}", colorscale=colors,
            zmin=-1, zmax=1, xgap=2, ygap=2, showscale=False,
            customdata=hover_data(name_column(rows), shown_names(rows)),
            hovertemplate="i: %{customdata[0]}<br>j: %{customdata[1]}<br>%{text}<extra></extra>",
        )
    )  # fmt: skip
    _framed(fig, [chosen] if chosen else [], "#ffffff" if dark else "#000000")
    styled(fig, shown_name(title), "sample j", "sample i", height=170 + 26 * len(values))
    fig.update_xaxes(**named_axis([shown_name(shortened(c)) for c in columns]))
    return _rows(fig, rows)


def cost_excerpt(
    costs: Array,
    rows: Sequence[str],
    columns: Sequence[str],
    matched: Sequence[tuple[int, int]],
    title: str,
    *,
    dark: bool = False,
) -> go.Figure:
    """Distances of a few cluster centres (rows) to a few prototypes, matched pairs framed.

    Parameters
    ----------
    costs : ndarray of shape (m, n)
        Distances.
    rows, columns : sequences of m and of n str
        What the clusters and the prototypes are called.
    matched : sequence of (int, int)
        Row and column of each matched pair.
    title : str
        Of the figure, as plain text.
    dark : bool
        Colours for a dark page.
    """
    colors = sequential_colors(6, dark=dark)[::-1]  # near stands out
    hover = "%{customdata[0]}<br>prototype of %{customdata[1]}<br>distance %{z:.4f}"
    names = hover_data(name_column(rows), shown_names(columns))
    fig = heatmap(costs, names, hover, "distance (no unit)", colors, xgap=2, ygap=2)
    inks = np.where(pale_cells(costs, colors), "#000000", "#ffffff").reshape(costs.shape)
    for (i, j), value in np.ndenumerate(costs):
        font = {"color": str(inks[i, j])}
        fig.add_annotation(x=j, y=i, text=f"{value:.2f}", showarrow=False, font=font)
    _framed(fig, matched, MARK)
    styled(fig, shown_name(title), "class prototype", "target cluster", height=210 + 34 * len(rows))
    fig.update_xaxes(**named_axis([shown_name(shortened(c)) for c in columns]))
    return _rows(fig, rows)


def describe_matrix(values: Array, what: str) -> str:
    """Alt text of `sign_matrix`.

    Parameters
    ----------
    values : ndarray of shape (m, m), ints
    what : str
        Name of the matrix.
    """
    return (
        f"{what} of {len(values):,} samples as a square matrix: {int((values > 0).sum()):,} "
        f"entries above 0, {int((values == 0).sum()):,} of 0 and {int((values < 0).sum()):,} below."
    )


def describe_costs(
    costs: Array, rows: Sequence[str], columns: Sequence[str], matched: Sequence[tuple[int, int]]
) -> str:
    """Alt text of `cost_excerpt`.

    Parameters
    ----------
    costs, rows, columns, matched
        As for `cost_excerpt`.
    """
    pairs = "; ".join(f"{rows[i]} with {columns[j]} at {costs[i, j]:.2f}" for i, j in matched)
    return f"Distances of {len(rows)} cluster centres to {len(columns)} prototypes: {pairs}."


def spectrum(
    values: Array,
    title: str,
    x: str,
    y: str,
    *,
    line: float | None = None,
    log: bool = False,
) -> go.Figure:
    """Bars of the first eigenvalues or variances, largest first; at most 60.

    `line` is a value to draw a dashed line at; the title says what it is. On a logarithmic axis
    values of 0 have no bar.

    Parameters
    ----------
    values : ndarray of shape (n,)
        Largest first.
    title, x, y : str
        Titles of the figure and its axes.
    line : float, optional
    log : bool
        Whether the upward axis is logarithmic.
    """
    shown = values[:MOST_BARS]
    fig = go.Figure(
        go.Bar(
            x=np.arange(1, len(shown) + 1), y=shown, marker={"color": SOURCE, "line": {"width": 0}},
            name=y, hovertemplate=f"{x} %{{x}}<br>{y} %{{y:.4g}}<extra></extra>",
        )
    )  # fmt: skip
    if line is not None:
        fig.add_hline(y=line, line={"color": TARGET, "width": 2, "dash": "dash"})
    if len(shown) < len(values):
        title = f"{title}: the first {len(shown)} of {len(values):,}"
    styled(fig, shown_name(title), x, y, height=320)
    fig.update_layout(bargap=0.15, showlegend=False)
    fig.update_xaxes(showgrid=False)
    if log:
        fig.update_yaxes(type="log", title_text=f"{y}, logarithmic")
        if 100 * shown[shown > 0].min(initial=np.inf) < shown.max():
            fig.update_yaxes(dtick=1)  # powers of ten only
        elif line is not None and 0 < line < shown.min():  # else the line is the axis itself
            fig.update_yaxes(range=np.log10([0.8 * line, 1.2 * shown.max()]))
    return fig


def describe_spectrum(values: Array, what: str) -> str:
    """Alt text of `spectrum`.

    Parameters
    ----------
    values : ndarray of shape (n,)
    what : str
        What the values are, in the plural.
    """
    shown = values[:MOST_BARS]
    return (
        f"Bars of the {len(shown)} largest {what} of {len(values):,}, from {shown[0]:.3g} to "
        f"{shown[-1]:.3g}."
    )


def distance_bars(names: Sequence[str], values: Array, title: str, point: str) -> go.Figure:
    """Distance of one sample to one point per class, the nearest in full colour.

    Parameters
    ----------
    names : sequence of m str
        Classes.
    values : ndarray of shape (m,)
        Distances.
    title : str
        Of the figure, as plain text.
    point : str
        What the distance is to, such as ``"prototype"``.
    """
    colors = np.where(values == values.min(), SOURCE, GREY)
    fig = go.Figure(
        go.Bar(
            x=values, y=np.arange(len(values)), orientation="h", text=values,
            texttemplate="%{text:.3f}", textposition="outside", cliponaxis=False,
            marker={"color": colors, "line": {"width": 0}},
            customdata=shown_names(names),
            hovertemplate=f"{point} of %{{customdata}}<br>distance %{{x:.4f}}<extra></extra>",
        )
    )  # fmt: skip
    styled(fig, shown_name(title), "distance (no unit)", "", height=150 + 30 * len(values))
    fig.update_layout(bargap=0.25)
    fig.update_xaxes(range=[0, ROOM * max(float(values.max()), 1e-12)])
    return _rows(fig, names)


def probability_dots(
    names: Sequence[str], p1: Array, p2: Array, n_classes: int, title: str
) -> go.Figure:
    """p₁ and p₂ of one sample for a few classes, with 1/C; the axis need not start at 0.

    Parameters
    ----------
    names : sequence of m str
        Classes.
    p1, p2 : ndarrays of shape (m,)
        Eq. 10 and Eq. 12.
    n_classes : int
        C, of all classes.
    title : str
        Of the figure, as plain text.
    """
    fig = go.Figure()
    y = np.arange(len(names))
    fig.add_scatter(
        x=np.stack([p1, p2, np.full(len(y), np.nan)], axis=1).ravel(), y=np.repeat(y, 3),
        mode="lines", line={"color": GREY, "width": 2}, hoverinfo="skip", showlegend=False,
    )  # fmt: skip
    for values, name, symbol, color in (
        (p1, "p₁ · NCP (Eq. 10)", "circle", SOURCE),
        (p2, "p₂ · SP (Eq. 12)", "diamond", TARGET),
    ):
        fig.add_scatter(
            x=values, y=y, mode="markers", name=name, customdata=shown_names(names),
            marker={"symbol": symbol, "size": 13, "color": color},
            hovertemplate=f"%{{customdata}}<br>{name}: %{{x:.5f}}<extra></extra>",
        )  # fmt: skip
    fig.add_vline(x=1 / n_classes, line={"color": GREY, "width": 1, "dash": "dot"})
    fig.add_annotation(
        x=1 / n_classes, y=0, yref="paper", yanchor="bottom", xanchor="left",
        text=f" 1/C = {1 / n_classes:.3f}", showarrow=False, font={"color": GREY},
    )  # fmt: skip
    x = "probability (the axis need not start at 0)"
    styled(fig, shown_name(title), x, height=220 + 34 * len(y), legend_room=95)
    return _rows(fig, names)


def describe_bars(names: Sequence[str], values: Array, what: str) -> str:
    """Alt text of `distance_bars` and, for each of its two series, of `probability_dots`.

    Parameters
    ----------
    names : sequence of m str
        Classes.
    values : ndarray of shape (m,)
    what : str
        What the values are.
    """
    return f"{what}: " + ", ".join(
        f"{name} {value:.3f}" for name, value in zip(names, values, strict=True)
    )


def _framed(fig: go.Figure, cells: Sequence[tuple[int, int]], color: str) -> None:
    for i, j in cells:
        fig.add_shape(
            type="rect", x0=j - 0.5, x1=j + 0.5, y0=i - 0.5, y1=i + 0.5,
            line={"color": color, "width": 4}, fillcolor="rgba(0, 0, 0, 0)",
        )  # fmt: skip


def _rows(fig: go.Figure, names: Sequence[str]) -> go.Figure:
    """Name the rows, the first on top."""
    axis = named_axis([shown_name(shortened(name)) for name in names])
    return fig.update_yaxes(**axis, range=[len(names) - 0.5, -0.5])
