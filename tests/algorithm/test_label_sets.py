"""Partial and open label sets: closed forms, invariants, and what bad parameters are told."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics.pairwise import euclidean_distances

from spl import SPLClassifier, SPLParams, iterate
from spl.algorithm.checks import check_domains
from spl.algorithm.iteration import iterate_prepared
from spl.algorithm.open_set import reject
from spl.algorithm.partial import lacking_note, nearly_empty, restricted
from spl.algorithm.preparation import prepare_arrays
from spl.algorithm.selection import select
from spl.algorithm.state import with_unknown

CLOSED = SPLParams(d1=8, d2=5, T=4)
PARTIAL, OPEN = replace(CLOSED, label_set="partial"), replace(CLOSED, label_set="open")
FIELDS = ("projection", "z_source", "z_target", "prototypes", "centers", "matching", "proba")
C = 6


def gaussians(of_source, of_target, per_class=20, seed=0):
    """Classes on the axes; the target is moved a little."""
    rng = np.random.default_rng(seed)
    ys, yt = np.repeat(of_source, per_class), np.repeat(of_target, per_class)
    X, Xt = (rng.normal(size=(len(y), 8)) + 5 * np.eye(8)[y] for y in (ys, yt))
    return X, ys, Xt + 0.5, yt


def same(a, b) -> bool:
    fields = (*FIELDS, "pseudo_labels", "selected", "cluster_labels")
    return all(np.array_equal(getattr(a, f), getattr(b, f)) for f in fields)


def test_with_every_class_in_the_target_partial_is_the_closed_run_bit_for_bit():
    X, y, Xt, _ = gaussians(range(C), range(C))
    runs = zip(iterate(X, y, Xt, CLOSED), iterate(X, y, Xt, PARTIAL), strict=True)
    for closed, partial in runs:
        assert same(closed, partial) and not partial.dropped.any()


def test_nothing_is_dropped_below_a_share_of_nothing_and_nothing_rejected_with_share_zero():
    X, y, Xt, _ = gaussians(range(C), (0, 2, 4))
    kept = list(iterate(X, y, Xt, replace(PARTIAL, drop_below=0)))[-1]
    assert not kept.dropped.any()
    plain = iterate(X, y, Xt, replace(CLOSED, labeling="ncp"))
    for state, closed in zip(iterate(X, y, Xt, replace(OPEN, reject_share=0)), plain, strict=True):
        assert not state.rejected.any()
        assert np.array_equal(state.pseudo_labels, closed.pseudo_labels)
        assert np.allclose(state.proba, closed.proba, atol=1e-9)


def test_partial_is_the_closed_run_on_the_source_rows_of_the_classes_that_are_left():
    X, y, Xt, yt = gaussians(range(C), (0, 2, 4))
    prepared = prepare_arrays(*check_domains(X, y, Xt), CLOSED)
    kept = np.array([True, False, True, False, True, False])
    run = iterate_prepared(replace(prepared, params=PARTIAL))
    for state, rest in zip(run, iterate_prepared(restricted(prepared, kept)), strict=True):
        assert np.array_equal(state.dropped, ~kept)
        assert np.array_equal(state.pseudo_labels, np.flatnonzero(kept)[rest.pseudo_labels])
        assert np.array_equal(state.z_target, rest.z_target)
        assert np.array_equal(state.proba[:, kept], rest.proba)
        assert (state.proba[:, ~kept] == 0).all()
        assert sorted(state.matching) == list(range(C))
        assert np.allclose(np.linalg.norm(state.z_source, axis=1), 1)
    assert (state.labels == yt).mean() > 0.95


def test_the_estimator_predicts_no_dropped_class():
    X, y, Xt, _ = gaussians(range(C), (0, 2, 4))
    model = SPLClassifier(d1=8, d2=5, T=4, label_set="partial").fit(X, y, Xt)
    dropped = model.state_.dropped
    assert dropped.any()
    assert np.array_equal(model.predict(Xt), model.transduction_)
    of_dropped = X[np.isin(y, model.classes_[dropped])]  # they lie at its prototype
    assert not np.isin(model.predict(of_dropped), model.classes_[dropped]).any()
    proba = model.predict_proba(of_dropped)
    assert (proba[:, dropped] == 0).all() and np.allclose(proba.sum(axis=1), 1)


@pytest.mark.parametrize("params", [PARTIAL, OPEN], ids=lambda p: p.label_set)
def test_order_and_names_do_not_matter(params):
    X, y, Xt, _ = gaussians(range(4), (0, 1, 2, 5) if params is OPEN else (0, 1))
    rng = np.random.default_rng(1)
    rows, columns = rng.permutation(len(X)), rng.permutation(len(Xt))
    plain = list(iterate(X, y, Xt, params))[-1]
    moved = list(iterate(X[rows], y[rows], Xt[columns], params))[-1]
    renamed = list(iterate(X, 3 - y, Xt, params))[-1]
    assert np.array_equal(plain.labels[columns], moved.labels)
    assert np.array_equal(plain.labels, np.where(renamed.rejected, -1, 3 - renamed.pseudo_labels))


def test_a_known_class_is_never_dropped_and_a_known_sample_never_rejected():
    X, y, Xt, _ = gaussians(range(C), (0, 2, 4))
    state = list(iterate(X, y, Xt, PARTIAL, known={0: 1}))[-1]
    assert not state.dropped[1] and state.labels[0] == 1 and state.dropped[3]
    X, y, Xt, _ = gaussians(range(4), range(6))
    known = {row: 0 for row in range(90, 120)}
    for share in (0.5, 1.0):  # all that may be
        for state in iterate(X, y, Xt, replace(OPEN, reject_share=share), known=known):
            assert not state.rejected[90:].any() and state.selected[90:].all()
    assert state.rejected[:90].all()


def test_rejected_samples_follow_the_papers_rule_and_are_never_selected():
    X, y, Xt, yt = gaussians(range(4), range(6))
    states = list(iterate(X, y, Xt, OPEN))
    for before, state in zip(states, states[1:], strict=False):
        assert not (state.rejected & state.selected).any()
        assert np.array_equal(state.rejected, _expected(before, state.k))
        free = ~state.rejected
        chosen = select(before.pseudo_labels[free], before.confidence[free], state.k, OPEN.T)
        assert np.array_equal(state.selected[free], chosen)
        means = [state.z_source[y == c].mean(axis=0) for c in range(4)]  # the source's only
        means /= np.linalg.norm(means, axis=1, keepdims=True)
        assert np.allclose(state.prototypes, means)
        assert np.array_equal(state.labels < 0, state.rejected)
    assert (states[-1].labels[yt > 3] == -1).mean() > 0.9
    assert (states[-1].labels[yt <= 3] == yt[yt <= 3]).mean() > 0.8


def _expected(before, k):
    rejected = before.rejected.copy()
    if k == 2:
        order = np.argsort(before.proba_ncp.max(axis=1), kind="stable")
        rejected[order[: int(0.2 * len(rejected))]] = True
    if k > 2:
        d = euclidean_distances(before.z_target)
        for t in np.flatnonzero(~before.selected & ~before.rejected):
            rejected[t] = d[t, before.rejected].min() < d[t, before.selected].min()
    return rejected


def test_the_rejected_are_one_more_class_in_the_projection():
    X, y, Xt, _ = gaussians(range(4), range(6))
    params = replace(OPEN, d2=4)
    *_, before, state = iterate(X, y, Xt, params)
    prepared = prepare_arrays(*check_domains(X, y, Xt), params)
    yt = np.where(state.selected, before.pseudo_labels, np.where(state.rejected, 4, -1))
    both = np.concatenate([prepared.ys, yt])
    part = both >= 0
    A, labels = np.vstack([prepared.Xs, prepared.Xt])[part], both[part]
    M = (labels[:, None] == labels[None, :]).astype(float)
    L = np.diag(M.sum(axis=1)) - M
    B = A.T @ L @ A + np.eye(A.shape[1])
    assert np.allclose(state.projection.T @ B @ state.projection, np.eye(4), atol=1e-8)


def test_reject_rounds_down_and_needs_both_groups():
    X, y, Xt, _ = gaussians(range(4), range(6))
    first = next(iter(iterate(X, y, Xt, OPEN)))
    assert not reject(first, 1, 0.5).any()
    assert reject(first, 2, 0.333).sum() == 39
    assert not reject(first, 3, 0.333).any()  # nothing is rejected yet


def test_nearly_empty_leaves_the_two_largest():
    kept = np.ones(3, dtype=bool)
    assert nearly_empty(np.array([9, 2, 1]), kept, 1.0).tolist() == [False, False, True]
    assert nearly_empty(np.array([9, 0, 0]), kept, 0.35).sum() == 0


def test_the_hint_comes_where_classes_are_lacking_and_only_there():
    X, y, Xt, _ = gaussians(range(C), (0, 1), per_class=40)
    with pytest.warns(UserWarning, match="leave [34] of 6 classes nearly empty"):
        states = list(iterate(X, y, Xt, CLOSED))
    assert lacking_note(states[0], states[-1])
    X, y, Xt, _ = gaussians(range(C), range(C))
    first, *_, last = iterate(X, y, Xt, CLOSED)
    assert lacking_note(first, last) == ()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"label_set": "half"}, "label_set='half' is not known; use one of 'closed', 'partial'"),
        ({"drop_below": 1.5}, "drop_below=1.5 must be a number from 0 to 1; the default is 0.35"),
        ({"drop_below": float("nan")}, "drop_below=nan must be a number from 0 to 1"),
        ({"reject_share": -0.1}, "reject_share=-0.1 must be a number from 0 to 1"),
        ({"reject_share": True}, "reject_share=True must be a number from 0 to 1"),
        ({"reject_share": "0.2"}, "reject_share='0.2' must be a number from 0 to 1"),
    ],
)
def test_bad_parameters_are_refused_in_one_sentence(given, sentence):
    with pytest.raises(ValueError) as error:
        SPLParams(**given)
    assert sentence in str(error.value) and str(error.value).endswith(".")


@pytest.mark.parametrize(
    ("classes", "unknown"),
    [
        (["a", "b"], "unknown"),
        (["b", "unknown"], "_unknown"),
        ([0, 1], -1),
        ([-3, 1], -4),
        (np.array([0, 1], dtype=np.uint8), -1),
        ([0.5, 1.5], -1),
    ],
)
def test_a_rejected_sample_has_a_label_of_its_own(classes, unknown):
    assert with_unknown(np.array(classes))[-1] == unknown


def test_the_classifier_gives_rejected_samples_a_label_that_the_source_lacks():
    X, y, Xt, yt = gaussians(range(4), range(6))
    names = np.array(["a", "b", "c", "d"])
    model = SPLClassifier(d1=8, d2=5, T=4, label_set="open").fit(X, names[y], Xt)
    assert (model.transduction_[yt > 3] == "unknown").mean() > 0.9
    assert set(model.transduction_) <= {*names, "unknown"}


@pytest.mark.parametrize("share", [0.0, 0.2, 1.0])
def test_the_classifier_predicts_rejected_samples_as_it_labelled_the_fitted_ones(share):
    X, y, Xt, _ = gaussians(range(4), range(6))
    names = np.array(["a", "b", "c", "d"])
    model = SPLClassifier(d1=8, d2=5, T=4, label_set="open", reject_share=share)
    for _ in model.iter_fit(X, names[y], Xt):  # at every k, also before all are selected
        assert np.array_equal(model.predict(Xt), model.transduction_)
    assert model.state_.rejected.any() == (share > 0)
    assert np.isfinite(model.predict_proba(Xt)).all()


def test_the_classifier_rejects_new_samples_that_lie_nearer_to_rejected_ones():
    X, y, Xt, _ = gaussians(range(4), range(6))
    model = SPLClassifier(d1=8, d2=5, T=4, label_set="open").fit(X, y, Xt)
    *_, new, labels = gaussians(range(4), range(6), seed=1)
    predicted, Z, state = model.predict(new), model.transform(new), model.state_
    near = euclidean_distances(Z, state.z_target).argmin(axis=1)
    assert np.array_equal(predicted == -1, state.rejected[near])
    assert (predicted[labels > 3] == -1).mean() > 0.9
    assert (predicted[labels <= 3] == labels[labels <= 3]).mean() > 0.8


def test_counting_classes_tells_how_far_it_is_and_ends_where_it_is_told_to():
    X, y, Xt, _ = gaussians(range(C), (0, 2, 4))
    prepared = prepare_arrays(*check_domains(X, y, Xt), PARTIAL)
    told = []
    states = list(iterate_prepared(prepared, on_count=lambda *now: told.append(now) or True))
    assert len(states) == 5 and len(told) % 5 == 0
    assert told[:5] == [(k, 6) for k in range(5)] and told[-1] == (4, 3)
    assert list(iterate_prepared(prepared, on_count=lambda k, n: k < 2)) == []
