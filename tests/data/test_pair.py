"""DomainPair and the one place where input is checked."""

import dataclasses
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from bad_inputs.matrices import CASES, X, Y

from spl import DomainPair, SPLClassifier, SPLParams, iterate
from spl.algorithm.checks import check_domains, check_features
from spl.data.readers.features import tidy_labels
from spl.data.target_labels import UNLABELLED, encode
from spl.measures.evaluation import accuracy

PARAMS = SPLParams(d1=2, d2=1, T=1)
BAD = pytest.mark.parametrize(
    ("Xs", "ys", "Xt", "sentence"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)


@BAD
def test_bad_input_through_the_pair(Xs, ys, Xt, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)) as error:
        DomainPair(Xs, ys, Xt)
    assert "\n" not in str(error.value)


@BAD
def test_bad_input_through_iterate_at_the_call(Xs, ys, Xt, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        iterate(Xs, ys, Xt, PARAMS)


@BAD
def test_bad_input_through_the_estimator(Xs, ys, Xt, sentence):
    with pytest.raises((ValueError, TypeError)) as error:
        SPLClassifier(d1=2, d2=1, T=1).iter_fit(Xs, ys, Xt)
    if "only one class" in sentence or "mixes labels" in sentence:  # the rest is scikit-learn's
        assert sentence.removeprefix("y_source ") in str(error.value)


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        ({"y_target": ["a"]}, "y_target has shape (1,) but X_target has 6 rows"),
        ({"class_names": ["A"]}, "class_names has 1 names but y_source has 2 classes; give one"),
        (
            {"sample_names_source": ["x"]},
            "sample_names_source has 1 names but X_source has 6 rows; give one per sample",
        ),
        (
            {"thumbnails_target": np.zeros((2, 4, 4), np.uint8)},
            "thumbnails_target has 2 pictures but X_target has 6 rows",
        ),
        (
            {"thumbnails_source": np.zeros((6, 4, 4))},
            "thumbnails_source is float64 of shape (6, 4, 4); give uint8",
        ),
        (
            {"thumbnails_source": [np.zeros((2, 2), np.uint8)] * 5 + [np.zeros((3, 3), np.uint8)]},
            "thumbnails_source differ in size; give uint8 of shape",
        ),
        (
            {"sample_names_target": 3},
            "sample_names_target is a single int; give one for each of the 6 samples",
        ),
        (
            {"thumbnails_source": np.zeros((6, 4, 4, 2), np.uint8)},
            "thumbnails_source is uint8 of shape (6, 4, 4, 2); give uint8 of shape",
        ),
        (
            {"thumbnails_source": np.zeros((6, 0, 4), np.uint8)},
            "thumbnails_source is uint8 of shape (6, 0, 4); give uint8 of shape",
        ),
        ({"class_names": "ab"}, "class_names is a str; give a list, one name per class"),
        ({"class_names": {"a": 1, "b": 2}}, "class_names is a dict; give a list, one name"),
        ({"class_names": {"a", "b"}}, "class_names is a set; give a list, one name"),
        ({"class_names": 3}, "class_names is a int; give a list, one name per class"),
        ({"sample_names_source": "abcdef"}, "sample_names_source is a str; give a list, one name"),
        (
            {"thumbnails_source": np.zeros((6, 16), np.uint8)},
            "thumbnails_source is uint8 of shape (6, 16); give uint8 of shape",
        ),
    ],
)
def test_bad_extras(extra, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        DomainPair(X, Y, X, **extra)


@pytest.mark.parametrize(
    ("labels", "classes", "codes"),
    [
        ([3, 3, 1, 1, 7, 7], [1, 3, 7], [1, 1, 0, 0, 2, 2]),
        (np.array([1.0, 2, 2, 1, 1, 2]), [1, 2], [0, 1, 1, 0, 0, 1]),
        (np.array([[1], [2], [2], [1], [1], [2]], np.uint8), [1, 2], [0, 1, 1, 0, 0, 1]),
        (["b", "b", "a", "a", "c", "c"], ["a", "b", "c"], [1, 1, 0, 0, 2, 2]),
        (np.array(["b", "b", "a", "a", "a", "a"], object), ["a", "b"], [1, 1, 0, 0, 0, 0]),
        (np.array([2, 2, 1, 1, 1, 1], object), [1, 2], [1, 1, 0, 0, 0, 0]),
        (np.array([np.float64(v) for v in (2, 2, 1, 1, 1, 1)], object), [1, 2], [1, 1, 0, 0, 0, 0]),
        ([True, False, True, False, True, False], [False, True], [1, 0, 1, 0, 1, 0]),
        (pd.Series(["b", "b", "a", "a", "a", "a"]), ["a", "b"], [1, 1, 0, 0, 0, 0]),
        (pd.Categorical(["b", "b", "a", "a", "a", "a"]), ["a", "b"], [1, 1, 0, 0, 0, 0]),
    ],
)
def test_labels_of_any_type_become_indices(labels, classes, codes):
    pair = DomainPair(X, labels, X)
    assert pair.classes.tolist() == classes
    assert pair.ys.tolist() == codes
    assert pair.y_source.tolist() == np.ravel(labels).tolist()
    assert pair.class_names == tuple(map(str, classes))


@pytest.mark.parametrize("kind", [Decimal, Fraction])
def test_decimals_and_fractions_are_numbers(kind):
    classes = [kind(1), kind(1) / 2]
    labels = [classes[y == "a"] for y in Y]
    pair = DomainPair(X, labels, X, [1.0 if y == "a" else 0.5 for y in Y])
    assert pair.classes.tolist() == [0.5, 1] and pair.yt.tolist() == (1 - pair.ys).tolist()
    whole = DomainPair(X, [kind(3), *[kind(2)] * 5], X, [Decimal("sNaN"), b"", *[2] * 4])
    assert whole.classes.tolist() == [2, 3] and whole.yt[:2].tolist() == [UNLABELLED] * 2


def test_transparent_thumbnails_lie_on_white():
    given = np.zeros((6, 1, 3, 4), np.uint8)
    given[:, 0, 1:] = [[200, 100, 0, 255], [0, 0, 0, 51]]
    pair = DomainPair(X, Y, X, thumbnails_source=given, thumbnails_target=given[..., :1])
    want = [[255, 255, 255], [200, 100, 0], [204, 204, 204]]
    assert pair.thumbnails_source[0, 0].tolist() == want
    assert pair.thumbnails_target.shape == (6, 1, 3)


def test_bytes_are_texts_and_never_two_classes_as_one():
    given = [b"\xe9", b"\xe9", b"\xe8", b"\xe8", b"a", b"a"]  # Latin-1, which UTF-8 cannot be
    pair = DomainPair(X, given, X, ["a"] * 6)
    assert pair.n_classes == 3 and pair.class_names[2] == "a" and (pair.yt == 2).all()
    assert len(set(tidy_labels(np.array(given)))) == 3


def test_missing_pandas_label_is_one_sentence():
    labels = pd.Series(["a", "a", pd.NA, "b", "b", "b"], dtype=object)
    with pytest.raises(ValueError, match=r"lacks 1 of 6 labels \(first: row 2\)"):
        DomainPair(X, labels, X)


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        (["a", "a", float("nan"), "b", "b", "b"], r"lacks 1 of 6 labels \(first: row 2\)"),
        ([[1], [1, 2], [1], [1], [1], [1]], "holds lists of different lengths"),
        (["a", "a", 1, 1, "b", "b"], r"mixes labels of several types \(int, str\)"),
    ],
)
def test_numbers_among_texts_of_a_list_are_no_classes(labels, sentence):
    with pytest.raises(ValueError, match=sentence):
        DomainPair(X, labels, X)


def test_target_labels_that_the_source_lacks_count_as_unknown():
    pair = DomainPair(X, Y, X, ["a", "b", "zebra", "", "b", "a"])
    assert pair.yt.tolist() == [0, 1, -1, UNLABELLED, 1, 0]
    assert DomainPair(X, Y, X).yt is None


def test_labels_match_across_types_and_in_any_order():
    classes = np.array([10, 2, 7])
    assert encode(np.array(["7", "2", "9", "10"]), classes).tolist() == [2, 1, -1, 0]
    assert encode(np.array([2.0, 10.0, 3.0]), classes).tolist() == [1, 0, -1]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (np.float16, np.float32),
        (np.uint8, np.float32),
        (np.float32, np.float32),
        (np.int64, np.float64),
        (np.float64, np.float64),
        (bool, np.float32),
    ],
)
def test_feature_types(given, kept):
    assert check_features(X.astype(given), "X").dtype == kept


def test_float_features_are_not_copied():
    assert check_features(X, "X") is X
    Xs, _, Xt, _ = check_domains(X, Y, X)
    assert Xs is X and Xt is X


def test_sizes_title_and_digest():
    pair = DomainPair(X, Y, X[:4], name="toy", source_name="left", target_name="right")
    assert (pair.n_source, pair.n_target, pair.n_features, pair.n_classes) == (6, 4, 2, 2)
    assert pair.title == "toy: left → right"
    words = "6 and 4 samples, 2 features, 2 classes, no target labels"
    assert repr(pair) == f"<DomainPair toy: left → right: {words}>"
    same = DomainPair(X.copy(), Y.tolist(), X[:4], Y[:4], name="other")
    assert pair.digest == same.digest
    assert pair.digest != DomainPair(X, Y[::-1], X[:4]).digest
    assert pair.digest != DomainPair(X, Y, X[:4] + 1).digest
    for domain in ("source", "target"):
        for row in range(4):  # every row counts, not only the first
            changed = {"source": X.copy(), "target": X[:4].copy()}
            changed[domain][row, 1] += 0.5
            other = DomainPair(changed["source"], Y, changed["target"])
            assert pair.digest != other.digest, (domain, row)
    for row in range(len(Y)):
        labels = Y.copy()
        labels[row] = "b" if Y[row] == "a" else "a"
        assert pair.digest != DomainPair(X, labels, X[:4]).digest, row
    assert DomainPair(X, [1, 2] * 3, X).digest != DomainPair(X, ["1", "2"] * 3, X).digest
    assert pair.digest != DomainPair(X.astype(np.float32), Y, X[:4]).digest


def test_a_pair_can_be_replaced_in_part():
    pair = DomainPair(X, Y, X, Y)
    renamed = dataclasses.replace(pair, name="new")
    assert renamed.name == "new" and renamed.ys.tolist() == pair.ys.tolist()


def test_large_whole_numbers_are_never_rounded_together():
    pair = DomainPair(X, [2**53, 2**53 + 1] * 3, X, np.array([2**53, 2**53 + 1] * 3, np.uint64))
    assert pair.classes.tolist() == [2**53, 2**53 + 1]
    assert pair.yt.tolist() == [0, 1] * 3
    with pytest.raises(
        ValueError, match="y_target has whole numbers of 2\\*\\*53 or more as float64"
    ):
        DomainPair(X, [2**53, 2**53 + 1] * 3, X, np.array([2.0**53] * 6))


def test_text_and_numbers_match_by_value():
    texts = np.array(["0.0", "1.0", "1", "2", "b", " 0"])
    assert DomainPair(X, [0, 1] * 3, X, texts).yt.tolist() == [0, 1, 1, -1, -1, 0]
    assert encode(np.array([0.5, 2.0]), np.array(["0.5", "2"])).tolist() == [0, 1]
    assert encode(np.array([1]), np.array(["01", "1"])).tolist() == [1]


def test_a_date_that_is_no_date_is_a_missing_label():
    days = np.array(["2020-01-01", "NaT", "2020-01-02"] * 2, dtype="datetime64[D]")
    with pytest.raises(ValueError, match=r"y_source lacks 2 of 6 labels \(first: row 1\)"):
        DomainPair(X, days, X)
    assert DomainPair(X, days[[0, 2] * 3], X).n_classes == 2


def test_missing_target_labels_are_left_out_of_the_accuracy():
    numbers, words = [0, np.nan, 1, 1, np.nan, 0], ["a", None, "b", None, "  ", "b"]
    for source, labels, codes in (
        ([0, 1] * 3, numbers, [0, -2, 1, 1, -2, 0]),
        ([0, 1] * 3, np.array(numbers), [0, -2, 1, 1, -2, 0]),
        ([0, 1] * 3, np.ma.masked_equal([0, 7, 1, 1, 7, 0], 7), [0, -2, 1, 1, -2, 0]),
        (["a", "b"] * 3, words, [0, -2, 1, -2, -2, 1]),
    ):
        pair = DomainPair(X, source, X, labels)
        assert pair.yt.tolist() == codes
        assert accuracy(np.where(pair.yt < 0, 1, pair.yt), pair.yt) == 1.0
    days = np.array(["2020-01-01", "NaT", "2020-01-02"] * 2, dtype="datetime64[D]")
    dated = DomainPair(X, days[[0, 2] * 3], X, days.astype("datetime64[ns]"))
    assert dated.yt.tolist() == [0, -2, 1] * 2


@pytest.mark.parametrize(
    ("labels", "what"),
    [
        ([-1] * 6, "−1"),
        ([None] * 6, "missing"),
        ([np.nan] * 6, "missing"),
        ([-1, None, -1, np.nan, -1, -1], "−1 or missing"),
    ],
)
def test_no_target_label_at_all_is_said(labels, what):
    with pytest.warns(UserWarning, match=f"All 6 labels of y_target are {what}: the target has no"):
        assert DomainPair(X, [0, 1] * 3, X, labels).yt is None
    assert DomainPair(X, [-1, 1] * 3, X, [-1] * 6).yt.tolist() == [0] * 6


@pytest.mark.parametrize(
    ("source", "target", "sentence"),
    [
        ([0, 1] * 3, ["u", "v"] * 3, "None of the labels of y_target (u, v) is among those of"),
        ([0, 1] * 3, [-1, 7, None] * 2, "None of the labels of y_target (-1, 7) is among"),
        ([0, 1] * 3, [True, False] * 3, "y_target holds True and False where y_source holds num"),
        ([0, 1] * 3, np.array([True, None] * 3, object), "y_target holds True and False where"),
        ([True, False] * 3, [0, 1] * 3, "y_target holds numbers where y_source holds True and"),
        ([0, 1] * 3, [True, 0, 1] * 2, "y_target mixes labels of several types (bool, int)"),
        ([True, 0, 1] * 2, None, "y_source mixes labels of several types (bool, int)"),
        (np.array([True, 0.5, 1] * 2, object), None, "y_source mixes labels of several types"),
    ],
)
def test_target_labels_of_another_kind_or_none_of_the_source_are_refused(source, target, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        DomainPair(X, source, X, target)


def test_dates_and_numbers_are_not_compared():
    days = np.array(["2020-01-01", "2020-01-02"] * 3, dtype="datetime64[D]")
    for source, target in (([0, 1] * 3, days), (days, ["a", "b"] * 3)):
        with pytest.raises(ValueError, match="y_target holds .* where y_source holds .*; use the"):
            DomainPair(X, source, X, target)


def test_masked_values_are_missing():
    features, labels = np.ma.masked_equal(X, X[4, 1]), np.ma.masked_equal([0, 0, 0, 1, 1, 2], 2)
    rows = int((X == X[4, 1]).any(axis=1).sum())
    sentence = f"X_target has masked values in {rows} of 6 rows"
    with pytest.raises(ValueError, match=sentence):
        DomainPair(X, Y, features)
    with pytest.raises(ValueError, match=sentence):
        SPLClassifier().fit(X, Y, features)
    with pytest.raises(ValueError, match=r"y_source lacks 1 of 6 labels \(first: row 5\)"):
        DomainPair(X, labels, X)
    with pytest.raises(ValueError, match=r"y lacks 1 of 6 labels \(first: row 5\)"):
        SPLClassifier().fit(X, labels, X)
    assert DomainPair(np.ma.array(X), np.ma.array(Y), X).n_source == 6  # nothing is masked


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ([1, 2, 3] * 2, [0, 1, 2] * 2, "change the target's labels by .1: all of them are then"),
        (["cat", "dog", "owl"] * 2, ["Cat", "dog", "owl"] * 2, "Spelled alike: `Cat` and `cat`"),
        (["cat", "dog", "owl"] * 2, ["cat", "dog ", None] * 2, "Spelled alike: `dog ` and `dog`"),
    ],
)
def test_target_labels_that_nearly_match_are_said(source, target, said):
    with pytest.warns(UserWarning, match=f"^y_target: .* that the source lacks .*{said}"):
        DomainPair(X, source, X + 1, target)


def test_target_labels_of_other_classes_are_the_users_business():
    DomainPair(X, ["cat", "dog", "owl"] * 2, X + 1, ["cat", "dog", "gnu"] * 2)


def test_classes_of_one_name_are_told_apart_by_their_labels():
    pair = DomainPair(X, [134, 135, 517] * 2, X, class_names=["crane", "ibis", "crane"])
    assert pair.class_names == ("crane (134)", "ibis", "crane (517)")
