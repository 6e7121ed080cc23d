"""The open lesson's tour: what the player gets, where the visitor is, the walk-through."""

from __future__ import annotations

from typing import Any

import streamlit as st

from spl.engine.job import Job
from spl.engine.lessons.questions import Seen
from spl.engine.lessons.tour import tour
from spl.ui.app import session, shell
from spl.ui.app.state import close_lesson, page_state, shown_lesson
from spl.ui.shared.markdown import plain


def lesson_tour(job: Job, beside: Job | None) -> dict[str, Any] | None:
    """Steps, questions and answers of the open lesson; None without one or before the runs end.

    Parameters
    ----------
    job, beside : Job
        The run shown and the one on the right.
    """
    settings, state = session.settings(), page_state()
    lesson = shown_lesson()
    runs = [job] if beside is None else [job, beside]
    if lesson is None or not all(run.learned for run in runs):
        return None
    key = (lesson.key, *(run.id for run in runs), len(job.baselines))
    if state.tour is None or state.tour[0] != key:
        seen = Seen(job.pair, job.states, beside.states if beside else (), dict(job.baselines))
        try:
            state.tour = key, tour(lesson, seen)
        except ValueError as error:
            if not job.running:  # else a baseline that is asked for may still come
                st.caption(plain(str(error)))
            return None
    opened = f"{state.session_id} {state.opened}"
    return {**state.tour[1], "at": settings.lesson_step, "opened": opened}


def follow_lesson(at: tuple[str, int] | None) -> None:
    """Remember at which step the visitor is, or that the lesson was closed (−1)."""
    settings = session.settings()
    if at is None or at[0] != settings.lesson:
        return
    if at[1] < 0:
        close_lesson()
    settings.lesson_step = max(0, at[1])


def walk_through(step: int) -> None:
    """Open a step of the walk-through."""
    session.settings().step = step
    shell.lead_to("walkthrough")


def show_way_back() -> None:
    """From the walk-through back to the player: of the open lesson, or on Alignment."""
    lesson = shown_lesson()
    if lesson is None:
        label = "See this iteration in the picture on Alignment"
        st.page_link(shell.page("alignment"), label=label, icon=":material/arrow_back:")
    elif st.button("Back to the lesson", key="to_lesson", icon=":material/arrow_back:"):
        st.switch_page(shell.page(lesson.page))
