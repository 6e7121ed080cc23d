"""Choose, generate or upload a source → target pair, and see it before adaptation."""

import streamlit as st

from spl.ui import data_view, session
from spl.ui.progress import show_problems, show_progress
from spl.ui.sample_below import show_sample_below
from spl.ui.shell import begin_page

begin_page()
st.title("Data")
show_problems()
show_progress()
data_view.show_where_the_run_is()
kind = data_view.choose_kind()
if kind == "Sample":
    data_view.choose_sample()
elif kind == "Generated":
    data_view.choose_generator()
else:
    data_view.upload()
data_view.show_pair(session.settings().data)
show_sample_below()
