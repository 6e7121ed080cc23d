"""What belongs to the data that are shown: rows of other data are other samples."""

from __future__ import annotations

import streamlit as st

from spl.engine.by_hand import NOTHING
from spl.engine.tried import Tried
from spl.ui.app.state import page_state


def forget_rows() -> None:
    """Forget the chosen samples, the settings tried, and what was given by hand."""
    state = page_state()
    state.settings.hand = NOTHING
    state.hand_before, state.hand_after, state.blamed, state.plain_runs = [], [], {}, {}
    state.compared, state.last_job, state.tried = None, None, Tried()
    state.chosen_rows, state.chosen_by, state.telling = [], ([], ""), None


def lay_aside(digest: str) -> None:
    """Keep what was given by hand to these data: one click on others must not lose it."""
    state = page_state()
    hand = state.settings.hand
    state.hands[digest] = hand
    st.toast(f"What you gave by hand ({hand.in_words()}) waits until you choose those data again.")


def take_up(digest: str) -> None:
    """Give again what was given by hand to these data, where they were left."""
    state = page_state()
    hand = state.hands.pop(digest, NOTHING)
    if hand != NOTHING:
        state.settings.hand = hand
        st.toast(f"What you gave by hand to these data is back: {hand.in_words()}.")
