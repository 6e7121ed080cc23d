"""Principal components that are computed once: same results, one computation, a bound."""

import threading
from concurrent.futures import Future
from dataclasses import replace

import numpy as np
import pytest

import spl
from spl import DomainPair, SPLParams
from spl.data.prepared import REDUCED, ReducedPairs, iterate_pair
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
    from spl.data import prepared as reduced

    calls = []
    real = reduced.reduce_dimension

    def counted(*args, **options):
        calls.append((args[2], options["normalize_features"]))
        return real(*args, **options)

    monkeypatch.setattr(reduced, "reduce_dimension", counted)
    monkeypatch.setattr(reduced, "REDUCED", ReducedPairs(10_000_000))
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


def test_a_dimension_that_is_too_large_is_capped_with_a_warning():
    with pytest.warns(UserWarning, match="using d1=6"):
        states = iterate_pair(a_pair(), SPLParams(d1=9, d2=2, T=1))
    assert next(states).projection.shape == (6, 2)


def test_who_asks_meanwhile_waits_for_the_same_scores(monkeypatch):
    from spl.data import prepared as reduced

    begun, go_on, calls = threading.Event(), threading.Event(), []
    real = reduced.reduce_dimension

    def slow(*args, **options):
        calls.append(args)
        begun.set()
        assert go_on.wait(20)
        return real(*args, **options)

    monkeypatch.setattr(reduced, "reduce_dimension", slow)
    pairs, found = ReducedPairs(10_000_000), []
    ask = [
        threading.Thread(target=lambda: found.append(pairs.get(a_pair(), PARAMS))) for _ in "abc"
    ]
    ask[0].start()
    assert begun.wait(20)
    for thread in ask[1:]:
        thread.start()
    assert (a_pair(), PARAMS) in pairs
    go_on.set()
    for thread in ask:
        thread.join(20)
    assert len(calls) == 1
    assert len(found) == 3
    assert all(scores[0] is found[0][0] for scores in found)


def test_the_least_recently_asked_go_first():
    size = 2 * 30 * 4 * 8
    pairs = ReducedPairs(2 * size)
    first, second, third = (a_pair(seed) for seed in range(3))
    pairs.get(first, PARAMS)
    pairs.get(second, PARAMS)
    pairs.get(first, PARAMS)
    pairs.get(third, PARAMS)
    assert [(pair, PARAMS) in pairs for pair in (first, second, third)] == [True, False, True]


def test_scores_above_the_bound_are_given_but_not_kept():
    pairs = ReducedPairs(10)
    assert pairs.get(a_pair(), PARAMS)[0].shape == (30, 4)
    assert (a_pair(), PARAMS) not in pairs


def test_after_an_error_the_next_one_tries_again(monkeypatch):
    from spl.data import prepared as reduced

    real, calls = reduced.reduce_dimension, []

    def fails_once(*args, **options):
        calls.append(args)
        if len(calls) == 1:
            raise MemoryError
        return real(*args, **options)

    monkeypatch.setattr(reduced, "reduce_dimension", fails_once)
    pairs = ReducedPairs(10_000_000)
    with pytest.raises(MemoryError):
        pairs.get(a_pair(), PARAMS)
    assert pairs.get(a_pair(), PARAMS)[1].shape == (30, 4)


def test_another_ones_error_is_its_own():
    pairs, failed = ReducedPairs(10_000_000), Future()
    pairs._scores["other", 4, True] = failed  # its thread has not taken it out yet
    failed.set_exception(MemoryError())
    assert pairs.get(a_pair(), PARAMS)[0].shape == (30, 4)


def test_the_scores_that_are_shared_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        REDUCED.get(a_pair(), PARAMS)[0][0, 0] = 1.0
