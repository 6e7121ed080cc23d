"""Which target cluster is matched with which source class at iteration k."""

import streamlit as st

from spl.figures.matching import describe_heatmap, matching_heatmap, matching_rows
from spl.ui import session
from spl.ui.progress import require_state
from spl.ui.shell import begin_page

begin_page()
st.title("Matching")
job, state = require_state()
st.caption(
    "K-means finds one target cluster per class, starting from the class prototypes. The matching "
    "(Eq. 11) then pairs clusters with classes one-to-one so that the total distance is smallest."
)
moved = state.matching_moved
left, middle, right = st.columns(3)
left.metric("Iteration k", state.k)
middle.metric(
    "Clusters re-matched",
    moved,
    help="Clusters whose class is not the one whose prototype K-means started them from.",
)
right.metric(
    "Total distance",
    f"{state.matching_cost[range(state.n_classes), state.matching].sum():.2f}",
    help="Sum over all pairs of the distance from cluster centre to class prototype.",
)
st.plotly_chart(
    matching_heatmap(state, job.pair.class_names),
    key="heatmap",
    alt=describe_heatmap(state, job.pair.class_names),
)
st.subheader("Pairs, nearest first")
rows = matching_rows(state, job.pair)
st.dataframe(rows, hide_index=True)
st.download_button(
    "Pairs as CSV",
    rows.to_csv(index=False),
    f"matching-k{session.settings().k}.csv",
    "text/csv",
    icon=":material/download:",
)
