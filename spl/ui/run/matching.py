"""The parts of the Matching page."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from spl.algorithm.state import SPLState
from spl.engine.job import Job
from spl.figures import matching, pairs
from spl.figures.cells import clickable
from spl.measures.margins import matching_margins
from spl.ui.app import session
from spl.ui.shared.charts import show_chart
from spl.ui.shared.drilldown import NUMBER, choose_targets, dark, show_table
from spl.ui.shared.markdown import plain

COLUMNS = {
    "distance": NUMBER(format="%.3f", help="From the cluster's centre to the class's prototype."),
    "samples": NUMBER(help="Target samples in the cluster."),
    "started at": st.column_config.TextColumn(
        help="The class whose prototype K-means started this cluster from."
    ),
    "moved": st.column_config.CheckboxColumn(
        "re-matched", help="The cluster is matched with a class other than the one it started at."
    ),
    "truly of this class (%)": NUMBER(
        format="%.1f", help="Share of the cluster's samples whose true label is the matched class."
    ),
    "margin": NUMBER(
        format="%.3f",
        help=(
            "How much longer the total distance would be if this pair were forbidden and the "
            "matching solved again. Near 0, another matching is almost as good."
        ),
    ),
}

CLOSED = (
    "It assumes that both domains have the same classes. Where the target lacks some, a cluster is "
    "forced on each of them, and margins of wrong pairs are as high as those of right ones."
)
PARTIAL = (
    "Dropped classes get no cluster and take no part. A class that the target lacks and that was "
    "not dropped still gets one."
)
NCP_ALONE = " The labels of this run are NCP's alone, so the matching decides none of them."


def assumption(state: SPLState, labeling: str) -> str:
    """What the matching takes for granted in this run, and whether labels depend on it."""
    return (PARTIAL if state.dropped.any() else CLOSED) + NCP_ALONE * (labeling == "ncp")


def show_summary(state: SPLState, names: tuple[str, ...]) -> None:
    """Three numbers, and in words which clusters change class."""
    left, middle, right = st.columns(3)
    left.metric("Iteration k", state.k)
    middle.metric(
        "Clusters re-matched",
        state.matching_moved,
        help="Clusters whose class is not the one whose prototype K-means started them from.",
    )
    right.metric(
        "Total distance",
        f"{state.matching_cost[range(state.n_classes), state.matching].sum():.2f}",
        help="Sum over all pairs of the distance from cluster centre to class prototype.",
    )
    escaped = [plain(name) for name in names]
    st.markdown(matching.explain_order(state, escaped))
    if empty := matching.explain_empty(state, escaped):
        st.warning(empty, icon=":material/inbox:")


def show_heatmap(job: Job, state: SPLState) -> None:
    """Every distance, with the pairs marked; a click chooses the cluster's samples."""
    names = job.pair.class_names or ()

    def pick(cell: list[Any]) -> None:
        choose_cluster(job, state, int(cell[-2]))

    fig = clickable(matching.matching_heatmap(state, names, dark=dark()))
    show_chart(fig, f"heatmap_{state.k}", matching.describe_heatmap(state, names), pick)


def choose_cluster(job: Job, state: SPLState, cluster: int) -> None:
    """Make a cluster's target samples the chosen ones."""
    names = job.pair.class_names or ()
    what = f"cluster {cluster}, matched with {names[state.matching[cluster]]}, at k = {state.k}"
    choose_targets(job.pair, state.cluster_labels == cluster, what)


def show_flow(job: Job, state: SPLState) -> None:
    """Clusters, classes, and how many samples go from one to the other."""
    fig = pairs.matching_sankey(state, job.pair, dark=dark())
    show_chart(fig, "flow", pairs.describe_sankey(state, job.pair))


def show_pairs(job: Job, state: SPLState) -> None:
    """All pairs as a table; a line chooses the cluster's samples."""
    st.header("Pairs, nearest first")
    table = matching.matching_rows(state, job.pair, margins=matching_margins(state))
    clusters = np.asarray(table["cluster"])
    st.caption(
        "Choose a line to see the cluster's samples. The margin of a pair is how much longer the "
        "total distance would be without this pair. A larger margin means a more certain pair."
    )
    show_table(
        table,
        f"pairs_{state.k}",
        session.file_name(f"matching-k{state.k}"),
        lambda line: choose_cluster(job, state, int(clusters[line])),
        COLUMNS,
    )


def show_over_k(job: Job) -> None:
    """How the distances of pairs change, and when clusters change class."""
    states = list(job.states)
    if len(states) > 1:
        fig = pairs.pairs_over_k(states, job.pair, dark=dark())
        show_chart(fig, "over_k", pairs.describe_pairs(states))
