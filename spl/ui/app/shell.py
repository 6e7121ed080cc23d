"""The frame around every page: navigation, sidebar, and how a page begins."""

from __future__ import annotations

import time
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from spl.engine.launch import app_file
from spl.ui.app import live, opening, session
from spl.ui.app.progress import note_milestone
from spl.ui.app.sidebar import show_sidebar
from spl.ui.app.state import page_state
from spl.ui.app.style import STYLE
from spl.ui.shared.player import available

# No icons: the browser would fetch a page's icon from the network for its tab.
PAGES = {
    "lessons": "Lessons",
    "data": "Data",
    "alignment": "Alignment",
    "matching": "Matching",
    "selection": "Selection",
    "classes": "Classes",
    "walkthrough": "Walk-through",
    "explore": "Explore",
    "ablation": "Ablation",
    "comparison": "Comparison",
}
ICON = Path(__file__).with_name("icon.svg")
DEFAULT = "alignment"
WITHOUT_RUN = {PAGES[name] for name in ("lessons", "data")}  # where nothing shows what Run does
MARKER = "_through_app"
LEAD_SECONDS = 3.0  # after a click in which the browser may still report from the page before


def pages_folder() -> Path:
    """Folder of the page files, beside `app.py`."""
    return app_file().parent / "pages"


def page(name: str) -> StreamlitPage:
    """The page of this name, for links."""
    file = pages_folder() / f"{name}.py"
    if name == DEFAULT:  # served at "/": its own name stays free for the alias below
        return st.Page(file, title=PAGES[name], url_path="start", default=True)
    return st.Page(file, title=PAGES[name])


def lead_to(name: str) -> None:
    """Open a page from the player.

    What the player reports at the same moment may arrive while the page is drawn, and Streamlit
    goes back to the page that sent it: from there the way is taken again, until it has been drawn.
    """
    page_state().led_to = name, time.monotonic()
    st.switch_page(page(name))


def _led_on(title: str) -> None:
    led = page_state().led_to
    if led and title == PAGES[DEFAULT] and time.monotonic() - led[1] < LEAD_SECONDS:
        st.switch_page(page(led[0]))


def _all_pages() -> list[StreamlitPage]:
    """Every page; and the default one once more, hidden, at its own address.

    Streamlit serves the default page only at ``/`` and tells a visitor of ``/alignment`` that
    there is no such page.
    """

    def hand_over() -> None:
        st.switch_page(page(DEFAULT))

    alias = st.Page(hand_over, title=PAGES[DEFAULT], url_path=DEFAULT, visibility="hidden")
    return [*(page(name) for name in PAGES), alias]


def run_app() -> None:
    """What `app.py` does on every rerun."""
    chosen = st.navigation(_all_pages())
    title = f"{chosen.title} · SPL Explorer"
    st.set_page_config(page_title=title, page_icon=str(ICON), layout="wide")
    st.session_state[MARKER] = True
    st.html(STYLE)
    if session.begin():
        opening.open_first_screen()
    opening.note_page(chosen.title, PAGES[DEFAULT])
    if session.run_was_pressed() and chosen.title in WITHOUT_RUN:
        st.switch_page(page(DEFAULT))
    _led_on(chosen.title)
    live.arrive_within(live.WAIT)
    note_milestone()
    show_sidebar(chosen.title, has_track=chosen.title == PAGES[DEFAULT] and available())
    session.write_link()
    chosen.run()
    live.note_drawn()
    if chosen.title != PAGES[DEFAULT]:
        page_state().led_to = None


def begin_page() -> None:
    """First line of every page.

    On a fresh server a first visit straight to a page's own address is served by Streamlit's old
    discovery of a `pages` folder, without `app.py`: hand over to it.
    """
    if not st.session_state.pop(MARKER, False):
        st.navigation(_all_pages())
        st.rerun()
