"""The part of Alignment in which a visitor labels samples, or asks what would have been without."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from spl.data.words import with_rejected
from spl.engine.job import Job
from spl.explain.effect import Effect, effect, effect_in_words, moves_table
from spl.ui.app import live, session
from spl.ui.app.progress import poll
from spl.ui.app.state import page_state
from spl.ui.by_hand.steps import is_given, redo, run_without, undo
from spl.ui.shared.choices import kept_choice
from spl.ui.shared.drilldown import choose_targets, show_table

LABELS, WHAT_IF = "Give labels", "What if not"
LOOK_SECONDS = 0.5  # between two looks whether the runs that are compared have ended


def show_by_hand(job: Job) -> None:
    """Give labels, or leave samples out. Nothing is computed before it is opened."""
    state = page_state()
    job = live.answering(job)
    panel = st.expander(
        "By hand: give labels, or leave samples out",
        icon=":material/touch_app:",
        **session.bound("by_hand", state.hand_is_open or is_given(), _remember),
    )
    if not panel.open:
        return
    # Loaded here: the first page a server shows need not wait for it.
    from spl.ui.by_hand.labels import show_labels
    from spl.ui.by_hand.what_if import show_what_if

    with panel:
        left, back, on = st.columns([4, 1, 1], vertical_alignment="center")
        with left:
            part = kept_choice(
                st.segmented_control,
                "What to do",
                (LABELS, WHAT_IF),
                "by_hand_part",
                WHAT_IF if job.hand.without else LABELS,
                label_visibility="collapsed",
            )
        _undo_and_redo(back, on)
        if part == LABELS:
            show_labels(job)
        else:
            show_what_if(job)


def _undo_and_redo(back: DeltaGenerator, on: DeltaGenerator) -> None:
    for place, name, go, steps, words in (
        (
            back,
            "Undo",
            undo,
            page_state().hand_before,
            "Back to the run before the last label or the last sample left out.",
        ),
        (on, "Redo", redo, page_state().hand_after, "The step that was undone again."),
    ):
        place.button(
            name,
            icon=f":material/{name.lower()}:",
            key=f"{name.lower()}_hand",
            disabled=not steps,
            on_click=go,
            width="stretch",
            help=words,
        )


def _remember(is_open: bool) -> None:
    page_state().hand_is_open = is_open


def show_effect(job: Job, part: str, say: Callable[[Job, Effect], str] | None = None) -> None:
    """What one part of what was given by hand changes, as soon as both runs have ended.

    Parameters
    ----------
    job : Job
        The run that is shown.
    part : {"known", "without"}
    say : callable, optional
        A sentence to say first, of the run without that part and of the effect.
    """
    plain = run_without(job, part)
    if not (job.learned and plain.learned):
        if job.running or plain.running:
            poll(_look(job, plain), LOOK_SECONDS)
        return
    before, after = plain.states[-1], job.states[-1]
    found = effect(before, after, job.pair, [row for row, _ in job.hand.known])
    st.markdown(f"{say(plain, found) + ' ' if say else ''}{effect_in_words(found)}")
    if not len(found.changed):
        return
    moves = moves_table(before, after, job.pair, found)
    names = with_rejected(job.pair.class_names)

    def pick(line: int) -> None:
        was, now = (names.index(moves[column][line]) for column in ("before", "after"))
        rows = [
            r
            for r in found.changed
            if before.labels[r] % len(names) == was and after.labels[r] % len(names) == now
        ]
        choose_targets(job.pair, rows, f"{names[was]} before, {names[now]} now")  # type: ignore[arg-type]

    st.caption("Who ends with another label. Choose a line to see its samples in the player.")
    show_table(moves, f"moves_{part}", session.file_name("changed-by-hand"), pick)


def _look(job: Job, plain: Job) -> Callable[[bool], None]:
    def look(again: bool) -> None:
        if not (job.running or plain.running) or (job.learned and plain.learned):
            st.rerun()
        st.caption("What this changes is shown when both runs, with and without it, have ended.")

    return look
