"""Frames: exact neighbours, honest figures, coherence, stopping, bad input."""

import subprocess
import sys
import threading
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import ortho_group
from sklearn.manifold import trustworthiness as sklearn_trustworthiness
from sklearn.neighbors import NearestNeighbors

import spl
from spl.embedding.frames import (
    diameter,
    displacement,
    lay_onto,
    place,
    rotate_onto,
    stratified_subset,
    turn_onto,
)
from spl.embedding.layouts import LAYOUTS, warm_up
from spl.embedding.neighbors import Stopped, nearest_neighbors, trustworthiness
from spl.embedding.sequence import Frame, embed, pca_frames, tsne_frames, umap_frames


def unit(Z):
    return Z / np.linalg.norm(Z, axis=1, keepdims=True)


def make_states(n=120, d=6, T=2, n_classes=3, seed=0, change=0.2):
    """Stand-ins for SPLState: two domains around the same class centres, drifting a little."""
    rng = np.random.default_rng(seed)
    centers = unit(rng.normal(size=(n_classes, d)))
    y = rng.integers(n_classes, size=n)
    Z = centers[y] + 0.3 * rng.normal(size=(n, d))
    states = []
    for k in range(T + 1):
        joint = unit(Z + change * k * rng.normal(size=(n, d)) / max(T, 1))
        states.append(
            SimpleNamespace(
                k=k,
                z_source=joint[: n // 2],
                z_target=joint[n // 2 :],
                prototypes=centers,
                pseudo_labels=y[n // 2 :],
            )
        )
    return states


def changed(state, **fields):
    return SimpleNamespace(**{**vars(state), **fields})


@pytest.mark.parametrize(("n", "d", "k"), [(2, 1, 1), (20, 3, 19), (300, 10, 15), (2000, 40, 15)])
def test_neighbors_equal_scikit_learns(n, d, k):
    Z = np.random.default_rng(0).normal(size=(n, d)).astype(np.float32)
    indices, distances = nearest_neighbors(Z, k)
    expected_d, expected_i = NearestNeighbors(n_neighbors=k).fit(Z).kneighbors()
    np.testing.assert_array_equal(indices, expected_i)
    np.testing.assert_allclose(distances, expected_d, rtol=1e-5)


def test_neighbors_of_other_points_equal_scikit_learns():
    rng = np.random.default_rng(0)
    Z, queries = (rng.normal(size=(n, 5)).astype(np.float32) for n in (400, 30))
    indices, _ = nearest_neighbors(Z, 7, queries)
    expected = NearestNeighbors(n_neighbors=7).fit(Z).kneighbors(queries)[1]
    np.testing.assert_array_equal(indices, expected)


def test_neighbors_of_a_tight_cluster_far_from_the_origin_survive_rounding():
    Z = 1 + 1e-3 * np.random.default_rng(0).normal(size=(500, 4)).astype(np.float32)
    indices, _ = nearest_neighbors(Z, 5)
    expected = NearestNeighbors(n_neighbors=5).fit(Z).kneighbors()[1]
    assert (indices == expected).mean() > 0.999


@pytest.mark.parametrize("n", [6, 700])
def test_coinciding_points_are_neighbors_of_each_other_not_of_themselves(n):
    indices, distances = nearest_neighbors(np.zeros((n, 2)), 5)
    assert (distances == 0).all()
    assert all(i not in row and len(set(row)) == 5 for i, row in enumerate(indices))


def test_neighbors_are_found_where_some_points_coincide_and_others_do_not():
    Z = np.random.default_rng(0).normal(size=(900, 6)).astype(np.float32)
    Z[100:140] = Z[100]  # more than the 15 sought
    _, distances = nearest_neighbors(Z, 15)
    expected = NearestNeighbors(n_neighbors=15).fit(Z).kneighbors()[0]
    np.testing.assert_allclose(distances, expected, rtol=1e-5, atol=1e-6)


def test_neighbors_stop_between_blocks():
    with pytest.raises(Stopped):
        nearest_neighbors(np.eye(10), 3, should_stop=lambda: True)


@pytest.mark.parametrize("k", [0, 10])
def test_too_many_neighbors_are_refused(k):
    with pytest.raises(ValueError, match=f"k={k} neighbours of 10 points: give a k from 1 to 9"):
        nearest_neighbors(np.eye(10), k)


@pytest.mark.parametrize("noise", [0.0, 0.3, 100.0])
def test_trustworthiness_equals_scikit_learns(noise):
    rng = np.random.default_rng(0)
    Z = rng.normal(size=(200, 5))
    xy = Z[:, :2] + noise * rng.normal(size=(200, 2))
    expected = sklearn_trustworthiness(Z, xy, n_neighbors=15)
    assert trustworthiness(Z, xy) == pytest.approx(expected, abs=1e-5)


def test_trustworthiness_of_many_points_is_estimated_on_a_part(monkeypatch):
    monkeypatch.setattr("spl.embedding.neighbors.TRUST_POINTS", 300)
    Z = np.random.default_rng(0).normal(size=(900, 4))
    expected = sklearn_trustworthiness(Z, Z[:, :2], n_neighbors=15)
    assert trustworthiness(Z, Z[:, :2]) == pytest.approx(expected, abs=0.01)


def test_trustworthiness_where_more_than_k_points_coincide_in_the_picture():
    Z = np.random.default_rng(0).normal(size=(100, 2))
    xy = np.where(np.arange(100)[:, None] < 40, 0.0, Z)
    assert 0.5 < trustworthiness(Z, xy) < 1


def test_trustworthiness_of_the_data_themselves_is_1_and_of_three_points_unknown():
    Z = np.random.default_rng(0).normal(size=(50, 2))
    assert trustworthiness(Z, Z) == 1
    assert np.isnan(trustworthiness(Z[:3], Z[:3]))


def test_diameter_is_the_largest_distance():
    xy = np.random.default_rng(0).normal(size=(100, 2))
    expected = np.linalg.norm(xy[:, None] - xy, axis=2).max()
    assert diameter(xy) == pytest.approx(expected, rel=2e-4)


def test_rotation_is_undone():
    Z = np.random.default_rng(0).normal(size=(50, 4)).astype(np.float32)
    R = ortho_group.rvs(4, random_state=0)
    np.testing.assert_allclose(rotate_onto(Z @ R, Z), Z, atol=1e-5)


def test_pca_frames_are_ordered_and_complete():
    frames = pca_frames(make_states(T=3))
    assert [f.k for f in frames] == [0, 1, 2, 3]
    assert all(f.xy.shape == (120, 2) and f.xy.dtype == np.float32 for f in frames)


def test_displacement_is_the_mean_way_in_diameters():
    first, second, *_ = pca_frames(make_states(T=3))
    way = np.linalg.norm(first.xy - second.xy, axis=1).mean() / diameter(first.xy)
    assert displacement(first, second) == pytest.approx(way)
    assert displacement(first, first) == 0


@pytest.mark.parametrize("scale", [False, True])
def test_a_picture_is_laid_onto_another_one(scale):
    xy = np.random.default_rng(0).normal(size=(50, 2)) + 3
    c, s = np.cos(2.0), np.sin(2.0)
    turned = (2.0 if scale else 1.0) * xy @ np.array([[c, s], [s, -c]]) - 7
    np.testing.assert_allclose(lay_onto(turned, xy, scale), xy, atol=1e-9)
    assert diameter(lay_onto(5 * xy, xy)) == pytest.approx(5 * diameter(xy))  # no scaling


def test_pca_frames_do_not_depend_on_the_axes_of_the_subspace():
    states = make_states(T=3)
    rotated = []
    for i, s in enumerate(states):
        R = ortho_group.rvs(6, random_state=i)
        rotated.append(changed(s, z_source=s.z_source @ R, z_target=s.z_target @ R))
    for a, b in zip(pca_frames(states), pca_frames(rotated), strict=True):
        np.testing.assert_allclose(a.xy, b.xy, atol=1e-4)


def test_tsne_frames_come_last_then_first_then_the_rest_and_keep_neighbourhoods():
    frames = list(tsne_frames(make_states(T=3)))
    assert [f.k for f in frames] == [3, 0, 1, 2]
    assert all(isinstance(f, Frame) and f.method == "tsne" and f.placed is None for f in frames)
    pca = {f.k: f.trustworthiness for f in pca_frames(make_states(T=3))}
    assert all(f.trustworthiness > pca[f.k] for f in frames)


def test_tsne_with_the_same_seed_is_the_same():
    a, b = (list(tsne_frames(make_states(T=1), seed=3)) for _ in range(2))
    for f, g in zip(a, b, strict=True):
        np.testing.assert_array_equal(f.xy, g.xy)


def test_an_unchanged_frame_does_not_move_even_if_its_axes_turn():
    states = make_states(T=1)
    R = ortho_group.rvs(6, random_state=0)
    same = changed(states[1], k=0, z_source=states[1].z_source @ R, z_target=states[1].z_target @ R)
    last, first = tsne_frames([same, states[1]])
    assert first.k == 0
    np.testing.assert_array_equal(first.xy, last.xy)


def test_a_frame_shows_its_own_neighbours_not_those_of_the_other_iterations():
    """Half of class 1 lies in class 0 at k = 0 and in its own at k = 1."""
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 100)
    moved = np.arange(200) >= 150
    source, target = np.r_[0:50, 100:150], np.r_[50:100, 150:200]
    states, state = [], make_states(T=0)[0]
    for k in range(2):
        centers = 4 * np.eye(8)[np.where(moved & (k == 0), 0, y)]
        Z = unit(centers + rng.normal(size=(200, 8)))
        states.append(changed(state, k=k, z_source=Z[source], z_target=Z[target]))
    frames = {f.k: f for f in tsne_frames(states, y_source=y[source])}
    assert (frames[0].class_in_subspace[50:] == 0).mean() > 0.9
    assert (frames[0].class_in_picture[50:] == 0).mean() > 0.9
    assert (frames[1].class_in_picture[50:] == 1).mean() > 0.9
    assert frames[0].ahead < 0.1 and frames[0].n_changing > 45
    assert frames[1].ahead is None and frames[1].n_changing == 0


def test_steps_are_small_where_the_run_changes_little():
    frames = list(tsne_frames(make_states(n=300, T=3, change=0.02)))
    frames.sort(key=lambda f: f.k)
    assert max(map(displacement, frames, frames[1:])) < 0.04


def test_stopping_ends_the_iterator_and_keeps_what_was_yielded():
    stop = False
    walk = tsne_frames(make_states(T=3), should_stop=lambda: stop)
    assert next(walk).k == 3
    stop = True
    assert list(walk) == []


def test_the_stop_flag_is_looked_at_within_a_layout():
    looks = []

    def stop_at_tenth_look():
        looks.append(None)
        return len(looks) >= 10

    assert list(tsne_frames(make_states(), should_stop=stop_at_tenth_look)) == []
    assert len(looks) == 10


def test_progress_rises_to_1_and_names_the_steps():
    told = []
    list(tsne_frames(make_states(T=2), on_progress=lambda *what: told.append(what)))
    fractions = [fraction for fraction, _ in told]
    assert fractions == sorted(fractions) and fractions[-1] == pytest.approx(1)
    assert {"neighbours of iteration 2", "t-SNE of iteration 0"} <= {step for _, step in told}


def test_above_max_points_the_rest_is_placed_beside_its_neighbors():
    states = make_states(n=400, T=1)
    frames = list(tsne_frames(states, max_points=200))
    assert all(f.placed.sum() == 200 for f in frames)
    np.testing.assert_array_equal(frames[0].placed, frames[1].placed)
    assert all(f.trustworthiness > 0.8 for f in frames)


def test_subset_sees_rare_classes_in_both_domains():
    state = make_states(n=2000)[-1]
    labels = np.zeros(1000, int)
    labels[:5] = 1
    rows = stratified_subset(changed(state, pseudo_labels=labels), 200, seed=0)
    assert len(rows) == len(np.unique(rows)) == 200
    assert np.isin(1000 + np.arange(5), rows).all()
    assert stratified_subset(state, 2000, seed=0) is None


def test_a_placed_point_on_an_embedded_one_takes_its_position():
    Z = np.repeat(np.eye(4), 2, axis=0)
    xy = np.arange(8.0).reshape(4, 2)
    full, placed = place(Z, np.arange(0, 8, 2), xy)
    np.testing.assert_array_equal(placed, [False, True] * 4)
    np.testing.assert_allclose(full[1::2], xy, atol=1e-6)


@pytest.mark.parametrize("points", [5, 6, 20])
def test_few_points_and_one_dimension_are_embedded(points):
    states = make_states(n=points, d=1, T=1)
    assert all(np.isfinite(f.xy).all() and diameter(f.xy) > 1e-2 for f in tsne_frames(states))
    assert all(np.isfinite(f.xy).all() for f in pca_frames(states))


def test_coinciding_points_are_embedded():
    state = make_states(n=40)[0]
    state = changed(state, z_source=np.ones((20, 6)), z_target=np.ones((20, 6)))
    assert np.isfinite(next(tsne_frames([state])).xy).all()


def test_umap_in_two_threads_at_once_is_the_same_and_equal_states_share_a_frame():
    states = make_states(n=60, T=1)
    same = changed(states[1], k=2)
    runs = [[], []]
    threads = [
        threading.Thread(target=lambda run=run: run.extend(umap_frames([*states, same])))
        for run in runs
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    last, first, middle = runs[0]
    assert (last.k, first.k, middle.k, last.method) == (2, 0, 1, "umap")
    assert np.isfinite(first.xy).all() and displacement(first, last) > 0
    np.testing.assert_array_equal(middle.xy, last.xy)
    np.testing.assert_array_equal([f.xy for f in runs[0]], [f.xy for f in runs[1]])


def test_umap_frames_have_one_size():
    frames = {f.k: f for f in umap_frames(make_states(n=200, T=2, change=1.5))}
    spread = [np.linalg.norm(frames[k].xy.std(axis=0)) for k in range(3)]
    np.testing.assert_allclose(spread, spread[0], rtol=1e-3)


@pytest.mark.parametrize("method", ["tsne", "umap"])
def test_a_new_run_starts_from_the_picture_that_is_shown(method):
    shown = next(embed(make_states(n=200, T=1, seed=1), method))
    turned = shown.xy @ np.array([[0, 1], [1, 0]], dtype=np.float32)  # which no start would find
    states = make_states(n=200, T=1, seed=1, change=0.3)
    moved = [
        displacement(replace(shown, xy=turned), next(embed(states, method, start_from=start)))
        for start in (turned, None)
    ]
    assert moved[0] < 0.1 and 2 * moved[0] < moved[1]


def test_layouts_load_no_library_before_warm_up_which_loads_opentsne_without_numba():
    code = """if True:
        import sys, spl.embedding.sequence, spl.embedding.layouts
        assert not {"openTSNE", "umap", "numba"} & set(sys.modules)
        spl.embedding.layouts.warm_up()
        assert "openTSNE" in sys.modules and not {"umap", "numba"} & set(sys.modules)
    """
    subprocess.run([sys.executable, "-c", code], check=True)


def test_tsne_in_two_threads_at_once_and_a_warm_up_beside_them():
    states, runs = make_states(T=1), [[], []]
    threads = [
        threading.Thread(target=lambda run=run: run.extend(tsne_frames(states))) for run in runs
    ]
    threads.append(threading.Thread(target=warm_up))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal([f.xy for f in runs[0]], [f.xy for f in runs[1]])


def test_embed_goes_by_name():
    states = make_states(T=1)
    assert [f.k for f in embed(states, "pca")] == [0, 1]
    np.testing.assert_array_equal(next(embed(states, "tsne")).xy, next(tsne_frames(states)).xy)


STATES = make_states(T=1)
BAD = [
    (lambda: embed(STATES, "mds"), "method='mds' is not known; use one of 'pca', 'tsne', 'umap'"),
    (lambda: embed([], "tsne"), "states is empty"),
    (lambda: embed([1, 2], "pca"), "states holds a int; give the states of a run"),
    (lambda: embed("x", "tsne"), "states holds a str; give the states of a run"),
    (lambda: embed(3, "tsne"), "states holds a int; give the states of a run"),
    (
        lambda: embed([changed(STATES[0], z_source=np.empty((0, 2)))], "pca"),
        "states have no coordinates, as after light()",
    ),
    (lambda: embed(STATES, ["pca"]), r"method=\['pca'\] is not known"),
    (lambda: pca_frames([]), "states is empty"),
    (lambda: tsne_frames(STATES, n_neighbors=1), "n_neighbors=1 must be at least 2"),
    (lambda: umap_frames(STATES, max_points=3), "max_points=3 must be at least"),
    (lambda: tsne_frames(make_states(n=4)), "4 points are too few for tsne"),
    (lambda: tsne_frames(STATES + make_states(n=60)), "states are of different samples"),
    (lambda: tsne_frames([changed(STATES[0], z_source=np.full((60, 6), np.nan))]), "not finite"),
    (lambda: pca_frames([STATES[0], *make_states(d=5)[1:]]), "one d2"),
    (lambda: tsne_frames(STATES, start_from=np.zeros((3, 2))), r"start_from has shape \(3, 2\)"),
    (lambda: embed(STATES, "umap", y_source=[0]), r"y_source has shape \(1,\) but .* have 60"),
]


@pytest.mark.parametrize(("call", "sentence"), BAD)
def test_bad_input_is_refused_before_the_first_frame(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"seed": -1}, "seed=-1 must be a whole number from 0 on"),
        ({"seed": 1.5}, "seed=1.5 must be a whole number from 0 on"),
        ({"n_neighbors": 2.5}, "n_neighbors=2.5 must be a whole number from 0 on"),
        ({"max_points": None}, "max_points=None must be a whole number from 0 on"),
        ({"perplexity": 30}, "'perplexity' is not an option of frames; use one of seed, n_neighbo"),
        ({"y_source": ["a"] * 90}, "y_source holds <U1; give one class index, an int"),
        ({"y_source": [0.5] * 90}, "y_source holds float64; give one class index, an int"),
    ],
)
def test_options_of_another_kind_are_refused_at_the_call(shifted, options, sentence):
    X, y, Xt, _ = shifted
    states = list(spl.iterate(X, y, Xt, spl.SPLParams(d1=5, d2=3, T=1)))
    with pytest.raises(ValueError, match=sentence):
        spl.embed(states, "tsne", **options)


def test_states_of_several_runs_or_in_another_order_are_refused(shifted):
    X, y, Xt, _ = shifted
    ours = list(spl.iterate(X, y, Xt, spl.SPLParams(d1=5, d2=3, T=1)))
    theirs = list(spl.iterate(X, [f"a {label}" for label in y], Xt, spl.SPLParams(d1=5, d2=3, T=1)))
    with pytest.raises(ValueError, match="states are of different classes"):
        spl.embed([ours[0], theirs[1]], "pca")
    for states in (ours[::-1], [ours[0], ours[0]]):
        with pytest.raises(ValueError, match=r"states has k = .*; give those of one run in the"):
            spl.embed(states, "pca")


def test_the_first_umap_says_that_it_compiles(monkeypatch):
    told = []
    for compiled in (False, True):
        umap = replace(LAYOUTS["tsne"], compiling=lambda compiled=compiled: not compiled)
        monkeypatch.setitem(LAYOUTS, "umap", umap)
        told.clear()
        list(umap_frames(STATES, on_progress=lambda _, step: told.append(step)))
        assert any("compiles" in step for step in told) != compiled


def test_a_turned_and_mirrored_picture_is_turned_back_with_all_of_its_run():
    rng = np.random.default_rng(4)
    frames = [
        Frame(k, rng.normal(size=(30, 2)).astype(np.float32), "pca", 0.9, None) for k in range(3)
    ]
    c, s = np.cos(2.0), np.sin(2.0)
    turn = np.array([[c, s], [s, -c]], dtype=np.float32)  # with a reflection
    others = [replace(frame, xy=frame.xy @ turn) for frame in frames]
    back = turn_onto(others, others[-1], frames[-1])
    for found, frame in zip(back, frames, strict=True):
        np.testing.assert_allclose(found.xy, frame.xy, atol=1e-5)
        assert (found.k, found.trustworthiness) == (frame.k, 0.9) and not found.xy.flags.writeable
