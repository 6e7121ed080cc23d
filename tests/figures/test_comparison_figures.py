import numpy as np
import pytest

from spl import SPLParams
from spl.experiments.comparison import compare
from spl.figures.cells import clickable
from spl.figures.comparison import (
    DEEP,
    chosen_cell,
    class_heatmap,
    describe_bars,
    describe_classes,
    method_bars,
)

QUICK = ("1-NN", "1-NN centred", "JDA", "SPL")


@pytest.fixture(scope="module")
def results(pair):
    return list(compare(pair, SPLParams(d1=30, d2=10, T=3), QUICK))


def test_bars_show_accuracy_in_percent_best_on_top(results, pair):
    fig = method_bars(results, pair)
    order = list(fig.layout.yaxis.ticktext)
    assert order[-1] == max(results, key=lambda r: r.accuracy).method
    drawn = {m[0]: x for bar in fig.data for m, x in zip(bar.customdata, bar.x, strict=True)}
    for r in results:
        assert drawn[r.method] == pytest.approx(100 * r.accuracy)
    assert "%" in fig.layout.xaxis.title.text and fig.layout.height <= 650


def test_reported_figures_are_marked_and_deep_networks_apart(results, pair):
    reported = {"SPL": 90.0, "DAN": 88.0}
    fig = method_bars(results, pair, reported=reported, deep={"DAN": True, "SPL": False})
    deep = next(trace for trace in fig.data if trace.name == DEEP)
    assert list(deep.x) == [88.0] and "open" in deep.marker.symbol
    assert "DAN" in fig.layout.yaxis.ticktext
    assert "The paper reports SPL 90.0 %, DAN 88.0 %" in describe_bars(
        results, pair, reported=reported
    )


def test_without_labels_bars_show_the_score_and_nothing_reported(pair, unlabelled):
    blind = list(compare(unlabelled, SPLParams(d1=30, d2=10, T=2), ("1-NN", "SPL")))
    fig = method_bars(blind, unlabelled, "silhouette", {"DAN": 88.0}, {"DAN": True})
    assert "ilhouette" in fig.layout.title.text and "accuracy" not in fig.to_json()
    assert "DAN" not in fig.layout.yaxis.ticktext
    assert "silhouette, best first" in describe_bars(blind, unlabelled, "silhouette")


def test_a_cell_is_the_accuracy_of_a_class_by_a_method(results, pair):
    fig = clickable(class_heatmap(results, pair))
    z = np.asarray(fig.data[0].z, dtype=float)
    methods = list(fig.layout.xaxis.ticktext)
    assert z.shape == (10, 4)
    by_name = {r.method: r for r in results}
    for j, name in enumerate(methods):
        of_class = pair.yt == 3
        want = 100 * (by_name[name].labels[of_class] == 3).mean()
        assert z[3, j] == pytest.approx(want)
    cell = next(d for d in fig.data[-1].customdata if d[-2:].tolist() == [3, 1])
    number, result = chosen_cell(list(cell), results)
    assert number == 3 and result.method == methods[1]


def test_alt_text_names_the_hardest_class(results, pair):
    z = np.mean([r.per_class for r in results], axis=0)
    assert f"digit {z.argmin()}" in describe_classes(results, pair)


def test_no_result_is_said(pair):
    assert describe_bars([], pair) == "No method has run yet."
    with pytest.raises(ValueError, match="run a method first"):
        class_heatmap([], pair)
