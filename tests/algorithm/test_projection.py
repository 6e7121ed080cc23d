"""Eq. 4–8: SLPP from class sums, closed forms, and centring."""

import numpy as np
import pytest

import spl.algorithm.projection as projection
from spl.algorithm.projection import LabelledRows, class_statistics, class_sums, project, slpp


def labelled(n=40, d1=6, n_classes=3, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(-1, n_classes, n)
    return rng.normal(size=(n, d1)), y


def naive_terms(X, y):
    M = ((y[:, None] == y) & (y >= 0)[:, None]).astype(float)
    D = np.diag(M.sum(axis=1))
    return X.T @ M @ X, X.T @ D @ X


def test_class_statistics_equal_the_n_by_n_form():
    X, y = labelled()
    XDX, sums = class_statistics((X[:25], X[25:]), (y[:25], y[25:]), 3)
    XMX, want = naive_terms(X, y)
    np.testing.assert_allclose(np.triu(XDX), np.triu(want))
    np.testing.assert_allclose(sums.T @ sums, XMX)


def test_class_statistics_in_blocks_leave_the_samples_alone(monkeypatch):
    X, y = labelled()
    before = X.copy()
    whole = class_statistics((X,), (y,), 3)
    monkeypatch.setattr(projection, "BLOCK", 7)
    for a, b in zip(whole, class_statistics((X,), (y,), 3), strict=True):
        np.testing.assert_allclose(np.triu(a), np.triu(b))
    np.testing.assert_array_equal(X, before)


@pytest.mark.parametrize("incremental", [False, True])
def test_statistics_while_labels_change(incremental, monkeypatch):
    monkeypatch.setattr(projection, "BLOCK", 7)
    monkeypatch.setattr(projection, "MIN_PER_CLASS", 0 if incremental else np.inf)
    X, _ = labelled(60)
    Xs, ys, Xt = X[:30], np.arange(30) % 3, X[30:]
    rows = LabelledRows(Xs, ys, Xt, 3)
    assert rows.incremental == incremental
    for seed in range(6):
        yt = np.random.default_rng(seed).integers(-1, 3, len(Xt))
        for a, b in zip(rows.statistics(yt), class_statistics((Xs, Xt), (ys, yt), 3), strict=True):
            np.testing.assert_allclose(np.triu(a), np.triu(b), atol=1e-11)


@pytest.mark.parametrize(
    ("n", "d1", "n_classes", "incremental"),
    [
        (192, 2, 3, True),
        (191, 2, 3, False),  # fewer than 64 samples for each class
        (64_000, 100, 3, True),
        (6_000, 1024, 90, False),  # 755 MB of Gram matrices for 49 MB of samples
    ],
)
def test_grams_are_kept_where_it_pays_and_fits(n, d1, n_classes, incremental, monkeypatch):
    monkeypatch.setattr(LabelledRows, "_add", lambda *a: None)
    Xs = np.empty((n // 2, d1))
    Xt = np.empty((n - n // 2, d1))
    assert LabelledRows(Xs, np.zeros(len(Xs), int), Xt, n_classes).incremental == incremental


def test_class_sums_of_a_class_without_samples_are_zero():
    X = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    np.testing.assert_array_equal(class_sums(X, np.array([2, 0, 2]), 3), [[3, 4], [0, 0], [6, 8]])


@pytest.mark.parametrize("alpha", [0.5, 1.0])
def test_two_classes_where_the_projection_is_known(alpha):
    # XDXᵀ = diag(8, 8a²) and SSᵀ = diag(8, 0): B = diag(α, 8a² + α), λ = 8/α and 8a²/(8a² + α)
    a = 0.5
    X, y = np.array([[1, a], [1, -a], [-1, a], [-1, -a]]), np.array([0, 0, 1, 1])
    first = slpp((X,), (y,), 2, 1, alpha=alpha)
    np.testing.assert_allclose(first, [[alpha**-0.5], [0]], atol=1e-12)
    both = slpp((X,), (y,), 2, 2, alpha=alpha)
    assert abs(both[0, 1]) + abs(both[1, 0]) < 1e-12
    np.testing.assert_allclose(np.abs(np.diag(both)), [alpha**-0.5, (8 * a**2 + alpha) ** -0.5])


@pytest.mark.parametrize("d2", [1, 3, 6])
@pytest.mark.parametrize("alpha", [0.01, 1.0, 100.0])
def test_columns_have_the_scale_of_the_constraint(d2, alpha):
    X, y = labelled()
    P = slpp((X,), (y,), 3, d2, alpha=alpha)
    XMX, XDX = naive_terms(X, y)
    B = XDX - XMX + alpha * np.eye(6)
    np.testing.assert_allclose(P.T @ B @ P, np.eye(d2), atol=1e-9)
    assert (P[0] >= 0).all()


def test_full_dimension_gives_the_distances_of_the_eigenvectors():
    X, y = labelled()
    factor = slpp((X,), (y,), 3, 6)
    XMX, XDX = naive_terms(X, y)
    B_inverse = np.linalg.inv(XDX - XMX + np.eye(6))
    np.testing.assert_allclose(factor @ factor.T, B_inverse, atol=1e-9)


def test_samples_outside_the_selection_take_no_part():
    X, y = labelled()
    moved = X.copy()
    moved[y < 0] += 100
    P, Q = (slpp((A,), (y,), 3, 3) for A in (X, moved))
    np.testing.assert_array_equal(P, Q)


@pytest.mark.parametrize("alpha", [0.25, 1.0, 1e6])
def test_beyond_the_labelled_samples_the_first_axes_come_first(alpha):
    # labelled samples differ along axes 1 and 3 only: λ = 0 along 0, 2 and 4
    X = np.array([[0, 2, 0, 1, 0], [0, 2, 0, -1, 0], [0, -2, 0, 1, 0], [0, -2, 0, -1, 0.0]])
    P = slpp((X,), (np.array([0, 0, 1, 1]),), 2, 4, alpha=alpha)
    assert np.abs(P[[0, 2, 4], :2]).max() < 1e-12
    want = np.eye(5)[:, [0, 2]] * alpha**-0.5
    np.testing.assert_allclose(np.abs(P[:, 2:]), want, atol=1e-9)


@pytest.mark.parametrize("d2", [4, 7, 11])
def test_with_fewer_labelled_samples_than_columns_rounding_chooses_nothing(d2):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(5, 12)), np.array([0, 1, 0, 1, 1])
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    X2 = X * (1 + 1e-14 * rng.normal(size=X.shape))
    P, Q, whole = (slpp((A,), (y,), 2, d, alpha=1.0) for A, d in ((X, d2), (X2, d2), (X, 11)))
    np.testing.assert_allclose(P, Q, atol=1e-9)
    np.testing.assert_allclose(P, whole[:, :d2], atol=1e-9)  # as a sweep shares them
    XMX, XDX = naive_terms(X, y)
    np.testing.assert_allclose(P.T @ (XDX - XMX + np.eye(12)) @ P, np.eye(d2), atol=1e-9)
    assert np.abs(X @ P[:, 5:]).max(initial=0) < 1e-9


def test_too_small_alpha_is_one_sentence():
    X = np.ones((10, 4))
    with pytest.raises(ValueError, match="use a larger alpha"):
        slpp((X,), (np.zeros(10, int),), 1, 2, alpha=1e-300)


def test_projections_are_centred_on_the_joint_mean():
    X, _ = labelled()
    P = np.random.default_rng(1).normal(size=(6, 3))
    Zs, Zt, mean = project(X[:25], X[25:], P)
    np.testing.assert_allclose(mean, (X @ P).mean(axis=0), atol=1e-12)
    Z = X @ P - mean
    want = Z / np.linalg.norm(Z, axis=1, keepdims=True)
    np.testing.assert_allclose(np.vstack([Zs, Zt]), want, atol=1e-12)


def test_a_sample_at_the_mean_stays_at_zero():
    X = np.array([[1.0, 0], [-1, 0], [0, 0]])
    _, Zt, _ = project(X[:2], X[2:], np.eye(2))
    np.testing.assert_array_equal(Zt, [[0, 0]])
