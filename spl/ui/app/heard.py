"""What a screen reader is told where only the eye would see that something has changed.

Streamlit's pages, bars and tables come and go silently; its boxes of information, warnings and
errors are heard by themselves.
"""

from __future__ import annotations

from html import escape

import streamlit as st

from spl.ui.app import session
from spl.ui.app.state import page_state

COMPUTING = "The run has begun."


def tell(*words: str) -> None:
    """A line for each, which is heard whenever its words change, and not seen."""
    lines = (f'<p role="status" class="spl-heard">{escape(line)}</p>' for line in words)
    st.markdown("".join(lines), unsafe_allow_html=True)


def tell_page_and_run(title: str, has_player: bool) -> None:
    """Another page than the one that was opened, and that a run has begun or ended.

    Parameters
    ----------
    title : str
        Of the page that is drawn. A screen reader reads the first one's by itself.
    has_player : bool
        Whether it has the player, which speaks of the iterations as they come.
    """
    state = page_state()
    if state.first_page is None:
        state.first_page = title
    elif state.first_page != title:
        state.first_page = ""
    tell("" if state.first_page else f"{title} page.", "" if has_player else _of_the_run())


def _of_the_run() -> str:
    """Words on the run: none of one that had ended before this session waited for it."""
    state, job = page_state(), session.job()
    if job is None:
        state.run_heard = ""
    elif session.awaits(job) and not job.learned:
        state.run_heard = COMPUTING
    elif state.run_heard == COMPUTING and job.learned:
        state.run_heard = f"The run has ended: iterations 0 to {len(job.states) - 1} are there."
    return state.run_heard
