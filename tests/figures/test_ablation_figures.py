from dataclasses import replace

import numpy as np
import pytest

from spl import SPLParams
from spl.experiments.ablation import ABLATION, ablation, summarize
from spl.figures.ablation import (
    curve_lines,
    describe_curves,
    describe_differences,
    describe_paper,
    difference_dots,
    learning_curves,
    paper_dots,
)
from spl.figures.runs import ACCURACY, Measure
from spl.paper import DATASETS, ablation_table

AGREEMENT = Measure("agreement", "agreement", unit="%")
TITLES = {name: dataset.title for name, dataset in DATASETS.items()}


@pytest.fixture(scope="module")
def results(pair):
    return list(ablation(pair, SPLParams(d1=30, d2=10, T=3)))


@pytest.fixture(scope="module")
def two_tasks(results):
    other = [
        replace(r, task="other", scores={"accuracy": tuple(v / 2 for v in r.scores["accuracy"])})
        for r in results
    ]
    return [*results, *other]


def test_one_dot_per_task_and_row(two_tasks):
    summaries = summarize(two_tasks)
    fig = difference_dots(summaries, ACCURACY)
    means, dots = fig.data
    assert len(dots.x) == 18 and len(means.x) == 9
    assert {(int(c[0]), c[1]) for c in dots.customdata} == {
        (i, r.task) for i in range(9) for r in two_tasks
    }
    for x, (i, task, *_) in zip(dots.x, dots.customdata, strict=True):
        np.testing.assert_allclose(x, 100 * summaries[int(i)].differences[task])
    np.testing.assert_allclose(means.error_x.array[0], 100 * summaries[0].spread)
    assert list(fig.layout.yaxis.ticktext) == [row.name for row in ABLATION]
    assert "percentage points" in fig.layout.xaxis.title.text


def test_one_task_has_no_mean(results):
    fig = difference_dots(summarize(results), ACCURACY)
    assert len(fig.data) == 1
    assert "over 1 task" in describe_differences(summarize(results), ACCURACY)


def test_nothing_yet_is_said(results):
    summaries = summarize(results[:4])  # the full method has not run
    difference_dots(summaries, ACCURACY)
    assert "there are no runs yet" in describe_differences(summaries, ACCURACY)


def test_curves_are_means_over_tasks_that_have_all_three(two_tasks):
    part = two_tasks[:-1]  # the second task lacks its last row
    assert all(
        list(lines) == [two_tasks[0].task] for lines in curve_lines(part, "accuracy").values()
    )
    fig = learning_curves(two_tasks, ACCURACY)
    bold = [trace for trace in fig.data if trace.showlegend is not False]
    assert [trace.name for trace in bold] == ["NCP only", "SP only", "NCP and SP", "each task"]
    assert all(trace.visible == "legendonly" for trace in fig.data[3:])
    own = [r.scores["accuracy"] for r in two_tasks if r.row == ABLATION[7]]
    np.testing.assert_allclose(bold[1].y, 100 * np.mean(own, axis=0))
    assert len(fig.data) == 3 + 3 * 2 and "mean of 2 tasks" in fig.layout.title.text
    assert "NCP only from" in describe_curves(two_tasks, ACCURACY)


def test_curves_of_a_task_on_its_way(results):
    fig = learning_curves(results[:7], ACCURACY)
    assert fig.layout.xaxis.dtick == 1  # of few iterations, halves would be called 1 and 2
    assert [trace.name for trace in fig.data] == ["NCP only"]
    assert len(fig.data[0].y) == 4


def test_without_labels_nothing_says_accuracy(unlabelled):
    results = list(ablation(unlabelled, SPLParams(d1=30, d2=10, T=2)))
    summaries = summarize(results, "agreement")
    figures = (difference_dots(summaries, AGREEMENT), learning_curves(results, AGREEMENT))
    texts = [fig.to_json() for fig in figures]
    texts += [describe_differences(summaries, AGREEMENT), describe_curves(results, AGREEMENT)]
    assert not any("accuracy" in text.lower() for text in texts)


def test_the_papers_picture_is_marked_as_the_papers():
    fig = paper_dots(ablation_table(), TITLES, dark=True)
    assert "the paper's results" in fig.layout.title.text.lower()
    assert [trace.name for trace in fig.data] == list(TITLES.values())
    np.testing.assert_allclose(fig.data[0].x[0], 81.8 - 93.0)
    assert "Office-Caltech -11.2" in describe_paper(ablation_table(), TITLES)
