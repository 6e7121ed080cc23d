"""Run SPL and watch both domains align, iteration by iteration."""

import streamlit as st

from spl.ui import alignment_view
from spl.ui.downloads import show_downloads
from spl.ui.progress import require_state
from spl.ui.sample_panel import show_sample
from spl.ui.shell import begin_page

begin_page()
st.title("Alignment")
job, state = require_state()
alignment_view.show_scores(job, state)
alignment_view.show_player(job)
alignment_view.show_curves(job)
alignment_view.show_selection(job)
show_sample(job, state)
show_downloads(job)
