"""What belongs to the data that are shown: rows of other data are other samples."""

from __future__ import annotations

import streamlit as st

from spl.data.words import counted
from spl.engine.by_hand import NOTHING
from spl.engine.tried import Tried
from spl.ui.app.state import page_state


def forget_rows() -> None:
    """Forget the chosen samples, the settings tried, and what was given by hand, which is said."""
    state = page_state()
    known = state.settings.hand.known
    if known:
        st.toast(f"{counted(len(known), 'label')} given to the data before: dropped.")
    state.settings.hand = NOTHING
    state.hand_before, state.hand_after, state.blamed, state.plain_runs = [], [], {}, {}
    state.compared, state.last_job, state.tried = None, None, Tried()
    state.chosen_rows, state.chosen_by, state.telling = [], ([], ""), None
