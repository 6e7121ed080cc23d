"""Which target cluster is matched with which source class at iteration k."""

import streamlit as st

from spl.ui.app.progress import require_state
from spl.ui.app.shell import begin_page
from spl.ui.run import matching as matching_view
from spl.ui.shared import drilldown
from spl.ui.shared.sample_panel import show_sample

begin_page()
st.title("Matching")
job, state = require_state()
st.caption(
    "K-means finds one target cluster per class, starting from the class prototypes. The matching "
    "(Eq. 11) then pairs clusters with classes one-to-one so that the total distance is smallest. "
    f"{matching_view.assumption(state, job.params.used_labeling)}"
)
matching_view.show_summary(state, job.pair.class_names)
matching_view.show_heatmap(job, state)
matching_view.show_pairs(job, state)
drilldown.show_chosen(job.pair, "Click a cell of the heatmap or choose a line of the table.")
matching_view.show_flow(job, state)
matching_view.show_over_k(job)
show_sample(job, state)
