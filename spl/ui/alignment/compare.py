"""A second setting of the pair beside the first: with its clock, camera and chosen samples."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from spl.algorithm.params import CHOICES, SPLParams
from spl.embedding.frames import Frame, turn_onto
from spl.embedding.sequence import NAMES
from spl.engine.by_hand import NOTHING
from spl.engine.job import Job
from spl.engine.settings import EMBEDDINGS, MAX_T, fitting
from spl.ui.app import session
from spl.ui.app.parameters import HELP, SHARES, named, written
from spl.ui.app.state import page_state


def compare_toggle() -> None:
    """Switch the second player on and off."""
    settings = session.settings()

    def switch(on: bool) -> None:
        before, embedding = page_state().compared or (None, settings.embedding)
        if settings.compare is not None:
            page_state().compared = settings.compare, settings.compare_embedding
        settings.compare = (before or settings.params) if on else None
        settings.compare_embedding = embedding
        session.start_second()

    st.toggle(
        "Compare two settings",
        help="Shows a second player with its own settings next to the first.",
        **session.bound("comparing", settings.compare is not None, switch),
    )


def show_compare() -> Job | None:
    """The second setting's widgets, folded away as the players need the room; returns its run."""
    settings = session.settings()
    if settings.compare is None:
        return None
    with st.popover(f"Right: {_what_differs()}", key="right", icon=":material/tune:"):
        st.caption(
            "The right player shows the same pair with these settings. Changing one starts a new "
            "run. The other pages show the left run."
        )
        _widgets(settings.compare)
    second = session.second_job()
    if second is None:
        session.start_second()
        second = session.second_job()
    return second


def as_the_left_lies(frames: list[Frame], first: Job, second: Job) -> list[Frame]:
    """The right run's frames, turned by what brings its last PCA frame onto the left run's.

    t-SNE and UMAP start from the PCA frame, so that one turn serves all.
    """
    left, right = first.frames.get("pca"), second.frames.get("pca")
    if first is second or not left or not right:
        return frames
    return turn_onto(frames, right[max(right)], left[max(left)])


def _what_differs() -> str:
    """In which settings the right run differs from the left one."""
    settings, first = session.settings(), session.job()
    assert settings.compare is not None and first is not None  # else there is no right run
    found = [written(settings.compare, first.params)]
    if first.hand != NOTHING:
        found.append(NOTHING.in_words())
    if settings.compare_embedding != settings.embedding:
        found.append(NAMES[settings.compare_embedding])
    return ", ".join(filter(None, found)) or "the same settings"


def _widgets(params: SPLParams) -> None:
    pair = session.pair()
    fits = fitting(params, pair)
    bounds = {"d1": pair.max_d1, "d2": fits.d1, "T": MAX_T}
    columns = [column for _ in range(3) for column in st.columns(3)]
    for column, (name, upper) in zip(columns, bounds.items(), strict=False):
        keep = session.bound(f"b_{name}", getattr(fits, name), partial(_set, name))
        column.number_input(name, 1, upper, help=HELP[name], **keep)
    for column, name in zip(columns[3:], ("labeling", "selection", "label_set"), strict=False):
        column.selectbox(
            named(name),
            CHOICES[name],
            help=HELP[name],
            **session.bound(f"b_{name}", getattr(params, name), partial(_set, name)),
        )
    columns[6].selectbox(
        "embedding",
        [method for method in NAMES if method in EMBEDDINGS],
        format_func=lambda method: NAMES[method],
        **session.bound("b_embedding", session.settings().compare_embedding, _set_embedding),
    )
    share = SHARES.get(params.label_set)
    if share:
        keep = session.bound(f"b_{share}", float(getattr(params, share)), partial(_set, share))
        columns[7].number_input(named(share), 0.0, 1.0, step=0.05, help=HELP[share], **keep)


def _set(name: str, value: Any) -> None:
    settings = session.settings()
    params = settings.compare or settings.params
    if name == "d1":
        params = replace(params, d2=min(params.d2, value))
    settings.compare = replace(params, **{name: value})
    session.start_second()


def _set_embedding(method: str) -> None:
    settings, second = session.settings(), session.second_job()
    before, settings.compare_embedding = settings.compare_embedding, method
    if second:
        session.drop_frames(second, before)
    session.start_second()
