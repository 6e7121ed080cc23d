"""Studies: many runs in a thread, watched and cancelled from a page.

A study collects results as they come. Cancel keeps what is done; to go on, the missing ones are
computed. Studies are known by a key that names their data and settings, so that a page change or a
reload finds a study again. Their number is bounded.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import streamlit as st

from spl.data.cache import Cache
from spl.engine.watchers import Watchers
from spl.ui.app.progress import duration, poll, rerun_at_the_end
from spl.ui.shared.markdown import plain

MAX_STUDIES = 24
POLL_SECONDS = 0.7
WATCHED = "_studies"  # session state: studies that were started or watched here
LOG = logging.getLogger(__name__)

Steps = Callable[[list[Any]], Iterator[Any]]


@dataclass(eq=False)
class Study:
    """Results of `steps`, in the order they come.

    Parameters
    ----------
    key : str
    n_total : int
        How many results a complete study has.
    steps : callable
        Takes the results that are there and yields the missing ones, one after the other. It is
        called again after a cancel.
    """

    key: str
    n_total: int
    steps: Steps
    results: list[Any] = field(default_factory=list)
    error: str | None = None
    watchers: Watchers = field(default_factory=Watchers)  # sessions that started or watch it

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._active = False
        self._thread: threading.Thread | None = None
        self._started, self._had = 0.0, 0

    @property
    def running(self) -> bool:
        """Whether its thread is at work."""
        return self._active

    @property
    def stopping(self) -> bool:
        """Whether it was cancelled and is at its last step."""
        return self._active and self._cancelled.is_set()

    @property
    def complete(self) -> bool:
        """Whether all results are there."""
        return len(self.results) >= self.n_total

    @property
    def fraction(self) -> float:
        """Share of the results that are there."""
        return min(len(self.results) / max(self.n_total, 1), 1.0)

    @property
    def seconds_left(self) -> float | None:
        """Time that the missing results will take at the pace so far; None where unknown."""
        new = len(self.results) - self._had
        if new < 1:
            return None
        pace = (time.monotonic() - self._started) / new
        return pace * (self.n_total - len(self.results))

    def start(self) -> None:
        """Compute what is missing, in a thread."""
        with self._lock:
            self._cancelled.clear()
            if self._active or self.complete:
                return
            self.error, self._active = None, True
            self._started, self._had = time.monotonic(), len(self.results)
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()

    def cancel(self) -> None:
        """Stop after the step that is on; what is done is kept."""
        self._cancelled.set()

    def wait(self, timeout: float | None = None) -> None:
        """Block until its thread ends."""
        if self._thread:
            self._thread.join(timeout)

    def _work(self) -> None:
        while True:
            self._compute()
            with self._lock:
                if self.error or self.complete or self._cancelled.is_set():
                    self._active = False
                    return

    def _compute(self) -> None:
        had = len(self.results)
        try:
            for result in self.steps(list(self.results)):
                self.results.append(result)
                if self._cancelled.is_set():
                    return
        except (ValueError, ImportError) as error:
            self.error = str(error)
        except MemoryError:
            self.error = "There is not enough memory for this; use fewer samples or a smaller d1."
        except Exception:
            LOG.exception("a study failed")
            self.error = "This failed for a reason that is not your doing; the server's log has it."
        else:
            if len(self.results) == had:
                self.n_total = had  # there was nothing left to compute


STUDIES: Cache[str, Study] = Cache(MAX_STUDIES, busy=lambda study: study.running)


def study_of(key: str, n_total: int, steps: Steps) -> Study:
    """The study of this key; made, but not started, if there is none."""
    return STUDIES.made(key, lambda: Study(key, n_total, steps))


def show_study(study: Study, start_label: str, noun: str = "runs") -> None:
    """Start, progress with time left, Cancel and Continue for a study; reruns the page as it grows.

    Call it once on a page, above what shows `study.results`.
    """
    if study.error:
        st.error(plain(study.error))
    if study.running:
        st.session_state["_study_seen"] = (study.key, len(study.results))
        poll(partial(_poll, study, noun), POLL_SECONDS)
        return
    _show_others(study, noun)
    if study.complete:
        return
    left, right = st.columns([5, 1], vertical_alignment="center")
    if study.results:
        left.warning(
            f"Stopped. {len(study.results)} of {study.n_total} {noun} are kept.",
            icon=":material/stop_circle:",
        )
    right.button(
        "Continue" if study.results else start_label,
        key=f"start {study.key}",
        type="primary",
        on_click=begin,
        args=(study,),
        width="stretch",
    )


def begin(study: Study) -> None:
    """Start a study; this visitor's older ones of its kind stop, unless others watch them."""
    me = _watch(study)
    for other in _others(study):
        other.watchers.discard(me)
        if not other.watchers.besides(me):
            other.cancel()
    study.start()


def _watch(study: Study) -> str:
    """Note that this session watches a study; returns the session's id."""
    me = str(st.session_state.get("session_id", ""))
    study.watchers.add(me)
    watched: list[Study] = st.session_state.setdefault(WATCHED, [])
    if study not in watched:
        st.session_state[WATCHED] = [s for s in watched if s.running] + [study]
    return me


def _others(study: Study) -> list[Study]:
    """Studies of the same kind that this session watched and that are still at work."""
    kind = study.key.partition(" ")[0]
    return [
        other
        for other in st.session_state.get(WATCHED, [])
        if other is not study
        and other.key.partition(" ")[0] == kind
        and other.running
        and not other.stopping
    ]


def _show_others(study: Study, noun: str) -> None:
    """Say that runs with other lists or data go on, with a button that stops them."""
    others = _others(study)
    if not others:
        return
    left, right = st.columns([5, 1], vertical_alignment="center")
    left.info(
        f"The {noun} that you started with other settings are still going on.",
        icon=":material/hourglass_top:",
    )
    right.button(
        "Stop them",
        key=f"stop others {study.key}",
        on_click=_cancel_all,
        args=(others,),
        width="stretch",
    )


def _cancel_all(studies: list[Study]) -> None:
    for study in studies:
        study.cancel()


def _poll(study: Study, noun: str, again: bool) -> None:
    if st.session_state.get("_study_seen") != (study.key, len(study.results)) or not study.running:
        st.rerun()  # there is something new to show
    _watch(study)
    left = study.seconds_left
    rest = "" if left is None else f" · about {duration(left)} left"
    bar, cancel = st.columns([5, 1], vertical_alignment="center")
    done = f"{len(study.results)} of {study.n_total} {noun}{rest}"
    stopping = study.stopping
    bar.progress(study.fraction, text=f"{done} · stopping after this one" if stopping else done)
    cancel.button(
        "Cancel",
        icon=":material/stop:",
        on_click=study.cancel,
        disabled=stopping,
        width="stretch",
    )
    if stopping and again:
        rerun_at_the_end(lambda: study.running)
