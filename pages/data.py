"""Choose, generate or upload a source → target pair, and see it before adaptation."""

import streamlit as st

from spl.ui.app import session
from spl.ui.app.progress import show_problems, show_progress
from spl.ui.app.shell import begin_page
from spl.ui.data import view as data_view
from spl.ui.shared.sample_below import show_sample_below

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
