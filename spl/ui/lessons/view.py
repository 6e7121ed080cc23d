"""The lessons as cards."""

from __future__ import annotations

import streamlit as st

from spl.engine.lessons import LESSONS, Lesson
from spl.engine.lessons.notes import teachers_notes
from spl.ui.app import session, shell
from spl.ui.app.state import page_state
from spl.ui.lessons.own import show_open_file


def show_files() -> None:
    """Notes to print, and lessons from files."""
    with st.expander("Teacher's notes, and lessons from a file", icon=":material/print:"):
        st.download_button(
            "Teacher's notes for 45 minutes (HTML, to print)",
            teachers_notes,
            "spl-teachers-notes.html",
            "text/html",
            on_click="ignore",
            key="lesson_notes",
            help="Some of the lessons with their questions and answers, computed on their runs.",
        )
        show_open_file()


def show_lessons() -> None:
    """Two cards a row; opening one switches to its page."""
    for first in range(0, len(LESSONS), 2):
        for column, lesson in zip(st.columns(2), LESSONS[first : first + 2], strict=False):
            with column, st.container(border=True, height="stretch"):
                st.markdown(f"## {lesson.title}")
                st.write(lesson.text)
                if st.button("Open", key=lesson.key, icon=":material/play_arrow:"):
                    open_lesson(lesson)


def open_lesson(lesson: Lesson) -> None:
    """Show what a lesson sets, on its page; its iterations play."""
    page_state().opened += 1
    session.open_link(lesson.query | {"lesson": lesson.key})
    st.switch_page(shell.page(lesson.page))
