"""How d1, d2 and T change the result, and which small setting is good."""

import streamlit as st

from spl.ui.app.progress import show_problems, show_progress
from spl.ui.app.shell import begin_page
from spl.ui.by_hand.steps import say_set_aside
from spl.ui.explore import view as explore_view
from spl.ui.shared.sample_below import show_sample_below

begin_page()
st.title("Explore")
show_problems()
show_progress()
st.caption(
    "Run many settings on your data, compare them with and without target labels, and put a "
    "good, small setting into the sidebar. Settings share the work that they have in common, so "
    "a sweep is faster than its runs one by one. Cancel keeps the finished runs."
)
say_set_aside()
explore_view.show_page()
show_sample_below()
