"""Labels whose index names the rows of the features in another order."""

import numpy as np
import pytest

from spl import DomainPair, SPLClassifier, SPLParams, iterate

pd = pytest.importorskip("pandas")

X = np.random.default_rng(0).normal(size=(12, 3))
Y = np.arange(12) % 2
ROWS = [f"r{i}" for i in range(12)]
FRAME, SERIES = pd.DataFrame(X, index=ROWS), pd.Series(Y, index=ROWS)
TURNED = SERIES.iloc[::-1]
SAID = "The index of {} holds the row names of {} in another order"


def test_labels_in_another_order_are_said_wherever_they_are_given():
    with pytest.warns(UserWarning, match=SAID.format("y_source", "X_source")):
        DomainPair(FRAME, TURNED, X)
    with pytest.warns(UserWarning, match=SAID.format("y_target", "X_target")):
        DomainPair(X, Y, FRAME + 1, TURNED)
    with pytest.warns(UserWarning, match=SAID.format("y_source", "X_source")):
        next(iter(iterate(FRAME, TURNED, X + 1, SPLParams(d1=2, d2=2, T=1))))
    model = SPLClassifier(d1=2, d2=2, T=1)
    with pytest.warns(UserWarning, match=SAID.format("y", "X")):
        model.fit(FRAME, TURNED, FRAME + 1)
    with pytest.warns(UserWarning, match=SAID.format("y", "X")):
        model.score(FRAME + 1, TURNED)


@pytest.mark.parametrize(
    "labels",
    [SERIES, Y, pd.Series(Y), pd.Series(Y, index=["r0"] * 12), pd.Series(Y, index=range(5, 17))],
    ids=["the same", "none", "numbers", "one name", "other numbers"],
)
def test_rows_that_are_in_order_or_have_other_names_are_not(labels):
    DomainPair(FRAME, labels, X + 1)
