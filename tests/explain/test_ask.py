"""Whom to ask, and what the answers change."""

from dataclasses import replace

import numpy as np
import pytest

from spl import DomainPair, SPLParams
from spl.data.prepared import iterate_pair
from spl.engine.chosen_data import open_settings_data
from spl.explain.ask import disputes, largest_disputes, least_certain
from spl.explain.effect import effect, effect_in_words, moves_table

PARAMS = SPLParams(d1=64, d2=16, T=4)


@pytest.fixture(scope="module")
def digits():
    pair = open_settings_data("digits:uci,digits:mnist")
    return pair, list(iterate_pair(pair, PARAMS))


def test_the_least_certain_have_the_smallest_margins(digits):
    state = digits[1][-1]
    rows = least_certain(state, 5)
    others = np.setdiff1d(np.arange(len(state.margin)), rows)
    assert state.margin[rows].max() <= state.margin[others].min()
    assert (np.diff(state.margin[rows]) >= 0).all()
    assert least_certain(state, 4, asked={rows[0]}) == rows[1:]


def test_disputes_are_the_samples_on_which_ncp_and_sp_disagree(digits):
    state = digits[1][0]
    groups = disputes(state)
    rows = np.concatenate(groups)
    assert sorted(rows) == np.flatnonzero(state.ncp_labels != state.sp_labels).tolist()
    for group in groups:
        assert len({(state.ncp_labels[r], state.sp_labels[r]) for r in group}) == 1
    assert (np.diff([len(group) for group in groups]) <= 0).all()


def test_one_is_asked_of_each_of_the_largest_disputes_the_one_in_its_middle(digits):
    state = digits[1][0]
    groups = disputes(state)
    rows = largest_disputes(state, 3)
    assert [row in group for row, group in zip(rows, groups, strict=False)] == [True] * 3
    for row, group in zip(rows, groups, strict=False):
        d = np.linalg.norm(state.z_target[group] - state.z_target[group].mean(axis=0), axis=1)
        assert row == group[d.argmin()]
    again = largest_disputes(state, 2, asked=rows)  # their groups were asked about
    assert [row in group for row, group in zip(again, groups[3:], strict=False)] == [True] * 2


def test_where_both_agree_there_is_nobody_to_ask(shifted):
    pair = DomainPair(*shifted)
    *_, last = iterate_pair(pair, SPLParams(d1=6, d2=3, T=3))
    assert (last.ncp_labels == last.sp_labels).all() and largest_disputes(last) == []


def test_the_effect_counts_only_samples_whose_label_was_not_given(digits):
    pair, states = digits
    rows = least_certain(states[-1], 30)
    *_, after = iterate_pair(pair, PARAMS, {r: pair.y_target[r] for r in rows})
    found = effect(states[-1], after, pair, rows)
    others = [r for r in range(pair.n_target) if r not in rows]
    right = [
        np.mean([s.pseudo_labels[r] == pair.yt[r] for r in others]) for s in (states[-1], after)
    ]
    assert (found.before, found.after) == pytest.approx(right)
    assert found.others == pair.n_target - 30 and not set(found.changed) & set(rows)
    gained = (len(found.mended) - len(found.spoilt)) / found.others
    assert found.after - found.before == pytest.approx(gained)
    table = moves_table(states[-1], after, pair, found)
    assert table["samples"].sum() == len(found.changed) > 0
    assert table["become correct"].sum() == len(found.mended)
    words = effect_in_words(found)
    assert f"{len(found.mended)} become correct, {len(found.spoilt)} become wrong" in words


def test_without_target_labels_nothing_is_called_better(digits):
    pair, states = digits
    blind = DomainPair(pair.X_source, pair.y_source, pair.X_target)
    found = effect(states[0], states[-1], blind, ())
    assert found.before is None and len(found.changed) and not len(found.mended)
    assert "nobody can say whether that is better" in effect_in_words(found)
    assert list(moves_table(states[0], states[-1], blind, found)) == ["before", "after", "samples"]


def test_a_class_called_rejected_is_not_taken_for_the_samples_that_are_rejected(digits):
    pair, states = digits
    named = replace(pair, class_names=["rejected", *map(str, range(1, 10))])
    out = states[-1].pseudo_labels == 0
    after = replace(states[-1], rejected=out)
    found = effect(states[-1], after, named, ())
    table = moves_table(states[-1], after, named, found)
    assert table[["before", "after"]].values.tolist() == [["rejected", "rejected by SPL"]]
    assert table["samples"].tolist() == [out.sum()]


def test_no_change_is_said(digits):
    pair, states = digits
    same = states[-1], states[-1], pair
    assert effect_in_words(effect(*same, [7])) == "No other sample ends with another label."
    assert effect_in_words(effect(*same, ())) == "No sample ends with another label."


def test_without_a_given_label_nobody_is_called_another_sample(digits):
    pair, states = digits
    words = effect_in_words(effect(states[0], states[-1], pair, ()))
    assert "other sample" not in words and "others" not in words and ". Accuracy: " in words


def test_samples_without_a_true_label_count_neither_as_correct_nor_as_wrong(digits):
    pair, states = digits
    before, after = states[0], states[-1]
    moved = np.flatnonzero(before.labels != after.labels)
    y = pair.y_target.astype(object)
    y[moved[:5]] = None
    gaps = DomainPair(pair.X_source, pair.y_source, pair.X_target, y)
    found, whole = effect(before, after, gaps, ()), effect(before, after, pair, ())
    known = np.setdiff1d(np.arange(pair.n_target), moved[:5])
    assert found.others == len(known) and len(found.changed) == len(whole.changed) == len(moved)
    assert found.after == pytest.approx(np.mean(after.labels[known] == pair.yt[known]))
    parts = (found.mended, found.spoilt, found.wrong)
    assert sorted(np.concatenate(parts)) == sorted(moved[5:])
    assert ", 5 have no true label. Accuracy" in effect_in_words(found)
    assert "no true label" not in effect_in_words(whole)
