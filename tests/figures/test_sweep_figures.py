import numpy as np
import pandas as pd
import pytest

from spl import SPLParams
from spl.figures.parallel import GROUPS, describe_parallel, parallel_lines
from spl.figures.runs import (
    ACCURACY,
    Measure,
    best_row,
    setting_of,
    settings_table,
    words,
)
from spl.figures.sweep import (
    BEST,
    CURRENT,
    SUGGESTED,
    describe_heatmap,
    sweep_heatmap,
)
from spl.figures.sweep_lines import (
    curves_over_k,
    describe_curves,
    describe_one_at_a_time,
    lines_through,
    one_at_a_time,
)
from spl.figures.trust import (
    describe_score,
    describe_trust,
    picks,
    score_against_accuracy,
    trust_bars,
)

ENTROPY = Measure("entropy", "entropy", higher=False)


def run(d1, d2, T=5, accuracy=0.5, task="a → b", **rest):
    row = {"task": task, "d1": d1, "d2": d2, "T": T, "alpha": 1.0, "labeling": "both"}
    return row | {"selection": "class-wise", "accuracy": accuracy, "entropy": 1 - accuracy} | rest


@pytest.fixture
def runs():
    """d2 = 8 is poor, d1 = 32 the best; T = 10 a little better than 5."""
    rows = [
        run(d1, d2, T, accuracy=0.5 + d1 / 200 + (0.2 if d2 > 8 else 0) + T / 1000)
        for d1 in (8, 16, 32)
        for d2 in (8, 16, 32)
        for T in (5, 10)
        if d2 <= d1
    ]
    return pd.DataFrame(rows)


def slice_of(runs, T=5):
    return settings_table(runs[runs["T"] == T], ACCURACY)


def test_settings_are_averaged_over_tasks():
    runs = pd.DataFrame(
        [run(8, 8, accuracy=0.4), run(8, 8, accuracy=0.8, task="b → a"), run(16, 8, accuracy=0.9)]
    )
    table = settings_table(runs, ACCURACY)
    assert table["value"].tolist() == pytest.approx([0.6, 0.9])
    assert table["n_tasks"].tolist() == [2, 1]
    # a setting that one task lacks is not the best: its mean is of fewer tasks
    assert setting_of(best_row(table, ACCURACY))[:2] == (8, 8)


def test_best_follows_the_direction_and_survives_nan():
    table = settings_table(
        pd.DataFrame([run(8, 8, accuracy=0.4), run(16, 8, entropy=np.nan), run(16, 16)]), ENTROPY
    )
    assert setting_of(best_row(table, ENTROPY))[:2] == (16, 16)
    assert (
        best_row(settings_table(pd.DataFrame([run(8, 8, accuracy=np.nan)]), ACCURACY), ACCURACY)
        is None
    )


def test_heatmap_places_values_and_leaves_missing_cells_empty(runs):
    table = slice_of(runs)
    planned = [SPLParams(d1=64, d2=d2, T=5) for d2 in (8, 16)]
    fig = sweep_heatmap(table, ACCURACY, planned)
    z = np.asarray(fig.data[0].z, dtype=float)
    assert list(fig.layout.xaxis.ticktext) == ["8", "16", "32", "64"]
    assert list(fig.layout.yaxis.ticktext) == ["8", "16", "32"]
    assert z[0, 0] == pytest.approx(100 * (0.5 + 8 / 200 + 0.005))
    assert np.isnan(z[2, 0])  # d2 > d1
    assert np.isnan(z[:, 3]).all()
    pending = next(t for t in fig.data if t.name == "not run yet")
    assert sorted(zip(pending.x, pending.y, strict=True)) == [(3, 0), (3, 1)]


def test_each_cell_carries_its_setting(runs):
    fig = sweep_heatmap(slice_of(runs), ACCURACY)
    clicks = fig.data[-1]
    assert len(clicks.customdata) == 6
    for x, y, setting in zip(clicks.x, clicks.y, clicks.customdata, strict=True):
        assert fig.layout.xaxis.ticktext[x] == str(setting[0])
        assert fig.layout.yaxis.ticktext[y] == str(setting[1])
        assert list(setting[2:]) == [5, 1.0, "both", "class-wise"]


def test_marks_are_in_their_cells_and_only_in_their_slice(runs):
    marks = {
        BEST: SPLParams(d1=32, d2=32, T=5),
        SUGGESTED: SPLParams(d1=16, d2=16, T=5),
        CURRENT: SPLParams(d1=16, d2=16, T=10),
    }
    fig = sweep_heatmap(slice_of(runs), ACCURACY, marks=marks)
    at = {t.name: (round(t.x[0]), round(t.y[0])) for t in fig.data if t.name in marks}
    assert at == {BEST: (2, 2), SUGGESTED: (1, 1)}


def test_less_is_better_turns_the_colours(runs):
    more = sweep_heatmap(slice_of(runs), ACCURACY).data[0].colorscale
    table = settings_table(runs[runs["T"] == 5], ENTROPY)
    less = sweep_heatmap(table, ENTROPY).data[0].colorscale
    assert more[0][1] == less[-1][1] and more[-1][1] == less[0][1]
    assert sweep_heatmap(table, ENTROPY, dark=True).data[0].colorscale != less


@pytest.mark.parametrize("dark", [True, False])
def test_numbers_are_written_where_they_are_read_best(runs, dark):
    fig = sweep_heatmap(slice_of(runs), ACCURACY, dark=dark)
    black, white = fig.data[1:3]
    assert (black.textfont.color, white.textfont.color) == ("#000", "#fff")
    assert len(black.text) + len(white.text) == 6
    assert "86.5" in (black.text if dark else white.text)  # the best is light on a dark page


def test_an_empty_table_makes_figures(runs):
    none = settings_table(runs[:0], ACCURACY)
    assert describe_heatmap(none, ACCURACY) == "There are no runs yet."
    sweep_heatmap(none, ACCURACY, [SPLParams(d1=8, d2=8, T=5)])
    sweep_heatmap(none, ACCURACY)
    parallel_lines(none, ACCURACY)
    assert describe_parallel(none, ACCURACY) == "There are no runs yet."
    curves_over_k({}, ACCURACY)
    one_at_a_time(runs[:0], ACCURACY, (8, 8, 5, 1.0, "both", "class-wise"), 3)


def test_alt_text_names_range_and_best(runs):
    text = describe_heatmap(slice_of(runs), ACCURACY)
    assert "6 settings" in text and "86.5 %" in text and "d1 32" in text


def test_one_parameter_at_a_time_keeps_the_others(runs):
    base = (32, 16, 5, 1.0, "both", "class-wise")
    parts = lines_through(runs, base)
    assert list(parts) == ["d1", "d2", "T"]
    assert (parts["d1"]["d2"] == 16).all() and (parts["d1"]["T"] == 5).all()
    assert parts["d1"]["d1"].tolist() == [16, 32]
    fig = one_at_a_time(runs, ACCURACY, base, 10)
    assert [t.name for t in fig.data] == ["mean"] * 3
    assert fig.data[1].customdata[0][:3] == [32, 8, 5]
    assert any("10 classes" in a.text for a in fig.layout.annotations)
    assert "over d2 it lies between 66.5 % at 8 and 86.5 % at" in describe_one_at_a_time(
        runs, ACCURACY, base
    )


def test_tasks_are_drawn_thin_and_their_mean_thick(runs):
    both = pd.concat([runs, runs.assign(task="b → a", accuracy=runs["accuracy"] - 0.1)])
    fig = one_at_a_time(both, ACCURACY, (32, 16, 5, 1.0, "both", "class-wise"), 10)
    names = [t.name for t in fig.data]
    assert names == ["a → b", "b → a", "mean"] * 3
    assert fig.data[2].y[-1] == pytest.approx((fig.data[0].y[-1] + fig.data[1].y[-1]) / 2)


def test_parallel_lines_group_by_quarters(runs):
    table = settings_table(runs, ACCURACY)
    fig = parallel_lines(table, ACCURACY)
    assert [t.name for t in fig.data] == list(GROUPS)
    assert list(fig.layout.xaxis.ticktext) == ["d1", "d2", "T", "accuracy (%)"]
    best = fig.data[-1]
    assert len(best.x) % 5 == 0 and np.isnan(best.y[4])
    assert {s[0] for s in best.customdata} == {32}
    assert "d1 32" in describe_parallel(table, ACCURACY)


def test_parallel_lines_of_equal_values_are_all_best():
    table = settings_table(pd.DataFrame([run(8, 8), run(16, 8)]), ACCURACY)
    assert [t.name for t in parallel_lines(table, ACCURACY).data] == [GROUPS[-1]]


def test_curves_over_k():
    curves = {2: [0.5, 0.6, 0.7], 5: [0.5, 0.6, 0.6, 0.7, 0.7, 0.8]}
    fig = curves_over_k(curves, ACCURACY)
    assert [t.name for t in fig.data] == ["T = 2", "T = 5"]
    assert fig.data[1].y[-1] == pytest.approx(80)
    assert (
        describe_curves(curves, ACCURACY) == "Accuracy ends at 70.0 % for T = 2, 80.0 % for T = 5."
    )


def test_a_score_is_drawn_against_accuracy_with_its_pick(runs):
    found = {name: setting for name, setting, _ in picks(runs, ENTROPY)}
    assert (
        found["picked by entropy"]
        == found["best accuracy"]
        == (32, 16, 10, 1.0, "both", "class-wise")
    )
    fig = score_against_accuracy(runs, ENTROPY)
    assert len(fig.data[0].x) == len(runs) and "lower is better" in fig.layout.xaxis.title.text
    assert "86.9 %" not in describe_score(runs, ENTROPY)
    assert "87.0 %" in describe_score(runs, ENTROPY)


def test_a_score_over_several_tasks_is_drawn_by_its_mean(runs):
    both = pd.concat([runs, runs.assign(task="b → a", accuracy=runs["accuracy"] - 0.1)])
    fig = score_against_accuracy(both, ENTROPY)
    assert len(fig.data[0].x) == len(runs)
    assert fig.data[0].y[0] == pytest.approx(100 * runs["accuracy"][0] - 5)
    half = pd.concat([both, pd.DataFrame([run(64, 64, task="a → b")])])  # b → a lacks it
    assert len(score_against_accuracy(half, ENTROPY).data[0].x) == len(runs)


def test_trust_bars_take_nan():
    fig = trust_bars(["entropy", "agreement"], [0.8, np.nan], [0.0, 2.5])
    assert list(fig.data[0].text) == ["0.80", "–"]
    assert "regret 2.5" in describe_trust(["a"], [0.5], [2.5])


def test_words_name_only_what_departs_from_the_paper():
    assert words((8, 4, 3, 0.1, "sp", "all")) == "d1 8, d2 4, T 3, α 0.1, SP only, selection all"
