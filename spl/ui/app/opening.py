"""The first screen of a session that was opened without a link, and when it goes."""

from __future__ import annotations

from dataclasses import replace

from spl.engine.settings import Settings
from spl.ui.app import session
from spl.ui.app.state import page_state

PLAYERS = (
    "k",
    "color_by",
    "shown",
    "hidden",
    "camera",
)  # settings that the player changes by itself


def open_first_screen() -> None:
    """Greet the visitor until something is changed."""
    page_state().first_screen = replace(session.settings())


def note_page(name: str, first: str) -> None:
    """Take the first screen away for good once another page is opened or a setting is changed."""
    opened = page_state().first_screen
    if opened is not None and (name != first or not _unchanged(opened)):
        page_state().first_screen = None


def on_first_screen() -> bool:
    """Whether nothing has been changed since the app was opened without a link."""
    return page_state().first_screen is not None


def _unchanged(opened: Settings) -> bool:
    """Whether nothing has changed but what the player changes by itself."""
    now = session.settings()
    return replace(now, **{name: getattr(opened, name) for name in PLAYERS}) == opened
