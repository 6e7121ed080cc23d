"""Eq. 9–14: prototypes, probabilities, clusters, matching, fusion."""

import itertools

import numpy as np
import pytest

import spl.algorithm.projection as projection
from spl.algorithm.pseudo_labels import (
    centers_by_class,
    class_probabilities,
    class_prototypes,
    cluster,
    distances,
    fuse,
    match_clusters,
)


def test_prototypes_are_normalised_means_of_the_classes(monkeypatch):
    Z = np.array([[1.0, 0], [0, 1.0], [0.6, 0.8], [-1, 0]])
    y = np.array([0, 0, 1, 1])
    want = [[0.5**0.5, 0.5**0.5], np.array([-0.4, 0.8]) / 0.8**0.5]
    np.testing.assert_allclose(class_prototypes(Z, y, 2), want)
    monkeypatch.setattr(projection, "BLOCK", 3)
    np.testing.assert_allclose(class_prototypes(Z, y, 2), want)


def test_a_class_without_source_samples_has_no_prototype():
    with pytest.raises(ValueError, match="class 1 has no source sample"):
        class_prototypes(np.eye(2), np.array([0, 2]), 3)


def test_distances_are_euclidean_and_never_nan():
    rng = np.random.default_rng(0)
    Z, points = rng.normal(size=(9, 4)), rng.normal(size=(3, 4))
    want = np.linalg.norm(Z[:, None] - points, axis=2)
    np.testing.assert_allclose(distances(Z, points), want)
    assert (distances(points, points).diagonal() < 1e-7).all()


def test_probabilities_are_the_softmax_of_negative_distances():
    Z, points = np.array([[0.0, 0], [3, 0]]), np.array([[0.0, 0], [3, 4]])
    want = np.exp([[0, -5], [-3, -4]])
    want /= want.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(class_probabilities(Z, points), want)
    far = class_probabilities(1e5 * Z, points)  # no overflow, no 0/0
    np.testing.assert_allclose(far.sum(axis=1), 1)


def test_kmeans_reaches_a_fixed_point_of_lloyd(monkeypatch):
    rng = np.random.default_rng(2)
    Z = rng.normal(size=(60, 3))
    start = Z[:4].copy()
    labels, centers = cluster(Z, start)
    np.testing.assert_array_equal(labels, distances(Z, centers).argmin(axis=1))
    for i in range(4):
        np.testing.assert_allclose(centers[i], Z[labels == i].mean(axis=0))
    np.testing.assert_array_equal(start, Z[:4])
    monkeypatch.setattr(projection, "BLOCK", 7)
    np.testing.assert_array_equal(cluster(Z, start)[0], labels)


def test_empty_cluster_keeps_its_center_and_ties_go_to_the_lowest_index():
    Z = np.array([[0.0, 1], [0, 1], [0.0, 0]])
    prototypes = np.array([[1.0, 0], [-1, 0], [0, 2], [50, 50]])
    labels, centers = cluster(Z, prototypes)
    np.testing.assert_array_equal(labels, [2, 2, 0])
    np.testing.assert_array_equal(centers[1], [-1, 0])
    np.testing.assert_array_equal(centers[3], [50, 50])


@pytest.mark.parametrize("n_classes", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(5))
def test_matching_equals_brute_force_over_permutations(n_classes, seed):
    rng = np.random.default_rng(seed)
    centers, prototypes = rng.normal(size=(2, n_classes, 3))
    cost = np.linalg.norm(centers[:, None] - prototypes, axis=2)
    best = min(
        itertools.permutations(range(n_classes)),
        key=lambda p: sum(cost[i, p[i]] for i in range(n_classes)),
    )
    np.testing.assert_array_equal(match_clusters(centers, prototypes), best)


def test_matching_follows_clusters_that_changed_places():
    prototypes = np.eye(4)
    moved = np.array([2, 0, 3, 1])
    centers = prototypes[moved] + 0.1
    matching = match_clusters(centers, prototypes)
    np.testing.assert_array_equal(matching, moved)
    np.testing.assert_allclose(centers_by_class(centers, matching), prototypes + 0.1)


def test_matching_is_one_to_one_where_the_nearest_prototype_is_not():
    prototypes = np.array([[0.0, 0], [10, 0]])
    centers = np.array([[1.0, 0], [0, 0.5]])  # both nearest to class 0
    np.testing.assert_array_equal(match_clusters(centers, prototypes), [1, 0])


@pytest.mark.parametrize(("labeling", "want"), [("ncp", 0.4), ("sp", 0.6), ("both", 0.6)])
def test_fusion(labeling, want):
    assert fuse(np.array([[0.4]]), np.array([[0.6]]), labeling)[0, 0] == want
