"""Run SPL and watch both domains align, iteration by iteration."""

import streamlit as st

from spl.ui.alignment import view as alignment_view
from spl.ui.alignment.downloads import show_downloads
from spl.ui.alignment.scores import show_curves
from spl.ui.alignment.welcome import show_welcome
from spl.ui.app import session
from spl.ui.app.opening import on_first_screen
from spl.ui.app.progress import require_state
from spl.ui.app.shell import begin_page
from spl.ui.by_hand.view import show_by_hand
from spl.ui.shared.sample_panel import show_sample

begin_page()
head = st.container(horizontal=True, vertical_alignment="center", key="head")
head.title("Alignment", anchor=False, width="content")
if on_first_screen():
    show_welcome(session.pair())
job, state = require_state(lesson_in_player=True)
with head:
    alignment_view.show_controls(job, state)
alignment_view.show_player(job, state)
show_by_hand(job)
show_curves(job)
alignment_view.show_chosen_samples(job)
show_sample(job, state)
show_downloads(job)
