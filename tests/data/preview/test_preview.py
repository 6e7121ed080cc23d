"""What is said of two uploaded domains before they are used, and what each fix does."""

import numpy as np
import pytest

from spl.data.preview.preview import domain_files, preview
from spl.data.readers.features import FeatureFile
from spl.data.readers.files import ARRAY_READERS, read_features
from spl.data.readers.label_choices import label_choices

rng = np.random.default_rng(3)
X = rng.normal(size=(8, 3))
Y = np.array(list("aabbccaa"))
YS = np.array([0, 0, 1, 1, 2, 2, 0, 0])


def file(X=X, y=Y, name="s", **rest):
    return FeatureFile(X, y, name=name, **rest)


def keys(seen, on=None):
    return [p.key for p in seen.problems if p.key and on in (None, p.on)]


def put(value, row=2, column=1):
    changed = X.copy()
    changed[row, column] = value
    return changed


def test_good_files_have_no_serious_problem():
    seen = preview(file(), file(X + 0.5, name="t"))
    assert seen.pair is not None and not seen.error
    assert not [p for p in seen.problems if p.serious]
    assert seen.shapes == {"source": "8 samples × 3 features", "target": "8 samples × 3 features"}
    assert seen.counts == [("a", 4, 4), ("b", 2, 2), ("c", 2, 2)]


def test_the_same_file_twice_is_said():
    seen = preview(file(), file(name="t"))
    assert [p.sentence[:51] for p in seen.problems if p.serious] == [
        "Source and target have the same features in every r"
    ]


def test_a_target_that_is_cut_from_the_source_is_said():
    part = FeatureFile(X[[5, 1, 2]], np.array(["b", "a", "a"]), name="t")
    seen = preview(file(), part)
    assert [p.sentence[:55] for p in seen.problems if p.serious] == [
        "All 3 target samples have the same features as source s"
    ]


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_rows_that_are_not_finite_are_dropped_unless_kept(value):
    pictures = np.arange(8, dtype=np.uint8).reshape(8, 1, 1)
    bad = file(put(value), thumbnails=pictures)
    seen = preview(bad, file(name="t"))
    assert seen.pair.n_source == 7 and seen.pair.thumbnails_source.ravel().tolist()[2] == 3
    assert "1 sample of 8 has NaN or infinity (row 2)" in seen.problems[0].sentence
    kept = preview(bad, file(name="t"), {"drop rows source": False})
    assert kept.pair is None and "X_source has NaN or infinity in 1 of 8 rows" in kept.error


def test_rows_are_counted_as_the_file_counts_them():
    broken = put(np.nan)
    broken[5], broken[:, 0] = 0, 0
    y = np.array([None, *"abbccaa"], dtype=object)
    seen = preview(file(broken, y), file(put(1.0) * [0, 1, 1], name="t"))
    said = " ".join(p.sentence for p in seen.problems)
    assert "no label (row 0)" in said and "infinity (row 2)" in said and "feature (row 5)" in said
    assert "both domains (column 0)" in said


def test_a_feature_that_is_mostly_missing_is_left_out():
    broken = X.copy()
    broken[1:, 1] = np.nan
    seen = preview(file(), file(broken, name="t"))
    assert keys(seen, on=True) == ["drop missing features"]
    assert seen.pair.n_features == 2 and seen.pair.n_target == 8
    assert "column 1" in seen.problems[0].sentence


def test_zero_rows_and_constant_columns_are_told_and_kept():
    zero = X.copy()
    zero[3], zero[:, 2] = 0, 0
    other = X.copy()
    other[:, 2] = 0
    seen = preview(file(zero), file(other, name="t"))
    assert keys(seen, on=True) == []
    assert {"drop constant", "drop zero source"} <= set(keys(seen, on=False))
    assert seen.pair.n_source == 8 and seen.pair.n_features == 3
    fixes = {"drop constant": True, "drop zero source": True}
    fixed = preview(file(zero), file(other, name="t"), fixes)
    assert fixed.pair.n_source == 7 and fixed.pair.n_features == 2


def test_a_target_that_lies_on_its_side_is_turned():
    wide = rng.normal(size=(3, 20))
    seen = preview(file(), file(wide, None, "t"))
    assert keys(seen, on=True) == ["turn target"] and seen.pair.n_target == 20
    kept = preview(file(), file(wide[:, :19], None, "t"), {"turn target": False})
    assert kept.pair.n_target == 19  # pair_from turns what fits only that way


def test_a_square_matrix_can_be_turned_by_hand():
    square = rng.normal(size=(3, 3))
    seen = preview(file(), file(square, None, "t"), {"turn target": True})
    assert (seen.pair.X_target == square.T).all()


def test_classes_that_the_source_lacks_count_as_wrong_or_are_dropped():
    y = np.array(list("aabbzzzd"))
    seen = preview(file(), file(y=y, name="t"))
    assert "drop unknown" in keys(seen, on=False) and seen.pair.n_target == 8
    assert seen.counts == [("a", 4, 2), ("b", 2, 2), ("c", 2, 0), ("d", 0, 1), ("z", 0, 3)]
    assert any("no sample of 1 of the source's 3 classes (c)" in p.sentence for p in seen.problems)
    dropped = preview(file(), file(y=y, name="t"), {"drop unknown": True})
    assert dropped.pair.n_target == 4 and (dropped.pair.yt >= 0).all()
    absent = preview(file(), file(y=y, name="t"), {"ignore labels": True})
    assert absent.pair.yt is None and absent.pair.n_target == 8


def test_target_labels_that_mean_something_else_are_left_aside():
    seen = preview(file(), file(y=np.array(list("pqrspqrs")), name="t"))
    assert keys(seen, on=True) == ["ignore labels"] and seen.pair.yt is None
    assert "None of the target's labels" in seen.problems[-1].sentence


@pytest.mark.parametrize("missing", [None, np.nan])
def test_missing_labels(missing):
    y = np.array(["a", "b", missing, "a", "b", "c", missing, "a"], dtype=object)
    seen = preview(file(y=y), file(name="t"))
    assert keys(seen, on=True) == ["drop unlabelled source"] and seen.pair.n_source == 6
    target = preview(file(), file(y=y, name="t"))
    known = [isinstance(v, str) for v in y]
    assert keys(target, on=True) == [] and target.pair.counted.tolist() == known
    said = [p.sentence for p in target.problems if "no label" in p.sentence]
    assert said == [
        "2 target samples of 8 have no label (first: row 2); they take part in the run, and no "
        "accuracy counts them."
    ]
    dropped = preview(file(), file(y=y, name="t"), {"drop unlabelled target": True})
    assert dropped.pair.n_target == 6 and dropped.pair.counted.all()


@pytest.mark.parametrize(
    ("source", "target", "sentence"),
    [
        (file(y=None), file(name="t"), "s has no labels, which the source domain needs"),
        (file(), file(np.ones((4, 7)), None, "t"), "X_target has 7 columns"),
        (file(y=np.array(["a"] * 8)), file(name="t"), "y_source has only one class"),
        (file(y=rng.normal(size=8)), file(y=None, name="t"), "looks like a measurement"),
        (file(np.full((8, 3), np.nan)), file(name="t"), "No sample of s is left of 8"),
    ],
)
def test_what_no_fix_helps_is_one_sentence(source, target, sentence):
    seen = preview(source, target)
    assert seen.pair is None and sentence in seen.error and seen.counts == []


def test_columns_are_joined_by_name_before_anything_else():
    broken = X.copy()
    broken[1:, 1] = np.nan
    named = file(broken, name="s", feature_names=("a", "b", "c"))
    moved = file(X[:, [2, 0, 1]], name="t", feature_names=("c", "a", "b"))
    seen = preview(named, moved)
    assert "put in the order of s, by their names" in seen.problems[0].sentence
    assert keys(seen, on=True) == ["drop missing features"]
    np.testing.assert_array_equal(seen.pair.X_target, X[:, [0, 2]])
    other = preview(named, file(name="t", feature_names=("a", "b", "d")))
    assert other.pair is None and "t lacks the column `c` of s and has `d`" in other.error


def test_labels_that_count_from_another_number_can_be_moved():
    source = file(y=np.array([1, 2, 3, 4, 5, 1, 2, 3]))
    target = file(y=np.array([0, 1, 2, 3, 0, 1, 2, 3]), name="t")
    seen = preview(source, target)
    assert {"shift labels", "drop unknown"} <= set(keys(seen, on=False))
    said = " ".join(p.sentence for p in seen.problems)
    assert said.count("2 target samples of 8 belong to 1 class that the source lacks (0)") == 1
    assert "no sample of 1 of the source's 5 classes (5)" not in said
    assert "no sample of 2 of the source's 5 classes (4, 5)" in said
    moved = preview(source, target, {"shift labels": True})
    assert moved.pair.y_target.tolist() == [1, 2, 3, 4, 1, 2, 3, 4]
    assert "drop unknown" not in keys(moved)


def test_labels_that_mean_none_are_told():
    seen = preview(file(y=YS), file(y=np.full(8, -1), name="t"))
    assert seen.pair.yt is None
    assert any(
        p.serious and "all 8 labels of the target are −1" in p.sentence for p in seen.problems
    )


def test_one_file_with_both_domains():
    text = b"f,g,label,domain\n" + b"".join(
        f"{i},{i % 5},{'ab'[i % 2]},{'src' if i < 9 else 'tgt'}\n".encode() for i in range(15)
    )
    source, target = domain_files(read_features(("both.csv", text)), None)
    seen = preview(source, target, name="both")
    assert seen.pair.title == "both: src → tgt" and seen.pair.n_target == 6
    with pytest.raises(ValueError, match="has no domain x"):
        domain_files(read_features(("both.csv", text)), None, source_domain="x")


def npz(**arrays):
    import io

    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.csv", b"size,y,kind\n1,2,cat\n3,4,dog\n", ["y", "size", "kind"]),
        ("a.csv", b"1.5,2,cat\n3,4,dog\n", ["column 2", "column 0", "column 1"]),
        ("a.csv", b"# made by hand\nsep,kind\n1,cat\n2,dog\n", ["sep", "kind"]),
        ("a.csv", b"sep=;\nsize;kind\n1,5;cat\n2;dog\n", ["size", "kind"]),
        ("a.npz", npz(X=X, species=Y, y=Y), ["y", "species"]),
        ("a.npz", b"PK\x03\x04 cut off", []),
    ],
)
def test_where_labels_may_be(name, content, expected):
    found = list(label_choices((name, content)))
    assert [c for c in found if "matrix" not in c] == expected


def test_the_reader_of_a_kind_gives_its_label_choices(monkeypatch):
    monkeypatch.setitem(ARRAY_READERS, "hdf5", lambda file: {"X": X, "species": Y})
    found = label_choices(("a.h5", b"\x89HDF of a kind that only this reader knows"))
    assert [c for c in found if "matrix" not in c] == ["species"]


def test_every_label_choice_can_be_read():
    content = npz(X=X, species=Y, y=Y[::-1])
    for value in label_choices(("a.npz", content)).values():
        assert read_features(("a.npz", content), label=value).y is not None
