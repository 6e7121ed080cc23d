"""The core against a dense implementation that follows the paper's equations literally.

Columns are samples here, as in the paper; H, M, D and L are n × n. Nothing is shared with `spl`.
"""

import itertools

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.optimize import linear_sum_assignment

import spl.algorithm.projection as projection
from spl import SPLParams, iterate
from spl.algorithm.projection import slpp

N_CLASSES = 4
VARIANTS = list(
    itertools.product(
        ("both", "ncp", "sp"), ("class-wise", "global", "all", "none"), ("floor", "authors")
    )
)


def unit_columns(A):
    norms = np.sqrt((A**2).sum(axis=0))
    return A / np.where(norms == 0, 1, norms)


def dense_pca(Xs, Xt, params):
    X = np.hstack([Xs.T, Xt.T])
    if params.normalize_features:
        X = unit_columns(X)
    n = X.shape[1]
    H = np.eye(n) - np.ones((n, n)) / n
    _, V = np.linalg.eigh(X @ H @ X.T)  # Eq. 2
    V = V[:, ::-1][:, : params.d1]
    X = unit_columns(V.T @ X)  # Eq. 3
    return X[:, : len(Xs)], X[:, len(Xs) :]


def dense_slpp(X, labels, d2, alpha):
    """Eq. 4–7; label −1 takes no part."""
    M = (labels[:, None] == labels) & (labels >= 0)[:, None]
    D = np.diag(M.sum(axis=1).astype(float))
    L = D - M
    _, P = eigh(X @ D @ X.T, X @ L @ X.T + alpha * np.eye(len(X)))
    return P[:, ::-1][:, :d2]


def dense_lloyd(Zt, centers):
    centers, labels = centers.copy(), None
    while True:
        gaps = [[np.linalg.norm(z - c) for c in centers.T] for z in Zt.T]
        new = np.argmin(gaps, axis=1)
        if labels is not None and (new == labels).all():
            return labels, centers
        labels = new
        for i in range(centers.shape[1]):
            if (labels == i).any():
                centers[:, i] = Zt[:, labels == i].mean(axis=1)


def dense_softmax(Z, points):
    e = np.exp([[-np.linalg.norm(z - p) for p in points.T] for z in Z.T])
    return e / e.sum(axis=1, keepdims=True)


def dense_selection(labels, confidence, k, params):
    n, T = len(labels), params.T
    chosen = np.zeros(n, bool)
    if k == 0 or params.selection == "none":
        return chosen
    if params.selection == "all":
        return ~chosen
    groups = np.zeros(n, int) if params.selection == "global" else labels
    for c in set(groups):
        members = sorted(np.flatnonzero(groups == c), key=lambda i: (-confidence[i], i))
        if params.quota == "floor":
            chosen[members[: k * len(members) // T]] = True
        else:
            cut = sorted(confidence[members])[int(np.floor(len(members) * (1 - k / T)))]
            chosen[[i for i in members if confidence[i] > cut]] = True
    return chosen


def dense_run(Xs, ys, Xt, params):
    """Algorithm 1, with nothing clever in it."""
    Xs, Xt = dense_pca(Xs, Xt, params)
    labels, confidence = np.zeros(Xt.shape[1], int), np.zeros(Xt.shape[1])
    for k in range(1 if params.selection == "none" else params.T + 1):
        selected = dense_selection(labels, confidence, k, params)
        known = np.concatenate([ys, np.where(selected, labels, -1)])
        P = dense_slpp(np.hstack([Xs, Xt]), known, params.d2, params.alpha)
        Z = P.T @ np.hstack([Xs, Xt])  # Eq. 8
        Z = unit_columns(Z - Z.mean(axis=1, keepdims=True))
        Zs, Zt = Z[:, : len(ys)], Z[:, len(ys) :]
        prototypes = unit_columns(
            np.column_stack([Zs[:, ys == c].mean(axis=1) for c in range(N_CLASSES)])
        )  # Eq. 9
        cluster_labels, centers = dense_lloyd(Zt, prototypes)
        if params.normalize_centers:
            centers = unit_columns(centers)
        cost = [[np.linalg.norm(c - p) for p in prototypes.T] for c in centers.T]
        matching = linear_sum_assignment(cost)[1]  # Eq. 11
        p1 = dense_softmax(Zt, prototypes)  # Eq. 10
        p2 = dense_softmax(Zt, centers)[:, np.argsort(matching)]  # Eq. 12
        proba = {"ncp": p1, "sp": p2, "both": np.maximum(p1, p2)}[params.labeling]  # Eq. 13
        labels, confidence = proba.argmax(axis=1), proba.max(axis=1)  # Eq. 14
        yield {
            "selected": selected,
            "cluster_labels": cluster_labels,
            "matching": matching,
            "pseudo_labels": labels,
            "proba_ncp": p1,
            "proba_sp": p2,
            "proba": proba,
            "centers @ prototypes": centers.T @ prototypes,
        }


def data(n_features=7, seed=10):
    """Overlapping classes of unequal size, the target rotated and moved: labels keep changing."""
    rng = np.random.default_rng(seed)
    ys, yt = (np.repeat(np.arange(N_CLASSES), sizes) for sizes in ((9, 4, 12, 6), (5, 14, 7, 8)))
    means = rng.normal(size=(N_CLASSES, n_features))
    turn = np.linalg.qr(np.eye(n_features) + 0.25 * rng.normal(size=(n_features, n_features)))[0]
    Xs = means[ys] + 0.6 * rng.normal(size=(len(ys), n_features))
    Xt = (means[yt] + 0.6 * rng.normal(size=(len(yt), n_features))) @ turn + 0.5
    return Xs, ys, Xt


def assert_same_run(Xs, ys, Xt, params):
    states = list(iterate(Xs, ys, Xt, params))
    expected = list(dense_run(Xs, ys, Xt, params))
    assert len(states) == len(expected)
    for state, want in zip(states, expected, strict=True):
        for name in ("selected", "cluster_labels", "matching", "pseudo_labels"):
            np.testing.assert_array_equal(getattr(state, name), want[name], f"{name}, {params}")
        for name in ("proba_ncp", "proba_sp", "proba"):
            np.testing.assert_allclose(getattr(state, name), want[name], atol=1e-8)
        between = state.centers @ state.prototypes.T
        np.testing.assert_allclose(between, want["centers @ prototypes"], atol=1e-8)


@pytest.mark.parametrize("d2", [3, 6], ids=["d2<d1", "d2=d1"])
@pytest.mark.parametrize(("labeling", "selection", "quota"), VARIANTS)
def test_every_variant(labeling, selection, quota, d2):
    for alpha, raw, centers in itertools.product((1.0, 0.1), (True, False), (True, False)):
        params = SPLParams(6, d2, 3, labeling, selection, quota, alpha, raw, centers)
        assert_same_run(*data(), params)


def test_the_data_put_every_variant_to_the_test():
    finals = {
        (labeling, selection, quota): tuple(
            list(iterate(*data(), SPLParams(6, 3, 3, labeling, selection, quota)))[-1].pseudo_labels
        )
        for labeling, selection, quota in VARIANTS
    }
    assert len(set(finals.values())) >= 10
    states = list(iterate(*data(), SPLParams(6, 3, 3)))
    assert all(
        (a.pseudo_labels != b.pseudo_labels).any()
        for a, b in zip(states[:-1], states[1:], strict=True)
    )
    assert any(state.matching_moved for state in states)


@pytest.mark.parametrize(("labeling", "selection", "quota"), VARIANTS)
def test_every_variant_with_grams_kept_per_class(labeling, selection, quota, monkeypatch):
    monkeypatch.setattr(projection, "MIN_PER_CLASS", 0)
    assert_same_run(*data(), SPLParams(6, 3, 3, labeling, selection, quota))


@pytest.mark.filterwarnings("ignore:Nearest prototypes leave")  # so few samples may look so
@pytest.mark.parametrize("seed", range(5))
def test_more_features_than_samples(seed):
    assert_same_run(*data(n_features=90, seed=seed), SPLParams(12, 5, 4))


@pytest.mark.parametrize("alpha", [1.0, 0.1, 10.0])
def test_projection_itself(alpha):
    Xs, ys, Xt = data()
    yt = np.arange(len(Xt)) % (N_CLASSES + 1) - 1
    P = slpp((Xs, Xt), (ys, yt), N_CLASSES, 4, alpha=alpha)
    want = dense_slpp(np.vstack([Xs, Xt]).T, np.concatenate([ys, yt]), 4, alpha)
    np.testing.assert_allclose(P, want * np.sign(want[0]), atol=1e-9)
