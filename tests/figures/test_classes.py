import numpy as np
import pytest

from spl.figures.classes import accuracy_over_k, class_table, describe_accuracy
from spl.measures.evaluation import accuracy, agreement


def test_accuracy_and_its_baselines(states, pair):
    fig = accuracy_over_k(states, pair, {"1-NN": 0.5, "SVM": 0.625})
    expected = [100 * accuracy(s.pseudo_labels, pair.yt) for s in states]
    assert list(fig.data[0].y) == expected
    assert [t.name for t in fig.data[1:]] == ["SVM: 62.5 %", "1-NN: 50.0 %"]  # the best first
    assert set(fig.data[1].y) == {62.5}
    assert len({t.line.dash for t in fig.data[1:]}) == 2
    assert "1-NN reaches 50.0 %" in describe_accuracy(states, pair, {"1-NN": 0.5})


def test_both_runs_of_a_comparison_have_their_curve(states, pair):
    fig = accuracy_over_k(states, pair, beside=states[:2])
    assert [(t.name, len(t.y)) for t in fig.data] == [("SPL, left", len(states)), ("SPL, right", 2)]
    end = 100 * accuracy(states[1].pseudo_labels, pair.yt)
    assert fig.data[1].y[-1] == end
    assert "On the right it goes from" in describe_accuracy(states, pair, beside=states[:2])


def test_without_labels_other_scores_stand_in(states, unlabelled):
    fig = accuracy_over_k(states, unlabelled)
    assert list(fig.data[0].y) == pytest.approx([100 * agreement(s) for s in states])
    assert np.isnan(fig.data[2].y[0])
    assert "ccuracy" not in fig.to_json() + describe_accuracy(states, unlabelled)
    both = accuracy_over_k(states, unlabelled, beside=states[:2])
    assert [len(t.x) for t in both.data] == 3 * [len(states)] + 3 * [2]
    assert [t.name.rpartition(", ")[2] for t in both.data] == 3 * ["left"] + 3 * ["right"]
    text = describe_accuracy(states, unlabelled, beside=states[:2])
    assert text.startswith("From iteration 0") and "On the right, from iteration 0 to 1" in text


def test_class_table_adds_up(states, pair, unlabelled):
    table = class_table(states[2], states[1], pair)
    now, before = states[2].pseudo_labels, states[1].pseudo_labels
    assert table["pseudo-labels"].sum() == table["in its cluster"].sum() == pair.n_target
    assert table["entered"].sum() == table["left"].sum() == (now != before).sum()
    moved = table["pseudo-labels"] - np.bincount(before, minlength=10)
    assert (moved == table["entered"] - table["left"]).all()
    for c, row in enumerate(table.to_dict("records")):
        assert row["accuracy (%)"] == pytest.approx(100 * (now == c)[pair.yt == c].mean())
        assert row["precision (%)"] == pytest.approx(100 * (pair.yt == c)[now == c].mean())
    blind = class_table(states[0], None, unlabelled)
    assert blind["entered"].sum() == 0
    assert not [c for c in blind.columns if "ccuracy" in c or "recision" in c]
