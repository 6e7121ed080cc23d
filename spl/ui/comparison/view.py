"""The parts of the Comparison page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st

from spl.algorithm.params import SPLParams
from spl.data.extras import lacks
from spl.data.pair import DomainPair
from spl.data.words import counted
from spl.engine.jobs import job_id
from spl.engine.settings import fitting
from spl.engine.studies import Study, study_of
from spl.experiments.comparison import MethodResult, compare, reported_figures
from spl.experiments.method_settings import SETTINGS, settings_note
from spl.figures.cells import clickable
from spl.figures.comparison import (
    chosen_cell,
    class_heatmap,
    describe_bars,
    describe_classes,
    method_bars,
)
from spl.measures.scores import LABELING_SCORES
from spl.methods import METHODS, USUAL
from spl.methods.skada_methods import PACKAGES, has_skada
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.comparison.tables import show_paper, show_results
from spl.ui.shared.charts import show_chart
from spl.ui.shared.choices import kept_choice
from spl.ui.shared.drilldown import choose_targets, dark, show_chosen
from spl.ui.shared.studies import begin, show_kept, show_study, tell_study

METHOD_WIDTH = 172  # pixels


def show_page() -> None:
    """Everything below the page's caption."""
    pair = session.pair()
    params = fitting(session.settings().params, pair)
    settings = _choose_settings(pair, params)
    _recall_methods(pair, params, settings)
    names = _choose_methods(pair)
    study = _study(pair, params, names, settings)
    _control(study, names)
    results = [r for r in study.results if r.method in names]
    score = _choose_score(pair)
    if any(r.labels is not None for r in results):
        show_bars(results, pair, score)
        show_results(results, pair, score)
        if pair.yt is not None:
            show_classes(results, pair)
        _show_report(study, pair, params, results, score, settings)
    elif not study.running:
        st.info(
            "Nothing has run with these settings yet. Choose methods and press **Compare**, and "
            "the results appear one by one.",
            icon=":material/leaderboard:",
        )
    show_refused(results)
    show_paper(results, pair)
    show_kept([study.key])


def _choose_methods(pair: DomainPair) -> list[str]:
    """Checkboxes, each with what the method does; those that cannot run here are off."""
    refusals = {name: m.refusal(pair.n_source, pair.n_target) for name, m in METHODS.items()}
    possible = [name for name in METHODS if not refusals[name]]
    chosen = [name for name in possible if name in _taken()]
    title = f"Methods: {len(chosen)} of {len(METHODS)} chosen"
    with st.expander(title, expanded=True, icon=":material/checklist:", key="comparison_choice"):
        row = st.container(horizontal=True)  # as many beside each other as have room
        for name, method in METHODS.items():
            row.checkbox(
                name,
                help=method.help,
                disabled=bool(refusals[name]),
                width=METHOD_WIDTH,
                **session.bound(f"take {name}", name in chosen, _taking(name)),
            )
        for sentence in _explained(refusals):
            st.caption(f":material/block: {sentence}")
    return chosen


def _choose_settings(pair: DomainPair, params: SPLParams) -> str:
    """How the methods are set: a choice, and what it means for these data."""
    about = "What is fair depends on the question: run both."
    shown = kept_choice(
        st.segmented_control, "Settings", SETTINGS, "comparison_settings", "same", help=about
    )
    st.caption(settings_note(pair, params, shown))
    return shown


def _recall_methods(pair: DomainPair, params: SPLParams, settings: str) -> None:
    """Choose what has run on this pair already, as before a reload or a restart."""
    if page_state().methods is None:
        ran = {result.method for result in _study(pair, params, (), settings).results}
        if ran:
            page_state().methods = [name for name in METHODS if name in ran or name in USUAL]


def _taken() -> Sequence[str]:
    methods = page_state().methods
    return USUAL if methods is None else methods


def _taking(name: str) -> Any:
    def apply(on: bool) -> None:
        taken = [other for other in _taken() if other != name]
        page_state().methods = [*taken, name] if on else taken

    return apply


def _explained(refusals: dict[str, str | None]) -> list[str]:
    """Why methods are off: one sentence for all that lack skada, one for each that is too large."""
    found = []
    lacking = [name for name in METHODS if METHODS[name].extra and not has_skada()]
    if lacking:
        *most, last = lacking
        found.append(lacks(f"{', '.join(most)} and {last}: each", *PACKAGES))
    rest = [s for name, s in refusals.items() if s and name not in lacking]
    return found + rest


def _study(pair: DomainPair, params: SPLParams, names: Sequence[str], settings: str) -> Study:
    """The comparison on this pair with these parameters: it grows as methods are added."""
    key = f"comparison {job_id(pair, params)}" + f" {settings}" * (settings != "same")

    def steps(done: list[Any]) -> Any:
        return compare(pair, params, names, done, settings=settings)

    study = study_of(key, len(names), steps)
    if not study.running:
        study.steps = steps
        study.n_total = len({r.method for r in study.results} | set(names))
    return study


def _control(study: Study, names: Sequence[str]) -> None:
    """Start, progress and cancel; where methods were added, a button that runs these."""
    missing = [name for name in names if name not in {r.method for r in study.results}]
    if not names:
        st.info("Choose at least one method.", icon=":material/checklist:")
    elif study.running or study.error or not study.results:
        show_study(study, "Compare", "methods")
    elif missing:
        left, right = st.columns([5, 1], vertical_alignment="center")
        left.warning(
            f"No result yet for {counted(len(missing), 'chosen method')}: {', '.join(missing)}.",
            icon=":material/pending:",
        )
        right.button(
            "Run these",
            key="run_missing",
            type="primary",
            on_click=begin,
            args=(study,),
            width="stretch",
        )
    else:
        tell_study(study, "methods")


def _choose_score(pair: DomainPair) -> str:
    """Which score orders the methods where the target has no labels."""
    if pair.yt is not None:
        return "back_to_source"
    titles = {key: shown.name for key, shown in LABELING_SCORES.items()}
    about = "The target has no labels; these scores do not need them."
    first = "back_to_source"
    shown = kept_choice(st.selectbox, "Score", titles, "comparison_score", first, help=about)
    st.caption(LABELING_SCORES[shown].help)
    return shown


def show_bars(results: Sequence[MethodResult], pair: DomainPair, score: str) -> None:
    """A bar per method, and the paper's figures on the same axis where it has this task."""
    where, figures, deep = reported_figures(pair)
    fig = method_bars(results, pair, score, figures, deep, dark=dark())
    key = f"comparison_bars_{len(results)}"
    show_chart(fig, key, describe_bars(results, pair, score, figures))
    if where and pair.yt is not None:
        st.caption(
            f"Hollow marks show what the SPL paper reports for {where}. Deep networks are trained "
            "end to end on images and cannot run on features, so only the paper's results are "
            "shown for them."
        )


def show_classes(results: Sequence[MethodResult], pair: DomainPair) -> None:
    """Which classes fail for whom; a click chooses the samples that a method gets wrong."""
    fig = class_heatmap(results, pair, dark=dark())

    def pick(cell: list[Any]) -> None:
        choose_wrong(pair, *chosen_cell(cell, results))

    key = f"comparison_classes_{len(results)}"
    show_chart(clickable(fig), key, describe_classes(results, pair), pick)
    hint = "Click a cell to choose the samples of the class that the method mislabels."
    show_chosen(pair, hint)


def choose_wrong(pair: DomainPair, number: int, result: MethodResult) -> None:
    """Choose the target samples of a class to which a method gives a wrong label."""
    names = pair.class_names or ()
    wrong = (pair.yt == number) & (np.asarray(result.labels) != number)
    choose_targets(pair, wrong, f"{names[number]} mislabelled by {result.method}")


def show_refused(results: Sequence[MethodResult]) -> None:
    """Methods that were asked for and did not run, and why."""
    for result in results:
        if result.refused:
            st.warning(result.refused, icon=":material/block:")


def _show_report(
    study: Study,
    pair: DomainPair,
    params: SPLParams,
    results: Sequence[MethodResult],
    score: str,
    settings: str,
) -> None:
    from spl.reports.comparison import comparison_report

    data = session.settings().data
    command = f"spl compare {data.replace(',', ' ')}" if ":" in data and "?" not in data else ""

    def make() -> str:
        return comparison_report(
            pair, params, results, score=score, command=command, settings=settings
        )

    st.download_button(
        "Report as HTML",
        make,
        f"{session.file_name('comparison')}.html",
        "text/html",
        icon=":material/description:",
        help=(
            "One page with the tables, the charts, all parameters, versions and a digest of the "
            "data. It works offline."
        ),
        on_click="ignore",
        disabled=study.running,
        key="comparison_report",
    )
