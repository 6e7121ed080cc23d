"""Progress of the run that is on, polled from a fragment; and what to do without a run."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from itertools import count

import streamlit as st

from spl.algorithm.state import SPLState
from spl.data.pace import time_left
from spl.embedding.sequence import NAMES
from spl.engine.drawn import n_frames
from spl.engine.job import Job
from spl.player.extras import pack_extras
from spl.ui.app import live, session
from spl.ui.app.opening import on_first_screen
from spl.ui.app.state import close_lesson, page_state, shown_lesson
from spl.ui.shared.markdown import plain
from spl.ui.shared.player import PLAYER, available, preload

QUICK_SECONDS, SLOW_SECONDS = 0.4, 1.0  # between polls: before the first frame, and after it
FIRST_SECONDS = 1.5  # that a page waits for a run's first frame before it polls
FRAME_SECONDS = 2.0  # new frames are sent at most this often: a rerun takes from their computing
NEXT_SECONDS = 0.3  # between two looks at the run that takes the present one's place
STOP_SECONDS = 0.9  # that a poll waits for cancelled work to end


def require_state(*, lesson_in_player: bool = False) -> tuple[Job, SPLState]:
    """The run and the state that are shown; ends the page with what to do if there is none.

    The player has a lesson's tour itself; elsewhere its text is shown.
    """
    # One element, whatever is in it: what follows stays in its place, and is not mounted anew.
    with st.container(key="progress"):
        show_problems()
        if not (lesson_in_player and available()):
            show_lesson()
        show_progress()
    job, state = session.job(), session.current_state()
    if job is None:
        st.info(
            "No run yet. Press **Run**: SPL learns to label the target from the labelled "
            "source, step by step: a subspace, pseudo-labels, and the most confident of these "
            "to learn from next. You can then play and explore every step on these pages. New "
            "here? Begin with an example on the **Lessons** page.",
            icon=":material/play_arrow:",
        )
        st.button("Run", type="primary", key="run_here", on_click=session.press_run)
        preload(dict([pack_extras(session.pair())]), key=PLAYER)
        st.stop()
    if state is None:
        st.stop()
    return job, state


def show_lesson() -> None:
    """What to look for, while a lesson is open."""
    lesson = shown_lesson()
    if lesson is None:
        return
    with st.container(key="lesson"):
        left, right = st.columns([8, 1], vertical_alignment="center")
    stop = "" if lesson.title.endswith("?") else "."
    left.info(f"**{lesson.title}{stop}** {lesson.text}", icon=":material/school:")
    right.button(
        "Close",
        key="close_lesson",
        on_click=close_lesson,
        width="stretch",
    )


def show_problems() -> None:
    """Sentences about a link or a run that could not be used."""
    found = session.problems()
    for sentence in found:
        st.error(plain(sentence))
    if found:
        st.button("Dismiss", key="dismiss", on_click=session.dismiss_problems, type="tertiary")


def show_progress() -> None:
    """A bar, the step, the time left and Cancel while a run is on."""
    jobs = list(dict.fromkeys(job for job, _ in session.sides()))  # both sides may show one run
    notes: list[str] = []
    for job in jobs:
        side = "" if job is session.job() else "Right: "
        if job.error:
            st.error(side + plain(job.error))
        told = () if shown_lesson() else job.notes  # a hint would answer a lesson's questions
        notes += [side + plain(note) for note in (*told, *job.failed.values())]
    if notes:
        with st.container(key="notes"):
            st.warning("  \n".join(notes))
    if page_state().next_job is not None:
        poll(_await_next, NEXT_SECONDS)
        return
    if any(session.awaits(job) for job in jobs):
        _note_frames()
        # The first frame comes first: whatever is drawn beside it delays it.
        slowly = _n_frames() or jobs[0].queue
        poll(_poll, SLOW_SECONDS if slowly else QUICK_SECONDS)
        if _wait_for_a_frame(jobs[0]):
            _note_frames()
        return
    now = _milestone()
    if page_state().milestone not in (None, now):
        st.rerun()  # it ended after the sidebar was drawn
    for job in jobs:
        if job.cancelled or job.running:  # `running` here: only another window still waits
            left, right = st.columns([5, 1], vertical_alignment="center")
            kept = f"{len(job.states)} of {job.n_states} iterations are kept."
            if job.learned:
                kept = "All iterations are kept; some frames or baseline scores are missing."
            where = " here; another window still waits for this run" if job.running else ""
            left.warning(f"Stopped{where}. {kept}", icon=":material/stop_circle:")
            right.button(
                "Continue",
                key=f"continue {job.id}",
                on_click=session.go_on,
                args=(job,),
                width="stretch",
            )


def _wait_for_a_frame(job: Job) -> bool:
    """Give the first frame a moment to come: this saves a rerun between the click and it."""
    if job.frames:
        return False
    latest = time.monotonic() + FIRST_SECONDS
    while job.running and not (job.frames or job.queue) and time.monotonic() < latest:
        time.sleep(0.02)
    return bool(job.frames)


def note_milestone() -> None:
    """Remember what the page that is about to be drawn depends on, for the polls to compare."""
    page_state().milestone = _milestone()


def _note_frames() -> None:
    page_state().frames_shown = _n_frames(), time.monotonic()


def poll(draw: Callable[[bool], None], seconds: float) -> None:
    """Draw something as part of the page, and again every so many seconds.

    `draw` is told whether this is a repetition: then it may wait, while the page may not.
    """
    polls = count()

    @wraps(draw)
    def drawn() -> None:
        draw(next(polls) > 0)

    st.fragment(drawn, run_every=seconds)()


def _poll(again: bool) -> None:
    session.watch()
    jobs = [job for job, _ in session.sides()]
    had, since = page_state().frames_shown
    on = [job for job in jobs if session.awaits(job)]
    grown = _n_frames() != had and (not had or time.monotonic() - since > FRAME_SECONDS)
    if not on or grown or _milestone() != page_state().milestone:
        st.rerun()  # there is something new to show
        return
    if had and (on_first_screen() or on[0].following):
        return  # the points move already, and nobody asked for a run or waits for it
    stopping = all(job.stopping for job in on)
    _bar(next((job for job in on if not job.queue), on[0]), session.cancel_run, stopping)
    if stopping and again:
        rerun_at_the_end(lambda: any(session.awaits(job) for job in on))


def _await_next(again: bool) -> None:
    """Wait for the run that takes the present one's place."""
    state = page_state()
    job = state.next_job
    if job is None:
        return
    job.watchers.add(state.session_id)
    if time.monotonic() - state.next_since > live.WAIT:
        _bar(job, live.cancel, words=state.next_words)
    if again:
        rerun_at_the_end(live.at_work)


def _bar(job: Job, on_cancel: Callable[[], None], stopping: bool = False, words: str = "") -> None:
    """What a run is doing, and Cancel: in a corner of the window, so that nothing moves for it."""
    p, queue = job.progress, job.queue
    left = " · stopping after this step" if stopping else time_left(p.seconds_left, of=p.of)
    with st.container(key="bar"):
        if words:
            st.caption(plain(words))
        bar, cancel = st.columns([3, 1], vertical_alignment="center")
    bar.progress(p.fraction, text=queue or f"{p.step}{left}")
    cancel.button(
        "Cancel",
        icon=":material/stop:",
        key="cancel_run",
        on_click=on_cancel,
        width="stretch",
        disabled=stopping,
    )


def rerun_at_the_end(at_work: Callable[[], bool]) -> None:
    """Rerun as soon as work has ended, rather than at the next poll.

    A rerun asked for while a click on another page waits would undo the click: Streamlit lets the
    click through where the session's state is read.
    """
    latest = time.monotonic() + STOP_SECONDS
    while time.monotonic() < latest:
        page_state()
        if not at_work():
            st.rerun()
        time.sleep(0.02)


def _milestone() -> list[tuple[int, ...]]:
    """What the rest of the page depends on."""
    return [
        (
            session.awaits(job),
            len(job.baselines),
            *(job.complete(method) for method in NAMES),
        )
        for job, _ in session.sides()
    ]


def _n_frames() -> int:
    """How many frames there are of what the page shows."""
    return sum(n_frames(job, method) for job, method in session.sides())
