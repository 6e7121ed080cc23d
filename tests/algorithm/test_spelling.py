"""Classes that differ in case, blanks or signs hardly seen are said wherever they are given."""

import numpy as np
import pytest

from spl import DomainPair, SPLClassifier, SPLParams, iterate

X = np.random.default_rng(0).normal(size=(24, 4))
Y = np.array(["cat", "dog", "emu"] * 8)
PARAMS = SPLParams(d1=3, d2=2, T=1)
PAIRS = {
    "a blank behind": "cat ",
    "a blank before": " cat",
    "a capital": "Cat",
    "capitals and a blank": "CAT ",
    "a no-break space": "cat\xa0",
    "an unseen sign": "cat\u200b",
}
EACH = pytest.mark.parametrize("other", PAIRS.values(), ids=PAIRS)
SAID = "has labels that are spelled alike"


def with_one(other):
    labels = Y.astype("<U6")
    labels[3] = other
    return labels


@EACH
def test_within_the_source(other):
    y = with_one(other)
    for labels in (y, y.tolist()):
        with pytest.warns(UserWarning, match=f"y_source {SAID}"):
            DomainPair(X, labels, X + 1)
        with pytest.warns(UserWarning, match=f"y_source {SAID}"):
            iterate(X, labels, X + 1, PARAMS)
        with pytest.warns(UserWarning, match=f"y {SAID}"):
            SPLClassifier(3, 2, 1).fit(X, labels, X + 1)


@EACH
def test_across_the_sides(other):
    with pytest.warns(UserWarning, match="y_target: 1 target sample of 24 .*Spelled alike: `"):
        DomainPair(X, Y, X + 1, with_one(other))
    with pytest.raises(ValueError, match="among those of y_source.*; spelled alike are `"):
        DomainPair(X, Y, X + 1, [other] * 24)
    with pytest.raises(ValueError, match=r"such as 'cat' \(spelled alike are `"):
        iterate(X, Y, X + 1, PARAMS, known={0: other})
    model = SPLClassifier(3, 2, 1).fit(X, Y, X + 1)
    with pytest.warns(UserWarning, match="the fit did not have but are spelled alike"):
        model.score(X, with_one(other))


def test_names_of_classes():
    with pytest.warns(UserWarning, match=f"class_names {SAID}"):
        DomainPair(X, np.arange(24) % 2, X + 1, class_names=["cat", "cat "])


@pytest.mark.parametrize(
    "labels",
    [Y, np.array(["a", "A", "b"] * 8), np.arange(24) % 3 - 1, np.array(["1", "-1", "01"] * 8)],
    ids=["words", "letters", "numbers", "numbers as text"],
)
def test_others_are_not(labels):
    DomainPair(X, labels, X + 1, labels)
    iterate(X, labels, X + 1, PARAMS)
    SPLClassifier(3, 2, 1).fit(X, labels, X + 1).score(X, labels)
