"""Names that plotly would read as its own markup are shown as they are, in every figure."""

from dataclasses import replace

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from spl.algorithm.iteration import iterate
from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.embedding.sequence import pca_frames
from spl.experiments.ablation import ABLATION, AblationResult, summarize
from spl.experiments.comparison import compare
from spl.explain.sample import top_classes
from spl.figures import walkthrough
from spl.figures.ablation import difference_dots, learning_curves, paper_dots
from spl.figures.before import before_figure
from spl.figures.cells import clickable
from spl.figures.comparison import class_heatmap
from spl.figures.confusion import agreement_heatmap, classes_over_k, confusion_heatmap
from spl.figures.embedding import embedding_figure
from spl.figures.layout import class_axis
from spl.figures.matching import matching_heatmap
from spl.figures.names import plain_name, shown_name
from spl.figures.pairs import matching_sankey, pairs_over_k
from spl.figures.parallel import parallel_lines
from spl.figures.precision import precision_by_class
from spl.figures.quotas import describe_what_if, selection_over_k, selection_what_if
from spl.figures.runs import ACCURACY, settings_table
from spl.figures.sample import probability_bars
from spl.figures.selection import selected_by_class
from spl.figures.strips import confidence_strips
from spl.figures.sweep import sweep_heatmap
from spl.figures.sweep_lines import curves_over_k, one_at_a_time
from spl.figures.table import figure_table
from spl.figures.trust import score_against_accuracy

NAMES = ("<unk>", "a&b", "<b>x</b>", "%{own}<br>", "&lt;")
T = 2
TASK = "<i>s</i> → a&b"


@pytest.fixture(scope="module")
def run():
    """A pair all of whose names are odd, and its states."""
    rng = np.random.default_rng(0)
    y = np.arange(60) % len(NAMES)
    X = 4 * np.eye(8)[y] + rng.normal(size=(60, 8))
    samples = [f"{NAMES[c]} {i}" for i, c in enumerate(y)]
    pair = DomainPair(
        X, y, X + rng.normal(size=X.shape), y, name="<b>own</b>", source_name="<s>",
        target_name="t&u", class_names=NAMES, sample_names_source=samples,
        sample_names_target=samples,
    )  # fmt: skip
    return pair, list(iterate(X, y, pair.X_target, SPLParams(d1=8, d2=5, T=T)))


@pytest.fixture(scope="module")
def sweep_runs():
    rows = [
        {"task": task, "d1": d1, "d2": d2, "T": 3, "alpha": 1.0, "labeling": "both",
         "selection": "class-wise", "accuracy": 0.5 + d1 / 100, "entropy": 0.1 * d2}
        for task in (TASK, "<unk> → %{own}") for d1 in (8, 16) for d2 in (4, 8)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def ablation_results():
    return [
        AblationResult(
            TASK if i % 2 else "<unk> → %{own}", row, SPLParams(), {"accuracy": (0.5, 0.6)}, 1.0
        )
        for i in range(2)
        for row in ABLATION
    ]


def top(state, pair):
    return top_classes(state, pair, 0, len(NAMES))


def methods(pair):
    return list(compare(pair, SPLParams(d1=8, d2=5, T=T), ["1-NN"]))


OF_A_RUN = {
    "before": lambda s, p: before_figure(p),
    "before, one class": lambda s, p: before_figure(p, only=2),
    "embedding": lambda s, p: embedding_figure(p, s, pca_frames(s)),
    "confusion": lambda s, p: clickable(confusion_heatmap(s[1], p)),
    "agreement": lambda s, p: clickable(agreement_heatmap(s[1], p)),
    "classes over k": lambda s, p: classes_over_k(s, p),
    "matching": lambda s, p: clickable(matching_heatmap(s[1], p.class_names)),
    "sankey": lambda s, p: matching_sankey(s[1], p),
    "pairs": lambda s, p: pairs_over_k(s, p),
    "precision": lambda s, p: precision_by_class(s[1], s[0], p),
    "selected": lambda s, p: selected_by_class(s[1], s[0], p, T=T),
    "selection over k": lambda s, p: selection_over_k(s, p, T=T),
    "what if": lambda s, p: selection_what_if(s[0], 1, T, p),
    "strips": lambda s, p: confidence_strips(s[1], s[0], p),
    "sample": lambda s, p: probability_bars(top(s[1], p), 1),
    "methods": lambda s, p: clickable(class_heatmap(methods(p), p)),
    "signs": lambda s, p: walkthrough.sign_matrix(np.eye(5), NAMES, NAMES, "of <b>x</b>"),
    "costs": lambda s, p: walkthrough.cost_excerpt(np.eye(5), NAMES, NAMES, [(0, 0)], "<unk>"),
    "distances": lambda s, p: walkthrough.distance_bars(NAMES, np.arange(5.0), "<unk>", "it"),
    "guesses": lambda s, p: walkthrough.probability_dots(
        NAMES, np.arange(5) / 10, np.arange(5) / 10, 5, "<b>x</b>"
    ),
}  # fmt: skip
OF_A_SWEEP = {
    "heatmap": lambda r: sweep_heatmap(settings_table(r, ACCURACY), ACCURACY, where=TASK),
    "one at a time": lambda r: one_at_a_time(
        r, ACCURACY, (8, 4, 3, 1.0, "both", "class-wise"), 5, where=TASK
    ),
    "over k": lambda r: curves_over_k({3: [0.1, 0.2]}, ACCURACY, where=TASK),
    "all": lambda r: parallel_lines(settings_table(r, ACCURACY), ACCURACY, where=TASK),
    "trust": lambda r: score_against_accuracy(r, replace(ACCURACY, column="entropy"), where=TASK),
}


def words(value):
    """All texts in a figure as JSON, whatever they are for."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [w for v in value.values() for w in words(v)]
    if isinstance(value, list | tuple | np.ndarray):
        return [w for v in value for w in words(v)]
    return []


def raw(fig: go.Figure) -> list[str]:
    """Texts that hold one of the odd names as it is, where plotly would not show it so."""
    marked = ("<unk>", "a&b", "<b>x", "%{own}", "<s>", "t&u", "<b>own", "<i>s")
    return [text for text in words(fig.to_dict()) if any(m in text for m in marked)]


@pytest.mark.parametrize("name", [*NAMES, "plain", "&amp;lt;", "100 %"])
def test_a_name_comes_back_as_it_was(name):
    assert plain_name(shown_name(name)) == name
    assert "<" not in shown_name(name) and "%{" not in shown_name(name)


def test_a_name_without_markup_stays():
    assert class_axis(["ant", "<unk>"])["ticktext"] == ["ant", "&lt;unk>"]


@pytest.mark.parametrize("kind", OF_A_RUN)
def test_every_figure_of_a_run_shows_names_as_they_are(run, kind):
    pair, states = run
    fig = OF_A_RUN[kind](states, pair)
    assert not raw(fig)
    assert any("&lt;" in text for text in words(fig.to_dict())), "the names are not there at all"


@pytest.mark.parametrize("kind", OF_A_SWEEP)
def test_every_figure_of_a_sweep_shows_tasks_as_they_are(sweep_runs, kind):
    fig = OF_A_SWEEP[kind](sweep_runs)
    assert not raw(fig)
    assert shown_name(TASK) in fig.layout.title.text


def test_the_ablation_shows_tasks_as_they_are_and_keeps_them_for_clicks():
    results = ablation_results()
    assert not raw(learning_curves(results, ACCURACY))
    table = {name: [1.0] * len(ABLATION) for name in "abcd"}
    assert not raw(paper_dots(table, dict.fromkeys(table, "<unk>")))
    dots = difference_dots(summarize(results, "accuracy"), ACCURACY).data[-1]
    assert {mark[1] for mark in dots.customdata} == {TASK, "<unk> → %{own}"}  # what a click gives
    assert {mark[3] for mark in dots.customdata} == {
        shown_name(mark[1]) for mark in dots.customdata
    }
    assert "customdata[1]" not in dots.hovertemplate


@pytest.mark.parametrize("kind", ["confusion", "matching", "sankey", "what if", "guesses"])
def test_the_table_behind_a_figure_holds_the_plain_names(run, kind):
    table = figure_table(OF_A_RUN[kind](run[1], run[0]))
    texts = [v for c in table for v in table[c] if isinstance(v, str)]
    assert any("<unk>" in text for text in texts)
    assert not any("&lt;unk" in text for text in texts)


def test_a_sentence_holds_the_plain_names(run):
    pair, states = run
    assert "&lt;unk" not in describe_what_if(states[0], 1, T, pair)
