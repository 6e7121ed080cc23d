"""The sidebar that all pages share: parameters, Run, progress, the iteration."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from spl.algorithm.params import CHOICES
from spl.data.pair import DomainPair
from spl.data.samples import FOUND_WITH_LABELS, sample_sets
from spl.engine.chosen_data import recommended_params
from spl.engine.hosting import LIMITS as HOSTED
from spl.engine.live import is_live, why
from spl.engine.settings import LIMITS, MAX_T, fitting
from spl.ui.app import live, session
from spl.ui.app.ahead import compute_ahead
from spl.ui.app.heard import tell_page_and_run
from spl.ui.app.parameters import HELP, LABELS, SHARES, written
from spl.ui.app.state import page_state
from spl.ui.shared.markdown import plain, with_code
from spl.ui.shared.player import bring_undo_keys


def show_sidebar(title: str, has_track: bool = False) -> None:
    """Everything that all pages share.

    Parameters
    ----------
    title : str
        Of the page.
    has_track : bool
        Whether the page has a player, whose track moves the iteration: one place is enough.
    """
    with st.sidebar:
        tell_page_and_run(title, has_track)  # first: in its place on every page
        try:
            pair = session.pair()
        except ValueError as error:
            st.error(with_code(str(error)))
            return
        st.markdown(f"**{plain(pair.title)}**")
        st.caption(
            f"{pair.n_source:,} source and {pair.n_target:,} target samples · "
            f"{pair.n_features:,} features · {pair.n_classes} classes"
        )
        if not has_track:
            _iteration()
        _live()
        _dimensions(pair)
        with st.expander("Variants"):
            _variants()
        _recommended()
        _run_controls()
        if HOSTED:
            st.caption(str(HOSTED))


def _live() -> None:
    """Whether changed settings run by themselves, and steps back and forth through those tried."""
    settings, tried = session.settings(), page_state().tried
    changed = tried.now not in (None, settings.params)
    by_itself = is_live("", live.last_seconds())
    # A browser that has not drawn a switch which changed by itself reports its old value: as that
    # of another switch, lest it count as a choice.
    name = "live" if by_itself else "live slow"

    def choose(on: bool) -> None:
        if settings.live or on != by_itself:
            settings.live = "on" if on else "off"

    with st.container(horizontal=True, vertical_alignment="center", key="live"):
        st.toggle(
            "Run as I move",
            help=why(settings.live, live.last_seconds()),
            **session.bound(name, live.on(), choose),
        )
        for name, steps, can, words in (
            ("undo", -1, tried.can_undo or changed, "Undo: back to the previous setting (Ctrl+Z)"),
            ("redo", 1, tried.can_redo, "Redo: the next setting again (Ctrl+Shift+Z)"),
        ):
            st.button(
                name.capitalize(),
                icon=f":material/{name}:",
                key=name,
                help=words,
                disabled=not can,
                on_click=live.go,
                args=(steps,),
            )
    bring_undo_keys()


def _set(name: str, value: Any) -> None:
    settings = session.settings()
    params = replace(settings.params, **{name: value})
    session.use_params(replace(params, d2=min(params.d2, params.d1)))
    live.setting_changed()


def _dimensions(pair: DomainPair) -> None:
    most = pair.max_d1
    p = fitting(session.settings().params, pair)
    _slider("d1", p.d1, most)
    _slider("d2", p.d2, p.d1)
    _slider("T", p.T, min(MAX_T, max(30, p.T)))
    if p.d2 < pair.n_classes - 1:
        st.caption(
            f":material/info: d2 = {p.d2} is below C − 1 = {pair.n_classes - 1} (the number of "
            "classes minus one); this usually lowers the accuracy."
        )


def _slider(name: str, value: int, most: int) -> None:
    if most <= 1:
        st.caption(f"{LABELS[name]}: 1, the maximum for these data")
        return
    st.slider(
        LABELS[name],
        1,
        most,
        help=f"{HELP[name]} Arrow keys move it by 1.",
        **session.bound(name, value, partial(_set, name), bounds=(1, most)),
    )


def _variants() -> None:
    p = session.settings().params
    for name, options in CHOICES.items():
        st.selectbox(
            LABELS.get(name, name),
            options,
            help=HELP[name],
            **session.bound(name, getattr(p, name), partial(_set, name)),
        )
    used = SHARES.get(p.label_set)
    if used:
        st.number_input(
            LABELS[used],
            min_value=0.0,
            max_value=1.0,
            step=0.05,
            help=HELP[used],
            **session.bound(used, float(getattr(p, used)), partial(_set, used)),
        )
    st.number_input(
        LABELS["alpha"],
        min_value=LIMITS["alpha"][0],
        max_value=LIMITS["alpha"][1],
        format="%g",
        help=HELP["alpha"],
        **session.bound("alpha", float(p.alpha), partial(_set, "alpha")),
    )
    for name in ("normalize_features", "normalize_centers"):
        st.checkbox(
            LABELS[name],
            help=HELP[name],
            **session.bound(name, getattr(p, name), partial(_set, name)),
        )


def _recommended() -> None:
    settings = session.settings()
    suits = recommended_params(settings.data)
    if suits and suits != settings.params:
        st.button(
            f"Back to recommended (d1 {suits.d1}, d2 {suits.d2}, T {suits.T})",
            on_click=_use_recommended,
            width="stretch",
            type="tertiary",
        )
        if settings.data.partition(":")[0] in sample_sets():
            st.caption(f"{FOUND_WITH_LABELS[0].upper()}{FOUND_WITH_LABELS[1:]}.")


def _use_recommended() -> None:
    settings = session.settings()
    session.use_params(recommended_params(settings.data) or settings.params)
    live.setting_changed()


def _run_controls() -> None:
    job = session.job()
    settings = session.settings()
    changed = job is not None and job.params != settings.params
    if job is None or (changed and not live.on()):
        compute_ahead(session.pair(), fitting(settings.params, session.pair()))
    runs_already = page_state().next_job is not None and changed
    st.button(
        "Run again with these settings" if changed and not runs_already else "Run",
        icon=":material/play_arrow:",
        type="primary",
        width="stretch",
        key="run",
        disabled=runs_already
        or job is not None
        and not changed
        and (session.awaits(job) or job.complete(settings.embedding)),
        on_click=session.press_run,
        help=(
            "Learns the subspace, labels the target, selects, and repeats this T times. The "
            "button is grey while these settings run and once they have run."
        ),
    )
    if changed and job:
        shown = written(job.params, settings.params)
        st.caption(f"The pages still show the run with {shown}.")


def _iteration() -> None:
    job = session.job()
    if job is None or len(job.states) < 2:
        return
    settings = session.settings()
    last = len(job.states) - 1
    k = max(0, min(settings.k, last))
    # Where something else moves k, a new slider takes the old one's place: the browser may still
    # send what the old one showed, as if the visitor had moved it there.
    shown, version = page_state().k_slider or (k, 0)
    if k != shown:
        st.session_state.pop(f"_k{version or ''} within", None)  # of the old one
        version += 1
    page_state().k_slider = k, version

    def move(value: int) -> None:
        settings.k = value
        page_state().k_slider = value, version

    st.slider(
        "k · iteration shown",
        0,
        last,
        help="The iteration that every page shows.",
        **session.bound(f"k{version or ''}", k, move, (0, last)),
    )
