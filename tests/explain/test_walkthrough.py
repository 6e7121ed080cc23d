"""Every number of the walk-through against the run itself, or against the definition."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import eigh

from spl import DomainPair, SPLParams, iterate, load_sample
from spl.algorithm.iteration import iterate_prepared
from spl.algorithm.known import WEIGHT
from spl.algorithm.preprocessing import l2_normalize
from spl.algorithm.selection import select
from spl.data.prepared import iterate_pair
from spl.explain.quotas import quotas
from spl.explain.reduction import reduction
from spl.explain.walkthrough import (
    default_pair,
    default_target,
    excerpt,
    learning,
    pair_entry,
    training_labels,
)
from spl.explain.walkthrough_labels import (
    changes,
    clustering,
    decision,
    follow,
    prototype_facts,
    sample_distances,
    shown_classes,
)
from spl.explain.walkthrough_text import equations

PARAMS = SPLParams(d1=5, d2=3, T=4)


@pytest.fixture
def pair(shifted):
    return DomainPair(*shifted)


def run(pair, params=PARAMS):
    return list(iterate(pair.X_source, pair.y_source, pair.X_target, params))


def at(pair, k, params=PARAMS):
    states = run(pair, params)
    return states[k], states[k - 1] if k else None


@pytest.fixture
def reduced(pair):
    return reduction(pair, PARAMS)


def full_M(labels):
    return ((labels[:, None] == labels) & (labels >= 0)[:, None]).astype(float)


@pytest.mark.parametrize("normalize", [True, False])
def test_reduction_keeps_the_share_of_variance_that_svd_says(pair, normalize):
    X = np.concatenate([pair.X_source, pair.X_target])
    X = l2_normalize(X) if normalize else X
    values = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2 / len(X)
    r = reduction(pair, SPLParams(d1=4, d2=2, normalize_features=normalize))
    np.testing.assert_allclose(r.variances, values[:4])
    assert r.total == pytest.approx(values.sum())
    assert r.kept == pytest.approx(values[:4].sum() / values.sum())


@pytest.mark.parametrize("k", [0, 1, 4])
def test_training_labels_are_those_of_the_iteration_before(pair, k):
    state, previous = at(pair, k)
    labels = training_labels(pair, state, previous)
    np.testing.assert_array_equal(labels[:90], pair.ys)
    assert ((labels[90:] >= 0) == state.selected).all()
    if previous is not None:
        chosen = state.selected
        np.testing.assert_array_equal(labels[90:][chosen], previous.pseudo_labels[chosen])


@pytest.mark.parametrize("k", [0, 2])
def test_a_pairs_entries_equal_those_of_the_whole_matrices(pair, reduced, k):
    state, previous = at(pair, k)
    labels = training_labels(pair, state, previous)
    M = full_M(labels)
    L = np.diag(M.sum(axis=1)) - M
    X = np.concatenate([reduced.prepared.Xs, reduced.prepared.Xt])
    for i, j in ((0, 1), (0, 50), (3, 90), (91, 120), (7, 7), (100, 100)):
        e = pair_entry(reduced, labels, state.projection, i, j)
        assert (e.M, e.L) == (M[i, j], L[i, j])
        assert e.D == (M[i].sum(), M[j].sum())
        assert e.before == pytest.approx(np.linalg.norm(X[i] - X[j]))
        apart = np.linalg.norm(state.projection.T @ X[i] - state.projection.T @ X[j])
        assert e.cost == pytest.approx(M[i, j] * apart**2)


def test_the_excerpt_is_a_corner_of_m_and_l(pair, reduced):
    state, previous = at(pair, 2)
    labels = training_labels(pair, state, previous)
    M = full_M(labels)
    x = excerpt(reduced, labels, (80, 90 + int((~state.selected).argmax())))
    corner = np.ix_(x.rows, x.rows)
    np.testing.assert_array_equal(x.M, M[corner])
    np.testing.assert_array_equal(x.L, (np.diag(M.sum(axis=1)) - M)[corner])
    assert len(x.rows) <= 12 and len(set(x.rows)) == len(x.rows) and 80 in x.rows
    assert set(x.labels) == {-1, 0, 1, 2}
    assert x.difference < 1e-12


@pytest.mark.parametrize(("k", "d2"), [(0, 3), (2, 3), (2, 5)])
def test_eigenvalues_equal_the_definition(pair, reduced, k, d2):
    state, previous = at(pair, k, replace(PARAMS, d2=d2, alpha=0.5))
    labels = training_labels(pair, state, previous)
    M = full_M(labels)
    D = np.diag(M.sum(axis=1))
    X = np.concatenate([reduced.prepared.Xs, reduced.prepared.Xt]).T
    B = X @ (D - M) @ X.T + 0.5 * np.eye(5)
    want = eigh(X @ D @ X.T, B, eigvals_only=True)[::-1][:d2]
    found = learning(reduced, labels, state, 0.5)
    np.testing.assert_allclose(found.eigenvalues, want, rtol=1e-8)
    assert found.unit_error < 1e-8
    assert found.n_taking_part == 90 + state.selected.sum()
    assert found.n_above_one == (want > 1).sum() <= 3


@pytest.mark.parametrize("normalize", [True, False])
def test_the_followed_sample_ends_at_the_states_z(pair, normalize):
    params = replace(PARAMS, normalize_features=normalize)
    state, _ = at(pair, 3, params)
    r = reduction(pair, params)
    for t in (0, 44, 89):
        f = follow(pair, r, state, t)
        np.testing.assert_allclose(f.z, state.z_target[t], atol=1e-12)
        np.testing.assert_allclose(l2_normalize(f.scores[None])[0], f.reduced, atol=1e-12)
        np.testing.assert_array_equal(f.x, pair.X_target[t])
        assert f.length == pytest.approx(np.linalg.norm(f.projected - state.z_mean))


def test_prototypes_are_the_states(pair):
    state, _ = at(pair, 2)
    facts = prototype_facts(pair, state)
    for c in range(3):
        mean = state.z_source[pair.ys == c].mean(axis=0)
        assert facts.lengths[c] == pytest.approx(np.linalg.norm(mean))
        np.testing.assert_allclose(mean / facts.lengths[c], state.prototypes[c])
        others = [np.linalg.norm(state.prototypes[c] - state.prototypes[o]) for o in range(3)]
        others[c] = np.inf
        assert facts.nearest[c] == np.argmin(others)
        assert facts.gaps[c] == pytest.approx(min(others))


def test_probabilities_are_the_states_and_follow_from_the_distances(pair):
    state, _ = at(pair, 2)
    for t in (0, 50):
        d = sample_distances(state, t)
        np.testing.assert_array_equal(d.p1, state.proba_ncp[t])
        np.testing.assert_array_equal(d.p2, state.proba_sp[t])
        for distance, p in ((d.ncp, d.p1), (d.sp, d.p2)):
            np.testing.assert_allclose(np.exp(-distance) / np.exp(-distance).sum(), p)


@pytest.mark.parametrize("labeling", ["both", "ncp", "sp"])
def test_decisions_are_the_states(pair, labeling):
    state, _ = at(pair, 2, replace(PARAMS, labeling=labeling))
    for t in range(90):
        f = decision(state, t)
        assert f.label == state.pseudo_labels[t] and f.p == state.proba[t].max()
        assert f.margin == pytest.approx(f.p - state.proba[t, f.runner_up]) and f.margin >= 0
        assert f.runner_up != f.label
        winner = state.proba_sp if f.by == "SP" else state.proba_ncp
        assert winner[t, f.label] == f.p
        shown = shown_classes(state, t, 2)
        assert f.label in shown and len(shown) == 2
    if labeling != "both":
        assert {decision(state, t).by for t in range(90)} == {labeling.upper()}


def test_clustering_counts(pair):
    state, _ = at(pair, 2)
    for t in (0, 33):
        c = clustering(state, t)
        assert c.size == (state.cluster_labels == c.cluster).sum()
        assert c.label == state.matching[c.cluster] and c.cluster in c.shown
        assert c.total == pytest.approx(state.matching_cost[range(3), state.matching].sum())
        assert c.n_reassigned == (state.proba_ncp.argmax(1) != state.cluster_labels).sum()


def test_the_clusters_of_the_likeliest_classes_are_shown_in_whatever_order_they_match(pair):
    state = replace(at(pair, 2)[0], matching=np.array([1, 2, 0]))  # not its own inverse
    for t in range(90):
        cluster, first = state.cluster_labels[t], shown_classes(state, t, 2)
        of_first = np.flatnonzero(np.isin(state.matching, first))
        assert set(clustering(state, t, 3).shown) >= {cluster, *of_first}
        assert len(clustering(state, t, 2).shown) == 2
        (best,) = np.flatnonzero(state.matching == first[0])
        assert {cluster, best} <= set(clustering(state, t, 2).shown)


@pytest.mark.parametrize("variant", [{}, {"selection": "global"}, {"quota": "authors"}])
def test_quotas_add_up_to_the_selection(pair, variant):
    params = replace(PARAMS, **variant)
    state, previous = at(pair, 3, params)
    q = quotas(state, previous, params, 11)
    assert q.taken.sum() == state.selected.sum() and q.sizes.sum() == 90
    assert q.selected == state.selected[11] and q.label == previous.pseudo_labels[11]
    if variant:
        assert q.quota is None
    else:
        np.testing.assert_array_equal(q.quota, q.taken)
        assert q.selected == (q.rank < q.quota[q.label])
    again = select(previous.pseudo_labels, previous.confidence, 3, 4, **variant)
    np.testing.assert_array_equal(again, state.selected)


@pytest.mark.parametrize(
    ("variant", "rule"),
    [
        ({}, r"k\, n_c / T"),
        ({"selection": "global"}, r"k\, n_t / T"),
        ({"quota": "authors"}, "n_c (1 - k/T)"),
        ({"selection": "global", "quota": "authors"}, "n_t (1 - k/T)"),
    ],
)
def test_the_selection_is_written_as_the_variant_makes_it(variant, rule):
    (latex,) = equations(1, replace(PARAMS, **variant))
    assert rule in latex and (r"\bigcup_c" in latex) == ("n_c" in rule)


def test_the_first_direction_is_nearly_the_common_mean_as_the_words_say():
    pair = load_sample("digits", "uci", "mnist")
    found = reduction(pair, SPLParams(d1=64, d2=16))
    P = next(iterate_prepared(found.prepared)).projection
    mean = np.concatenate([found.prepared.Xs, found.prepared.Xt]).mean(axis=0) @ P  # (d2,)
    assert mean[0] ** 2 > 0.98 * (mean @ mean)


def test_nothing_is_selected_and_nothing_changed_at_k_0(pair):
    state, _ = at(pair, 0)
    q = quotas(state, None, PARAMS, 0)
    assert q.taken.sum() == 0 and q.label is None and not q.selected
    assert changes(pair, state, None, 0) is None
    assert default_target(pair, state, None) == 0


def test_changes_are_counted(pair):
    state, previous = at(pair, 2)
    labels = (previous.pseudo_labels + (np.arange(90) == 7)) % 3
    state = replace(state, pseudo_labels=labels)
    c = changes(pair, state, previous, 7)
    assert c.n_labels == 1 and c.before != c.after
    assert c.n_entered - c.n_left == state.selected.sum() - previous.selected.sum()
    assert c.n_correct == (labels == pair.yt).sum()
    unlabelled = DomainPair(pair.X_source, pair.y_source, pair.X_target)
    assert changes(unlabelled, state, previous, 7).n_correct is None
    assert default_target(pair, state, previous) == 7
    assert default_target(pair, state, previous, [5, 90 + 30, 90 + 2]) == 30


def test_default_pair(pair):
    state, previous = at(pair, 2)
    labels = training_labels(pair, state, previous)
    assert default_pair(pair, labels, state, 0, [4, 95, 6]) == (4, 95)
    for t in (int(state.selected.argmax()), int((~state.selected).argmax())):
        i, j = default_pair(pair, labels, state, t)
        assert i < 90 <= j and labels[i] == labels[j]  # a pair with M_ij = 1
        assert j == 90 + t or not state.selected[t]
    first, _ = at(pair, 0)
    assert default_pair(pair, training_labels(pair, first, None), first, 3)[1] == 93


def test_the_projection_of_an_open_run_is_learnt_with_the_rejected_as_one_more_class():
    rng = np.random.default_rng(0)
    ys, yt = np.repeat(range(4), 20), np.repeat(range(6), 20)
    X, Xt = (rng.normal(size=(len(y), 8)) + 5 * np.eye(8)[y] for y in (ys, yt))
    pair, params = DomainPair(X, ys, Xt + 0.5, yt), SPLParams(8, 5, 4, label_set="open")
    states = list(iterate(X, ys, pair.X_target, params))
    reduced = reduction(pair, params)
    for before, state in zip(states, states[1:], strict=False):
        labels = training_labels(pair, state, before)
        assert (labels == 4).sum() == state.rejected.sum()
        found = learning(reduced, labels, state, params.alpha)
        assert found.unit_error < 1e-8
        assert found.n_taking_part == 80 + state.selected.sum() + state.rejected.sum()
        for t in (int(state.selected.argmax()), int(state.rejected.argmax())):
            q = quotas(state, before, params, t)
            assert q.taken.tolist() == q.quota.tolist() and q.rejected == state.rejected[t]
        if state.rejected.any():
            t = int(state.rejected.argmax())
            assert changes(pair, state, before, t).after == -1
            assert decision(state, t).size == state.rejected.sum()


BY_HAND = [  # parameters that change, labels given, samples left out
    ({}, {3: 1, 40: 2}, {}),
    ({}, {}, {t: 2 for t in range(0, 90, 9)}),
    ({"label_set": "partial"}, {}, {}),
    ({"label_set": "partial"}, {3: 1}, {8: 1}),
    ({"label_set": "open", "reject_share": 0.3}, {3: 1}, {8: 1}),
]


@pytest.mark.parametrize(("variant", "known", "without"), BY_HAND)
def test_steps_follow_what_was_given_left_out_and_dropped(pair, variant, known, without):
    params = replace(PARAMS, **variant)
    if params.label_set == "partial":  # only class 1 and 2 occur
        kept = pair.yt > 0
        X, y = pair.X_target[kept], pair.y_target[kept]
        pair = DomainPair(pair.X_source, pair.y_source, X, y)
    labels = {t: pair.classes[c] for t, c in known.items()}
    states = list(iterate_pair(pair, params, labels, without))
    assert states[0].dropped.any() == (params.label_set == "partial")
    reduced = reduction(pair, params)
    for k, state in enumerate(states):
        previous = states[k - 1] if k else None
        learnt = training_labels(pair, state, previous, known)
        found = learning(reduced, learnt, state, params.alpha)
        assert found.unit_error < 1e-8  # P was learnt from these labels
        facts = prototype_facts(pair, state, known)
        for c in np.flatnonzero(~state.dropped):
            rows = [t for t, code in known.items() if code == c]
            parts = [state.z_source[pair.ys == c], *[state.z_target[rows]] * WEIGHT]
            mean = np.concatenate(parts).mean(axis=0)
            assert facts.lengths[c] == pytest.approx(np.linalg.norm(mean))
            np.testing.assert_allclose(mean / facts.lengths[c], state.prototypes[c])
            assert not state.dropped[facts.nearest[c]]
        for t in (3, 8, 9, 40):
            assert not state.dropped[shown_classes(state, t)].any()
            q = quotas(state, previous, params, t, known)
            assert q.taken.sum() == state.selected.sum() and q.selected == state.selected[t]
            if k:
                np.testing.assert_array_equal(q.taken, q.quota + q.given - q.left_out)
            if k and t not in known and without.get(t, 9) > k and not q.rejected:
                assert q.selected == (q.rank < q.quota[q.label])
            if k < params.T and t not in known and without.get(t, 9) > k + 1:
                d, after = decision(state, t, known), states[k + 1]
                if not after.rejected.any():
                    assert after.selected[t] == (d.rank < (k + 1) * d.size // params.T)
