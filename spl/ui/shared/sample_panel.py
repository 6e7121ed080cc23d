"""Everything a run knows of one sample, at the foot of the pages."""

from __future__ import annotations

import streamlit as st

from spl.algorithm.state import SPLState
from spl.data.words import with_rejected
from spl.engine.job import Job
from spl.explain.sample import (
    Sample,
    find_sample,
    first_selected,
    label_history,
    nearest_samples,
    top_classes,
)
from spl.explain.why_selected import why_selected
from spl.figures.sample import describe_bars, probability_bars
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.shared.charts import show_chart
from spl.ui.shared.drilldown import NUMBER, choose, chosen_rows, show_table
from spl.ui.shared.markdown import plain
from spl.ui.shared.pictures import enlarged

DISTANCES = {
    "distance to prototype": NUMBER(
        "to prototype",  # short, so that the table fits beside the chart at 1280 px
        format="%.3f",
        help="Euclidean distance in the subspace to the class's prototype in the source.",
    ),
    "distance to cluster centre": NUMBER(
        "to centre",
        format="%.3f",
        help="Distance to the centre of the target cluster matched with this class.",
    ),
    "p1 (NCP)": NUMBER(format="%.4f", help="Eq. 10: from the distances to the prototypes."),
    "p2 (SP)": NUMBER(format="%.4f", help="Eq. 12: from the distances to the cluster centres."),
    "p": NUMBER(
        format="%.4f",
        help=(
            "Eq. 13: the value that decides the label: p1, p2 or the larger of both. It orders "
            "samples and is not a probability of being correct."
        ),
    ),
}
SHOWN = 5  # classes, and nearest samples by name


def show_sample(job: Job, state: SPLState, followed: int | None = None) -> None:
    """The first chosen sample at iteration k: who decided what, and why it is (not) selected.

    `followed` is the row that the page follows already, which is then the one explained.
    """
    rows = chosen_rows(job.pair)
    if rows and followed is not None:
        rows = [followed]
    with st.expander("One sample", icon=":material/search:", expanded=bool(rows)):
        explain(job, state, rows)


def explain(job: Job, state: SPLState, rows: list[int]) -> None:
    """The content of the panel: a field for a sample's number, and the first of `rows`."""
    _choose_by_number(job, rows)
    if not rows:
        st.caption(
            "No sample is chosen. Give a number here, click a point in the player, or choose a "
            "line of a table. This panel explains the first sample chosen."
        )
        return
    sample = find_sample(job.pair, rows[0])
    states = list(job.states)
    _identity(job, sample)
    if sample.domain == "target":
        _fate(job, states, state, sample)
    _probabilities(job, state, sample)
    if sample.domain == "target":
        _history(job, states, sample)
    _neighbours(job, state, sample)


def _choose_by_number(job: Job, rows: list[int]) -> None:
    pair = job.pair
    sizes = {"target": pair.n_target, "source": pair.n_source}
    shown = find_sample(pair, rows[0]) if rows else None
    domain = shown.domain if shown else page_state().sample_domain

    def switch(value: str | None) -> None:
        page_state().sample_domain = value or domain
        if shown and value and value != domain:
            take(min(shown.number, sizes[value] - 1), value)

    def take(number: int | None, of: str | None = None) -> None:
        if number is not None:
            of = of or domain
            row = number + (0 if of == "source" else pair.n_source)
            choose([row], f"{of} sample {number}")

    left, middle, _ = st.columns([2, 2, 4], vertical_alignment="bottom")
    with left:
        st.segmented_control(
            "Domain", list(sizes), **session.bound("sample_domain_choice", domain, switch)
        )
    with middle:
        st.number_input(
            f"Number of the sample (0 to {sizes[domain] - 1})",
            min_value=0,
            max_value=sizes[domain] - 1,
            value=None,
            step=1,
            **session.bound("sample_number", shown.number if shown else None, take),
        )


def _identity(job: Job, sample: Sample) -> None:
    pair = job.pair
    title = pair.source_name if sample.domain == "source" else pair.target_name
    picture, words = st.columns([1, 7], vertical_alignment="center")
    if sample.thumbnail is not None:
        picture.image(enlarged(sample.thumbnail), width=96, alt=f"Picture of {sample.name}")
    else:
        words = st.container()
    lines = [f"**{sample.domain.capitalize()} sample {sample.number}** ({plain(str(title))})"]
    if sample.name:
        lines.append(f"Name: {plain(str(sample.name))}")
    truth = plain(str(sample.true_class)) if sample.true_class is not None else "not known"
    note = " (only used for evaluation; no run sees it)" if sample.domain == "target" else ""
    lines.append(f"True label: **{truth}**{note if sample.true_class is not None else ''}")
    words.markdown("  \n".join(lines))


def _fate(job: Job, states: list[SPLState], state: SPLState, sample: Sample) -> None:
    first = first_selected(states, sample.number)
    when = (
        f"It was first selected at k = {first}."
        if first is not None
        else f"It is not selected in any of the {len(states)} iterations."
    )
    why = why_selected(
        state,
        session.previous_state(),
        sample.number,
        job.params,
        job.pair.class_names or (),
        [row for row, _ in job.hand.known],
        dict(job.hand.without),
    )
    st.markdown(f"**{plain(why)}** {when}")


def _probabilities(job: Job, state: SPLState, sample: Sample) -> None:
    top = top_classes(state, job.pair, sample.row, SHOWN)
    figure, table = st.columns([2, 3])
    with figure:
        show_chart(probability_bars(top, state.k), "sample_bars", describe_bars(top, state.k))
    with table:
        if sample.domain == "source":
            st.caption(
                "A source sample keeps its label; no run labels it. These are the probabilities "
                "that a target sample at the same place would get."
            )
        show_table(
            top.table(),
            "sample_classes",
            session.file_name(f"sample-{sample.row}-classes"),
            columns=DISTANCES,
        )


def _history(job: Job, states: list[SPLState], sample: Sample) -> None:
    st.markdown("**Its label over the iterations**")
    show_table(
        label_history(states, job.pair, sample.number),
        "sample_history",
        session.file_name(f"sample-{sample.row}-history"),
        columns={
            "decided by": st.column_config.TextColumn(
                help=(
                    "The guess with the larger probability; “both” where NCP and SP name the "
                    "same class."
                )
            ),
            "rank in class": NUMBER(
                help=(
                    "1 is the most confident sample with this label. Iteration k + 1 selects by "
                    "this rank."
                )
            ),
            "selected": st.column_config.CheckboxColumn(
                help="The sample is in S_k, by its label and rank at iteration k − 1."
            ),
        },
    )


def _neighbours(job: Job, state: SPLState, sample: Sample) -> None:
    near, d = nearest_samples(state, job.pair, sample.row, SHOWN + 1)
    other = "target" if sample.domain == "source" else "source"
    st.markdown(f"**Nearest {other} samples in the subspace at iteration {state.k}**")
    names = with_rejected(job.pair.class_names)
    for column, row, distance in zip(st.columns(SHOWN + 1), near, d, strict=False):
        found = find_sample(job.pair, int(row))
        label = (
            found.true_class
            if other == "source"
            else names[-1]
            if state.rejected[found.number]
            else f"pseudo-label {names[state.pseudo_labels[found.number]]}"
        )
        with column:
            if found.thumbnail is not None:
                st.image(enlarged(found.thumbnail), width=64, alt=f"Picture of {found.name}")
            st.caption(f"{plain(str(label))}  \nno. {found.number}, distance {distance:.3f}")
