"""Wrong and disputed groups, when they began, and the selected samples that pulled them."""

from dataclasses import replace

import numpy as np
import pytest

from spl import DomainPair, SPLParams
from spl.data.prepared import iterate_pair
from spl.engine.chosen_data import open_settings_data, recommended_params
from spl.explain.blame import first_labelled, learnt_as, pulling, wrong_groups
from spl.explain.effect import effect

DATA = "digits:uci,digits:mnist"


@pytest.fixture(scope="module")
def digits():
    pair = open_settings_data(DATA)
    return pair, list(iterate_pair(pair, recommended_params(DATA)))


def test_a_group_has_one_true_class_and_one_label(digits):
    pair, states = digits
    groups = wrong_groups(states, pair, most=100)
    last = states[-1].pseudo_labels
    for group in groups:
        assert (last[group.rows] == group.label).all() and (
            pair.yt[group.rows] == group.instead
        ).all()
        assert group.label != group.instead and len(group.rows) >= 3
    assert (np.diff([len(g.rows) for g in groups]) <= 0).all()
    kinds, counts = np.unique(
        [(t, p) for t, p in zip(pair.yt, last, strict=True) if t != p], axis=0, return_counts=True
    )
    assert len(groups) == (counts >= 3).sum() and kinds.shape[1] == 2


def test_samples_without_a_true_label_are_in_no_wrong_group(digits):
    pair, states = digits
    largest = wrong_groups(states, pair)[0]
    y = pair.y_target.astype(object)
    y[largest.rows] = None
    gaps = DomainPair(pair.X_source, pair.y_source, pair.X_target, y)
    found = wrong_groups(states, gaps, most=100)
    assert found and not np.isin(largest.rows, np.concatenate([g.rows for g in found])).any()
    assert len(found) == len(wrong_groups(states, pair, most=100)) - 1


def test_without_labels_the_disputed_are_grouped(digits):
    pair, states = digits
    blind = DomainPair(pair.X_source, pair.y_source, pair.X_target)
    first = states[:1]
    groups = wrong_groups(first, blind)
    for group in groups:
        said = np.stack([first[0].ncp_labels[group.rows], first[0].sp_labels[group.rows]])
        assert (np.sort(said, axis=0).T == sorted((group.label, group.instead))).all()
    assert groups


def test_the_first_iteration_is_that_from_which_most_keep_the_label(digits):
    pair, states = digits
    for group in wrong_groups(states, pair):
        share = [np.mean(s.pseudo_labels[group.rows] == group.label) for s in states]
        assert all(x > 0.5 for x in share[group.first :])
        assert group.first == 0 or share[group.first - 1] <= 0.5
        assert first_labelled(states, group.rows, group.label) == group.first


def test_those_that_pulled_are_selected_with_the_label_and_nearest(digits):
    pair, states = digits
    for group in wrong_groups(states, pair):
        rows, k = pulling(states, group, most=5)
        assert k >= max(group.first, 1)
        learnt = states[k].selected & (states[k - 1].pseudo_labels == group.label)
        assert learnt[rows].all()
        d = np.linalg.norm(states[k].z_target - states[k].z_target[group.rows].mean(axis=0), axis=1)
        assert np.allclose(np.sort(d[learnt])[: len(rows)], d[rows])


def test_the_labels_of_the_iteration_before_pull(digits):
    """They trained its projection; what the iteration itself says comes too late."""
    pair, states = digits
    group = wrong_groups(states, pair)[0]
    rows, k = pulling(states, group)
    other = replace(states[k], pseudo_labels=(states[k].pseudo_labels + 1) % states[k].n_classes)
    assert len(rows) and pulling([*states[:k], other], group)[0].tolist() == rows.tolist()
    learnt = learnt_as(states[: k + 1], group.label, k)
    assert np.array_equal(learnt_as([*states[:k], other], group.label, k), learnt)


def test_learnt_as_is_who_is_selected_with_a_label(digits):
    _, states = digits
    rows = learnt_as(states, 4, 3)
    expected = {
        row
        for s, before in zip(states[3:], states[2:], strict=False)
        for row in np.flatnonzero(s.selected & (before.pseudo_labels == 4))
    }
    assert set(rows) == expected
    assert len(learnt_as(states[:1], 4, 1)) == 0


def test_the_same_run_without_those_that_pulled_frees_a_group(digits):
    pair, states = digits
    freed = []
    for group in wrong_groups(states, pair, most=2):
        rows, k = pulling(states, group)
        *_, after = iterate_pair(
            pair, recommended_params(DATA), without={int(row): k for row in rows}
        )
        found = effect(states[-1], after, pair, ())
        freed.append(int(np.isin(group.rows, found.changed).sum()))
    assert max(freed) >= 10  # "these were labelled so because of it"


def test_nobody_pulls_where_nothing_is_selected(shifted):
    X, y, Xt, yt = shifted
    pair = DomainPair(X, y, Xt, np.roll(yt, 1))  # many are "wrong"
    states = list(iterate_pair(pair, SPLParams(d1=6, d2=3, selection="none")))
    (group, *_) = wrong_groups(states, pair)
    rows, k = pulling(states, group)
    assert len(rows) == 0 and k == 1
