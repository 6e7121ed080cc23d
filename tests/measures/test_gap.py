import numpy as np
import pytest

from spl import DomainPair, SPLParams, iterate
from spl.measures.gap import gaps_over_k, mmd, proxy_a_distance, state_gap


@pytest.fixture
def rng():
    return np.random.default_rng(3)


def test_mmd_of_two_points_is_known():
    # σ is their distance, so k(s, t) = exp(−1/2) whatever the distance
    for gap in (0.1, 1.0, 50.0):
        found = mmd(np.zeros((1, 2)), np.array([[gap, 0.0]]))
        assert found == pytest.approx(np.sqrt(2 - 2 * np.exp(-0.5)))


def test_mmd_equals_the_naive_formula(rng):
    a, b = rng.normal(size=(30, 4)), rng.normal(size=(41, 4)) + 0.5
    both = np.vstack([a, b])
    d = np.linalg.norm(both[:, None] - both[None], axis=2)
    sigma = np.median(d[np.triu_indices(len(both), 1)])
    k = np.exp(-(d**2) / (2 * sigma**2))
    expected = k[:30, :30].mean() + k[30:, 30:].mean() - 2 * k[:30, 30:].mean()
    assert mmd(a, b) == pytest.approx(np.sqrt(expected))


def test_mmd_in_blocks_equals_one_block(rng, monkeypatch):
    a, b = rng.normal(size=(70, 3)), rng.normal(size=(50, 3)) + 1
    whole = mmd(a, b)
    monkeypatch.setattr("spl.measures.gap.ROWS", 7)
    assert mmd(a, b) == pytest.approx(whole)


@pytest.mark.parametrize("measure", [mmd, proxy_a_distance])
def test_equal_domains_have_no_gap_and_far_ones_the_most(rng, measure):
    a, b = rng.normal(size=(2, 400, 5))
    assert measure(a, a.copy()) == pytest.approx(0, abs=0.05)
    assert measure(a, b) < 0.4
    near, far = measure(a, b + 0.5), measure(a, b + 20)
    assert measure(a, b) < near < far
    if measure is proxy_a_distance:
        assert far == 2


@pytest.mark.parametrize("measure", [mmd, proxy_a_distance])
def test_symmetric_and_blind_to_scale_shift_and_rotation(rng, measure):
    a, b = rng.normal(size=(60, 4)), rng.normal(size=(60, 4)) + 0.7
    Q = np.linalg.qr(rng.normal(size=(4, 4)))[0]
    expected = measure(a, b)
    assert measure(b, a) == pytest.approx(expected)
    assert measure(3 * a @ Q + 5, 3 * b @ Q + 5) == pytest.approx(expected)


def test_both_stay_within_their_bounds_in_odd_cases(rng):
    point = np.ones((6, 3))
    assert mmd(point, point) == 0
    assert proxy_a_distance(point, point) == 0
    assert np.isnan(proxy_a_distance(point[:4], point))
    wide = proxy_a_distance(rng.normal(size=(20, 90)), rng.normal(size=(25, 90)))
    assert 0 <= wide <= 2


def test_long_domains_are_thinned_evenly(rng):
    a, b = rng.normal(size=(900, 2)), rng.normal(size=(700, 2)) + 1
    assert mmd(a, b, n_max=100) == pytest.approx(mmd(a, b), abs=0.1)


def test_three_runs_over_k(shifted):
    pair, params = DomainPair(*shifted), SPLParams(d1=5, d2=3, T=2)
    gaps = list(gaps_over_k(pair, params))
    assert [(g.labeling, g.k) for g in gaps] == [
        (name, k) for name in ("ncp", "sp", "both") for k in range(3)
    ]
    states = list(iterate(pair.X_source, pair.y_source, pair.X_target, params))
    expected = state_gap(states[2])
    assert gaps[-1].mmd == pytest.approx(expected.mmd)
    assert gaps[-1].proxy_a == expected.proxy_a
    first = {g.mmd for g in gaps if g.k == 0}  # k = 0 knows no labels yet
    assert max(first) == pytest.approx(min(first))


def test_given_labels_and_left_out_samples_take_part(shifted):
    pair, params = DomainPair(*shifted), SPLParams(d1=5, d2=3, T=2)
    known, without = {0: pair.y_source[0], 1: pair.y_source[-1]}, {3: 1}
    gaps = list(gaps_over_k(pair, params, known, without))
    arrays = pair.X_source, pair.y_source, pair.X_target
    *_, last = iterate(*arrays, params, known=known, without=without)
    assert gaps[-1] == state_gap(last)
    assert gaps[-1] != list(gaps_over_k(pair, params))[-1]


def test_a_run_without_selection_has_one_state(shifted):
    params = SPLParams(d1=5, d2=3, T=2, selection="none")
    assert [g.k for g in gaps_over_k(DomainPair(*shifted), params)] == [0, 0, 0]
