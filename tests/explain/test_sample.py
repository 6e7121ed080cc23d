import re

import numpy as np
import pytest

from spl import DomainPair, SPLParams, iterate
from spl.explain.sample import (
    find_sample,
    first_selected,
    label_history,
    nearest_samples,
    top_classes,
)
from spl.explain.why_selected import why_selected

PARAMS = SPLParams(d1=6, d2=3, T=4)


@pytest.fixture
def pair(shifted):
    X, y, Xt, yt = shifted
    yt = yt.copy()
    yt[3] = "dog"
    return DomainPair(X, y, Xt, yt, sample_names_target=[f"t{i}" for i in range(len(Xt))])


def run(pair, **changes):
    params = SPLParams(**({"d1": 6, "d2": 3, "T": 4} | changes))
    return list(iterate(pair.X_source, pair.y_source, pair.X_target, params)), params


def test_which_sample_a_row_is(pair):
    s = find_sample(pair, 0)
    assert (s.domain, s.number, s.name, s.true_class) == ("source", 0, "", "ant")
    t = find_sample(pair, pair.n_source + 3)
    assert (t.domain, t.number, t.name) == ("target", 3, "t3")
    assert t.true_class == "a class the source lacks" and t.thumbnail is None
    blind = DomainPair(pair.X_source, pair.y_source, pair.X_target)
    assert find_sample(blind, pair.n_source).true_class is None


@pytest.mark.parametrize("row", [-1, 180])
def test_no_such_row(pair, row):
    with pytest.raises(
        ValueError, match=f"row={row} is not a sample of this pair; give a whole number from 0"
    ):
        find_sample(pair, row)


@pytest.mark.parametrize("row", [5, 90 + 5])
def test_top_classes_are_sorted_and_follow_the_equations(pair, row):
    states, _ = run(pair)
    top = top_classes(states[2], pair, row, most=3)
    assert (np.diff(top.p) <= 0).all()
    np.testing.assert_allclose(top.p, np.maximum(top.p1, top.p2))
    soft = np.exp(-top.to_prototype) / np.exp(-top.to_prototype).sum()
    np.testing.assert_allclose(top.p1, soft)  # all 3 classes, so Eq. 10 as it stands
    np.testing.assert_allclose(top.p1.sum(), 1)
    assert list(top.table()["class"]) == list(top.names)
    if row >= 90:
        assert top.names[0] == pair.class_names[states[2].pseudo_labels[row - 90]]


def test_history_follows_the_states(pair):
    states, _ = run(pair)
    for target in (0, 7, 88):
        table = label_history(states, pair, target)
        assert list(table["k"]) == [0, 1, 2, 3, 4]
        assert list(table["selected"]) == [bool(s.selected[target]) for s in states]
        assert (table["rank in class"] <= table["of"]).all()
        assert set(table["decided by"]) <= {"NCP", "SP", "both"}
        first = first_selected(states, target)
        assert first == int(table.loc[table["selected"], "k"].iloc[0])
    assert first_selected(states[:1], 0) is None


def test_nearest_samples_are_of_the_other_domain_and_exact(pair, monkeypatch):
    monkeypatch.setattr("spl.explain.sample.BLOCK", 7)
    states, _ = run(pair)
    s = states[3]
    rows, d = nearest_samples(s, pair, 90 + 4, most=5)
    naive = np.linalg.norm(s.z_source - s.z_target[4], axis=1)
    np.testing.assert_array_equal(rows, np.argsort(naive, kind="stable")[:5])
    np.testing.assert_allclose(d, np.sort(naive)[:5], atol=1e-7)
    rows, _ = nearest_samples(s, pair, 4, most=200)
    assert len(rows) == 90 and rows.min() == 90


@pytest.mark.parametrize("how", ["class-wise", "global", "all"])
@pytest.mark.parametrize("quota", ["floor", "authors"])
def test_the_sentence_tells_the_truth_for_every_sample(pair, how, quota):
    states, params = run(pair, selection=how, quota=quota)
    for k in range(5):
        previous = states[k - 1] if k else None
        for i in range(pair.n_target):
            sentence = why_selected(states[k], previous, i, params, pair.class_names)
            assert sentence.startswith("Selected") == bool(states[k].selected[i]), sentence
            if k == 0:
                assert "At k = 0 nothing is selected" in sentence


def test_the_sentence_names_rank_and_cut(pair):
    states, params = run(pair)
    last = int(np.argmax(states[1].rank))
    c = states[1].pseudo_labels[last]
    n = int((states[1].pseudo_labels == c).sum())
    sentence = why_selected(states[2], states[1], last, params, pair.class_names)
    assert f"labelled it {pair.class_names[c]}" in sentence
    assert f"most confident of {n} with this label" in sentence
    assert f"only the first {2 * n // 4} are taken at k = 2" in sentence
    assert f"misses the cut by {states[1].rank[last] + 1 - 2 * n // 4} rank" in sentence


@pytest.mark.parametrize("quota", ["floor", "authors"])
def test_why_selected_knows_what_was_given_and_left_out(pair, quota):
    """The ranks and cuts that it names are those of the run, which count unknown samples only."""
    known = {int(row): "ant" for row in range(0, 90, 4)}
    without = {1: 2, 2: 3, 5: 1}
    params = SPLParams(d1=6, d2=3, T=4, quota=quota)
    given = pair.X_source, pair.y_source, pair.X_target, params
    states = list(iterate(*given, known=known, without=without))
    for previous, state in zip(states, states[1:], strict=False):
        for i in range(90):
            why = why_selected(state, previous, i, params, pair.class_names, known, without)
            assert why.startswith("Selected") == state.selected[i], why
            if i in known:
                assert "its label was given" in why
            elif without.get(i, 9) <= state.k:
                assert why == f"Not selected: you left it out from k = {without[i]} on."
            else:
                c = previous.pseudo_labels[i]
                unknown = [row for row in range(90) if row not in known]
                n = np.count_nonzero(previous.pseudo_labels[unknown] == c)
                assert f"most confident of {n} with this label" in why
            if "misses the cut by" in why:
                rank, cut = (
                    int(re.search(p, why)[1]) for p in (r"the (\d+)\w+ most", r"first (\d+)")
                )
                assert rank > cut
    assert "also at k = 0" in why_selected(states[0], None, 4, params, pair.class_names, known)


def test_a_rejected_sample_says_why():
    rng = np.random.default_rng(0)
    ys, yt = np.repeat(range(4), 20), np.repeat(range(6), 20)
    X, Xt = (rng.normal(size=(len(y), 8)) + 5 * np.eye(8)[y] for y in (ys, yt))
    pair, params = DomainPair(X, ys, Xt + 0.5, yt), SPLParams(8, 5, 4, label_set="open")
    states = list(iterate(pair.X_source, pair.y_source, pair.X_target, params))
    at = np.stack([s.rejected for s in states]).argmax(axis=0)  # when: 0 for never
    said = {k: "" for k in (2, 3)}
    for t in np.flatnonzero(at):
        k = int(at[t])
        said[k] = why_selected(states[k], states[k - 1], t, params, pair.class_names)
        later = why_selected(states[4], states[3], t, params, pair.class_names)
        assert later.startswith("Rejected: it was already rejected") or k == 4
        table = label_history(states, pair, t)
        assert table["pseudo-label"][4].startswith("rejected (")
        assert table["rank in class"].isna().tolist() == [i >= k for i in range(5)]
    assert "lowest confidence of all 120 target samples, and at k = 2 the 24 lowest" in said[2]
    away, near = re.search(
        r"rejected sample was (\S+) away, .* selected one (\S+)\.", said[3]
    ).groups()
    assert float(away) < float(near)
    for t in np.flatnonzero(~states[3].rejected):
        why = why_selected(states[3], states[2], t, params, pair.class_names)
        assert why.startswith("Selected") == states[3].selected[t]
        like_it = states[2].pseudo_labels == states[2].pseudo_labels[t]
        n = np.count_nonzero(like_it & ~states[3].rejected)
        assert f"most confident of {n} with this label" in why


def test_a_dropped_class_is_no_class_of_a_source_sample(pair):
    few = DomainPair(pair.X_source, pair.y_source, pair.X_target[pair.yt != 0])
    states, params = run(few, label_set="partial", drop_below=0.9)
    assert params.label_set == "partial" and states[-1].dropped.any()
    top = top_classes(states[-1], few, 0)
    dropped = [few.class_names[c] for c in np.flatnonzero(states[-1].dropped)]
    shares = dict(zip(top.names, top.p1, strict=True))
    assert all(shares.get(name, 0) == 0 for name in dropped)
    assert sum(shares.values()) == pytest.approx(1)
