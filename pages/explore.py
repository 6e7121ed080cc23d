"""How d1, d2 and T change the result, and which small setting is good."""

import streamlit as st

from spl.ui import explore_view
from spl.ui.progress import show_problems, show_progress
from spl.ui.sample_below import show_sample_below
from spl.ui.shell import begin_page

begin_page()
st.title("Explore")
show_problems()
show_progress()
st.caption(
    "Run many settings on your data, compare them with and without target labels, and take a good, "
    "small one over. Settings share the work that they have in common, so that a sweep takes less "
    "time than its runs one by one. Cancel keeps what is done."
)
explore_view.show_page()
show_sample_below()
