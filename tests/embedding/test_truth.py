"""What reveals where a picture is not true, and frames that are the same in every process."""

import os
import subprocess
import sys

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors

from spl.embedding import truth
from spl.embedding.truth import ahead_of_time, correct_nearby, majority, nearby


def made(n_source=80, n_target=60, d=5, seed=0):
    rng = np.random.default_rng(seed)
    ys = rng.integers(3, size=n_source)
    Z = rng.normal(size=(n_source + n_target, d)).astype(np.float32)
    Z[:n_source, 0] += ys
    return Z, ys


@pytest.mark.parametrize("d", [2, 5])
def test_classes_nearby_are_scikit_learns_5_nearest(d):
    Z, ys = made(d=d)
    expected = KNeighborsClassifier(5).fit(Z[:80], ys).predict(Z[80:])  # ties: the lowest class
    np.testing.assert_array_equal(nearby(Z, 80, ys).classes, expected)


@pytest.mark.parametrize("d", [2, 5])
def test_mixing_is_the_share_of_15_neighbours_from_the_other_domain(d):
    Z, _ = made(d=d)
    near = NearestNeighbors(n_neighbors=15).fit(Z).kneighbors()[1]
    expected = ((near < 80) != (np.arange(140) < 80)[:, None]).mean()
    assert nearby(Z, 80, None).mixing == pytest.approx(expected)


def test_domains_that_lie_apart_do_not_mix_and_equal_ones_do():
    Z, _ = made()
    apart = Z + np.where(np.arange(140) < 80, 0, 100)[:, None]
    assert nearby(apart, 80, None).mixing == 0
    assert 0.4 < nearby(Z[:, 1:], 80, None).mixing < 0.6
    assert nearby(np.zeros((140, 2)), 80, None).mixing <= 1


def test_of_many_samples_a_part_is_looked_at_and_the_rest_is_marked(monkeypatch):
    Z, ys = made(200, 400)
    full = nearby(Z, 200, ys)
    monkeypatch.setattr(truth, "LOOKED_AT", 150)
    part = nearby(Z, 200, ys)
    looked_at = part.classes >= 0
    assert looked_at.sum() == 150
    np.testing.assert_array_equal(part.classes[looked_at], full.classes[looked_at])
    assert part.mixing == pytest.approx(full.mixing, abs=0.08)


def test_without_source_labels_no_classes_are_told():
    Z, _ = made()
    assert nearby(Z, 80, None).classes is None


def test_few_samples_vote_too():
    Z = np.array([[0.0], [1.0], [0.9]])
    found = nearby(Z, 2, np.array([1, 0]))
    assert found.classes.tolist() == [0] and found.mixing == pytest.approx(4 / 6)


def test_majority_is_the_most_frequent_and_then_the_lowest_class():
    rows = np.random.default_rng(0).integers(4, size=(200, 5))
    expected = [np.bincount(row).argmax() for row in rows]
    np.testing.assert_array_equal(majority(rows), expected)


def test_ahead_counts_only_samples_whose_class_still_changes():
    subspace, last = np.array([0, 0, 0, 1, -1]), np.array([1, 1, 0, 1, -1])
    assert ahead_of_time(np.array([1, 0, 1, 1, -1]), subspace, last) == (0.5, 2)
    assert ahead_of_time(last, last, last) == (None, 0)


def test_correct_nearby_counts_an_unknown_class_as_wrong_and_leaves_out_what_was_not_looked_at():
    assert correct_nearby(np.array([0, 1, 2, -1]), np.array([0, 1, -1, -1])) == pytest.approx(2 / 3)
    assert np.isnan(correct_nearby(np.array([-1]), np.array([0])))


THREADS = """if True:
    import hashlib
    from spl import load_sample, SPLParams, iterate
    from spl.algorithm.threads import one_blas_thread
    from spl.embedding.sequence import embed
    pair = load_sample("styles", "filled", "thin")
    with one_blas_thread():  # given the same Z
        states = list(iterate(pair.X_source, pair.y_source, pair.X_target, SPLParams(32, 16, T=2)))
    for method in ("pca", "tsne", "umap"):
        frames = b"".join(frame.xy.tobytes() for frame in embed(states, method, pair))
        print(hashlib.sha256(frames).hexdigest())
"""


def test_frames_are_the_same_bit_by_bit_with_any_number_of_threads():
    found = []
    for n in ("1", "2"):
        names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS")
        done = subprocess.run(
            [sys.executable, "-c", THREADS],
            env={**os.environ, **dict.fromkeys(names, n)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        found.append(done.stdout.split())
    assert len(found[0]) == 3 and found[0] == found[1]
