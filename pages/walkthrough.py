"""One iteration of Algorithm 1, equation by equation, on the visitor's own data."""

import streamlit as st

from spl.ui.progress import require_state
from spl.ui.sample_panel import show_sample
from spl.ui.shell import begin_page
from spl.ui.walkthrough_view import show_walk

begin_page()
st.title("Walk-through")
job, state = require_state()
followed = show_walk(job, state)
show_sample(job, state, followed)
