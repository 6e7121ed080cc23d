"""Charts: the figure, its alt text, clicks on its marks, and the data behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from spl.figures.table import figure_table


def show_chart(
    fig: go.Figure, key: str, alt: str, pick: Callable[[list[Any]], None] | None = None
) -> None:
    """A figure and its data as CSV; a click on a mark calls `pick` with the mark's customdata."""

    def clicked() -> None:
        points = st.session_state[key]["selection"]["points"]
        if pick and points and points[0].get("customdata"):
            pick(list(points[0]["customdata"]))

    with st.container(gap=None):
        if pick is None:
            st.plotly_chart(fig, key=key, alt=alt)
        else:
            st.plotly_chart(fig, key=key, alt=alt, on_select=clicked, selection_mode="points")
        st.download_button(
            "CSV",
            lambda: figure_table(fig).to_csv(index=False),  # made when it is asked for
            f"{key}.csv",
            "text/csv",
            key=f"{key} csv",
            on_click="ignore",
            type="tertiary",
            icon=":material/download:",
            help="The data of this chart. Its picture: the camera that appears above the chart.",
        )
