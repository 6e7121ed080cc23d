"""Target samples that are kept out of S_k: plain run without any, the same run up to then."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spl import iterate
from spl.algorithm.selection import select


@pytest.mark.parametrize("without", [None, {}])
def test_none_left_out_is_the_plain_run_bit_for_bit(shifted, without, same, small):
    X, y, Xt, _ = shifted
    plain, with_none = iterate(X, y, Xt, small), iterate(X, y, Xt, small, without=without)
    assert all(same(a, b) for a, b in zip(plain, with_none, strict=True))


@settings(max_examples=25, deadline=None)
@given(without=st.dictionaries(st.integers(0, 89), st.integers(1, 5), min_size=1, max_size=40))
def test_the_run_is_the_same_up_to_then_and_never_learns_from_them_after(
    without, same, blobs, small
):
    X, y, Xt = blobs(len(without), apart=2)
    plain = list(iterate(X, y, Xt, small))
    previous = None
    for state in iterate(X, y, Xt, small, without=without):
        gone = np.array([row for row, k in without.items() if k <= state.k], dtype=int)
        if not len(gone):
            assert same(state, plain[state.k])
        if previous is not None:  # nobody takes their place
            expected = select(previous.pseudo_labels, previous.confidence, state.k, small.T)
            expected[gone] = False
            assert np.array_equal(state.selected, expected)
        previous = state


def test_samples_that_no_iteration_selects_change_nothing(shifted, same, small):
    X, y, Xt, _ = shifted
    plain = list(iterate(X, y, Xt, small))
    never = np.flatnonzero(~np.any([s.selected for s in plain[:-1]], axis=0))
    left = list(iterate(X, y, Xt, small, without={int(row): 1 for row in never}))
    assert len(never) and all(same(a, b) for a, b in zip(plain[:-1], left[:-1], strict=True))
    assert not same(plain[-1], left[-1])  # at k = T everything is selected


def test_without_all_every_projection_is_that_of_the_source(shifted, small):
    X, y, Xt, _ = shifted
    states = list(iterate(X, y, Xt, small, without=dict.fromkeys(range(90), 1)))
    assert all(np.array_equal(s.projection, states[0].projection) for s in states)


@pytest.mark.parametrize("label_set", ["partial", "open"])
def test_other_label_sets_leave_them_out_as_well(shifted, label_set, small):
    X, y, Xt, _ = shifted
    params = replace(small, label_set=label_set)
    states = list(iterate(X, y, Xt, params, without=dict.fromkeys(range(20), 2)))
    assert states[1].selected[:20].any()
    assert not any(s.selected[:20].any() for s in states[2:])


@pytest.mark.parametrize(
    ("without", "known", "says"),
    [
        ({90: 1}, None, "rows are whole numbers from 0 to 89"),
        ({True: 1}, None, "rows are whole numbers from 0 to 89"),
        ({1: 0}, None, "give a whole number from 1 on"),
        ({1: "2"}, None, "give a whole number from 1 on"),
        ({1: 2}, {1: "ant"}, "in both known and without"),
        ([1], None, "without is a list; give a dict"),
    ],
)
def test_bad_input_is_one_sentence_before_the_first_state(shifted, without, known, says, small):
    X, y, Xt, _ = shifted
    with pytest.raises(ValueError, match=says):
        iterate(X, y, Xt, small, known=known, without=without)
