"""Scorers without labels in scikit-learn's own model selection."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer

from spl import SPLClassifier
from spl.measures.evaluation import label_free_scores
from spl.measures.scorers import SCORERS
from spl.measures.scores import RUN_SCORES


@pytest.fixture
def rotated():
    """Classes in a plane, the target turned by a third of a circle: one class onto the next."""
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], 30)
    turn = np.array([[-0.5, -np.sqrt(0.75)], [np.sqrt(0.75), -0.5]])
    angles = 2 * np.pi * y / 3
    X = np.c_[np.cos(angles), np.sin(angles)] + rng.normal(0, 0.1, (90, 2))
    return X, y, X @ turn.T, y


def test_every_scorer_chooses_and_is_in_the_table_of_scores():
    assert set(SCORERS) <= {key for key, shown in RUN_SCORES.items() if shown.chooses}
    assert all(RUN_SCORES[key].higher for key in SCORERS)  # scikit-learn maximises
    assert "entropy" not in SCORERS


@pytest.mark.parametrize("key", list(SCORERS))
def test_it_gives_the_score_of_the_last_state_whatever_is_held_out(shifted, key):
    X, y, Xt, _ = shifted
    model = SPLClassifier(d1=6, d2=3, T=2).fit(X, y, Xt)
    found = SCORERS[key](model, X[:5], y[:5])
    assert found == label_free_scores(model.state_)[key] == SCORERS[key](model)


@pytest.mark.parametrize("key", list(SCORERS))
def test_grid_search_fits_each_setting_once_on_all_samples(shifted, key):
    X, y, Xt, _ = shifted
    rows = np.arange(len(X))
    grid = {"d2": [1, 3], "T": [1, 3]}
    search = GridSearchCV(SPLClassifier(d1=6), grid, scoring=SCORERS[key], cv=[(rows, rows)])
    search.fit(X, y, X_target=Xt)
    expected = [
        SCORERS[key](SPLClassifier(d1=6, **setting).fit(X, y, Xt))
        for setting in search.cv_results_["params"]
    ]
    np.testing.assert_allclose(search.cv_results_["mean_test_score"], expected)
    assert search.best_score_ == pytest.approx(max(expected))
    assert len(search.best_estimator_.transduction_) == len(Xt)


def test_the_default_scorer_says_nothing_about_the_target(rotated):
    """It is content with a target whose every label is wrong."""
    X, y, Xt, yt = rotated
    search = GridSearchCV(SPLClassifier(d1=2, d2=2), {"T": [1]}, cv=3).fit(X, y, X_target=Xt[:80])
    assert search.best_score_ > 0.95
    assert (search.best_estimator_.transduction_ == yt[:80]).mean() < 0.05


def test_other_splits_cut_a_target_of_the_sources_size(shifted):
    X, y, Xt, _ = shifted
    sizes = []

    def size(model, X, y):
        sizes.append(len(model.transduction_))
        return 0.0

    assert len(X) == len(Xt)
    search = GridSearchCV(SPLClassifier(d1=6, d2=3, T=1), {"T": [1]}, scoring=size, cv=3)
    with pytest.warns(UserWarning, match="as many as this split takes of X"):
        search.fit(X, y, X_target=Xt)
    assert sizes == [len(Xt) * 2 // 3] * 3


def test_a_pipeline_is_scored_by_its_last_step(shifted):
    X, y, Xt, _ = shifted
    model = make_pipeline(Normalizer(), SPLClassifier(d1=6, d2=3, T=2))
    inner = SPLClassifier(d1=6, d2=3, T=2).fit(X, y, Xt)
    model.steps[-1] = ("splclassifier", inner)
    assert SCORERS["agreement"](model, X, y) == SCORERS["agreement"](inner)


@pytest.mark.parametrize("key", list(SCORERS))
def test_another_classifier_is_refused_in_a_sentence(shifted, key):
    X, y, _, _ = shifted
    model = LogisticRegression().fit(X, y)
    with pytest.raises(ValueError, match=f"{key} needs an SPLClassifier.* got a LogisticRegr"):
        SCORERS[key](model, X, y)
