"""Target samples that are source samples, in whatever order, are counted and said."""

import numpy as np
import pytest

from spl import SPLParams, iterate
from spl.algorithm.same_samples import same_samples_note, shared_rows

X = np.random.default_rng(0).normal(size=(200, 12))
OTHER = np.random.default_rng(1).normal(size=(100, 12))
ORDER = np.random.default_rng(2).permutation(200)
SAID = "have the same features as source samples"


@pytest.mark.parametrize(
    ("source", "target", "says"),
    [
        (X, X[ORDER], f"All 200 target samples {SAID}"),
        (X, X[ORDER[:30]], f"All 30 target samples {SAID}"),
        (X, np.tile(X[:9], (5, 1)), f"All 45 target samples {SAID}"),
        (X[:30], np.r_[OTHER, X[:30]], f"30 of the 130 target samples {SAID}"),
        (X, np.r_[OTHER, X[:15]], f"15 of the 115 target samples {SAID}"),
        (X.astype(np.float32), X[:30], f"All 30 target samples {SAID}"),
        (X, np.asfortranarray(X[::-1]), f"All 200 target samples {SAID}"),
        (X * 0 + ORDER[:, None], 0 * X[:30] + ORDER[:30, None], f"All 30 target samples {SAID}"),
        (np.r_[X, 0 * X[:1]], np.r_[-0.0 * X[:1], X[:9]], f"All 10 target samples {SAID}"),
        (X, X.copy(), "Source and target have the same features in every row"),
    ],
)
def test_how_many_are_said(source, target, says):
    assert same_samples_note(source, target).startswith(says)
    y = np.arange(len(source)) % 3
    with pytest.warns(UserWarning, match=says):
        iterate(source, y, target, SPLParams(d1=3, d2=2, T=1))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (X, OTHER),
        (X, np.r_[OTHER, X[:9]]),
        (X[:, :1], X[:1, :1]),
        (np.round(X[:, :2]), np.round(OTHER[:, :2])),
        (np.zeros((9, 3)), np.zeros((5, 3))),
        (np.where(X > 2, X, 0), np.where(OTHER > 2, OTHER, 0)),
    ],
    ids=["none", "a few", "one", "few kinds of rows", "all zero", "mostly zero"],
)
def test_few_and_rows_that_come_often_are_not(source, target):
    assert same_samples_note(source, target) == ""


def test_rows_of_small_whole_numbers_are_told_apart():
    whole = np.random.default_rng(3).integers(0, 4, (20_000, 40)).astype(np.float64)
    for rows in (whole, whole.astype(np.float32)):
        assert shared_rows(rows[:10_000], rows[10_000:]) == 0
        assert shared_rows(rows[:10_000], rows[9_000:]) == 1_000
