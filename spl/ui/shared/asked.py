"""What takes a while to compute, on a page that waits for it only a moment."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

import streamlit as st

from spl.engine.asked import Answers, asked
from spl.ui.app.state import page_state
from spl.ui.shared.markdown import plain

T = TypeVar("T")
WAIT_SECONDS = 2.0  # that a page waits, without computing, for a value to come


def answer(kept: Answers[T], key: Hashable, what: str, compute: Callable[[], T]) -> list[T]:
    """The value alone in a list, or nothing if it takes long: then the page says so.

    A button looks again. Nothing is polled: a page that draws itself again while its widgets are in
    use can bring back their older values, and with them the data that were chosen before.

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
    if work.there:
        return work.values[:1]
    left, right = st.columns([4, 1], vertical_alignment="center")
    if work.error:
        left.error(plain(work.error))
        right.button("Try again", key=f"again {what}", on_click=work.forget_error, width="stretch")
    else:
        left.caption(f"{what} … {work.queue or 'This is still being computed'}.")
        right.button("Look again", key=f"look {what}", width="stretch")
    return []
