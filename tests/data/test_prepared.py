"""Principal components that are computed once: same results, one computation, a bound."""

from dataclasses import replace

import numpy as np
import pytest

import spl
from spl import DomainPair, SPLParams
from spl.algorithm import preparation
from spl.algorithm.preprocessing import reduce_dimension
from spl.data import prepared
from spl.data.cache import Cache
from spl.data.prepared import iterate_pair, prepare
from spl.measures.baselines import baseline_labels

PARAMS = SPLParams(d1=4, d2=2, T=2)


def a_pair(seed=0, n=30):
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1, 2], n // 3)
    X = rng.normal(size=(n, 6)) + 4 * np.eye(6)[y]
    return DomainPair(X, y, X + 0.3)


@pytest.fixture
def computed(monkeypatch):
    """d1 and normalisation of each computation, in order."""
    calls = []
    real = preparation.reduce_dimension

    def counted(*args, **options):
        calls.append((args[2], options["normalize_features"]))
        return real(*args, **options)

    monkeypatch.setattr(preparation, "reduce_dimension", counted)
    monkeypatch.setattr(prepared, "PREPARED", Cache())
    return calls


@pytest.mark.parametrize("normalize", [True, False])
def test_a_run_over_a_pair_is_the_run_over_its_arrays(normalize):
    pair, params = a_pair(), replace(PARAMS, normalize_features=normalize)
    runs = [
        list(iterate_pair(pair, params)),
        list(spl.iterate(pair.X_source, pair.y_source, pair.X_target, params)),
    ]
    for one, other in zip(*runs, strict=True):
        assert np.array_equal(one.z_target, other.z_target)
        assert np.array_equal(one.proba, other.proba)
        assert np.array_equal(one.selected, other.selected)


def test_runs_and_baselines_share_one_computation(computed):
    pair = a_pair()
    for params in (PARAMS, replace(PARAMS, d2=1, labeling="ncp", T=1)):
        list(iterate_pair(pair, params))
    baseline_labels(pair, PARAMS)
    list(iterate_pair(a_pair(), PARAMS))  # equal features are the same, whatever holds them
    assert computed == [(4, True)]


def test_what_the_components_depend_on_is_computed_anew(computed):
    pair = a_pair()
    for params in (PARAMS, replace(PARAMS, d1=3), replace(PARAMS, normalize_features=False)):
        list(iterate_pair(pair, params))
    list(iterate_pair(a_pair(seed=1), PARAMS))
    assert computed == [(4, True), (3, True), (4, False), (4, True)]


def test_a_dimension_that_is_too_large_is_capped_without_a_warning():
    states = iterate_pair(a_pair(), SPLParams(d1=9, d2=2, T=1))
    assert next(states).projection.shape == (6, 2)


def test_what_is_shared_cannot_be_written():
    found = prepare(a_pair(), PARAMS)
    for array in (found.Xs, found.Xt, found.axes, *found.lengths):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


def test_a_cut_is_what_pca_gives_for_the_smaller_d1():
    pair = a_pair()
    cut, own = prepare(pair, PARAMS).cut(2), prepare(pair, replace(PARAMS, d1=2))
    assert cut.params == own.params
    for a, b in zip((cut.Xs, cut.Xt, *cut.lengths), (own.Xs, own.Xt, *own.lengths), strict=True):
        np.testing.assert_allclose(a, b, atol=1e-12)


def test_scores_are_those_before_the_last_normalisation():
    pair = a_pair()
    found = prepare(pair, PARAMS)
    Xs, Xt, axes = reduce_dimension(pair.X_source, pair.X_target, 4)
    np.testing.assert_allclose(found.scores[0], Xs, atol=1e-14)
    np.testing.assert_allclose(found.scores[1], Xt, atol=1e-14)
    np.testing.assert_array_equal(found.axes, axes)
    centred = Xt - Xt.mean(axis=0)
    lengths = np.linalg.norm(centred, axis=1)[:, None]
    np.testing.assert_allclose(found.centred[1], centred / lengths, atol=1e-12)


def test_the_notes_are_what_iterate_warns_of_and_nothing_is_warned_here():
    X = np.ones((10, 3))
    pair, params = DomainPair(X, [0, 1] * 5, X), SPLParams(d1=9, d2=5, T=1)
    with pytest.warns(UserWarning) as caught:
        spl.iterate(X, [0, 1] * 5, X, params)
    notes = prepare(pair, params).notes
    assert notes == tuple(str(w.message) for w in caught) and len(notes) == 3
    assert prepare(pair, SPLParams(d1=3, d2=3)).notes == notes[2:]
