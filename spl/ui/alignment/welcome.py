"""The first screen's strip above the player: what is seen, and where to go from here."""

from __future__ import annotations

from html import escape

import numpy as np
import streamlit as st

from spl.data.pair import Array, DomainPair
from spl.engine.lessons import LESSONS
from spl.ui.app import shell
from spl.ui.app.state import page_state
from spl.ui.lessons.view import open_lesson
from spl.ui.shared.markdown import plain
from spl.ui.shared.pictures import data_uri

PAPER = "https://arxiv.org/abs/1911.07982"
SHOWN = 12  # classes with a picture of each domain, as far as there is room


def show_welcome(pair: DomainPair) -> None:
    """Pictures of both domains, one sentence, two ways to go on, and the paper's credit."""
    with st.container(key="welcome"):
        left, middle, right = st.columns([4, 9, 4], vertical_alignment="center")
    with left:
        _samples(f"{pair.source_name}: labelled", pair, target=False)
    with middle:
        st.markdown(
            f"Each point is a picture: watch the unlabelled **{plain(pair.target_name)}** ones (+) "
            f"find the labelled **{plain(pair.source_name)}** ones (○) of their class while SPL "
            f"learns, step by step, from its most confident labels ([Wang & Breckon, AAAI 2020]"
            f"({PAPER}))."
        )
        with st.container(horizontal=True):
            lesson = st.button("Start the first lesson", type="primary", key="first_lesson")
            own = st.button("Use my own data", key="own_data")
    with right:
        _samples(f"{pair.target_name}: to be labelled", pair, target=True)
    if lesson:
        open_lesson(LESSONS[0])
    if own:
        page_state().data_kind = "Own files"
        st.switch_page(shell.page("data"))


def _samples(title: str, pair: DomainPair, *, target: bool) -> None:
    """One picture each of some classes of one domain; the target's are not named."""
    pictures = pair.thumbnails_target if target else pair.thumbnails_source
    labels = pair.yt if target else pair.ys
    if pictures is None or labels is None:
        return
    names = pair.class_names or ()
    figures = [
        f'<figure><img src="{data_uri(pictures[row])}" alt="">'
        f"<figcaption>{'?' if target else escape(str(names[labels[row]]))}</figcaption></figure>"
        for row in first_of_each(labels, SHOWN)
    ]
    st.html(f'<div class="spl-samples"><b>{escape(title)}</b>{"".join(figures)}</div>')


def first_of_each(labels: Array, most: int) -> list[int]:
    """Row of the first sample of each of the first classes.

    Examples
    --------
    >>> first_of_each(np.array([1, 0, 0, 2, 1]), 2)
    [1, 0]
    """
    classes, rows = np.unique(labels[labels >= 0], return_index=True)
    at = np.flatnonzero(labels >= 0)[rows]
    return [int(row) for row in at[:most]] if len(classes) else []
