import numpy as np
import pytest

from spl.figures.selection import (
    describe_inside_outside,
    describe_selected,
    inside_outside,
    selected_by_class,
    selection_table,
)

T = 4


def test_bars_count_right_wrong_and_rest_of_each_class(states, pair):
    state, previous = states[2], states[1]
    right, wrong, rest, quota = selected_by_class(state, previous, pair, T=T).data
    labels = previous.pseudo_labels
    for c in range(10):
        chosen = (labels == c) & state.selected
        assert right.x[c] == (chosen & (pair.yt == c)).sum()
        assert wrong.x[c] == (chosen & (pair.yt != c)).sum()
        assert rest.x[c] == ((labels == c) & ~state.selected).sum()
    np.testing.assert_array_equal(quota.x, 2 * np.bincount(labels, minlength=10) // T)
    np.testing.assert_array_equal(quota.x, right.x + wrong.x)
    assert right.name == "selected, correct"


def test_bars_without_labels_do_not_judge(states, unlabelled):
    fig = selected_by_class(states[2], states[1], unlabelled)
    assert [t.name for t in fig.data] == ["selected", "not selected"]
    assert "correctly" not in describe_selected(states[2], states[1], unlabelled)


def test_nothing_is_selected_at_the_start(states, pair):
    fig = selected_by_class(states[0], None, pair)
    assert sum(fig.data[0].x) == sum(fig.data[1].x) == 0
    assert "0 of" in describe_selected(states[0], None, pair)


def test_the_state_before_is_asked_for(states, pair):
    with pytest.raises(ValueError, match="previous is none but state is of k=2"):
        selected_by_class(states[2], None, pair)
    with pytest.raises(ValueError, match="pseudo-labels of k=2, so give that state"):
        selection_table(states[3], states[1], pair)


def test_inside_and_outside_are_of_the_labels_that_trained(states, pair):
    inside, outside = inside_outside(states, pair).data
    assert list(inside.x) == [1, 2, 3, 4]
    right = states[1].pseudo_labels == pair.yt
    assert inside.y[1] == pytest.approx(100 * right[states[2].selected].mean())
    assert outside.y[1] == pytest.approx(100 * right[~states[2].selected].mean())
    assert np.isnan(outside.y[-1])  # all are inside at k = T
    assert "iteration 1" in describe_inside_outside(states, pair)


def test_inside_and_outside_without_labels_is_agreement(states, unlabelled):
    fig = inside_outside(states, unlabelled)
    same = states[1].ncp_labels == states[1].sp_labels
    assert fig.data[0].y[1] == pytest.approx(100 * same[states[2].selected].mean())
    assert "ccuracy" not in fig.to_json()


def test_inside_and_outside_of_one_state_is_empty(states, pair):
    assert len(inside_outside(states[:1], pair).data[0].x) == 0
    assert "No iteration" in describe_inside_outside(states[:1], pair)


def test_table_adds_up(states, pair, unlabelled):
    table = selection_table(states[2], states[1], pair, T=T)
    assert table["samples"].sum() == pair.n_target
    assert table["selected"].sum() == states[2].selected.sum()
    assert (table["quota"] == table["selected"]).all()
    assert not [c for c in selection_table(states[2], states[1], unlabelled) if "correct" in c]


def test_a_quota_of_0_does_not_shift_the_bars(states, pair):
    fig = selected_by_class(states[1], states[0], pair, T=4)
    assert fig.layout.xaxis.range[0] == 0
    assert fig.layout.xaxis.range[1] >= np.bincount(states[0].pseudo_labels).max()
