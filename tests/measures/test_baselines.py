"""Source-only classifiers and the control that centres each domain."""

import numpy as np
import pytest
from sklearn.svm import LinearSVC

import spl.measures.baselines as baselines
from spl import DomainPair, SPLParams
from spl.measures.baselines import (
    BASELINES,
    baseline_labels,
    each_baseline,
    linear_svm,
    nearest_neighbor,
)


@pytest.mark.parametrize("block", [4096, 1])
def test_nearest_neighbor_equals_brute_force(monkeypatch, block):
    monkeypatch.setattr(baselines, "BLOCK", block)
    rng = np.random.default_rng(0)
    Xs, Xt, ys = rng.normal(size=(50, 4)), rng.normal(size=(33, 4)), rng.integers(0, 5, 50)
    want = ys[np.linalg.norm(Xt[:, None] - Xs, axis=2).argmin(axis=1)]
    np.testing.assert_array_equal(nearest_neighbor(Xs, ys, Xt), want)


def test_nearest_neighbor_ties_go_to_the_lowest_index():
    Xs = np.array([[1.0, 0], [-1.0, 0]])
    assert nearest_neighbor(Xs, np.array([1, 0]), np.array([[0.0, 1]])).tolist() == [1]


def test_svm_is_scikit_learns():
    rng = np.random.default_rng(0)
    ys = np.arange(60) % 3
    Xs, Xt = np.eye(3)[ys] + 0.2 * rng.normal(size=(60, 3)), rng.normal(size=(20, 3))
    want = LinearSVC(dual=True, max_iter=100_000, random_state=1).fit(Xs, ys).predict(Xt)
    np.testing.assert_array_equal(linear_svm(Xs, ys, Xt), want)


def mean_shift(shift=6.0):
    """Two classes apart in x; the target is moved along x by more than their distance."""
    rng = np.random.default_rng(0)
    y = np.arange(80) % 2
    X = np.column_stack([4.0 * y, np.full(80, 3.0), np.full(80, 1.0)])
    X += 0.3 * rng.normal(size=X.shape)
    return DomainPair(X, y, X + [shift, 0, 0], y)


def test_centring_undoes_a_mean_shift():
    pair = mean_shift()
    params = SPLParams(d1=3, d2=2, normalize_features=False)
    scores = {
        name: np.mean(labels == pair.yt) for name, labels in baseline_labels(pair, params).items()
    }
    assert set(scores) == set(BASELINES)
    assert max(scores["1-NN"], scores["SVM"]) < 0.8
    assert min(scores["1-NN centred"], scores["SVM centred"]) > 0.95


def test_target_labels_are_not_looked_at(shifted):
    X, y, Xt, yt = shifted
    params = SPLParams(d1=6, d2=3)
    with_labels = baseline_labels(DomainPair(X, y, Xt, yt), params)
    without = baseline_labels(DomainPair(X, y, Xt), params)
    for name in BASELINES:
        np.testing.assert_array_equal(with_labels[name], without[name])


def test_only_what_is_asked_for(shifted):
    X, y, Xt, _ = shifted
    labels = baseline_labels(DomainPair(X, y, Xt), SPLParams(d1=6, d2=3), names=("1-NN",))
    assert list(labels) == ["1-NN"]


def test_unknown_name_is_one_sentence(shifted):
    X, y, Xt, _ = shifted
    with pytest.raises(ValueError, match=r"'knn' is not a baseline; use one of 1-NN, 1-NN centred"):
        baseline_labels(DomainPair(X, y, Xt), names=("knn",))
    with pytest.raises(ValueError, match="'knn' is not a baseline"):
        each_baseline(DomainPair(X, y, Xt), names=("1-NN", "knn"))  # before the first is computed
