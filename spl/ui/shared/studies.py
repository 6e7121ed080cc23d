"""Studies on a page: start, progress with the time left, Cancel and Continue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from spl.data.pace import time_left
from spl.data.words import counted
from spl.engine.shelf import SHELF
from spl.engine.studies import Study
from spl.ui.app.heard import tell
from spl.ui.app.progress import poll, rerun_at_the_end
from spl.ui.app.state import page_state
from spl.ui.shared.markdown import plain

POLL_SECONDS = 0.7


def show_study(study: Study, start_label: str, noun: str = "runs") -> None:
    """Start, progress with time left, Cancel and Continue for a study; reruns the page as it grows.

    Call it once on a page, above what shows `study.results`.
    """
    tell_study(study, noun)
    if study.error:
        st.error(plain(study.error))
    if SHELF.problem:
        st.warning(plain(SHELF.problem))
    if study.running:
        page_state().study_seen = (study.key, len(study.results))
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


def tell_study(study: Study, noun: str) -> None:
    """Each quarter of a study that was seen at work, and its end, to a screen reader.

    Parameters
    ----------
    study : Study
    noun : str
        What its results are, in the plural.
    """
    state, done, total = page_state(), len(study.results), study.n_total
    words = ""
    if study.running:
        state.study_heard = study.key
        quarter = 4 * done // max(total, 1)
        words = f"{25 * quarter} % of {total} {noun} are done."
        if not quarter:
            words = f"{total} {noun} have begun."
    elif study.complete and state.study_heard == study.key:
        words = f"All {total} {noun} are done."
    tell(words)


def show_kept(keys: Sequence[str]) -> None:
    """What is kept on disk of the studies that the page shows, and a button that deletes it.

    Studies belong to data and settings, not to visitors. So a visitor can delete what he sees:
    studies of data that he does not have stay.

    Parameters
    ----------
    keys : sequence of str
        Under which the shelf keeps what the page shows.
    """
    n, n_bytes = SHELF.size(keys)
    if not n:
        return
    with st.expander("Kept on disk"):
        st.caption(
            "The results on this page are kept on the server's disk, so that they are there again "
            f"after a restart: {counted(n, 'file')}, {n_bytes / 1e6:.1f} MB. Everybody who opens "
            "the same data with these settings sees them. Deleting leaves the results of all other "
            "data and settings, and what is shown now until the server ends."
        )
        label = "Delete these results from the disk"
        st.button(label, key="clear_kept", on_click=SHELF.delete, args=(keys,))


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
    state = page_state()
    study.watchers.add(state.session_id)
    if study not in state.studies:
        state.studies = [s for s in state.studies if s.running] + [study]
    return state.session_id


def _others(study: Study) -> list[Study]:
    """Studies of the same kind that this session watched and that are still at work."""
    return [
        other
        for other in page_state().studies
        if other is not study and other.kind == study.kind and other.running and not other.stopping
    ]


def _show_others(study: Study, noun: str) -> None:
    """Say that runs with other settings or data are still running, and offer to stop them."""
    others = _others(study)
    if not others:
        return
    left, right = st.columns([5, 1], vertical_alignment="center")
    left.info(
        f"The {noun} you started with other settings are still running.",
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
    if page_state().study_seen != (study.key, len(study.results)) or not study.running:
        st.rerun()  # there is something new to show
    _watch(study)
    bar, cancel = st.columns([5, 1], vertical_alignment="center")
    done = f"{len(study.results)} of {study.n_total} {noun}{time_left(study.seconds_left)}"
    stopping = study.stopping
    done = f"{done} · {study.queue}" if study.queue else done
    bar.progress(study.fraction, text=f"{done} · stopping after this one" if stopping else done)
    cancel.button(
        "Cancel",
        icon=":material/stop:",
        key=f"cancel {study.key}",  # the run above may have its own
        on_click=study.cancel,
        disabled=stopping,
        width="stretch",
    )
    if stopping and again:
        rerun_at_the_end(lambda: study.running)
