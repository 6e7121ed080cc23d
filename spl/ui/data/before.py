"""Both domains before adaptation, on the Data page: all classes, or one of them."""

from __future__ import annotations

from functools import partial

import plotly.graph_objects as go
import streamlit as st

from spl.data.pair import DomainPair
from spl.engine.asked import Answers, answers
from spl.figures.before import before_figure, describe_before
from spl.figures.points import LEGEND_CLASSES
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.shared.asked import answer
from spl.ui.shared.charts import show_chart
from spl.ui.shared.drilldown import dark

ALL = -1  # instead of a class
_CHARTS: Answers[tuple[go.Figure, str]] = answers(16)


def show_before(pair: DomainPair) -> None:
    """The chart, with one class standing out if the visitor chose one."""
    only = _choose_class(pair)
    key, draw = (pair.identity, only, dark()), partial(_drawn, pair, only, dark())
    for figure, alt in answer(_CHARTS, key, "Drawing both domains", draw):
        show_chart(figure, "before", alt)
    if pair.yt is not None:
        st.caption("Colours show the true classes. SPL never sees those of the target.")


def _choose_class(pair: DomainPair) -> int | None:
    """One class, or None for all: nobody tells more than a dozen apart by colour."""
    names = pair.class_names or ()
    of, shown = page_state().looked_at or ("", ALL)
    shown = shown if of == pair.identity else ALL

    def apply(value: int) -> None:
        page_state().looked_at = (pair.identity, value)

    left, _ = st.columns([1, 2])
    with left:
        st.selectbox(
            "Class to look at",
            [ALL, *range(pair.n_classes)],
            format_func=lambda c: "All classes" if c == ALL else names[c],
            help="The other classes become faint. Hover over a sample to read its class"
            + (", which colour alone does not tell." if pair.n_classes > LEGEND_CLASSES else "."),
            **session.bound("before_class_choice", shown, apply),
        )
    return None if shown == ALL else shown


def _drawn(pair: DomainPair, only: int | None, dark: bool) -> tuple[go.Figure, str]:
    return before_figure(pair, only=only, dark=dark), describe_before(pair, only)
