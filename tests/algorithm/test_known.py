"""Target samples of known label: plain run without any, never re-labelled, always selected."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spl import SPLClassifier, SPLParams, iterate
from spl.algorithm.known import WEIGHT, check_known, known_of
from spl.algorithm.preprocessing import l2_normalize
from spl.algorithm.selection import select


@pytest.mark.parametrize("known", [None, {}])
def test_none_known_is_the_plain_run_bit_for_bit(shifted, known, same, small):
    X, y, Xt, _ = shifted
    plain, with_none = iterate(X, y, Xt, small), iterate(X, y, Xt, small, known=known)
    assert all(same(a, b) for a, b in zip(plain, with_none, strict=True))


@settings(max_examples=25, deadline=None)
@given(rows=st.sets(st.integers(0, 89), min_size=1, max_size=12), seed=st.integers(0, 99))
def test_known_samples_keep_their_label_and_are_selected_at_every_k(rows, seed, blobs, small):
    X, y, Xt = blobs(seed, apart=3)
    rng = np.random.default_rng(seed)
    known = {row: int(rng.integers(3)) for row in rows}  # also wrong ones
    for state in iterate(X, y, Xt, small, known=known):
        index, labels = np.array(list(known)), np.array(list(known.values()))
        assert state.selected[index].all()
        assert (state.pseudo_labels[index] == labels).all()
        assert (state.proba[index, labels] == 1).all() and (
            state.proba[index].sum(axis=1) == 1
        ).all()


def test_the_quotas_count_unknown_samples_only(shifted, small):
    X, y, Xt, yt = shifted
    known = {row: yt[row] for row in (0, 5, 17, 40)}
    unknown = np.setdiff1d(np.arange(len(yt)), list(known))
    previous = None
    for state in iterate(X, y, Xt, small, known=known):
        if previous is not None:
            of_unknown = select(
                previous.pseudo_labels[unknown], previous.confidence[unknown], state.k, small.T
            )
            assert np.array_equal(state.selected[unknown], of_unknown)
        else:
            assert not state.selected[unknown].any()
        previous = state


def test_a_known_sample_counts_in_its_prototype(shifted, small):
    X, y, Xt, yt = shifted
    known = {3: "cat", 8: "ant"}
    state = next(iter(iterate(X, y, Xt, small, known=known)))
    for c, name in enumerate(state.classes):
        rows = [row for row, label in known.items() if label == name]
        total = state.z_source[y == name].sum(axis=0) + WEIGHT * state.z_target[rows].sum(axis=0)
        assert np.allclose(state.prototypes[c], l2_normalize(total[None])[0])


def test_a_correct_label_helps_where_a_class_was_taken_for_another():
    """A target class that lies on another source class is put right by its known samples."""
    rng = np.random.default_rng(1)
    y = np.repeat([0, 1, 2], 40)
    X = rng.normal(scale=0.3, size=(120, 5)) + 3 * np.eye(5)[y]
    Xt = rng.normal(scale=0.3, size=(120, 5)) + 3 * np.eye(5)[np.array([0, 2, 1])[y]]
    params = SPLParams(d1=5, d2=4, T=5, labeling="ncp")
    *_, plain = iterate(X, y, Xt, params)
    *_, helped = iterate(X, y, Xt, params, known={row: int(y[row]) for row in range(40, 120, 2)})
    others = np.arange(41, 120, 2)
    right = [np.mean(s.pseudo_labels[others] == y[others]) for s in (plain, helped)]
    assert right[0] == 0 and right[1] == 1


@pytest.mark.parametrize(
    ("known", "says"),
    [
        ({90: "ant"}, "rows are whole numbers from 0 to 89"),
        ({-1: "ant"}, "rows are whole numbers from 0 to 89"),
        ({1.0: "ant"}, "rows are whole numbers from 0 to 89"),
        ({True: "ant"}, "rows are whole numbers from 0 to 89"),
        ({1: "dog"}, "which the source does not have"),
        ({1: None}, "which the source does not have"),
        ([1, "ant"], "give a dict of target rows and their labels"),
        (np.array([1, 2]), "known is a ndarray; give a dict of target rows and their labels"),
        ([], "known is a list; give a dict of target rows and their labels"),
    ],
)
def test_bad_known_is_one_sentence_before_the_first_state(shifted, known, says, small):
    X, y, Xt, _ = shifted
    with pytest.raises(ValueError, match=says):
        iterate(X, y, Xt, small, known=known)


def test_true_is_not_class_1_but_1_0_is():
    assert check_known({0: 1.0}, 2, np.array([1, 2])).tolist() == [0, -1]
    with pytest.raises(ValueError, match="does not have"):
        check_known({0: True}, 2, np.array([1, 2]))


def test_the_estimator_takes_minus_1_and_none_as_unknown(shifted, small):
    X, y, Xt, yt = shifted
    marked = np.full(90, None, dtype=object)
    marked[[3, 8]] = "cat", "ant"
    model = SPLClassifier(d1=6, d2=3, T=4).fit(X, y, Xt, y_target=marked)
    *_, state = iterate(X, y, Xt, small, known={3: "cat", 8: "ant"})
    assert (model.transduction_ == state.classes[state.pseudo_labels]).all()
    assert (model.labeled_iter_[[3, 8]] == 0).all()
    assert known_of(np.array([-1, 2, -1]), 3) == {1: 2}
    codes = np.unique(y, return_inverse=True)[1]
    plain = SPLClassifier(d1=6, d2=3, T=4).fit(X, codes, Xt)
    unknown = SPLClassifier(d1=6, d2=3, T=4).fit(X, codes, Xt, y_target=np.full(90, -1))
    assert (plain.transduction_ == unknown.transduction_).all()
    with pytest.raises(ValueError, match="one entry for each"):
        model.fit(X, y, Xt, y_target=marked[:5])
