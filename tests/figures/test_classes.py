import numpy as np
import pytest

from spl.evaluation import accuracy, agreement
from spl.figures.classes import accuracy_over_k, describe_accuracy


def test_accuracy_and_its_baselines(states, pair):
    fig = accuracy_over_k(states, pair, {"1-NN": 0.5, "SVM": 0.625})
    expected = [100 * accuracy(s.pseudo_labels, pair.yt) for s in states]
    assert list(fig.data[0].y) == expected
    assert [t.name for t in fig.data[1:]] == ["1-NN: 50.0 %", "SVM: 62.5 %"]
    assert set(fig.data[2].y) == {62.5}
    assert "1-NN reaches 50.0 %" in describe_accuracy(states, pair, {"1-NN": 0.5})


def test_without_labels_other_scores_stand_in(states, unlabelled):
    fig = accuracy_over_k(states, unlabelled)
    assert list(fig.data[0].y) == pytest.approx([100 * agreement(s) for s in states])
    assert np.isnan(fig.data[2].y[0])
    assert "ccuracy" not in fig.to_json() + describe_accuracy(states, unlabelled)
