"""Which target samples are learnt from at iteration k, and how many of them rightly."""

import streamlit as st

from spl.ui import drilldown, selection_view, session
from spl.ui.progress import require_state
from spl.ui.sample_panel import show_sample
from spl.ui.shell import begin_page

begin_page()
st.title("Selection")
job, state = require_state()
previous = session.previous_state()
st.caption(
    "In iteration k the projection is learnt from the source and from the k/T most confident "
    "target samples of each pseudo-class: the subset S_k. Their pseudo-labels are those of "
    "iteration k − 1."
)
if job.params.selection == "none":
    st.info(
        "This run selects nothing (selection: none): it labels the target once, at k = 0, with "
        "the projection learnt from the source alone.",
        icon=":material/info:",
    )
elif previous is None:
    st.info(
        "At k = 0 nothing is selected: the first projection is learnt from the source alone. "
        "Move the iteration slider.",
        icon=":material/info:",
    )
else:
    selection_view.show_by_class(job, state, previous)
    selection_view.show_changes(job, state, previous)
    drilldown.show_chosen(job, "Choose a line of the table, or click a mark of a strip.")
    selection_view.show_cut(job, state, previous)
selection_view.show_over_k(job)
if previous is not None:
    selection_view.show_what_if(job, state, previous)
    selection_view.show_choices(job, state, previous)
selection_view.show_gaps(job)
show_sample(job, state)
