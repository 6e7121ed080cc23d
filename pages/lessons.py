"""Lessons: one click sets data, parameters, page and iteration."""

import streamlit as st

from spl.ui.app.progress import show_problems, show_progress
from spl.ui.app.shell import begin_page
from spl.ui.lessons.view import show_files, show_lessons
from spl.ui.shared.sample_below import show_sample_below

begin_page()
st.title("Lessons")
show_problems()
show_progress()
st.write(
    "Each lesson explains one thing. It opens with its own data and settings and starts a run."
)
show_files()
show_lessons()
show_sample_below()
