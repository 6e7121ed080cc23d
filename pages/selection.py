"""Which target samples are learnt from at iteration k, and how many of their labels are correct."""

import streamlit as st

from spl.ui.app import session
from spl.ui.app.progress import require_state
from spl.ui.app.shell import begin_page
from spl.ui.run import selection as selection_view
from spl.ui.shared import drilldown
from spl.ui.shared.sample_panel import show_sample

begin_page()
st.title("Selection")
job, state = require_state()
st.caption(
    "In iteration k the projection is learnt from the source and from the k/T most confident "
    "target samples of each pseudo-class: the subset $S_k$. Their pseudo-labels are those of "
    "iteration k − 1."
)
part = selection_view.choose_part()
selection_view.show_part(job, state, session.previous_state(), part)
hint = "Choose a line of the table, or click a mark of the strips (The cut)."
drilldown.show_chosen(job.pair, hint)
show_sample(job, state)
