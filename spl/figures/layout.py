"""What all figures share: a transparent background, legible type, axes with class names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.figures.names import hover_data, shortened, shown_name, shown_names
from spl.figures.palette import GREY, SOURCE, class_colors

FONT_SIZE = 14
GRID = "rgba(128, 128, 128, 0.25)"  # seen on white and on black
CLEAR = "rgba(0, 0, 0, 0)"
# A legend above the plot; its entries in the order of the traces.
ABOVE = {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "normal"}
ROW, LOW_ROW = 22, 13  # pixels of a row of a chart with one row per class: few, many classes
ALL_ROWS = 470  # pixels that the rows share before they get lower: a projector shows 720
MOST_TICKS = 40  # class names along an axis across; beyond, every second or third is named


def styled(
    fig: go.Figure,
    title: str,
    x: str = "",
    y: str = "",
    *,
    height: int | None = None,
    legend_room: int = 0,
) -> go.Figure:
    """Give a figure its title, axis titles and the common look; returns the same figure.

    Parameters
    ----------
    fig : plotly Figure
    title, x, y : str
        Titles of the figure and of its axes, as `shown_name` gives them.
    height : int, optional
        Pixels.
    legend_room : int
        Pixels above the plot for title and legend; 0 leaves the legend to the right of it.
    """
    fig.update_layout(
        title={"text": title, "x": 0, "xanchor": "left", "font": {"size": FONT_SIZE + 3}},
        template="plotly_white",
        font={"size": FONT_SIZE},
        hoverlabel={"font": {"size": FONT_SIZE}},
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        legend={"font": {"size": FONT_SIZE}, "bgcolor": CLEAR} | (ABOVE if legend_room else {}),
        modebar={"bgcolor": CLEAR, "color": GREY, "activecolor": SOURCE},
        margin={"l": 10, "r": 10, "t": legend_room or 60, "b": 10},
        height=height,
    )
    axis = {"automargin": True, "gridcolor": GRID, "zerolinecolor": GRID, "linecolor": GRID}
    axis |= {"tickfont": {"size": FONT_SIZE - 1}, "title_font": {"size": FONT_SIZE}}
    fig.update_xaxes(title_text=x, **axis)
    fig.update_yaxes(title_text=y, **axis)
    fig.update_traces(colorbar_title_font_size=FONT_SIZE, selector={"type": "heatmap"})
    return fig


def row_pixels(n_rows: int) -> int:
    """Height in pixels of one row of a chart with one row per class.

    Parameters
    ----------
    n_rows : int
        How many rows the chart has.

    Examples
    --------
    >>> row_pixels(5), row_pixels(26), row_pixels(65)
    (22, 18, 13)
    """
    return min(ROW, max(LOW_ROW, ALL_ROWS // max(n_rows, 1)))


def rows_height(n_rows: int, *, least: int = 320, around: int = 150) -> int:
    """Height in pixels of a chart with one row per class.

    Parameters
    ----------
    n_rows : int
        How many rows the chart has.
    least : int
        Pixels of the lowest chart.
    around : int
        Pixels above and below the rows.
    """
    return max(least, around + row_pixels(n_rows) * n_rows)


def row_font(n_rows: int) -> int:
    """Size of type that fits the rows of a chart with one row per class.

    Parameters
    ----------
    n_rows : int
        How many rows the chart has.
    """
    return min(FONT_SIZE - 1, row_pixels(n_rows) - 2)


def class_rows(names: Sequence[str]) -> dict[str, Any]:
    """The axis upward of a chart with one row per class: each named, the first on top.

    Parameters
    ----------
    names : sequence of str
        Of the classes, as the user gave them.
    """
    n = len(names)
    axis = class_axis(names, most=100) | {"range": [n - 0.5, -0.5], "showgrid": False}
    return axis | {"tickfont": {"size": row_font(n)}}


def row_stroke(n_rows: int) -> dict[str, Any]:
    """Marker of an upright stroke on a row: a quota, a cut.

    Parameters
    ----------
    n_rows : int
        How many rows the chart has.
    """
    size = round(0.75 * row_pixels(n_rows))
    return {"symbol": "line-ns-open", "size": size, "color": GREY, "line": {"width": 3}}


def class_columns(names: Sequence[str]) -> dict[str, Any]:
    """The axis across of a heatmap of classes by classes: names upright where there are many.

    Parameters
    ----------
    names : sequence of str
        Of the classes, as the user gave them.
    """
    n = len(names)
    axis = class_axis(names) | {"range": [-0.5, n - 0.5], "showgrid": False}
    upright = n > 12 and max(map(len, names)) > 2
    return axis | {"tickfont": {"size": row_font(n)}, "tickangle": -90 if upright else None}


def named_axis(texts: Sequence[str]) -> dict[str, Any]:
    """The numeric axis that names 0, 1, … by these texts, without grid.

    Parameters
    ----------
    texts : sequence of str
        As `shown_name` gives them.
    """
    ticks = {"tickvals": list(range(len(texts))), "ticktext": [*texts]}
    return {"tickmode": "array", **ticks, "showgrid": False, "zeroline": False}


def class_axis(names: Sequence[str], most: int = MOST_TICKS) -> dict[str, Any]:
    """Ticks that name the classes of a numeric axis, thinned out where they would overlap.

    The axis is numeric, since two classes may have the same name.

    Parameters
    ----------
    names : sequence of str
        Of the classes, as the user gave them.
    most : int
        Ticks.
    """
    step = -(-len(names) // most)
    at = list(range(0, len(names), step))
    texts = [shown_name(shortened(names[i])) for i in at]  # hovers have the whole names
    return {"tickmode": "array", "tickvals": at, "ticktext": texts, "zeroline": False}


def label_marker(labels: Array, n_classes: int, *, dark: bool = False) -> dict[str, Any]:
    """Marker entries that give each sample its class's colour; grey for −1.

    Labels go into the figure as numbers with a stepped colour scale: a tenth of the time and size
    that one colour name per sample takes.

    Parameters
    ----------
    labels : ndarray of shape (n,), ints in [−1, C)
    n_classes : int
        C.
    dark : bool
        Colours for a dark page.
    """
    colors = [GREY, *class_colors(n_classes, dark=dark)]
    n = len(colors)
    return {
        "color": np.asarray(labels, dtype=np.int16),
        "colorscale": [[(i + end) / n, c] for i, c in enumerate(colors) for end in (0, 1)],
        "cmin": -1.5,
        "cmax": n - 1.5,
        "showscale": False,
    }


def names_of(labels: Array, class_names: Sequence[str]) -> list[str]:
    """Class name of each label, for hovers (`shown_name`); "not known" for −1 and −2.

    Parameters
    ----------
    labels : ndarray of shape (n,), ints in [−2, C)
    class_names : sequence of C str
    """
    shown = np.array([*shown_names(class_names), "not known"], dtype=object)
    return [str(name) for name in shown[np.maximum(labels, -1)]]


def sample_rows(pair: DomainPair, domain: str) -> Array:
    """`customdata` of each sample of a domain: its row, its number, its name and true class.

    The row counts over both domains, source first, as in `Frame.xy`; the number within its own
    domain. Names are as hovers need them (`shown_name`).

    Parameters
    ----------
    pair : DomainPair
    domain : {"source", "target"}
    """
    source = domain == "source"
    n = pair.n_source if source else pair.n_target
    names = pair.sample_names_source if source else pair.sample_names_target
    truth = pair.ys if source else pair.yt
    return hover_data(
        np.arange(n) + (0 if source else pair.n_source),
        np.arange(n),
        "" if names is None else shown_names(names),
        "not known" if truth is None else names_of(truth, pair.class_names or ()),
    )


def ratio(part: Array, whole: Array) -> Array:
    """Each part of its whole, in [0, 1]; nan where the whole is 0.

    Parameters
    ----------
    part, whole : ndarrays
        Of shapes that broadcast against each other.
    """
    shape = np.broadcast(part, whole).shape
    return np.divide(part, whole, out=np.full(shape, np.nan), where=np.asarray(whole) > 0)


def check_previous(state: SPLState, previous: SPLState | None) -> SPLState:
    """The state whose labels S_k uses: that of k − 1; at k = 0, which selects nothing, state 0.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    previous : SPLState or None
        Iteration k − 1; None at k = 0.
    """
    if state.k == 0:
        return state
    if previous is None or previous.k != state.k - 1:
        given = "none" if previous is None else f"that of k={previous.k}"
        raise ValueError(
            f"previous is {given} but state is of k={state.k}; S_k uses the pseudo-labels of "
            f"k={state.k - 1}, so give that state."
        )
    return previous
