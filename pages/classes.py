"""How each class fares: over the iterations, and where its samples go at iteration k."""

import streamlit as st

from spl.ui.app.progress import require_state
from spl.ui.app.shell import begin_page
from spl.ui.run import classes as classes_view
from spl.ui.shared import drilldown
from spl.ui.shared.sample_panel import show_sample

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
