"""What takes a while to compute, on a page that does not wait for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import TypeVar

import streamlit as st

from spl.engine.asked import Answers, Asked, asked
from spl.ui.app.progress import poll, rerun_at_the_end
from spl.ui.app.state import page_state
from spl.ui.shared.markdown import plain

T = TypeVar("T")
WAIT_SECONDS = 0.3  # that a page gives a short piece of work, so that nothing flickers
POLL_SECONDS = 0.7


def answer(kept: Answers[T], key: Hashable, what: str, compute: Callable[[], T]) -> list[T]:
    """The value alone in a list, or nothing while it is computed.

    Then the page says so, and is drawn again when the value is there.

    Parameters
    ----------
    kept : Answers
        Where values of this kind are kept.
    key : hashable
        What the value depends on.
    what : str
        What is being computed, in a few words.
    compute : callable
        Without arguments.
    """
    work = asked(kept, key, page_state().session_id, compute)
    if not work.there:
        work.wait(WAIT_SECONDS)
    if work.error:
        st.error(plain(work.error))
        st.button("Try again", key=f"again {what}", on_click=work.forget_error)
    elif not work.there:
        poll(partial(_poll, work, what), POLL_SECONDS)
    return work.values[:1]


def _poll(work: Asked[T], what: str, again: bool) -> None:
    work.watchers.add(page_state().session_id)  # read first: a click that waits goes before
    if not work.running:
        st.rerun()
    st.caption(f"{what} …" + (f" · {work.queue}" if work.queue else ""))
    if again:
        rerun_at_the_end(lambda: work.running)
