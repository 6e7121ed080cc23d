"""The frame before adaptation, and its numbers."""

import numpy as np
import pytest

import spl
from spl.algorithm.preprocessing import l2_normalize, reduce_dimension
from spl.embedding.frames import diameter
from spl.embedding.spaces import BEFORE, run_spaces
from spl.measures.before import before_adaptation


@pytest.fixture(scope="module")
def run():
    pair = spl.load_sample("styles", "filled", "outline")
    params = spl.SPLParams(d1=32, d2=16, T=3)
    states = list(spl.iterate(pair.X_source, pair.y_source, pair.X_target, params))
    return pair, params, states


@pytest.fixture(scope="module", params=["pca", "tsne"])
def frames(request, run):
    pair, params, states = run
    return {f.k: f for f in spl.embed(states, request.param, pair, params=params)}


def test_the_order_of_frames(run):
    pair, _, states = run
    assert [f.k for f in spl.embed(states, "tsne", pair)] == [3, 0, -1, 1, 2]
    assert [f.k for f in spl.embed(states, "pca", pair)] == [-1, 0, 1, 2, 3]
    assert [f.k for f in spl.embed(states[:1], "tsne", pair)] == [0, -1]


def test_it_shows_the_features_as_spl_gets_them(run):
    pair, params, states = run
    space = run_spaces(states, pair).before_adaptation()
    scores = reduce_dimension(pair.X_source, pair.X_target, 32)[:2]
    expected = np.vstack([l2_normalize(X) for X in scores])
    np.testing.assert_allclose(space.Z, expected, atol=1e-5)
    assert space.k == BEFORE == -1


def test_domains_lie_apart_before_and_mix_at_the_end(frames):
    mixing = [frames[k].mixing_subspace for k in (-1, 0, 3)]
    assert mixing[0] < 0.12 and mixing[2] > 2.5 * mixing[0]
    assert mixing == sorted(mixing)
    shown = [frames[k].mixing_picture for k in (-1, 3)]
    assert shown[0] < shown[1]


def test_it_lies_as_the_frame_of_k_0_does(frames):
    before, first = frames[-1].xy, frames[0].xy
    np.testing.assert_allclose(before.mean(axis=0), first.mean(axis=0), atol=1e-2)
    cross = (before - before.mean(axis=0)).T @ (first - first.mean(axis=0))
    np.testing.assert_allclose(cross, cross.T, atol=1e-2 * np.abs(cross).max())  # no turn is left
    assert np.linalg.eigvalsh(cross).min() > 0  # nor a mirroring
    assert 0.5 < diameter(before) / diameter(first) < 2


@pytest.mark.parametrize("domain", ["source", "target"])
def test_a_pair_whose_rows_are_in_another_order_is_said(run, domain):
    pair, params, states = run
    rows = {name: getattr(pair, name) for name in ("X_source", "y_source", "X_target")}
    turned = {name: X[::-1] if domain in name else X for name, X in rows.items()}
    with pytest.warns(UserWarning, match="do not follow from the features of the pair") as said:
        list(spl.embed(states, "pca", spl.DomainPair(**turned), params=params))
    assert said[0].filename == __file__
    with pytest.warns(UserWarning, match="do not follow from the features of the pair"):
        spl.show(states, spl.DomainPair(**turned), params=params, method="pca", static=True)


def test_it_does_not_change_the_other_frames(run):
    pair, _, states = run
    without = {f.k: f.xy for f in spl.embed(states, "tsne")}
    for frame in spl.embed(states, "tsne", pair):
        if frame.k != BEFORE:
            np.testing.assert_array_equal(frame.xy, without[frame.k])


def test_the_pair_of_another_run_is_refused(run):
    other = spl.load_sample("styles", "filled", "thin")
    with pytest.raises(ValueError, match="give the pair of the same run"):
        spl.embed(run[2], "tsne", other)


def test_numbers_before_adaptation(run):
    pair, params, states = run
    numbers = before_adaptation(pair, params)
    frame = next(f for f in spl.embed(states, "pca", pair, params=params) if f.k == BEFORE)
    assert numbers["mixing"] == pytest.approx(frame.mixing_subspace)
    assert 0 < numbers["accuracy"] < 1 and 0 < numbers["mmd"] < np.sqrt(2)
    unlabelled = spl.DomainPair(pair.X_source, pair.y_source, pair.X_target)
    assert before_adaptation(unlabelled, params)["accuracy"] is None
