"""S_k: quotas, ties, and the authors' rule."""

import numpy as np
import pytest

from spl.algorithm.selection import confidence_rank, select

LABELS = np.array([0, 0, 0, 0, 0, 2, 2, 2])
CONFIDENCE = np.array([0.1, 0.5, 0.3, 0.2, 0.4, 0.9, 0.7, 0.8])


def chosen(k, T, **variant):
    return np.flatnonzero(select(LABELS, CONFIDENCE, k, T, **variant)).tolist()


def test_most_confident_of_each_class_up_to_the_quota():
    assert chosen(0, 4) == []
    assert chosen(1, 4) == [1]  # ⌊5/4⌋ = 1 of class 0, ⌊3/4⌋ = 0 of class 2
    assert chosen(2, 4) == [1, 4, 5]
    assert chosen(3, 4) == [1, 2, 4, 5, 7]
    assert chosen(4, 4) == list(range(8))


def test_global_looks_past_the_classes():
    assert chosen(1, 4, selection="global") == [5, 7]
    assert chosen(2, 4, selection="global") == [1, 5, 6, 7]
    assert chosen(4, 4, selection="global") == list(range(8))


def test_all_selects_everything_from_k_1_on():
    assert chosen(0, 4, selection="all") == []
    assert chosen(1, 4, selection="all") == list(range(8))


@pytest.mark.parametrize("T", [1, 3, 4, 10])
def test_authors_rule_never_takes_a_whole_class(T):
    for k in range(1, T + 1):
        mask = select(LABELS, CONFIDENCE, k, T, quota="authors")
        for c, size in ((0, 5), (2, 3)):
            want = size - int(size * (1 - k / T)) - 1
            assert mask[LABELS == c].sum() == want
            inside, outside = (CONFIDENCE[(LABELS == c) & m] for m in (mask, ~mask))
            assert not len(inside) or inside.min() > outside.max()


def test_authors_rule_leaves_ties_with_the_cut_out():
    mask = select(np.zeros(4, int), np.array([0.5, 0.5, 0.5, 0.9]), 3, 4, quota="authors")
    assert mask.tolist() == [False, False, False, True]


def test_ties_go_to_the_lower_index():
    mask = select(np.zeros(4, int), np.full(4, 0.5), 2, 4)
    assert mask.tolist() == [True, True, False, False]


def test_rank_counts_within_the_pseudo_class():
    assert confidence_rank(LABELS, CONFIDENCE).tolist() == [4, 0, 2, 3, 1, 0, 2, 1]


@pytest.mark.parametrize("quota", ["floor", "authors"])
@pytest.mark.parametrize("selection", ["class-wise", "global"])
def test_selection_grows_when_labels_stay(selection, quota):
    rng = np.random.default_rng(0)
    labels, confidence = rng.integers(0, 5, 200), rng.random(200)
    before = np.zeros(200, bool)
    for k in range(11):
        now = select(labels, confidence, k, 10, selection=selection, quota=quota)
        assert (now | ~before).all()
        before = now
