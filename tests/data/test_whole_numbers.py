"""Labels that are whole numbers too large for a float, beside gaps, in columns of several kinds."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from spl import SPLClassifier


def codes_of(shifted):
    """The pair with its classes as 0, 1, 2."""
    X, y, Xt, yt = shifted
    return X, np.unique(y, return_inverse=True)[1], Xt, np.unique(yt, return_inverse=True)[1]


@pytest.mark.parametrize("column", [pd.Series, pl.Series, list, pd.array])
def test_whole_numbers_beyond_two_to_the_53_beside_gaps_stay_apart(shifted, column):
    X, y, Xt, yt = codes_of(shifted)
    names = [2**53 + int(v) for v in y]
    gaps = [None if i % 3 == 0 else 2**53 + int(v) for i, v in enumerate(yt)]
    dtype = {} if column in (list, pl.Series) else {"dtype": "Int64"}
    model = SPLClassifier(d1=5, d2=3, T=2).fit(X, names, Xt, column(gaps, **dtype))
    told = np.arange(len(yt)) % 3 > 0
    assert (model.transduction_[told] == yt[told] + 2**53).all()
    assert len(model.classes_) == 3
    plain = SPLClassifier(d1=5, d2=3, T=2).fit(X, names, Xt)
    correct = plain.predict(Xt) == yt + 2**53
    assert plain.score(Xt, column(gaps, **dtype)) == correct[told].mean()


def test_whole_numbers_that_floats_have_merged_are_refused(shifted):
    X, y, Xt, yt = codes_of(shifted)
    gaps = pd.Series([None if i % 3 == 0 else 2**53 + int(v) for i, v in enumerate(yt)])
    model = SPLClassifier(d1=5, d2=3, T=1)
    with pytest.raises(
        ValueError, match="y_target has whole numbers of 2\\*\\*53 or more as float64"
    ):
        model.fit(X, y + 2**53, Xt, gaps)
