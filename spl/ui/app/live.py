"""Changed settings that run by themselves: the present run stays until the next can be drawn."""

from __future__ import annotations

import time

from spl.algorithm.params import SPLParams
from spl.engine.job import Job
from spl.engine.live import LIVE_SECONDS, is_live
from spl.engine.settings import last_of
from spl.ui.app import session
from spl.ui.app.parameters import written
from spl.ui.app.state import page_state
from spl.ui.shared.player import PLAYER, announce

WAIT = 2.5  # seconds that a page waits for the next run's frame: one rerun less until it is seen
FRAME = 0.5  # seconds of these for the frame, once the run itself answers what was asked by hand


def last_seconds() -> float | None:
    """Seconds that the run which is shown took to learn; None while that is not known."""
    job = session.job()
    known = job is not None and (job.learned or job.seconds >= LIVE_SECONDS)
    return job.seconds if job and known else None


def on() -> bool:
    """Whether a changed setting runs by itself."""
    return is_live(session.settings().live, last_seconds())


def setting_changed() -> None:
    """Run the setting that was chosen, where that is wanted; else stop what is outdated."""
    if session.job() is not None and on():
        show_setting(session.settings().params)
    else:
        _stop_outdated()


def show_setting(params: SPLParams) -> None:
    """Show the run of other parameters as soon as it can be drawn; until then what is shown stays.

    Parameters
    ----------
    params : SPLParams
    """
    state, shown = page_state(), session.job()
    session.use_params(params)
    params = session.settings().params
    replaced = state.next_job or (shown if shown and not shown.learned else None)
    session.leave("next_job")
    if shown is None or not shown.frames:
        session.start_run()
    elif params == shown.params and session.settings().hand == shown.hand:
        state.tried.note(params)
        session.go_on(shown)
    else:
        _stop_outdated()
        session.settings().run = True
        state.tried.note(params)
        state.next_words = _words(params, shown, replaced)
        state.next_since = time.monotonic()
        k = _k_after(shown, params)
        state.next_job = session.watched(params, session.settings().embedding, shown, k)
        arrive()


def arrive(wait: float = 0.0) -> None:
    """Let the next run take the place of the one shown, if it can be drawn.

    Parameters
    ----------
    wait : float
        Seconds to wait for it, counted from when it was asked for.
    """
    state = page_state()
    job, shown, settings = state.next_job, state.job, session.settings()
    if job is None or shown is None:
        return
    k = _k_after(shown, job.params)
    latest = state.next_since + wait
    while at_work() and time.monotonic() < latest:
        time.sleep(0.01)
        if answering(shown) is job:
            latest = min(latest, time.monotonic() + FRAME)
    if job.shows(settings.embedding, k):
        state.keep_last()
        state.job, state.next_job = job, shown
        state.autoplay = ""  # who comes back to a run by Undo goes on looking at its k
        session.leave("next_job")
        settings.k = k
    elif not job.running:
        state.next_job = None
        if job.error:
            session.complain(job.error)


def arrive_within(wait: float) -> None:
    """As `arrive`, and the picture says meanwhile what is computed.

    Parameters
    ----------
    wait : float
        Seconds.
    """
    state = page_state()
    announce(state.next_words if at_work() else "", state.next_since, key=PLAYER)
    arrive(wait)


def note_drawn() -> None:
    """Tell the run that is shown that its page is drawn: it may compute the rest."""
    shown = session.job()
    if shown is not None and shown.following is not None:
        shown.following.drawn.set()


def at_work() -> bool:
    """Whether the next run is on, and cannot be drawn yet."""
    state, settings = page_state(), session.settings()
    job, shown = state.next_job, state.job
    if job is None or shown is None:
        return False
    return job.running and not job.shows(settings.embedding, _k_after(shown, job.params))


def answering(shown: Job) -> Job:
    """The run that answers what is asked by hand: the next, which may lack its frames, if learned.

    Parameters
    ----------
    shown : Job
        The run in the picture.
    """
    state = page_state()
    job = state.next_job
    asked = job is not None and job.learned and job.hand != shown.hand
    return job if job is not None and asked and state.hand_is_open else shown


def cancel() -> None:
    """Keep the run that is shown, and stop the next."""
    session.leave("next_job")
    state, shown = page_state(), session.job()
    if shown is not None and shown.hand != state.settings.hand:
        state.settings.hand = shown.hand
        state.hand_before, state.hand_after = map(list, state.hand_steps_shown)


def go(steps: int) -> None:
    """Walk through the settings tried: −1 back, 1 forward. One that did not run is dropped."""
    tried, shown = page_state().tried, session.settings().params
    unsaved = steps < 0 and tried.now not in (None, shown)
    params = tried.now if unsaved else tried.undo() if steps < 0 else tried.redo()
    if params is not None:
        show_setting(params)


def _words(params: SPLParams, shown: Job, replaced: Job | None) -> str:
    """What is said while the next run is on."""
    changed = written(params, shown.params) or session.settings().hand.in_words()
    words = f"Running with {changed}"
    if replaced is None:
        return f"{words} …"
    was = written(replaced.params, params) or "the same"
    return f"{words}. This replaces the run with {was}, which had not ended."


def _k_after(shown: Job, params: SPLParams) -> int:
    """The iteration to show after a run: who looks at the last one goes on looking at the last."""
    k = session.settings().k
    last = last_of(params)
    return last if k >= shown.n_states - 1 else min(k, last)


def _stop_outdated() -> None:
    """Stop a run that is on with settings that were changed, unless another session watches it."""
    shown = session.job()
    outdated = shown is not None and shown.running and shown.params != session.settings().params
    if shown and outdated and not shown.watchers.besides(page_state().session_id):
        shown.cancel()
