"""Scores of a sweep: which one the charts show, what each means, and which to trust."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from spl.experiments.suggest import STAND_INS, Trust, rank_scores
from spl.experiments.sweep import RunResult
from spl.figures import trust
from spl.figures.runs import ACCURACY, Measure, best_row, setting_of, settings_table, words
from spl.measures.scores import RUN_SCORES
from spl.ui.app import session
from spl.ui.explore.chosen import where_text
from spl.ui.shared.charts import show_chart
from spl.ui.shared.choices import kept_choice
from spl.ui.shared.drilldown import dark, show_table


def measures(results: Sequence[RunResult]) -> list[Measure]:
    """What to choose settings by: accuracy where the target has labels, then label-free scores."""
    return [m for m in _known(results) if m is ACCURACY or RUN_SCORES[m.column].chooses]


def _known(results: Sequence[RunResult]) -> list[Measure]:
    """Accuracy where the target has labels, then the label-free scores."""
    there = {name for result in results for name in result.scores[-1]}
    scores = [
        Measure(key, score.name, score.higher, score.unit)
        for key, score in RUN_SCORES.items()
        if key in there
    ]
    # without target labels the scores that the suggestion goes by come first
    scores.sort(key=lambda m: [*STAND_INS, m.column].index(m.column))
    return [ACCURACY, *scores] if has_accuracy(results) else scores


def followed(results: Sequence[RunResult]) -> list[Measure]:
    """Accuracy and the scores that are known at more than the last iteration."""
    there = {name for result in results for scores in result.scores[:-1] for name in scores}
    return [m for m in _known(results) if m is ACCURACY or m.column in there]


def has_accuracy(results: Sequence[RunResult]) -> bool:
    """Whether every run had target labels."""
    return all(result.accuracy is not None for result in results)


def choose_measure(given: Sequence[Measure]) -> Measure:
    """Which of the measures the charts show; kept over page changes."""
    found = {m.column: m for m in given}
    names = {m.column: m.name for m in given}
    about = "The score that the charts show for each run."
    about += " Accuracy needs target labels; the others do not." if ACCURACY in given else ""
    first = given[0].column
    shown = found[kept_choice(st.selectbox, "Shown", names, "explore_measure", first, help=about)]
    if shown.column in RUN_SCORES:
        st.caption(definition(shown))
    return shown


def definition(measure: Measure) -> str:
    """What a score is, and which direction is good."""
    return RUN_SCORES[measure.column].help


def show_scores(
    results: Sequence[RunResult], runs: pd.DataFrame, pick: Callable[[list[Any]], None]
) -> None:
    """Each score with its definition; where target labels exist, how well it would have chosen."""
    shown = [m for m in measures(results) if m is not ACCURACY]
    if not has_accuracy(results):
        st.caption(
            "The target has no labels, so no score can be checked against the truth. On data "
            "with target labels this part shows how good a setting each score would have picked; "
            "open a sample set to see it. No score picks well on all data, and every score can "
            "mislead."
        )
        _show_picks(runs, shown, pick)
        _definitions(shown, expanded=True)
        return
    ranks = rank_scores(list(results))
    by_column = {m.column: m for m in shown}
    shown = [by_column[column] for column in ranks if column in by_column]  # best first
    if not shown:
        st.info("Comparing scores needs at least two settings.", icon=":material/info:")
        return
    _show_trust(shown, ranks)
    labels = {m.column: m.name for m in shown}
    first = shown[0].column
    measure = by_column[kept_choice(st.selectbox, "Score", labels, "explore_score", first)]
    st.caption(definition(measure))
    fig = trust.score_against_accuracy(runs, measure, where=where_text(runs), dark=dark())
    data = trust.both_means(runs, measure)
    show_chart(fig, "score-against-accuracy", trust.describe_score(runs, measure), pick, data)
    _show_picks(runs, [ACCURACY, *shown], pick)
    _definitions(shown)


def _show_trust(shown: Sequence[Measure], ranks: Mapping[str, Trust]) -> None:
    """How well each score orders the settings, as a chart."""
    correlations = [float(ranks[m.column].correlation) for m in shown]
    regrets = [float(ranks[m.column].regret) for m in shown]
    st.caption(
        "In practice the target has no labels. Here the labels show which score would have "
        "picked a good setting without them. Rank correlation is 1 where a score orders the "
        "settings as accuracy does, and below 0 where it misleads. Regret is the accuracy, in "
        "percentage points, that you lose by taking the score's pick."
    )
    names = [m.name for m in shown]
    table = pd.DataFrame(
        {"score": names, "rank correlation": correlations, "regret (percentage points)": regrets}
    )
    fig = trust.trust_bars(names, correlations, regrets, dark=dark())
    alt = trust.describe_trust(names, correlations, regrets)
    show_chart(fig, "score-trust", alt, data=table)


def _show_picks(
    runs: pd.DataFrame, shown: Sequence[Measure], pick: Callable[[list[Any]], None]
) -> None:
    """The setting that each measure would take; a line chooses it."""
    st.markdown("**The setting that each score would pick**")
    rows, settings = [], []
    for measure in shown:
        best = best_row(settings_table(runs, measure), measure)
        if best is not None:
            settings.append(setting_of(best))
            rows.append((measure.name, words(settings[-1]), measure.text(best["value"])))
    show_table(
        pd.DataFrame(rows, columns=["by", "pick", "its value"]),
        "explore_picks",
        session.file_name("picks"),
        lambda line: pick(list(settings[line])),
    )


def _definitions(shown: Sequence[Measure], *, expanded: bool = False) -> None:
    """All scores with their definitions and directions."""
    with st.expander("The definition of each score", expanded=expanded):
        for m in shown:
            better = "higher is better" if m.higher else "lower is better"
            st.markdown(f"**{m.name}** ({better}). {definition(m)}")
