"""Run SPL and watch both domains align, iteration by iteration."""

import streamlit as st

from spl.ui.alignment import view as alignment_view
from spl.ui.alignment.downloads import show_downloads
from spl.ui.app.progress import require_state
from spl.ui.app.shell import begin_page
from spl.ui.shared.sample_panel import show_sample

begin_page()
st.title("Alignment")
job, state = require_state()
alignment_view.show_player(job)
alignment_view.show_scores(job, state)
alignment_view.show_curves(job)
alignment_view.show_selection(job)
show_sample(job, state)
show_downloads(job)
