"""Curves over the iterations: marks joined by a line, and k along the axis."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from spl.figures.layout import styled


def add_curve(
    fig: go.Figure, x: Any, y: Any, name: str, hover: str, color: str,
    *, symbol: str = "circle", dash: str = "solid", **more: Any,
) -> None:  # fmt: skip
    """Add one curve.

    Parameters
    ----------
    fig : plotly Figure
    x, y : array-like of shape (n,)
        Iterations and values.
    name, hover : str
        Entry of the legend, and plotly's template of the hover.
    color, symbol, dash : str
    **more
        Further entries of the trace.
    """
    fig.add_scatter(
        x=x, y=y, mode="lines+markers", name=name,
        line={"color": color, "width": 2.5, "dash": dash},
        marker={"symbol": symbol, "size": 8}, hovertemplate=f"{hover}<extra></extra>", **more,
    )  # fmt: skip


def over_iterations(
    fig: go.Figure, title: str, y: str, last: int, *, height: int = 380, legend_room: int = 0
) -> go.Figure:
    """`styled` with k along the axis; up to `last` = 20 each k has its tick.

    Parameters
    ----------
    fig : plotly Figure
        It is changed.
    title, y : str
        Titles of the figure and of the upward axis.
    last : int
        The last iteration.
    height, legend_room : int
        Pixels, as for `styled`.
    """
    styled(fig, title, "iteration k", y, height=height, legend_room=legend_room)
    return fig.update_xaxes(dtick=1 if last <= 20 else None)
