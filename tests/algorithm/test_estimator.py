"""SPLClassifier: scikit-learn's own checks, new samples, step-by-step fitting."""

import numpy as np
import pytest
import sklearn
from sklearn.utils.estimator_checks import parametrize_with_checks

from spl import SPLClassifier, SPLParams, iterate


@pytest.mark.filterwarnings("ignore:X_target is missing", "ignore:d[12]=.* using d[12]=")
@parametrize_with_checks([SPLClassifier()])
def test_sklearn_conventions(estimator, check):
    check(estimator)


def test_equals_iterate_and_labels_fitted_samples_as_new_ones(shifted):
    X, y, Xt, yt = shifted
    params = dict(d1=6, d2=3, T=4)
    model = SPLClassifier(**params, keep_states=True).fit(X, y, Xt)
    last = list(iterate(X, y, Xt, SPLParams(**params)))[-1]
    assert (model.transduction_ == model.classes_[last.pseudo_labels]).all()
    assert (model.predict(Xt) == model.transduction_).all()
    np.testing.assert_allclose(model.transform(Xt), last.z_target, atol=1e-9)
    assert len(model.states_) == 5
    assert model.labeled_iter_.min() >= 1
    assert model.score(Xt, yt) == np.mean(model.transduction_ == yt)


def test_new_target_samples_get_the_labels_of_their_class(shifted):
    X, y, Xt, yt = shifted
    model = SPLClassifier(d1=6, d2=3, T=4).fit(X, y, Xt[::2])
    assert np.mean(model.predict(Xt[1::2]) == yt[1::2]) > 0.9
    np.testing.assert_allclose(model.predict_proba(Xt).sum(axis=1), 1)


def test_missing_labels_are_neither_known_nor_counted(shifted):
    X, y, Xt, yt = shifted
    counted = np.arange(len(yt)) % 3 > 0
    gaps, objects = (
        [v if c else w for v, c in zip(yt, counted, strict=True)] for w in (float("nan"), None)
    )
    model = SPLClassifier(d1=6, d2=3, T=2).fit(X, y, Xt)
    right = model.predict(Xt) == yt
    assert model.score(Xt, gaps) == model.score(Xt, objects) == right[counted].mean()
    weights = np.arange(len(yt))
    weighted = np.average(right[counted], weights=weights[counted])
    assert model.score(Xt, gaps, weights) == pytest.approx(weighted)
    lacking = np.where(counted, yt, "unseen")  # a class that the source lacks counts as wrong
    assert model.score(Xt, lacking) == (right & counted).mean()
    with pytest.raises(ValueError, match="y lacks every label, so there is no accuracy"):
        model.score(Xt, [None] * len(yt))
    told = [
        SPLClassifier(d1=6, d2=3, T=2).fit(X, y, Xt, np.array(labels, dtype=object))
        for labels in (gaps, objects)
    ]
    for other in told:
        assert (other.transduction_[counted] == yt[counted]).all()


def test_iter_fit_is_lazy_and_usable_after_every_state(shifted):
    X, y, Xt, _ = shifted
    model = SPLClassifier(d1=6, d2=3, T=4)
    steps = model.iter_fit(X, y, Xt)
    state = next(steps)
    assert state.k == 0
    assert (model.predict(Xt) == model.classes_[state.pseudo_labels]).all()
    steps.close()


@pytest.mark.parametrize(
    "later", [{"normalize_features": False}, {"labeling": "sp"}, {"d1": 2, "d2": 1}]
)
def test_settings_made_after_the_fit_change_the_next_fit_alone(shifted, later):
    X, y, Xt, _ = shifted
    model = SPLClassifier(d1=4, d2=3, T=2, labeling="ncp").fit(X + 5, y, Xt + 5)
    before = model.transform(Xt + 5), model.predict_proba(Xt + 5)
    model.set_params(**later)
    for one, other in zip(
        before, (model.transform(Xt + 5), model.predict_proba(Xt + 5)), strict=True
    ):
        np.testing.assert_array_equal(one, other)
    assert model.params_ == SPLParams(d1=4, d2=3, T=2, labeling="ncp")
    again = model.fit(X + 5, y, Xt + 5).predict_proba(Xt + 5)
    assert not np.allclose(before[1], again)


def test_missing_target_warns(shifted):
    X, y, _, _ = shifted
    with pytest.warns(UserWarning, match="X itself is used as the target"):
        SPLClassifier(d1=6, d2=3, T=1).fit(X, y)
    with pytest.warns(UserWarning, match="Source and target have the same features in every row"):
        SPLClassifier(d1=6, d2=3, T=1).fit(X, y, X.copy())
    with pytest.warns(UserWarning, match="Source and target have the same features in every row"):
        list(iterate(X, y, X, SPLParams(d1=6, d2=3, T=1)))


def test_masked_samples_are_refused_when_predicting(shifted):
    X, y, Xt, _ = shifted
    model = SPLClassifier(d1=5, d2=3, T=1).fit(X, y, Xt)
    hidden = np.ma.masked_array(Xt, mask=np.zeros_like(Xt, dtype=bool))
    hidden[4, 1] = np.ma.masked
    for method in (model.predict, model.predict_proba, model.transform):
        with pytest.raises(ValueError, match="X has masked values in 1 of 90 rows"):
            method(hidden)


def test_arrays_that_change_after_the_call_change_no_run(shifted):
    X, y, Xt, _ = shifted
    params = {"d1": 6, "d2": 3, "T": 2}
    wanted = list(iterate(X, y, Xt, SPLParams(**params)))[-1].labels
    for start in (
        lambda *data: iterate(*data, SPLParams(**params)),
        lambda *data: SPLClassifier(**params).iter_fit(*data),
    ):
        data = X.copy(), y.copy(), Xt.copy()
        states = start(*data)
        data[0][:], data[2][:] = np.nan, 0
        np.testing.assert_array_equal(list(states)[-1].labels, wanted)


@pytest.mark.skipif(not hasattr(np.dtypes, "StringDType"), reason="numpy has no such text")
def test_texts_of_any_length_are_labels(shifted):
    X, y, Xt, yt = shifted
    texts = y.astype(np.dtypes.StringDType())
    params = {"d1": 6, "d2": 3, "T": 1}
    wanted = list(iterate(X, y, Xt, SPLParams(**params)))[-1].labels
    np.testing.assert_array_equal(
        list(iterate(X, texts, Xt, SPLParams(**params)))[-1].labels, wanted
    )
    model = SPLClassifier(**params).fit(X, texts, Xt)
    assert model.transduction_.dtype.kind == "U"
    assert model.score(Xt, yt.astype(np.dtypes.StringDType())) == model.score(Xt, yt)


def test_a_fit_that_fails_or_is_not_run_leaves_the_model_as_it_was(shifted):
    pd = pytest.importorskip("pandas")
    Xs, ys, Xt = shifted[:3]
    names = [f"f{i}" for i in range(Xs.shape[1])]
    source, target = pd.DataFrame(Xs, columns=names), pd.DataFrame(Xt, columns=names)
    other = source[names[::-1]]
    model = SPLClassifier(d1=3, d2=2, T=1).fit(source, ys, target)
    labels = model.predict(target)
    model.set_params(d2=0)
    with pytest.raises(ValueError, match="d2=0"):
        model.fit(other, ys, target[names[::-1]])
    np.testing.assert_array_equal(model.predict(target), labels)
    with pytest.raises(ValueError, match="lacks"):
        model.fit(source.iloc[:, :2], ys, target)
    assert model.n_features_in_ == len(names)
    model.set_params(d2=2).iter_fit(other, ys, target[names[::-1]])
    np.testing.assert_array_equal(model.predict(target), labels)
    assert model.feature_names_in_.tolist() == names


def test_scikit_learn_makes_frames_of_what_transform_returns(shifted):
    pytest.importorskip("pandas")
    Xs, ys, Xt = shifted[:3]
    model = SPLClassifier(d1=3, d2=2, T=1).fit(Xs, ys, Xt)
    labels, proba = model.predict(Xt), model.predict_proba(Xt)
    model.set_output(transform="pandas")
    assert model.transform(Xt).columns.tolist() == ["splclassifier0", "splclassifier1"]
    with sklearn.config_context(transform_output="pandas"):
        np.testing.assert_array_equal(model.predict(Xt), labels)
        np.testing.assert_array_equal(model.predict_proba(Xt), proba)
