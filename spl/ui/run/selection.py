"""The parts of the Selection page."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from spl.algorithm.state import SPLState
from spl.data.pair import Array
from spl.data.words import counted
from spl.engine.job import Job
from spl.figures import choices, precision, quotas, selection, strips
from spl.measures.gap import LABELINGS, Gap, gaps_over_k
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.shared.charts import show_chart
from spl.ui.shared.choices import kept_choice
from spl.ui.shared.drilldown import NUMBER, choose_targets, show_pictures, show_table
from spl.ui.shared.markdown import plain

COLUMNS = {
    "samples": NUMBER(help="Target samples labelled as this class at k − 1."),
    "selected (%)": NUMBER(format="%.1f"),
    "quota": NUMBER(
        help="⌊k·n_c/T⌋, the number of samples of the class that the paper takes at k."
    ),
    "correct, selected (%)": NUMBER(
        format="%.1f", help="Of the selected samples, the share labelled correctly."
    ),
    "correct, others (%)": NUMBER(
        format="%.1f", help="Of the other samples, the share labelled correctly."
    ),
}
PARTS = ("Class by class", "The cut", "Over k", "What if", "NCP against SP")
MOST_STRIPS = 20_000  # samples; beyond, marks hide each other
KEPT_GAPS = 8
MEASURES = {
    "mmd": ("MMD", "MMD (no unit)"),
    "proxy_a": ("Proxy A-distance", "proxy A-distance (0 to 2)"),
}


def choose_part() -> str:
    """Which part of the page is shown; the choice stays while other pages are shown."""
    more = {"label_visibility": "collapsed"}
    return kept_choice(st.segmented_control, "Part", PARTS, "selection_part", PARTS[0], **more)


def show_part(job: Job, state: SPLState, previous: SPLState | None, part: str) -> None:
    """One part of the page; those that look at one iteration need a previous one."""
    if part == "Over k":
        show_over_k(job)
    elif previous is None:
        st.info(_why_nothing(job), icon=":material/info:")
    elif part == "Class by class":
        show_by_class(job, state, previous)
        show_changes(job, state, previous)
    elif part == "The cut":
        show_cut(job, state, previous)
    elif part == "What if":
        show_what_if(job, state, previous)
    else:
        show_choices(job, state, previous)
    if part == "NCP against SP":
        show_gaps(job)


def _why_nothing(job: Job) -> str:
    if job.params.selection == "none":
        return (
            "This run selects nothing (selection: none): it labels the target once, at k = 0, "
            "with a projection learnt only from the source."
        )
    return (
        "At k = 0 nothing is selected: the first projection is learnt only from the source. "
        "Move the iteration slider."
    )


def show_by_class(job: Job, state: SPLState, previous: SPLState) -> None:
    """S_k class by class with its quota, as bars and as a table."""
    T = job.params.T
    fig = selection.selected_by_class(state, previous, job.pair, T=T)
    show_chart(fig, "by_class", selection.describe_selected(state, previous, job.pair))
    labels, names = previous.pseudo_labels, job.pair.class_names or ()

    def pick(line: int) -> None:
        what = f"selected as {names[line]} at k = {state.k}"
        choose_targets(job.pair, state.selected & (labels == line), what)

    st.caption(
        "Choose a line to see the selected samples of its class."
        + " Rejected samples count in no class." * bool(state.rejected.any())
    )
    table = selection.selection_table(state, previous, job.pair, T=T)
    show_table(
        table, f"selected_{state.k}", session.file_name(f"selection-k{state.k}"), pick, COLUMNS
    )


def show_over_k(job: Job) -> None:
    """S_k of every class over all iterations, and how good it is inside and outside."""
    states = list(job.states)
    if len(states) < 2:
        st.caption("There is only one iteration, k = 0, in which nothing is selected.")
        return
    fig = _small_charts(job.id, len(states), job)
    show_chart(fig, "over_k", quotas.describe_selection_over_k(states, job.pair))
    fig = selection.inside_outside(states, job.pair)
    show_chart(fig, "inside_outside", selection.describe_inside_outside(states, job.pair))


@st.cache_data(max_entries=8, show_spinner="Drawing a chart per class …")
def _small_charts(run: str, n: int, _job: Job) -> go.Figure:
    """`selection_over_k` of the first n states: the same for every k, and slow to build."""
    return quotas.selection_over_k(_job.states[:n], _job.pair, T=_job.params.T)


def show_cut(job: Job, state: SPLState, previous: SPLState) -> None:
    """Confidence strips with the cut, and how many labels are correct on both sides of it."""
    st.header("The cut")
    if job.pair.n_target > MOST_STRIPS:
        st.caption(f"The strips are drawn for at most {MOST_STRIPS:,} target samples.")
    else:
        by = st.segmented_control(
            "Order by",
            ("rank", "confidence"),
            default="rank",
            key="strips_by",
            help=(
                "Rank is the place within the class. Confidence is the raw maximum of Eq. 13; it "
                "orders samples and is not a probability of being correct."
            ),
        )
        fig = strips.confidence_strips(state, previous, job.pair, by=by or "rank")
        alt = strips.describe_strips(state, previous, job.pair)

        def pick(data: list[Any]) -> None:
            choose_targets(job.pair, np.array([data[1]]), f"target sample {data[1]}")

        show_chart(fig, f"strips_{state.k}", alt, pick)
    if 0 < np.count_nonzero(state.selected) < job.pair.n_target:
        fig = precision.precision_by_class(state, previous, job.pair)
        show_chart(fig, "precision", precision.describe_precision(state, previous, job.pair))


def show_what_if(job: Job, state: SPLState, previous: SPLState) -> None:
    """Class-wise against global selection at this k, and which classes starve."""
    st.header("What if: the most confident over all classes")
    T = job.params.T
    given, out = (previous, state.k, T, job.pair), state.rejected
    st.markdown(plain(quotas.explain_starved(*given, rejected=out)))
    fig = quotas.selection_what_if(*given, rejected=out)
    show_chart(fig, "what_if", quotas.describe_what_if(*given, rejected=out))


def show_changes(job: Job, state: SPLState, previous: SPLState) -> None:
    """Samples that entered the selection since k − 1, and those that left it."""
    entered, left = quotas.entered_and_left(state, previous)
    st.header(f"Since k = {previous.k}")
    columns = st.columns(2)
    for column, verb, numbers in zip(columns, ("entered", "left"), (entered, left), strict=True):
        with column:
            _changed(job, state, verb, numbers)


def _changed(job: Job, state: SPLState, verb: str, numbers: Array) -> None:
    n = len(numbers)
    st.markdown(f"**{counted(n, 'sample')} {verb} the selection**")
    if not n:
        return
    show_pictures(job.pair, [int(i) + job.pair.n_source for i in numbers], most=12)
    what = f"{verb} the selection at k = {state.k}"
    st.button(
        f"Choose the samples that {verb}",
        key=f"choose_{verb}",
        on_click=lambda: choose_targets(job.pair, numbers, what),
    )


def show_choices(job: Job, state: SPLState, previous: SPLState) -> None:
    """How far what either would select lies from the source and from its own clusters."""
    st.header("What NCP and SP would each select")
    st.caption(
        "The paper uses both because they are confident about different samples: NCP about those "
        "near the source's prototypes, SP about those near the centre of their own cluster, "
        "which may lie farther from the source. The domains then align in fewer iterations."
    )
    k, T = state.k, job.params.T
    alt = choices.describe_choices(previous, k, T)
    st.markdown(choices.explain_choices(previous, k, T))
    show_chart(choices.choices_figure(previous, k, T), "choices", alt)


def show_gaps(job: Job) -> None:
    """The domain gap over k for NCP, SP and both: three runs, made when asked for."""
    st.header("The domain gap over the iterations")
    kept = page_state().gaps
    st.caption(
        "SPL runs three times on these data: with NCP, with SP and with both. At each k the "
        "distance between the domains is measured as MMD, with a Gaussian kernel as wide as the "
        "median distance, and as proxy A-distance 2(1 − 2ε), where ε is the error of a linear "
        "classifier that tells the domains apart."
    )
    if job.id not in kept:
        slot = st.empty()
        if not slot.button("Measure the gap", icon=":material/straighten:", disabled=job.running):
            return
        with slot:
            kept[job.id] = _measure(job)
        slot.empty()
        while len(kept) > KEPT_GAPS:
            kept.pop(next(iter(kept)))
    name = st.segmented_control(
        "Measure", list(MEASURES), default="mmd", format_func=lambda m: MEASURES[m][0],
        key="gap_measure",
        help=(
            "Both distances are measured in the subspace of each k. MMD is 0 where both domains "
            "have the same distribution. Proxy A-distance is 0 where no linear classifier can "
            "tell the domains apart."
        ),
    )  # fmt: skip
    unit = MEASURES[name or "mmd"][1]
    gaps = {
        _named(labeling): [
            getattr(g, name or "mmd") for g in kept[job.id] if g.labeling == labeling
        ]
        for labeling in LABELINGS
    }
    st.markdown(choices.explain_gap(gaps))
    if all(np.isfinite(values).all() for values in gaps.values()):
        show_chart(choices.gap_over_k(gaps, unit), "gap", choices.describe_gap(gaps, unit))


def _named(labeling: str) -> str:
    return labeling if labeling == "both" else labeling.upper()


def _measure(job: Job) -> list[Gap]:
    """All gaps of a run; leaving the page stops it at the next iteration."""
    gaps: list[Gap] = []
    total = len(LABELINGS) * job.n_states
    given = job.hand.labels(job.pair), dict(job.hand.without)
    bar = st.progress(0.0, text="Principal components …")
    for gap in gaps_over_k(job.pair, job.params, *given):
        gaps.append(gap)
        bar.progress(len(gaps) / total, text=f"{_named(gap.labeling)}, iteration {gap.k}")
    return gaps
