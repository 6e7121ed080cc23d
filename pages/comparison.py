"""SPL beside other methods, on the same features of the same pair."""

import streamlit as st

from spl.ui.app.progress import show_problems, show_progress
from spl.ui.app.shell import begin_page
from spl.ui.by_hand.steps import say_set_aside
from spl.ui.comparison import view as comparison_view
from spl.ui.shared.sample_below import show_sample_below

begin_page()
st.title("Comparison")
show_problems()
show_progress()
st.caption(
    "Other methods on your data, next to SPL. None sees the target's labels. Hover over a method's "
    "question mark to read what it does."
)
say_set_aside()
comparison_view.show_page()
show_sample_below()
