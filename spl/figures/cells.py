"""Heatmaps: cells with a colour bar and a hover, which can be made to answer clicks."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.colors import sample_colorscale

from spl.data.pair import Array
from spl.figures.names import hover_data


def heatmap(
    z: Array, hover: Array, hover_text: str, unit: str, colors: list[str], **more: Any
) -> go.Figure:
    """Cells of a table as colours.

    Parameters
    ----------
    z : ndarray of shape (n_rows, n_columns)
        nan leaves a cell empty.
    hover : ndarray of shape (n_rows, n_columns, m)
        `hover_data` of each cell.
    hover_text : str
        Plotly's template of the hover.
    unit : str
        Title of the colour bar.
    colors : list of str
        From the lowest value to the highest.
    **more
        Further entries of the trace, e.g. ``zmin``.
    """
    bar = {"title": {"text": unit, "side": "right"}}
    return go.Figure(
        go.Heatmap(
            z=z, customdata=hover, hovertemplate=f"{hover_text}<extra></extra>",
            colorscale=colors, colorbar=bar, hoverongaps=False, **more,
        )
    )  # fmt: skip


def pale_cells(values: Array, colors: list[str]) -> Array:
    """Where black stands out more than white (WCAG 2) on the colours of values, (n,) bool.

    Plotly's own choice is dark grey or white, of which neither is legible on a middle blue.

    Parameters
    ----------
    values : ndarray of n numbers, of any shape
    colors : list of str
        From the lowest value to the highest.
    """
    share = (values - values.min()) / max(float(np.ptp(values)), 1e-12)
    cells = np.array(sample_colorscale(colors, share.ravel().tolist(), colortype="tuple"))
    linear = np.where(cells <= 0.04045, cells / 12.92, ((cells + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ [0.2126, 0.7152, 0.0722] > 0.179)  # both stand out alike there


def clickable(fig: go.Figure) -> go.Figure:
    """The same figure, with an unseen mark on each cell of its first trace, a heatmap.

    Browsers report clicks on marks but not on cells. A mark carries the cell's hover, and its
    `customdata` ends with the cell's row and column. With no limit on the hover's distance the
    nearest mark is always that of the cell under the pointer.

    Parameters
    ----------
    fig : plotly Figure
        Made by `heatmap`; it is changed.
    """
    heat = fig.data[0]
    z = np.asarray(heat.z, dtype=float)
    n_rows, n_columns = z.shape
    rows, columns = (index.ravel() for index in np.indices(z.shape))
    xs = np.arange(n_columns) if heat.x is None else np.asarray(heat.x)
    known = np.asarray(heat.customdata, dtype=object).reshape(n_rows * n_columns, -1)
    m = known.shape[1]
    data = np.column_stack([known, hover_data(z.ravel(), rows, columns)])
    hover = heat.hovertemplate.replace("%{z", f"%{{customdata[{m}]")
    unseen = {"marker": {"opacity": 0}}
    filled = np.isfinite(z.ravel())
    fig.update_traces(hoverinfo="skip", hovertemplate=None, selector=0)
    fig.update_traces(unselected={"marker": {"opacity": 1}}, selector={"type": "scatter"})
    fig.add_scatter(
        x=xs[columns], y=rows, mode="markers", showlegend=False, customdata=data,
        hovertemplate=np.where(filled, hover, "no samples<extra></extra>"),
        marker={"size": 12, "symbol": "square", "opacity": 0}, selected=unseen, unselected=unseen,
    )  # fmt: skip
    return fig.update_layout(hovermode="closest", hoverdistance=-1, clickmode="event+select")
