"""Heatmaps whose cells can be clicked."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go


def clickable(fig: go.Figure) -> go.Figure:
    """The same figure, with an unseen mark on each cell of its first trace, a heatmap.

    Browsers report clicks on marks but not on cells. A mark carries the cell's hover, and its
    `customdata` ends with the cell's row and column. With no limit on the hover's distance the
    nearest mark is always that of the cell under the pointer.
    """
    heat = fig.data[0]
    z = np.asarray(heat.z, dtype=float)
    n_rows, n_columns = z.shape
    rows, columns = (index.ravel() for index in np.indices(z.shape))
    xs = np.arange(n_columns) if heat.x is None else np.asarray(heat.x)
    known = np.asarray(heat.customdata, dtype=object).reshape(n_rows * n_columns, -1)
    m = known.shape[1]
    data = np.empty((len(rows), m + 3), dtype=object)
    data[:, :m], data[:, m] = known, z.ravel()
    data[:, m + 1], data[:, m + 2] = rows, columns
    hover = heat.hovertemplate.replace("%{z", f"%{{customdata[{m}]")
    filled = np.isfinite(z.ravel())
    fig.update_traces(hoverinfo="skip", hovertemplate=None, selector=0)
    fig.update_traces(unselected={"marker": {"opacity": 1}}, selector={"type": "scatter"})
    fig.add_scatter(
        x=xs[columns], y=rows, mode="markers", showlegend=False, customdata=data,
        hovertemplate=np.where(filled, hover, "no samples<extra></extra>"),
        **_unseen(),
    )  # fmt: skip
    return fig.update_layout(hovermode="closest", hoverdistance=-1, clickmode="event+select")


def _unseen() -> dict[str, Any]:
    return {
        "marker": {"size": 12, "symbol": "square", "opacity": 0},
        "selected": {"marker": {"opacity": 0}},
        "unselected": {"marker": {"opacity": 0}},
    }
