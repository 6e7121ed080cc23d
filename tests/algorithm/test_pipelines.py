"""SPLClassifier as the last step of scikit-learn's Pipeline."""

import warnings

import numpy as np
import pytest
import sklearn
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from spl import SPLClassifier
from spl.measures.scorers import SCORERS

SETTING = dict(d1=6, d2=3, T=2)


@pytest.fixture
def arrays(shifted):
    X, y, Xt, yt = shifted
    scale = np.array([100.0, 1, 1, 1, 1, 0.01])
    return X * scale, y, Xt * scale, yt


@pytest.fixture
def routed():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def scaled_pipeline():
    last = SPLClassifier(**SETTING).set_fit_request(X_target=True)
    steps = [("scale", StandardScaler()), ("spl", last)]
    return Pipeline(steps, transform_input=["X_target"])


def test_transform_input_treats_both_domains_alike(arrays, routed):
    X, y, Xt, _ = arrays
    pipeline = scaled_pipeline().fit(X, y, X_target=Xt)
    scaler = StandardScaler().fit(X)
    by_hand = SPLClassifier(**SETTING).fit(scaler.transform(X), y, scaler.transform(Xt))
    np.testing.assert_array_equal(pipeline[-1].transduction_, by_hand.transduction_)
    np.testing.assert_array_equal(pipeline.predict(Xt), by_hand.transduction_)


def test_grid_search_over_a_pipeline(arrays, routed):
    X, y, Xt, yt = arrays
    rows = np.arange(len(X))
    search = GridSearchCV(
        scaled_pipeline(), {"spl__d2": [2, 3]}, scoring=SCORERS["agreement"], cv=[(rows, rows)]
    )
    search.fit(X, y, X_target=Xt)
    scores = []
    for d2 in (2, 3):
        pipeline = scaled_pipeline().set_params(spl__d2=d2).fit(X, y, X_target=Xt)
        scores.append(SCORERS["agreement"](pipeline))
    np.testing.assert_allclose(search.cv_results_["mean_test_score"], scores)
    assert (search.best_estimator_[-1].transduction_ == yt).mean() > 0.9


@pytest.mark.parametrize("method", ["fit", "fit_transform"])
def test_a_target_that_the_steps_passed_by_is_warned_about(arrays, method):
    X, y, Xt, _ = arrays
    pipeline = make_pipeline(StandardScaler(), SPLClassifier(**SETTING))
    with pytest.warns(UserWarning, match=r"\(standardscaler\) transformed X but not X_target"):
        getattr(pipeline, method)(X, y, splclassifier__X_target=Xt)


def test_the_warning_stands_with_routing_on_too(arrays, routed):
    X, y, Xt, _ = arrays
    pipeline = scaled_pipeline().set_params(transform_input=None)
    with pytest.warns(UserWarning, match="transform_input"):
        pipeline.fit(X, y, X_target=Xt)


def test_steps_that_change_nothing_are_not_warned_about(arrays):
    X, y, Xt, _ = arrays
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for first in ("passthrough", FunctionTransformer()):
            model = Pipeline([("first", first), ("spl", SPLClassifier(**SETTING))])
            model.fit(X, y, spl__X_target=Xt)
        Pipeline([("spl", SPLClassifier(**SETTING))]).fit(X, y, spl__X_target=Xt)


@pytest.mark.parametrize("in_pipeline", [False, True])
@pytest.mark.parametrize("how", [GridSearchCV, cross_val_score])
def test_a_target_that_the_splits_cut_is_warned_about(arrays, routed, how, in_pipeline):
    X, y, Xt, _ = arrays
    n = min(len(X), len(Xt))
    model = scaled_pipeline() if in_pipeline else scaled_pipeline()[-1]

    def search(n_target):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            if how is GridSearchCV:
                found = GridSearchCV(model, {}, cv=KFold(3, shuffle=True, random_state=0))
                found.fit(X[:n], y[:n], X_target=Xt[:n_target])
            else:
                folds = KFold(3, shuffle=True, random_state=0)
                how(model, X[:n], y[:n], cv=folds, params={"X_target": Xt[:n_target]})
        return [str(w.message) for w in caught if "as many as this split takes" in str(w.message)]

    assert search(n)[0].startswith("X_target has ")
    assert len(search(n)) == 3
    assert search(n - 1) == []
