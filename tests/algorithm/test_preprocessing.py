"""Eq. 1–3: normalisation and joint principal components."""

import numpy as np
import pytest

import spl.algorithm.preprocessing as preprocessing
from spl.algorithm.preprocessing import (
    l2_normalize,
    principal_axes,
    project_on_axes,
    reduce_dimension,
    row_scales,
)


def domains(n_source=30, n_target=20, d=8, dtype=np.float64):
    rng = np.random.default_rng(1)
    scale = np.linspace(3, 0.5, d)
    Xs, Xt = rng.normal(size=(n_source, d)) * scale + 1, rng.normal(size=(n_target, d)) * scale + 2
    return Xs.astype(dtype), Xt.astype(dtype)


def svd_axes(Xs, Xt, d1):
    X = np.vstack([Xs, Xt]).astype(float)
    return np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[2][:d1].T


def assert_same_up_to_sign(A, B, **tolerance):
    signs = np.sign((A * B).sum(axis=0))
    np.testing.assert_allclose(A, B * signs, **tolerance)


def test_rows_get_length_one_and_zero_rows_stay():
    X = np.array([[3.0, 4.0], [0.0, 0.0], [-2.0, 0.0]])
    np.testing.assert_allclose(l2_normalize(X), [[0.6, 0.8], [0, 0], [-1, 0]])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("power", [-0.8, -0.5, 0, 0.5, 0.8])
def test_lengths_survive_squares_that_overflow(dtype, power):
    factor = float(np.finfo(dtype).max) ** power
    X = np.array([[3, -4], [0, 0], [1e-3, 0]]) * factor
    X = np.vstack([X, [[3, 4]]]).astype(dtype)
    want = np.array([[0.6, -0.8], [0, 0], [1, 0], [0.6, 0.8]])
    np.testing.assert_allclose(l2_normalize(X), want, rtol=1e-5, atol=1e-6)
    assert row_scales(X).dtype == dtype


@pytest.mark.parametrize("normalize", [True, False])
@pytest.mark.parametrize("d", [8, 120], ids=["d<n", "d>n"])
def test_axes_are_those_of_the_centred_joint_matrix(d, normalize):
    Xs, Xt = domains(d=d)
    axes = principal_axes(Xs, Xt, 5, normalize_features=normalize)
    if normalize:
        Xs, Xt = l2_normalize(Xs), l2_normalize(Xt)
    assert_same_up_to_sign(axes, svd_axes(Xs, Xt, 5), atol=1e-9)
    np.testing.assert_allclose(axes.T @ axes, np.eye(5), atol=1e-9)
    assert (axes[np.abs(axes).argmax(axis=0), np.arange(5)] > 0).all()


def test_samples_are_projected_without_subtracting_the_mean():
    Xs, Xt = domains()
    Zs, Zt, axes = reduce_dimension(Xs, Xt, 4, normalize_features=False)
    np.testing.assert_allclose(Zs, Xs @ axes)
    np.testing.assert_allclose(Zt, Xt @ axes)
    Zs, Zt, axes = reduce_dimension(Xs, Xt, 4)
    np.testing.assert_allclose(Zs, l2_normalize(Xs) @ axes)
    np.testing.assert_allclose(project_on_axes(Xt, axes), Zt)


@pytest.mark.parametrize("d", [8, 120], ids=["d<n", "d>n"])
def test_smaller_d1_is_a_slice(d):
    Xs, Xt = domains(d=d)
    large, small = reduce_dimension(Xs, Xt, 7), reduce_dimension(Xs, Xt, 3)
    for a, b in zip(large, small, strict=True):
        np.testing.assert_allclose(a[:, :3], b, atol=1e-9)


@pytest.mark.parametrize("d", [8, 120], ids=["d<n", "d>n"])
@pytest.mark.parametrize("normalize", [True, False])
def test_blocks_dtypes_and_memory_layouts_change_nothing(monkeypatch, d, normalize):
    Xs, Xt = domains(d=d)
    before = Xs.copy(), Xt.copy()
    Zs, Zt, _ = reduce_dimension(Xs, Xt, 4, normalize_features=normalize)
    monkeypatch.setattr(preprocessing, "BLOCK", 7)
    wide = np.zeros((len(Xt), 2 * d))
    wide[:, ::2] = Xt
    Zs2, Zt2, _ = reduce_dimension(
        np.asfortranarray(Xs), wide[:, ::2], 4, normalize_features=normalize
    )
    np.testing.assert_allclose(Zs2, Zs, atol=1e-9)
    np.testing.assert_allclose(Zt2, Zt, atol=1e-9)
    Zs3, Zt3, axes = reduce_dimension(
        Xs.astype(np.float32), Xt.astype(np.float32), 4, normalize_features=normalize
    )
    assert axes.dtype == Zs3.dtype == Zt3.dtype == np.float64
    np.testing.assert_allclose(np.vstack([Zs3, Zt3]), np.vstack([Zs, Zt]), atol=2e-4)
    np.testing.assert_array_equal(before[0], Xs)
    np.testing.assert_array_equal(before[1], Xt)


@pytest.mark.parametrize("d", [8, 120], ids=["d<n", "d>n"])
@pytest.mark.parametrize("normalize", [True, False])
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_low_precision_gives_what_the_same_numbers_give_in_float64(d, normalize, dtype):
    low = domains(d=d, dtype=dtype)
    wide = [X.astype(np.float64) for X in low]
    for a, b in zip(
        reduce_dimension(*low, 4, normalize_features=normalize),
        reduce_dimension(*wide, 4, normalize_features=normalize),
        strict=True,
    ):
        np.testing.assert_array_equal(a, b)


def test_axes_beyond_the_rank_are_the_mean_then_zero():
    rng = np.random.default_rng(0)
    plane = rng.normal(size=(2, 10))
    X = rng.normal(size=(40, 2)) @ plane + 5
    axes = principal_axes(X[:20], X[20:], 6, normalize_features=False)
    np.testing.assert_allclose(np.linalg.norm(axes, axis=0), [1, 1, 1, 0, 0, 0], atol=1e-9)
    rest = X.mean(axis=0) - axes @ (axes.T @ X.mean(axis=0))
    np.testing.assert_allclose(rest, 0, atol=1e-9)


def test_constant_columns_and_identical_samples_are_fine():
    Xs, Xt = domains()
    Xs[:, 3] = Xt[:, 3] = 2.0
    assert np.isfinite(reduce_dimension(Xs, Xt, 8)[0]).all()
    same = np.ones((5, 4))
    scores, _, _ = reduce_dimension(same, same, 3)
    np.testing.assert_allclose(np.abs(scores), [[1, 0, 0]] * 5, atol=1e-9)
