"""Label-free scores against those of skada, called as its users call them.

Three of its scorers have a counterpart here: `PredictionEntropyScorer`, `SoftNeighborhoodDensity`
and `CircularValidation`. The others have none: `MixValScorer` predicts mixtures of samples and
`DeepEmbeddedValidation` and `ImportanceWeightedScorer` judge predictions of source samples, which a
transductive method does not make; `MaNoScorer` averages fourth powers of the probabilities.
"""

import dataclasses

import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator
from sklearn.metrics import accuracy_score
from sklearn.neighbors import KNeighborsClassifier

from spl import SPLParams, iterate
from spl.data.pair import DomainPair
from spl.data.samples import load_sample
from spl.experiments.reverse import ReverseValidation
from spl.measures.evaluation import mean_entropy, neighborhood_density

UNKNOWN = -1  # skada's "no label"


class Fixed(BaseEstimator):
    """Gives the rows of X, which are probabilities, as they are."""

    def predict_proba(self, X, sample_domain=None):
        return X

    def predict_log_proba(self, X, sample_domain=None):
        with np.errstate(divide="ignore"):
            return np.log(X)


class ThereAndBack(BaseEstimator):
    """Known labels for the target; fitted anew, 1-NN on features centred by domain."""

    def __init__(self, labels=None):
        self.labels = labels

    def fit(self, X, y, sample_domain):
        labelled = sample_domain > 0
        self.back_ = KNeighborsClassifier(1, algorithm="brute")
        self.back_.fit(centred(X[labelled]), y[labelled])
        return self

    def predict(self, X, sample_domain=None):
        return self.back_.predict(centred(X)) if hasattr(self, "back_") else self.labels


def centred(X):
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    X = X - X.mean(axis=0)
    return X / np.linalg.norm(X, axis=1, keepdims=True)


def skada_score(scorer, estimator, Xs, ys, Xt, **options):
    """A scorer of skada by name, applied to an estimator, with masked target labels."""
    X = np.concatenate([Xs, Xt])
    y = np.concatenate([ys, np.full(len(Xt), UNKNOWN)])
    domain = np.repeat([1, -2], [len(Xs), len(Xt)])
    with sklearn.config_context(enable_metadata_routing=True):
        metrics = pytest.importorskip("skada.metrics")  # switches metadata routing on
        return getattr(metrics, scorer)(**options)(estimator, X, y, sample_domain=domain)


def rescaled(state):
    return state.proba / state.proba.sum(axis=1, keepdims=True)


def of_proba(scorer, proba, **options):
    """A scorer of the target's probabilities; the two source rows must not matter."""
    source = np.eye(proba.shape[1])[:2]
    return skada_score(scorer, Fixed(), source, np.array([0, 1]), proba, **options)


@pytest.fixture(scope="module")
def digits():
    """Every third sample of the digits, and the states of a run."""
    pair = load_sample("digits", "mnist", "uci")
    Xs, ys, Xt, yt = pair.X_source[::3], pair.ys[::3], pair.X_target[::3], pair.yt[::3]
    states = list(iterate(Xs, ys, Xt, SPLParams(d1=32, d2=16, T=5)))
    return DomainPair(Xs, ys, Xt, yt), states


@pytest.fixture(scope="module")
def random(digits):
    """States of random probabilities, from flat ones to certain ones."""
    _, states = digits
    rng = np.random.default_rng(0)
    return [
        dataclasses.replace(states[0], proba=rng.dirichlet(np.full(10, sharpness), 60))
        for sharpness in (100, 1, 0.1)
    ]


@pytest.fixture(params=["digits", "random"])
def states(request):
    found = request.getfixturevalue(request.param)
    return found[1] if request.param == "digits" else found


def test_entropy_is_skadas_times_classes_over_log_classes(states):
    """Its mean is over samples and classes, and its sign is turned: high is good there."""
    for state in states:
        theirs = of_proba("PredictionEntropyScorer", rescaled(state))
        assert mean_entropy(state) == pytest.approx(-theirs * 10 / np.log(10), rel=1e-12)


def test_entropy_with_certain_rows(random):
    sure = dataclasses.replace(random[0], proba=np.eye(10)[np.arange(60) % 10])
    with np.errstate(invalid="ignore"):  # skada multiplies 0 by −∞ before it puts 0
        assert of_proba("PredictionEntropyScorer", sure.proba) == mean_entropy(sure) == 0


@pytest.mark.parametrize("temperature", [0.05, 0.2])
def test_neighborhood_density_is_skadas(states, temperature):
    """Its matrix keeps each sample as its own neighbour, of cosine −1: a share of e^(−1/T)."""
    for state in states:
        theirs = of_proba("SoftNeighborhoodDensity", rescaled(state), T=temperature)
        n = len(state.proba)
        own = np.exp(-1 / temperature) * (1 / temperature + np.log(n)) / (n - 1)
        assert neighborhood_density(state, temperature) == pytest.approx(
            theirs, rel=2e-6, abs=own
        )  # float32 here


def test_neighborhood_density_does_not_depend_on_the_scale_of_rows(digits):
    state = digits[1][1]
    assert of_proba("SoftNeighborhoodDensity", state.proba) == pytest.approx(
        of_proba("SoftNeighborhoodDensity", rescaled(state))
    )


def test_density_by_some_of_the_neighbours_orders_states_as_skada_does(digits, random):
    """Above `n_max` samples: the same order, less the log of what share of them is compared."""
    for states, n_max in ((digits[1], 200), (random, 20)):
        theirs = np.array([of_proba("SoftNeighborhoodDensity", s.proba) for s in states])
        ours = np.array([neighborhood_density(s, n_max=n_max) for s in states])
        np.testing.assert_array_equal(np.argsort(ours), np.argsort(theirs))
        if states is not random:  # too few for an even share of each neighbourhood
            shift = np.log(len(states[0].proba) / n_max)
            np.testing.assert_allclose(ours + shift, theirs, atol=0.05)


def test_reverse_validation_is_circular_validation_with_1nn_on_centred_features(digits):
    """skada trains the estimator back; its default is balanced accuracy, ours accuracy."""
    pair, states = digits
    ours = ReverseValidation(pair)
    for labels in (states[0].pseudo_labels, states[-1].pseudo_labels, states[0].pseudo_labels % 3):
        theirs = skada_score(
            "CircularValidation", ThereAndBack(labels.astype(int)), pair.X_source, pair.ys,
            pair.X_target, source_scorer=accuracy_score,
        )  # fmt: skip
        assert ours.score(labels) == pytest.approx(theirs, abs=1e-12)


def test_reverse_validation_on_random_features():
    rng = np.random.default_rng(1)
    Xs, ys, Xt = rng.normal(size=(50, 4)), np.arange(50) % 3, rng.normal(size=(40, 4)) + 1
    ours = ReverseValidation(DomainPair(Xs, ys, Xt))
    for labels in rng.integers(0, 3, (5, 40)):
        theirs = skada_score(
            "CircularValidation", ThereAndBack(labels), Xs, ys, Xt, source_scorer=accuracy_score
        )
        assert ours.score(labels) == pytest.approx(theirs, abs=1e-12)


def test_skadas_scorers_leave_no_trace():
    before = sklearn.get_config()
    of_proba("PredictionEntropyScorer", np.full((4, 2), 0.5))
    assert sklearn.get_config() == before
