"""The first screen of a session that was opened without a link: while it is there."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from spl.engine.settings import Settings
from spl.ui.app import session

_STATE = st.session_state
PLAYERS = ("k", "color_by", "shown", "camera")  # settings that the player moves by itself


def open_first_screen() -> None:
    """Greet the visitor until something is changed."""
    _STATE.first_screen = replace(session.settings())


def note_page(name: str, first: str) -> None:
    """Take the first screen away for good once another page is opened or a setting is changed."""
    opened = _STATE.get("first_screen")
    if opened is not None and (name != first or not _unchanged(opened)):
        del _STATE["first_screen"]


def on_first_screen() -> bool:
    """Whether nothing has been changed since the app was opened without a link."""
    return "first_screen" in _STATE


def _unchanged(opened: Settings) -> bool:
    """Whether nothing has moved but what the player moves."""
    now = session.settings()
    return replace(now, **{name: getattr(opened, name) for name in PLAYERS}) == opened
