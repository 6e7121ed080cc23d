import numpy as np

from spl.algorithm.params import SPLParams
from spl.data.target_labels import UNLABELLED
from spl.experiments.vote import Vote
from spl.figures.vote import BINS, describe_vote, vote_bars


def test_samples_without_a_true_label_are_neither_correct_nor_wrong():
    settings = tuple(SPLParams(T=t) for t in (1, 2, 3))
    labels, counts = np.array([0, 1, 1, 0], dtype=np.uint16), np.array([3, 3, 3, 1])
    found = [Vote("pair", "digest", settings, labels, counts, np.ones(3))]
    truths = [np.array([0, 0, UNLABELLED, -1])]
    bars = {
        bar.name: np.array(bar.customdata).ravel()
        for bar in vote_bars(found, truths, where="").data
    }
    assert {name: int(n.sum()) for name, n in bars.items()} == {
        "vote correct": 1, "vote wrong": 2, "no true label": 1,
    }  # fmt: skip
    assert all(len(n) == len(BINS) for n in bars.values())
    assert "50.0 % of the first and 0.0 % of the last are correct" in describe_vote(found, truths)
    everybody = [np.array([0, 1, 1, 0])]
    assert [bar.name for bar in vote_bars(found, everybody, where="").data] == [
        "vote correct", "vote wrong",
    ]  # fmt: skip
