"""One iteration of Algorithm 1, equation by equation, on the visitor's own data."""

import streamlit as st

from spl.ui.app.progress import require_state
from spl.ui.app.shell import begin_page
from spl.ui.lessons.tour import show_way_back
from spl.ui.shared.sample_panel import show_sample
from spl.ui.walkthrough.view import show_walk

begin_page()
st.title("Walk-through")
show_way_back()
job, state = require_state()
followed = show_walk(job, state)
show_sample(job, state, followed)
