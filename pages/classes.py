"""How each class fares: over the iterations, and where its samples go at iteration k."""

import streamlit as st

from spl.ui import classes_view, drilldown
from spl.ui.progress import require_state
from spl.ui.sample_panel import show_sample
from spl.ui.shell import begin_page

begin_page()
st.title("Classes")
job, state = require_state()
st.caption(
    "How each class fares while the domains align, and where the samples of a class go at the "
    "iteration shown."
)
classes_view.show_over_k(job)
classes_view.show_matrix(job, state)
classes_view.show_pairs(job, state)
classes_view.show_classes(job, state)
drilldown.show_chosen(job.pair, "Click a cell of the matrix or choose a line of a table.")
show_sample(job, state)
