"""The parts of the Ablation page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from spl.data.samples import sample_sets
from spl.engine.jobs import job_id
from spl.engine.settings import fitting
from spl.engine.studies import Study, study_of
from spl.experiments.ablation import (
    ABLATION,
    NO_OPEN,
    AblationResult,
    RowSummary,
    ablation,
    ablation_lines,
    ablation_of_set,
    summarize,
)
from spl.figures.ablation import (
    describe_curves,
    describe_differences,
    describe_paper,
    difference_dots,
    learning_curves,
    paper_dots,
)
from spl.figures.runs import ACCURACY, Measure
from spl.measures.scores import RUN_SCORES
from spl.paper import ablation_table
from spl.ui.ablation.rows import pick_dot, set_name, set_titles, show_chosen, show_paper, show_rows
from spl.ui.app import session
from spl.ui.shared.charts import show_chart
from spl.ui.shared.choices import kept_choice
from spl.ui.shared.drilldown import dark
from spl.ui.shared.studies import show_kept, show_study

THIS, ALL = "This pair", "All directions"
LABEL_FREE = {
    key: (
        Measure(key, RUN_SCORES[key].name, RUN_SCORES[key].higher, RUN_SCORES[key].unit),
        RUN_SCORES[key].help,
    )
    for key in ("agreement", "neighborhood_density", "silhouette", "entropy")
}


def show_page() -> None:
    """Everything below the page's caption."""
    if session.settings().params.label_set == "open":
        st.info(NO_OPEN, icon=":material/table_rows:")
        show_paper()
        return
    every = _choose_scope()
    study = _study(every)
    measure = _choose_measure()
    show_study(study, "Start", "combinations")
    results: list[AblationResult] = list(study.results)
    if not results:
        st.info(
            "The first combination is running."
            if study.running
            else (
                "Nothing has run with these settings yet. Press **Start**, and the nine "
                "combinations appear one by one."
            ),
            icon=":material/table_rows:",
        )
    else:
        summaries = summarize(results, measure.column)
        show_rows(summaries, measure)
        show_chosen()
        show_differences(summaries, measure)
        show_curves(results, measure)
        _download("Runs as CSV", ablation_lines(results), session.file_name("ablation-runs"))
    show_paper()
    show_kept([study.key])


def _choose_scope() -> bool:
    """Whether all directions of the set are run; a pair that belongs to none has no choice."""
    name = set_name()
    if name is None:
        return False
    n = len(sample_sets()[name].directions)
    texts = {THIS: session.pair().title, ALL: f"All {n} directions of {name}"}
    return kept_choice(st.segmented_control, "Tasks", texts, "ablation_scope", THIS) == ALL


def _study(every: bool) -> Study:
    """The study of the chosen tasks with the sidebar's parameters."""
    name, pair = set_name(), session.pair()
    fits = fitting(session.settings().params, pair)
    params = replace(fits, labeling="both", selection="class-wise")
    if every and name is not None:
        total = len(ABLATION) * len(sample_sets()[name].directions)
        key = f"ablation of all {name} {params}"
        return study_of(key, total, lambda done: ablation_of_set(name, params, done))
    key = f"ablation {job_id(pair, params)}"
    return study_of(key, len(ABLATION), lambda done: ablation(pair, params, done))


def _choose_measure() -> Measure:
    """Accuracy where the target has labels, else one of the scores that need none."""
    if session.pair().yt is not None:
        return ACCURACY
    names = {name: measure.name for name, (measure, _) in LABEL_FREE.items()}
    about = "The target has no labels; these scores do not need them."
    shown = kept_choice(st.selectbox, "Score", names, "ablation_measure", "agreement", help=about)
    measure, definition = LABEL_FREE[shown]
    st.caption(definition)
    return measure


def show_differences(summaries: Sequence[RowSummary], measure: Measure) -> None:
    """How far each row is from the full method, beside the same from the paper."""
    left, right = st.columns(2)
    with left:
        fig = difference_dots(summaries, measure, dark=dark())
        alt = describe_differences(summaries, measure)
        show_chart(fig, f"ablation_dots_{len(summaries[0].values)}", alt, pick_dot)
        st.caption(
            "Click a dot to choose its run. A button above the dots then opens the run in the "
            "player."
        )
    with right:
        fig = paper_dots(ablation_table(), set_titles(), dark=dark())
        show_chart(fig, "ablation_paper", describe_paper(ablation_table(), set_titles()))
        st.caption(
            "From the paper's Table 5: averages over all tasks of its data sets, on its "
            "features. The app did not compute these numbers."
        )


def show_curves(results: list[AblationResult], measure: Measure) -> None:
    """NCP against SP against both over k, all with selection."""
    has_curves = any(result.row in ABLATION[-3:] for result in results)
    if not has_curves:
        st.caption("The learning curves appear with the last three rows.")
        return
    fig = learning_curves(results, measure, dark=dark())
    show_chart(fig, "ablation_curves", describe_curves(results, measure))
    st.caption(
        "The paper's supplement shows the same curves, without numbers that could be drawn here. "
        "It reports that SP is much better than NCP in the first iterations, that both improve "
        "with k, and that SP ends higher."
    )


def _download(label: str, lines: list[dict[str, Any]], file: str) -> None:
    heads = max((list(line) for line in lines), key=len)
    table = pd.DataFrame(lines, columns=heads)
    st.download_button(
        label,
        lambda: table.to_csv(index=False),
        f"{file}.csv",
        "text/csv",
        icon=":material/download:",
        help="One line per task and combination, with the score at every k as a share from 0 to 1.",
        on_click="ignore",
    )
