"""Scores with and without target labels."""

import dataclasses

import numpy as np
import pytest
from sklearn.metrics import silhouette_score

import spl.measures.evaluation as evaluation
from spl import SPLParams, iterate
from spl.data.target_labels import UNLABELLED
from spl.measures.evaluation import (
    accuracy,
    agreement,
    changed_share,
    confusion,
    label_free_scores,
    mean_entropy,
    neighborhood_density,
    per_class_accuracy,
    silhouette,
)

PSEUDO = np.array([0, 1, 1, 2, 0, 2])
TRUE = np.array([0, 1, 2, 2, -1, 2])


@pytest.fixture
def states(shifted):
    X, y, Xt, _ = shifted
    return list(iterate(X, y, Xt, SPLParams(d1=6, d2=3, T=3)))


def with_proba(state, proba):
    return dataclasses.replace(
        state, proba=proba, pseudo_labels=proba.argmax(axis=1), proba_ncp=proba, proba_sp=proba
    )


def test_accuracy_leaves_out_samples_without_a_label():
    gaps = np.where(np.arange(len(TRUE)) < 2, UNLABELLED, TRUE)
    assert accuracy(PSEUDO, gaps) == accuracy(PSEUDO[2:], TRUE[2:]) != accuracy(PSEUDO, TRUE)
    assert np.isnan(accuracy(PSEUDO, np.full(len(TRUE), UNLABELLED)))


def test_accuracy_counts_unknown_classes_as_wrong():
    assert accuracy(PSEUDO, TRUE) == 4 / 6
    assert np.isnan(accuracy(PSEUDO[:0], TRUE[:0]))


def test_per_class_accuracy_and_confusion():
    np.testing.assert_allclose(per_class_accuracy(PSEUDO, TRUE, 4), [1, 1, 2 / 3, np.nan])
    want = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 2, 0], [0, 0, 0, 0]]
    np.testing.assert_array_equal(confusion(PSEUDO, TRUE, 4), want)


def test_entropy_is_one_for_flat_and_zero_for_certain_rows(states):
    flat = with_proba(states[0], np.full((90, 3), 0.7))
    certain = with_proba(states[0], np.eye(3)[np.arange(90) % 3])
    assert mean_entropy(flat) == pytest.approx(1)
    assert mean_entropy(certain) == pytest.approx(0)


@pytest.mark.parametrize("block", [4096, 17])
def test_neighborhood_density_equals_the_dense_form(states, monkeypatch, block):
    monkeypatch.setattr(evaluation, "BLOCK", block)
    p = states[1].proba / np.linalg.norm(states[1].proba, axis=1, keepdims=True)
    S = p @ p.T / 0.05
    np.fill_diagonal(S, -np.inf)
    q = np.exp(S - S.max(axis=1, keepdims=True))
    q /= q.sum(axis=1, keepdims=True)
    want = -(q * np.log(np.where(q > 0, q, 1))).sum(axis=1).mean()
    assert neighborhood_density(states[1]) == pytest.approx(want)


def test_neighborhood_density_rises_with_well_clustered_probabilities(states):
    certain = with_proba(states[0], np.eye(3)[np.arange(90) % 3] + 0.01)
    rng = np.random.default_rng(0)
    blurred = with_proba(states[0], rng.dirichlet([1, 1, 1], 90))
    assert neighborhood_density(certain) > neighborhood_density(blurred)
    assert neighborhood_density(certain, n_max=30) < neighborhood_density(certain)


@pytest.mark.parametrize("temperature", [0.019, 0, -1, np.nan])
def test_neighborhood_density_refuses_what_overflows(states, temperature):
    with pytest.raises(
        ValueError, match=f"temperature is {temperature}; it must be a number of at least 0.02"
    ):
        neighborhood_density(states[0], temperature)
    assert np.isfinite(neighborhood_density(states[0], 0.02))


def test_agreement_leaves_rejected_samples_out(states):
    """Else the curve of an open run falls the more unknown samples it finds."""
    differ = np.arange(len(states[0].pseudo_labels)) % 3 == 0
    probabilities = np.eye(3)[np.where(differ, 2 - states[0].ncp_labels, states[0].ncp_labels)]
    state = dataclasses.replace(states[0], proba_sp=probabilities)
    differ = state.ncp_labels != state.sp_labels
    assert 0 < agreement(state) < 1
    assert agreement(dataclasses.replace(state, rejected=differ)) == 1
    assert agreement(dataclasses.replace(state, rejected=differ | True)) == 0  # not nan


def test_agreement_of_ncp_and_sp(states):
    want = np.mean(states[0].proba_ncp.argmax(axis=1) == states[0].proba_sp.argmax(axis=1))
    assert agreement(states[0]) == want


def test_silhouette_classic_for_few_samples_linear_for_many(states):
    state = states[-1]
    assert silhouette(state) == pytest.approx(silhouette_score(state.z_target, state.pseudo_labels))
    Z, labels = state.z_target, state.pseudo_labels
    means = np.stack([Z[labels == c].mean(axis=0) for c in range(3)])
    d = np.linalg.norm(Z[:, None] - means, axis=2)
    a = d[np.arange(90), labels]
    d[np.arange(90), labels] = np.inf
    want = np.mean((d.min(axis=1) - a) / np.maximum(a, d.min(axis=1)))
    assert silhouette(state, n_max=10) == pytest.approx(want)


def test_silhouette_of_one_class_is_nan(states):
    one = with_proba(states[0], np.eye(3)[np.zeros(90, int)])
    assert np.isnan(silhouette(one))


def test_share_of_changed_labels(states):
    assert np.isnan(changed_share(states[0], None))
    want = np.mean(states[1].pseudo_labels != states[0].pseudo_labels)
    assert changed_share(states[1], states[0]) == want


def test_all_label_free_scores_by_name(states):
    scores = label_free_scores(states[1], states[0])
    assert set(scores) == {
        "entropy",
        "neighborhood_density",
        "agreement",
        "silhouette",
        "changed",
    }
    assert all(np.isfinite(value) for value in scores.values())
