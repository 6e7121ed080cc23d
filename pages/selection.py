"""Which target samples are learnt from at iteration k, and how many of them rightly."""

import streamlit as st

from spl.figures.selection import (
    describe_inside_outside,
    describe_selected,
    inside_outside,
    selected_by_class,
    selection_table,
)
from spl.ui import session
from spl.ui.progress import require_state
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
if previous is None:
    st.info(
        "At k = 0 nothing is selected: the first projection is learnt from the source alone. "
        "Move the iteration slider.",
        icon=":material/info:",
    )
else:
    st.plotly_chart(
        selected_by_class(state, previous, job.pair, T=job.params.T),
        key="by_class",
        alt=describe_selected(state, previous, job.pair),
    )
if len(job.states) > 1:
    st.plotly_chart(
        inside_outside(job.states, job.pair),
        key="inside_outside",
        alt=describe_inside_outside(job.states, job.pair),
    )
if previous is not None:
    st.subheader("Per class")
    table = selection_table(state, previous, job.pair, T=job.params.T)
    st.dataframe(table, hide_index=True)
    st.download_button(
        "Table as CSV",
        table.to_csv(index=False),
        f"selection-k{state.k}.csv",
        "text/csv",
        icon=":material/download:",
    )
