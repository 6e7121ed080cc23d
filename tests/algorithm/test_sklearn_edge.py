"""What the estimator says of input that scikit-learn refuses in its own words or would misread."""

import datetime
import re

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.exceptions import NotFittedError

from spl import SPLClassifier

DAY = datetime.date(2020, 1, 31)


def sparse_columns(X):
    pd = pytest.importorskip("pandas")  # the core runs without it
    return pd.DataFrame(X).astype("Sparse[float64]")


REFUSED = [  # rows of 6 features, the type that scikit-learn raises, and our sentence
    ("too few columns", lambda X: X[:, :3], ValueError,
     "X has 3 features, but SPLClassifier is expecting 6 features as input; give the columns of"),
    ("NaN", lambda X: np.where(X == X[4, 1], np.nan, X), ValueError,
     "X has NaN or infinity in 1 of 90 rows (first: row 4); remove these rows or fill"),
    ("one dimension", lambda X: X[:, 0], ValueError, "X has shape (90,); give a matrix with one"),
    ("no columns", lambda X: X[:, :0], ValueError, "X has 0 feature(s) (shape=(90, 0)) while a"),
    ("no rows", lambda X: X[:0], ValueError, "X has shape (0, 6); give a matrix with one row per"),
    ("sparse", csr_array, TypeError, "X is a sparse matrix; give a dense array, e.g. X.toarray()."),
    ("sparse columns", sparse_columns, ValueError,
     "X has sparse columns; give dense ones, e.g. X.sparse.to_dense()."),
    ("text", lambda X: [["1", "b", *"3456"]], ValueError, "X is not numeric (row 0 holds 'b')"),
    ("a dict", lambda X: [[{}, *"12345"]], TypeError,
     "X is not numeric (row 0 holds {}); each argument must be a number, or a string that holds"),
    ("a date", lambda X: [[DAY, 1, 2, 3, 4, 5]], ValueError, "X holds dates or times, which are"),
    ("too large", lambda X: [[10**400, 1, 2, 3, 4, 5]], ValueError, "a number beyond the range of"),
    ("nothing", lambda X: None, ValueError, "X has shape (); give a matrix with one row"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "kind", "says"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_features_that_cannot_be_used_are_refused_in_one_sentence(shifted, change, kind, says):
    X, y, Xt, yt = shifted
    model = SPLClassifier(d1=5, d2=3, T=1).fit(X, y, Xt)
    bad = change(Xt.copy())
    wanted = re.escape(says)
    for method in (model.predict, model.predict_proba, model.transform):
        with pytest.raises(kind, match=wanted) as error:
            method(bad)
        assert "\n" not in str(error.value)
    with pytest.raises(kind, match=wanted):
        model.score(bad, yt)
    if bad is not None:  # there it means the source itself
        with pytest.raises(kind, match=re.escape(says.replace("X ", "X_target ", 1)[:17])):
            model.fit(X, y, bad)
        if "expecting" not in says:
            with pytest.raises(kind, match=re.escape(says[:20])):
                model.fit(bad, y, Xt)


LABELS = [
    ("too few", lambda y: y[:3], "y has shape (3,) but X has 90 rows; give one label for each."),
    ("none", lambda y: None, "y is missing; give one label for each row of X."),
    ("one-hot", lambda y: np.eye(90)[:, :3], "y has shape (90, 3): labels of which a sample can"),
    ("numbers", lambda y: np.arange(90) % 3, "y holds numbers where the fitted labels are text;"),
    ("dates", lambda y: [DAY] * 90, "y holds date labels; give text or numbers, e.g. [str(v) for"),
    ("datetime64", lambda y: np.array([DAY] * 90, "M8[D]"), "y holds dates where the"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "says"), [case[1:] for case in LABELS], ids=[case[0] for case in LABELS]
)
def test_labels_that_cannot_be_scored_are_refused_in_one_sentence(shifted, change, says):
    X, y, Xt, yt = shifted
    model = SPLClassifier(d1=5, d2=3, T=1).fit(X, y, Xt)
    with pytest.raises(ValueError, match=re.escape(says)):
        model.score(Xt, change(yt))
    with pytest.raises(ValueError, match=r"sample_weight has shape \(2,\) but X has 90 rows"):
        model.score(Xt, model.transduction_, [1, 2])
    with pytest.raises(ValueError, match="sample_weight is zero for every sample"):
        model.score(Xt, model.transduction_, np.zeros(90))
    for weight in (-1.0, np.nan, np.inf, 1j, "a", None):
        with pytest.raises(ValueError, match="sample_weight must be a number from 0 on, and fini"):
            model.score(Xt, model.transduction_, np.array([weight] * 90))


def test_an_unfitted_model_says_how_to_fit_it(shifted):
    X, y, _, _ = shifted
    for method in (SPLClassifier().predict, SPLClassifier().transform):
        with pytest.raises(
            NotFittedError, match=r"not fitted yet; call fit\(X, y, X_target\) first"
        ):
            method(X)


def test_true_and_false_of_pandas_stay_what_they_are(shifted):
    pd = pytest.importorskip("pandas")
    X, y, Xt, _ = shifted
    truths = y == y[0]
    for given in (pd.Series(truths, dtype="boolean"), pd.DataFrame({"y": truths})):
        model = SPLClassifier(d1=6, d2=2, T=1).fit(X, given, Xt)
        assert model.classes_.tolist() == [False, True]
        assert 0 <= model.score(X, given) <= 1


def test_labels_under_a_mask_are_unknown(shifted):
    X, y, Xt, yt = shifted
    shown = np.arange(len(yt)) % 9 == 0
    some = np.where(shown, yt, None)
    hidden = np.ma.masked_array(np.where(shown, yt, y[0]), mask=~shown)
    model = SPLClassifier(d1=6, d2=3, T=2)
    wanted = model.fit(X, y, Xt, some).transduction_
    np.testing.assert_array_equal(model.fit(X, y, Xt, hidden).transduction_, wanted)
    assert (wanted != hidden.data).any()  # what the mask hides would be another run
    assert model.score(Xt, hidden) == (wanted == yt)[shown].mean()
