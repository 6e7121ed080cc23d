import numpy as np
import pytest

from spl.figures.quotas import (
    describe_selection_over_k,
    describe_what_if,
    entered_and_left,
    explain_starved,
    selection_over_k,
    selection_what_if,
)
from spl.figures.strips import confidence_strips, describe_strips

T = 4


def test_small_charts_count_selected_and_quota_of_each_class(states, pair):
    fig = selection_over_k(states, pair, T=T)
    assert len(fig.data) == 30
    for c in range(10):
        right, wrong, quota = fig.data[3 * c : 3 * c + 3]
        assert list(right.x) == [1, 2, 3, 4]
        np.testing.assert_array_equal(np.add(right.y, wrong.y), quota.y)
    assert [a.text for a in fig.layout.annotations] == list(pair.class_names)
    assert f"{pair.n_target} of {pair.n_target}" in describe_selection_over_k(states, pair)


def test_small_charts_without_target_labels_and_of_one_state(states, unlabelled):
    fig = selection_over_k(states, unlabelled)
    assert [t.name for t in fig.data] == 10 * ["selected"]
    assert len(selection_over_k(states[:1], unlabelled).data[0].x) == 0
    assert "No iteration" in describe_selection_over_k(states[:1], unlabelled)


@pytest.mark.parametrize("by", ["rank", "confidence"])
def test_strips_show_every_sample_once_and_the_cut_parts_them(states, pair, by):
    state, previous = states[2], states[1]
    *parts, cut = confidence_strips(state, previous, pair, by=by).data
    rows = np.concatenate([[d[1] for d in p.customdata] for p in parts if len(p.x)])
    np.testing.assert_array_equal(np.sort(rows), np.arange(pair.n_target))
    sign = 1 if by == "rank" else -1
    for part in parts:
        before = sign * np.array(part.x) < sign * np.array(cut.x)[np.array(part.y, dtype=int)]
        assert (before == (not part.name.startswith("not"))).all()
    assert f"{state.selected.sum()} before the cut" in describe_strips(state, previous, pair)


def test_strips_by_something_else_are_refused(states, pair):
    with pytest.raises(ValueError, match="use 'rank' or 'confidence'"):
        confidence_strips(states[1], states[0], pair, by="margin")


def test_what_if_compares_both_selections(states, pair):
    class_wise, overall = selection_what_if(states[1], 2, T, pair).data
    chosen = states[1].pseudo_labels[states[2].selected]
    np.testing.assert_array_equal(class_wise.x, np.bincount(chosen, minlength=10))
    assert sum(overall.x) == 2 * pair.n_target // T
    assert "global selection takes from" in describe_what_if(states[1], 2, T, pair)


def test_entered_and_left(states):
    entered, left = entered_and_left(states[3], states[2])
    assert states[3].selected[entered].all() and not states[2].selected[entered].any()
    assert states[2].selected[left].all() and not states[3].selected[left].any()


def test_the_sentence_names_the_classes_that_starve(states, pair):
    for k in (1, 2, 3):
        text = explain_starved(states[k - 1], k, 4, pair)
        fig = selection_what_if(states[k - 1], k, 4, pair)
        by_class, everywhere = (np.asarray(trace.x) for trace in fig.data)
        for c in np.flatnonzero((everywhere == 0) & (by_class > 0)):
            assert pair.class_names[c] in text
        rich = int((everywhere - by_class).argmax())
        starve = 2 * everywhere < by_class
        assert ("no class would get less" in text) == (not starve.any())
        if starve.any():
            assert f"would get {everywhere[rich]} instead of {by_class[rich]}" in text
