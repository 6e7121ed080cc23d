"""The frame around every page: navigation, sidebar, and how a page begins."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from spl.ui import session
from spl.ui.launch import app_file
from spl.ui.sidebar import show_sidebar

PAGES = (
    ("data", "Data", ":material/database:"),
    ("alignment", "Alignment", ":material/animation:"),
    ("matching", "Matching", ":material/device_hub:"),
    ("selection", "Selection", ":material/filter_alt:"),
)
ICON = Path(__file__).with_name("icon.svg")
MARKER = "_through_app"


def pages_folder() -> Path:
    """Folder of the page files, beside `app.py`."""
    return app_file().parent / "pages"


def page(name: str) -> StreamlitPage:
    """The page of this name, for links."""
    for url, title, icon in PAGES:
        if url == name:
            return st.Page(
                pages_folder() / f"{url}.py", title=title, icon=icon, default=url == "alignment"
            )
    raise KeyError(name)


def run_app() -> None:
    """What `app.py` does on every rerun."""
    chosen = st.navigation([page(name) for name, _, _ in PAGES])
    st.set_page_config(
        page_title="SPL Explorer", page_icon=str(ICON), layout="wide"
    )  # after navigation: else the page's icon is fetched from the network
    st.session_state[MARKER] = True
    session.begin()
    show_sidebar()
    session.write_link()
    chosen.run()


def begin_page() -> None:
    """First line of every page.

    On a fresh server a first visit straight to a page's own address is served by Streamlit's old
    discovery of a `pages` folder, without `app.py`: hand over to it.
    """
    if MARKER not in st.session_state:
        st.navigation([page(name) for name, _, _ in PAGES])
        st.rerun()
