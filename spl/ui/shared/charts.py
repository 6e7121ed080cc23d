"""Charts: the figure, its alt text, clicks on its marks, and the data behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from spl.figures.table import figure_table
from spl.ui.app.session import file_name

TEXT = "#4a4f59"  # 8:1 on white; Streamlit's own grey has less than 4:1


def show_chart(
    fig: go.Figure,
    key: str,
    alt: str,
    pick: Callable[[list[Any]], None] | None = None,
    data: pd.DataFrame | Callable[[], pd.DataFrame] | None = None,
) -> None:
    """A figure and its data as CSV; a click on a mark calls `pick` with the mark's customdata.

    `data` is the table behind the figure, if it holds more than is drawn, or a function that makes
    it, if that takes time.
    """

    def clicked() -> None:
        points = st.session_state[key]["selection"]["points"]
        if pick and points and points[0].get("customdata"):
            pick(list(points[0]["customdata"]))

    def csv() -> str:  # made when it is asked for
        table = figure_table(fig) if data is None else data() if callable(data) else data
        return table.to_csv(index=False)

    with st.container(gap=None):
        select: dict[str, Any] = {"on_select": clicked, "selection_mode": "points"} if pick else {}
        st.plotly_chart(_legible(fig), key=key, alt=alt, **select)
        st.download_button(
            "CSV",
            csv,
            f"{file_name(key)}.csv",
            "text/csv",
            key=f"{key} csv",
            on_click="ignore",
            type="tertiary",
            icon=":material/download:",
            help=(
                "Saves the data of this chart. To save the chart as an image, use the camera "
                "that appears above it."
            ),
        )


def _legible(fig: go.Figure) -> go.Figure:
    """The same figure; on a light page with darker text than Streamlit's pale grey."""
    if st.context.theme.type == "light":
        text = {"font": {"color": TEXT}}
        fig.update_layout(text, hoverlabel=text)
        dark = {"tickfont": {"color": TEXT}, "title_font": {"color": TEXT}}
        fig.update_xaxes(**dark)
        fig.update_yaxes(**dark)
        bar = {"tickfont": {"color": TEXT}, "title": {"font": {"color": TEXT}}}
        fig.update_traces(colorbar=bar, selector={"type": "heatmap"})
    return fig
