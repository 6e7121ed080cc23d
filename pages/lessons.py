"""Lessons: one click sets data, parameters, page and iteration."""

import streamlit as st

from spl.ui.lessons_view import show_lessons
from spl.ui.progress import show_problems, show_progress
from spl.ui.sample_below import show_sample_below
from spl.ui.shell import begin_page

begin_page()
st.title("Lessons")
show_problems()
show_progress()
st.write("One thing to understand at a time. Each opens with its own data and settings, and runs.")
show_lessons()
show_sample_below()
