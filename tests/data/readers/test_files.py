import io
import os
import pickle
import unicodedata
from pathlib import Path

import h5py
import numpy as np
import pandas as pd
import pytest
import scipy.io
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from spl.algorithm.params import SPLParams
from spl.data.prepared import prepare
from spl.data.readers.features import FeatureFile
from spl.data.readers.files import read_features, read_pair
from spl.data.readers.pairs import pair_from
from spl.data.readers.sources import READABLE

PUBLIC = Path(__file__).parents[4] / "shared" / "data" / "public_formats"
X = np.arange(12.0).reshape(4, 3) ** 1.5
Y = np.array([2, 1, 2, 1])
WORDS = np.array(["cat", "dog", "cat", "dog"])


def npz(name="a.npz", **content):
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **content)
    return name, buffer.getvalue()


def npy(array, **options):
    buffer = io.BytesIO()
    np.save(buffer, array, **options)
    return "a.npy", buffer.getvalue()


def mat(name="a.mat", **content):
    buffer = io.BytesIO()
    scipy.io.savemat(buffer, content)
    return name, buffer.getvalue()


def mat73(**content):
    """A file as MATLAB 7.3 writes it: a preamble, axes reversed, classes as attributes."""
    buffer = io.BytesIO()
    with h5py.File(buffer, "w", userblock_size=512) as file:
        for name, value in content.items():
            if isinstance(value, list):
                texts = [
                    file.create_dataset(f"#refs#/{i}", data=codes(t)) for i, t in enumerate(value)
                ]
                for text in texts:
                    text.attrs["MATLAB_class"] = np.bytes_("char")
                references = np.array([[t.ref for t in texts]], dtype=h5py.ref_dtype)
                file.create_dataset(name, data=references, dtype=h5py.ref_dtype)
                file[name].attrs["MATLAB_class"] = np.bytes_("cell")
            else:
                file.create_dataset(name, data=np.atleast_2d(value).T)
                file[name].attrs["MATLAB_class"] = np.bytes_("double")
    preamble = b"MATLAB 7.3 MAT-file".ljust(512, b" ")
    return "a.mat", preamble + buffer.getvalue()[512:]


def codes(text):
    return np.array([[ord(c)] for c in text], dtype=np.uint16)


def csv(*lines, name="a.csv", encoding="utf-8"):
    return name, "\n".join([*lines, ""]).encode(encoding)


def parquet(frame):
    return "a.parquet", frame.to_parquet()


def check(file, features=X, labels=Y):
    np.testing.assert_allclose(file.X, features)
    if labels is None:
        assert file.y is None
    else:
        np.testing.assert_array_equal(file.y, labels)


# --- arrays -------------------------------------------------------------------------------------


def test_npz_with_x_and_y():
    file = read_features(npz(X=X, y=Y))
    check(file)
    assert file.notes == ("Features are `X`, 4 × 3 float64.", "Labels are `y`.")
    assert file.name == "a"


def test_npz_sample_set_keeps_names_and_thumbnails():
    pictures = np.zeros((4, 2, 2), np.uint8)
    names = np.array(["p", "q", "r", "s"])
    file = read_features(
        npz(X=X, y=Y - 1, class_names=np.array(["one", "two"]), names=names, thumbnails=pictures)
    )
    assert file.class_names == ("one", "two")
    assert file.sample_names.tolist() == ["p", "q", "r", "s"]
    assert file.thumbnails.shape == (4, 2, 2)


def test_bytes_are_read_as_text():
    names = np.array([b"mug", "Käfer".encode()])
    both = read_features(npz(Xs=X, ys=Y - 1, Xt=X, class_names=names))
    rows = np.array([b"p", b"q", b"r", b"\xe9"])
    one = read_features(npz(X=X, y=Y - 1, class_names=names, names=rows, domain=rows))
    assert one.class_names == both.class_names == ("mug", "Käfer")
    assert one.sample_names.tolist() == list(one.domains) == ["p", "q", "r", "\\xe9"]


@pytest.mark.parametrize(
    ("names", "note"),
    [
        (("X_source", "y_source"), "There is no `X_target`: the file is one domain, a source."),
        (("Xt", "yt"), "There is no `X_source`: the file is one domain, a target."),
    ],
)
@pytest.mark.parametrize("write", [npz, mat])
def test_half_of_a_pair_keeps_its_labels_and_says_what_is_missing(write, names, note):
    file = read_features(write(**dict(zip(names, (X, Y), strict=True))))
    check(file)
    assert note in file.notes and f"Labels are `{names[1]}`." in file.notes


def test_both_halves_may_come_in_two_files():
    pair = read_pair(npz("s.npz", X_source=X, y_source=Y), npz("t.npz", X_target=X[:3]))
    assert (pair.title, pair.n_source, pair.n_target) == ("s → t", 4, 3)


def test_npz_with_a_domain_of_each_row():
    file = read_features(npz(X=X, y=WORDS, domain=np.array(["a", "a", "b", "b"])))
    assert file.domains == ("a", "b")


def test_npy_has_no_labels():
    check(read_features(npy(X)), labels=None)


def test_npy_with_a_column_of_labels():
    file = read_features(npy(np.column_stack([X, Y])), label=-1)
    check(file)
    check(read_features(npy(np.column_stack([X, Y])), label="3"))


@pytest.mark.parametrize("features", ["feas", "fts", "fea", "X", "resnet50_features", "Whatever"])
@pytest.mark.parametrize("labels", ["labels", "gnd", "y", "Y"])
def test_names_of_the_field(features, labels):
    check(read_features(mat(**{features: X, labels: Y})))


@pytest.mark.parametrize("write", [mat, mat73, npz])
@pytest.mark.parametrize("turned", [False, True])
def test_either_orientation_is_told_by_the_labels(write, turned):
    file = read_features(write(fts=X.T if turned else X, labels=Y))
    check(file)
    assert any("turned" in note for note in file.notes) == turned


def test_a_square_matrix_keeps_its_rows_and_says_so():
    square = np.arange(16.0).reshape(4, 4)
    file = read_features(mat(X=square, y=Y))
    check(file, square)
    assert "`X` is square: its rows are taken as the samples." in file.notes


def test_without_labels_a_usual_length_tells_the_orientation():
    file = read_features(npy(np.zeros((512, 30))))
    assert file.X.shape == (30, 512)
    assert "Turned: 512 is a usual number of features, so columns are samples." in file.notes


def test_pictures_become_rows():
    pictures = np.arange(4 * 2 * 3.0).reshape(4, 2, 3)
    check(read_features(npz(X=pictures, y=Y)), pictures.reshape(4, 6))
    check(read_features(mat(X=np.moveaxis(pictures, 0, -1), y=Y)), pictures.reshape(4, 6))


def test_matlab_structure_cell_and_sparse():
    cell = np.empty((4, 1), dtype=object)
    cell[:, 0] = WORDS
    check(
        read_features(mat(data={"fts": scipy.sparse.csc_matrix(X), "labels": cell})), labels=WORDS
    )


def test_matlab_73_cell_of_texts():
    check(read_features(mat73(X=X, labels=WORDS.tolist())), labels=WORDS)


def test_plain_hdf5_is_read_as_written():
    buffer = io.BytesIO()
    with h5py.File(buffer, "w") as file:
        file["X"] = X
        file["labels"] = WORDS.astype(object)
    check(read_features(("a.h5", buffer.getvalue())), labels=WORDS)


def test_hdf5_that_points_at_other_files_reads_none_of_them(tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(bytes(range(96)))
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["labels"] = Y
        external = [(str(secret), 0, 96)]
        file.create_dataset("X", (4, 3), dtype="f8", external=external)
    with pytest.raises(ValueError, match="no matrix that is clearly the features; found `labels`"):
        read_features(tmp_path / "a.h5")


@pytest.mark.parametrize(("at", "value"), [(145, 239), (176, 71), (177, 134), (329, 1)])
def test_damage_that_would_end_the_process_is_refused(at, value):
    damaged = bytearray(mat(X=X, y=Y)[1])
    damaged[at] = value
    with pytest.raises(ValueError, match="a.mat cannot be read as a MATLAB file"):
        read_features(("a.mat", bytes(damaged)))


@pytest.mark.parametrize("options", [{"do_compression": True}, {"format": "4"}])
def test_other_ways_to_write_matlab_files(options):
    buffer = io.BytesIO()
    scipy.io.savemat(buffer, {"fts": X, "labels": Y}, **options)
    check(read_features(("a.mat", buffer.getvalue())))


def test_matlab_labels_become_whole_numbers():
    assert read_features(mat(X=X, y=Y.astype(float))).y.dtype.kind == "i"


# --- tables -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        (("f,g,label", "1,2.5,cat", "3,4.5,dog"), "comma, the first row holds the names."),
        (("1,2.5,cat", "3,4.5,dog"), "comma, no header."),
        (("f;g;kind", "1;2,5;cat", "3;4,5;dog"), "the first row holds the names, decimal comma."),
        (("f\tg\tkind", "1\t2.5\tcat", "3\t4.5\tdog"), "tab, the first row holds the names."),
        (("1 2.5 cat", "3 4.5 dog"), "space, no header."),
        ((",f,g,kind", "0,1,2.5,cat", "1,3,4.5,dog"), "column 0, counts the rows"),
        (("0,1,label", "1,2.5,cat", "3,4.5,dog"), "the first row holds the names."),
        (("\ufefff,g,Class", "1,2.5,cat", "3,4.5,dog"), "Labels are column `Class`."),
        (('"f","g","kind"', '1,2.5,"cat"', '3,4.5,"dog"'), "Labels are column `kind`."),
        (
            ('"f","g","kind"', '"1",1,2.5,"cat"', '"2",3,4.5,"dog"'),
            "each row begins with its name.",
        ),
        (("image,f,g,y", "a.png,1,2.5,cat", "b.png,3,4.5,dog"), "named by column `image`."),
    ],
)
def test_text_tables_as_people_write_them(lines, note):
    file = read_features(csv(*lines))
    check(file, [[1, 2.5], [3, 4.5]], ["cat", "dog"])
    assert any(note in said for said in file.notes), file.notes


@pytest.mark.parametrize("label", ["g", 1, -2, "1", "G"])
def test_label_column_by_name_or_position(label):
    file = read_features(csv("f,g,h", "1.5,7,2", "3,8,4"), label=label)
    check(file, [[1.5, 2], [3, 4]], [7, 8])


def test_a_coordinate_y_is_no_label():
    text = b"acc.x,acc.y,activity\n1,2,walk\n2,3,run\n3,2,walk\n"
    file = read_features(("phone.csv", text))
    assert file.X.shape == (3, 2) and file.y.tolist() == ["walk", "run", "walk"]


@pytest.mark.parametrize("name", ["y", "target", "class"])
def test_numbers_that_are_not_whole_are_no_labels_beside_a_column_of_text(name):
    lines = (f"x,{name},species", "1.5,2.5,iris", "2,3,rose", "2.5,,iris")
    file = read_features(csv(*lines))
    check(file, [[1.5, 2.5], [2, 3], [2.5, np.nan]], ["iris", "rose", "iris"])
    assert file.notes[-2:] == (
        "Labels are column `species`.",
        f"Numbers in column `{name}` are not whole: it is a feature, not the labels.",
    )
    assert read_features(csv(*lines), label=name).y.tolist() == [2.5, 3, None]


@pytest.mark.parametrize(
    "lines",
    [
        ("x,y,species", "1.5,2.0,iris", "2,3.0,rose"),  # whole: labels
        ("x,y,z", "1.5,2.5,1", "2,3,2"),  # none
    ],
)
def test_a_column_named_y_is_the_labels_otherwise(lines):
    file = read_features(csv(*lines))
    assert "Labels are column `y`." in file.notes and len(file.y) == 2


@pytest.mark.parametrize("label", [None, "species"])
@pytest.mark.parametrize("name", ["y", "target", "class"])
def test_a_feature_of_the_source_is_a_feature_of_the_target(name, label):
    source = csv(f"x,{name},species", "1.5,2.5,iris", "2,3,rose", "2.5,3,iris")
    unlabelled = csv(f"x,{name}", "1,2", "3,5", name="t.csv")
    pair = read_pair(source, unlabelled, label=label)
    assert pair.n_features == 2 and pair.yt is None
    labelled = csv(f"x,{name},species", "1,2,rose", "3,5,iris", name="t.csv")
    assert read_pair(source, labelled, label=label).y_target.tolist() == ["rose", "iris"]


def test_padded_labels_and_domains_are_the_same_as_others():
    text = b"a,label,domain\n1,cat ,p\n2, cat,p \n3,dog,q\n4,dog ,q\n"
    file = read_features(("padded.csv", text))
    assert file.y.tolist() == ["cat", "cat", "dog", "dog"]
    assert file.domains == ("p", "q")


def test_domains_that_begin_with_0_keep_it():
    text = b"a,label,domain\n1,cat,01\n2,dog,01\n3,cat,1\n4,dog,1\n5,dog,2\n"
    assert read_features(("padded.csv", text)).domains == ("01", "1", "2")


def test_numbers_alone_have_no_labels():
    check(read_features(csv("1 2 3", "4 5 6")), [[1, 2, 3], [4, 5, 6]], None)


@pytest.mark.parametrize("word", ["NA", "None", "nan"])
def test_words_that_pandas_takes_for_missing_stay_labels(word):
    assert read_features(csv("f,label", f"1,{word}", "2,b")).y.tolist() == [word, "b"]


def test_missing_numbers_stay_missing_and_are_refused_by_the_pair():
    table = csv("f,g,label", "1,NA,a", "2,3,b")
    assert np.isnan(read_features(table).X[0, 1])
    with pytest.raises(ValueError, match="X_source has NaN or infinity in 1 of 2 rows"):
        read_pair(table, ("b.csv", table[1]))


def test_spreadsheet_text_in_utf16_and_old_encodings():
    lines = ("f\tkind", "1\tKäfer", "2\tHund")
    for encoding in ("utf-16", "latin-1", "utf-8"):
        assert read_features(csv(*lines, encoding=encoding)).y.tolist() == ["Käfer", "Hund"]


def test_parquet_with_columns_of_numbers():
    frame = pd.DataFrame(X, columns=["f", "g", "h"]).assign(label=pd.Categorical(WORDS))
    check(read_features(parquet(frame)), labels=WORDS)


def test_parquet_with_a_column_of_lists():
    file = read_features(parquet(pd.DataFrame({"embedding": X.tolist(), "label": Y})))
    check(file)
    assert "Features are the lists in `embedding`, 4 × 3." in file.notes


# --- where files come from ----------------------------------------------------------------------


class Upload(io.BytesIO):
    name = "a.npz"


def test_paths_uploads_and_bytes_give_the_same(tmp_path):
    name, content = npz(X=X, y=Y)
    (tmp_path / name).write_bytes(content)
    for source in (tmp_path / name, str(tmp_path / name), (name, content), Upload(content)):
        check(read_features(source))
    with (tmp_path / name).open("rb") as stream:
        check(read_features(stream))


def test_an_upload_can_be_read_twice():
    upload = Upload(npz(X=X, y=Y)[1])
    check(read_features(upload))
    check(read_features(upload))


@pytest.mark.parametrize("kind", ["npz", "mat"])
def test_content_decides_over_the_name(kind):
    _, content = {"npz": npz, "mat": mat}[kind](X=X, y=Y)
    check(read_features(("a.csv", content)))


# --- pairs --------------------------------------------------------------------------------------


def test_pair_of_two_files_is_named_by_them():
    pair = read_pair(npz("amazon.npz", X=X, y=Y), mat("dslr.mat", fts=X, labels=Y))
    assert pair.title == "amazon → dslr"
    assert pair.y_target.tolist() == [2, 1, 2, 1]


def test_target_labels_are_optional():
    pair = read_pair(csv("f,g,kind", "1,2,a", "3,4,b"), csv("f,g", "1,2", "3,5", name="t.csv"))
    assert pair.y_target is None


def test_named_label_column_may_be_absent_from_the_target():
    target = csv("f,g", "1.5,2", "3,5", name="t.csv")
    assert read_pair(csv("f,g,h", "1,2,7", "3,4,8"), target, label="h").y_target is None


def test_target_without_labels_is_turned_to_the_sources_features():
    pair = read_pair(npz(X=X, y=Y), npy(np.arange(15.0).reshape(3, 5)))
    assert pair.X_target.shape == (5, 3)


@pytest.mark.parametrize("write", [npz, mat, mat73])
@pytest.mark.parametrize("names", [("X_source", "y_source", "X_target"), ("Xs", "Ys", "Xt")])
def test_one_file_with_both_domains(write, names):
    pair = read_pair(write(**dict(zip(names, (X, Y, X[:2]), strict=True))))
    assert (pair.n_source, pair.n_target, pair.y_target) == (4, 2, None)
    labelled = read_pair(write(Xs=X, ys=Y, Xt=X[:2], yt=Y[:2]))
    assert labelled.y_target.tolist() == [2, 1]


TWO = csv("f,g,where,label", "1,2,photo,a", "3,4,photo,b", "5,6,clip,a", "7,9,clip,b")


def test_one_table_with_a_domain_column():
    pair = read_pair(TWO, domain="where")
    assert pair.title == "a: photo → clip"
    assert read_pair(TWO, domain="where", source_domain="clip").title == "a: clip → photo"


def test_the_labelled_domain_is_the_source():
    pair = read_pair(csv("f,domain,label", "1,x,", "2,x,", "3,y,p", "4,y,q"))
    assert (pair.source_name, pair.target_name, pair.y_target) == ("y", "x", None)


def test_class_names_in_another_order_are_matched_by_name():
    source = npz("s.npz", X=X, y=Y - 1, class_names=np.array(["bike", "mug"]))
    target = npz("t.npz", X=X, y=Y - 1, class_names=np.array(["mug", "bike"]))
    pair = read_pair(source, target)
    assert pair.y_source.tolist() == ["mug", "bike", "mug", "bike"]
    assert pair.y_target.tolist() == ["bike", "mug", "bike", "mug"]


def test_class_names_are_kept_for_the_classes_that_occur():
    source = npz("s.npz", X=X, y=Y, class_names=np.array(["a", "b", "c"]))
    assert read_pair(source, npy(X)).class_names == ("b", "c")


def test_labels_from_1_and_from_0_are_brought_together_with_a_warning():
    with pytest.warns(UserWarning, match="run from 1 to 2 and the target's from 0 to 1"):
        pair = read_pair(mat("s.mat", X=X, y=Y), npz("t.npz", X=X, y=Y - 1))
    assert pair.y_target.tolist() == Y.tolist()


@pytest.mark.parametrize("write", [npz, csv])
def test_partly_missing_labels_are_counted(write):
    whole, partly = (
        (npz("s.npz", X=X, y=Y), npz("t.npz", X=X, y=np.array([2.0, np.nan, 2, 1])))
        if write is npz
        else (
            csv("f,g,label", "1,2,0", "3,4,1", "5,6,0", "7,9,1"),
            csv("f,g,label", "1,2,0", "3,4,", "5,6,0", "7,9,1", name="t.csv"),
        )
    )
    sentence = (
        r"Caution: 1 target sample of 4 has no label \(first: row 1\); it takes part in the run, "
        "and no accuracy counts it."
    )
    with pytest.warns(UserWarning, match=sentence):
        pair = read_pair(whole, partly)
    assert pair.yt[1] == -2 and (pair.yt[[0, 2, 3]] >= 0).all()
    with pytest.raises(ValueError, match=r"y_source lacks 1 of 4 labels \(first: row 1\); give"):
        read_pair(partly, whole)


def test_whole_floats_and_texts_match_integers():
    source = read_features(npz("s.npz", X=X, y=Y))
    for labels in (Y.astype(float), np.array(["2.0", "1.0", "2.0", "1.0"])):
        pair, _ = pair_from(source, FeatureFile(X, labels, name="t"))
        assert pair.yt.tolist() == pair.ys.tolist()


STRAY = ["f,g,species", *(f"{i / 10},{i},{'ab'[i % 2]}" for i in range(12))]


@pytest.mark.parametrize("named", [False, True])
def test_a_cell_that_is_no_number_is_pointed_at(named):
    lines = [*STRAY, "n/a?,3,a"]
    if named:
        lines[0] = "f,g,label"
    with pytest.raises(ValueError) as error:
        read_features(csv(*lines, name="bad.csv"))
    assert str(error.value) == (
        "bad.csv, column `f`, row 12: 'n/a?' is not a number; correct it or remove the row."
    )
    with pytest.raises(ValueError, match="row 0: 'x' is not a number .nor are 2 more in this col"):
        read_features(csv(lines[0], "x,1,a", *lines[1:], "y,2,b"))
    with pytest.raises(ValueError, match="column `f`, row 3: 'low' is not a number"):
        read_features(csv("f;g;label", "1,5;2,5;a", "2,5;1,5;b", "1,0;1,0;b", "low;2,0;a"))


def test_missing_markers_and_words_are_no_stray_cells():
    for marker in ("NA", "n/a", "NaN", ""):
        file = read_features(csv(*STRAY, f"{marker},3,a"))
        assert file.X.shape == (13, 2) and np.isnan(file.X[-1, 0])
    words = csv("f,word,label", "1,2,a", "3,4,b", "5,x,a", "7,y,b")
    assert read_features(words).X.shape == (4, 1)
    ids = csv("id,f,label", *(f"{i}{'b' * (i == 4)},{i},a" for i in range(9)))
    assert read_features(ids).X.shape == (9, 1)


def test_an_error_of_widths_says_what_was_turned():
    tall, labels = np.arange(120.0).reshape(24, 5), np.array([0, 1, 0, 1, 0])
    turned = "`X` was turned: it is 24 × 5 and `y` has 5 labels, so its columns are samples"
    with pytest.raises(ValueError) as error:
        read_pair(npz("s.npz", X=tall, y=labels), npz("t.npz", X=tall[:20]))
    assert str(error.value) == (
        f"X_target has 5 columns but X_source has 24 (in s, {turned}); both need features from the "
        "same extractor."
    )
    with pytest.raises(ValueError, match="Xt has 5 columns but Xs has 24 .`Xs` was turned: it is"):
        read_pair(npz(Xs=tall, ys=labels, Xt=tall[:20]))


# --- what cannot be understood ------------------------------------------------------------------

OBJECTS = np.array(["a", 1, None, "b"], dtype=object)
BAD = [
    (
        npz(X=X, y=OBJECTS),
        {},
        "a.npz holds Python objects in `y` (beside `X` 4 × 3 float64), which are never opened "
        "because they can run code; save numbers or text instead, e.g. labels with y.astype(str).",
    ),
    (npy(OBJECTS, allow_pickle=True), {}, "a.npy holds Python objects in `array`, which are never"),
    (("a.pkl", pickle.dumps(X)), {}, "a.pkl looks like a Python pickle, which is never opened"),
    (("a.npz", pickle.dumps(X)), {}, "a.npz looks like a Python pickle, which is never opened"),
    (
        npz(X=X, y=Y[:2]),
        {},
        "a.npz: `y` has 2 labels but `X` is 4 × 3, so neither its rows nor its columns are the "
        "samples; found `X` 4 × 3 float64, `y` 2 int64.",
    ),
    (
        npz(p=X, q=X),
        {},
        "a.npz has no matrix that is clearly the features; found `p` 4 × 3 float64, `q` 4 × 3 "
        "float64: call the features `X` (one row per sample) and the labels `y`.",
    ),
    (
        npz(X=X, y=Y),
        {"label": "kind"},
        "a.npz has no array `kind` (label); found `X` 4 × 3 float64, `y` 4 int64.",
    ),
    (
        npz(X=X, y=np.eye(4)),
        {},
        "a.npz: `y` is 4 × 4, one-hot labels; save the labels as `y.argmax(axis=1)`: found",
    ),
    (npz(X=X, y=np.ones((4, 4))), {}, "a.npz: `y` is 4 × 4, which is not one label per sample; f"),
    (npy(Y), {}, "a.npy is `array` 4 int64; give a matrix of numbers with one row per sample"),
    (npy(X), {"label": 3}, "a.npy has no column 3: its matrix is 4 × 3; count the label column"),
    (
        ("a.npz", npz(X=X)[1][:60]),
        {},
        "a.npz cannot be read as a .npz file (its content is",
    ),
    (("a.mat", b"nonsense" * 99), {}, "a.mat cannot be read as a MATLAB file ("),
    (("a.parquet", b"PAR1nonsense"), {}, "a.parquet cannot be read as parquet ("),
    (("a.parquet", b"nonsense"), {}, "a.parquet is not a .parquet file (it begins with b'nonsen"),
    (("a.jpg", b"\xff\xd8\xff"), {}, "a.jpg is a document or an image; give a file of features."),
    (("a.csv", b""), {}, f"a.csv is empty; give a {READABLE} file"),
    (("a.csv", b"\n\n"), {}, "a.csv has only empty lines; give one row of numbers per sample."),
    (
        ("a.csv", b"a\0b"),
        {},
        "a.csv is not text (it begins with b'a\\x00b', and byte 1 is NUL); give",
    ),
    (csv("f,g,label"), {}, "a.csv has no rows; found 0 rows of 3 columns: `f` "),
    (
        csv("a,b,f", "x,y,1", "z,y,2"),
        {},
        "a.csv has 2 columns of text (`a`, `b`); say which one holds",
    ),
    (csv("label", "x", "z"), {}, "a.csv has no columns of numbers to take as features; found 2"),
    (
        csv("f,g", "1,2", "3,4"),
        {"label": "h"},
        "a.csv has no column `h` (label); found 2 rows of 2 columns: `f` int64, `g` int64.",
    ),
    (
        csv("f,g", "1,2", "3,4"),
        {"label": 5},
        "a.csv has no column 5 (label): positions run from 0 to 1; found 2 rows of 2 columns: `f` "
        "int64, `g` int64.",
    ),
    (csv("f,g,label", "1,2,a", "1,2,b,9,9", "1,2,b"), {}, "a.csv cannot be read as a table ("),
    (csv("f,domain", "1,p", "2,"), {}, "a.csv names no domain in 1 of 2 rows (first: row 1);"),
    (
        parquet(pd.DataFrame({"e": [[1.0], [1.0, 2.0]], "label": ["a", "b"]})),
        {},
        "a.parquet: the lists in `e` differ in length; give every sample the same number of",
    ),
    ("nowhere.npz", {}, f"nowhere.npz does not exist; give the path of a {READABLE} file."),
    (".", {}, ". is a folder; give the path of a"),
    (csv("f,label", "1,a"), {"label": True}, "label=True must be a name or a position; give one"),
    (csv("f,label", "1,a"), {"domain": ("f",)}, "domain=('f',) must be a name or a position"),
    (csv("f,label", "1,a"), {"label": 1.0}, "label=1.0 must be a name or a position"),
    (3, {}, "A int was given where a file is read; give the path of a"),
    (pd.DataFrame({"a": [1]}), {}, "A DataFrame was given where a file is read; give the path of"),
    (("a.csv",), {}, "A tuple of (str) was given; give (name, bytes) of a file."),
    (("a.csv", "1,2"), {}, "A tuple of (str, str) was given; give (name, bytes) of a file."),
    (("a.csv", 10**12), {}, "A tuple of (str, int) was given; give (name, bytes) of a file."),
    (("", b"1,2"), {}, "A tuple of (str, bytes) was given; give (name, bytes) of a file."),
    (io.BytesIO(b"1,2"), {}, "A BytesIO without a name was given; give (name, bytes), since"),
]


@pytest.mark.parametrize(("source", "options", "sentence"), BAD)
def test_one_sentence_for_what_cannot_be_read(source, options, sentence):
    with pytest.raises(ValueError) as error:
        read_features(source, **options)
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)


THREE = csv("f,domain,label", "1,p,a", "2,q,b", "3,r,a")
BAD_PAIRS = [
    (
        (npz(X_source=X, y_source=Y),),
        {},
        "a holds the features of a source and of no target; give a second file, or add X_target: "
        "found `X_source` 4 × 3 float64, `y_s",
    ),
    (
        (npz(X_source=X, y_source=Y, X_test=X),),
        {},
        "a.npz has `X_source` but no `X_target`; found `X_source` 4 × 3 float64, `y_source` 4",
    ),
    ((npy(X), npz(X=X, y=Y)), {}, "a has no labels, which the source domain needs; found `X` 4 ×"),
    ((npz(X=X, y=Y),), {}, "a holds no named domains but a source and a target are needed; give"),
    ((THREE,), {}, "a holds 3 domains (p, q, r); say which is the source and which is the target."),
    ((THREE,), {"source_domain": "z"}, "a has no domain z; it holds p, q, r: choose one of these."),
    (
        (THREE,),
        {"source_domain": "p", "target_domain": "p"},
        "p was named as both source and target; choose two of p, q, r.",
    ),
    ((THREE, npy(X)), {}, "a holds 3 domains (p, q, r); say which one is the source."),
    (
        (npz(X=X, y=Y), npz(X=X[:, :2], y=Y)),
        {},
        "X_target has 2 columns but X_source has 3; both need features from the same extractor.",
    ),
    (
        (npz(Xs=X, ys=Y, Xt=X[:, :2]),),
        {},
        "Xt has 2 columns but Xs has 3; both need features from the same extractor: a.npz holds",
    ),
    (
        (npz(X=X, y=Y), npz(X=X, y=WORDS)),
        {},
        "None of the target's labels (cat, dog, …) is among the source's (1, 2, …); use the same",
    ),
]


@pytest.mark.parametrize(("sources", "options", "sentence"), BAD_PAIRS)
def test_one_sentence_for_what_is_no_pair(sources, options, sentence):
    with pytest.raises(ValueError) as error:
        read_pair(*sources, **options)
    assert str(error.value).startswith(sentence)


# --- round trips and real files -----------------------------------------------------------------

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False).map(lambda v: round(v, 6))
MATRICES = st.tuples(st.integers(2, 9), st.integers(2, 6)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=NUMBERS)
)
TEXTS = st.text(st.characters(categories=["L"]), min_size=1, max_size=5).map(lambda t: "c" + t)


def write_csv(features, labels):
    frame = pd.DataFrame(features, columns=[f"f{i}" for i in range(features.shape[1])])
    return "a.csv", frame.assign(label=labels).to_csv().encode()


def write_parquet(features, labels):
    frame = pd.DataFrame(features, columns=[f"f{i}" for i in range(features.shape[1])])
    return parquet(frame.assign(label=labels))


WRITERS = {
    "npz": lambda features, labels: npz(X=features, y=labels),
    "csv": write_csv,
    "parquet": write_parquet,
    "mat": lambda features, labels: mat(fea=features, gnd=labels),
}


@pytest.mark.parametrize("kind", WRITERS)
@settings(max_examples=25, deadline=None)
@given(features=MATRICES, data=st.data())
def test_what_is_written_is_read(kind, features, data):
    n = len(features)
    whole = st.lists(st.integers(-5, 5), min_size=n, max_size=n)
    words = st.lists(TEXTS, min_size=n, max_size=n)
    labels = np.array(data.draw(whole if kind == "mat" else whole | words))
    file = read_features(WRITERS[kind](features, labels))
    np.testing.assert_allclose(file.X, features, rtol=1e-12)
    composed = [
        unicodedata.normalize("NFC", v) if isinstance(v, str) else v for v in labels.tolist()
    ]
    assert file.y.tolist() == composed  # one label, however its accents are coded


@pytest.mark.skipif(not PUBLIC.exists(), reason="../shared/data/public_formats is not here")
@pytest.mark.parametrize(("kind", "width"), [("decaf", 4096), ("SURF_L10", 800)])
def test_files_as_the_field_passes_them_round(kind, width):
    pair = read_pair(PUBLIC / f"dslr_{kind}.mat", PUBLIC / f"webcam_{kind}.mat")
    assert (pair.n_source, pair.n_target, pair.n_features) == (157, 295, width)
    assert pair.classes.tolist() == list(range(1, 11))
    assert (pair.yt >= 0).all()


def test_an_archive_that_unpacks_to_more_than_is_read_is_refused(tmp_path, monkeypatch):
    np.savez_compressed(tmp_path / "zeros.npz", X=np.zeros((400, 300)))
    monkeypatch.setenv("SPL_MAX_GB", "0.0001")
    with pytest.raises(ValueError, match="zeros.npz takes 0.96 MB once it is decoded, but at most"):
        read_features(tmp_path / "zeros.npz")


def test_a_table_that_unpacks_to_more_than_is_read_is_refused(monkeypatch):
    name, content = parquet(pd.DataFrame({"a": np.zeros(20_000), "label": ["u", "v"] * 10_000}))
    assert len(content) < 50_000
    monkeypatch.setenv("SPL_MAX_GB", "0.0001")
    with pytest.raises(ValueError, match="a.parquet takes 0.32 MB once it is decoded, but at most"):
        read_features((name, content))


@pytest.mark.parametrize("value", ["much", "-1", "0", "nan"])
def test_a_bound_that_is_not_a_number_of_gigabytes_is_refused(value, monkeypatch):
    monkeypatch.setenv("SPL_MAX_GB", value)
    with pytest.raises(ValueError, match="set it to a positive number of gigabytes, such as 4"):
        read_features(npz(X=X, y=Y))


def test_a_large_npy_file_is_mapped_and_gives_the_same_pair(tmp_path, monkeypatch, shifted):
    X, y, Xt, _ = shifted
    np.savez(tmp_path / "s.npz", X=X, y=y)
    np.save(tmp_path / "t.npy", Xt)
    files = (tmp_path / "s.npz", tmp_path / "t.npy")
    read = read_pair(*files)
    monkeypatch.setattr("spl.data.readers.numpy_files.MAP_FROM", 1)
    mapped = read_pair(*files)
    assert mapped.digest == read.digest
    assert _is_mapped(mapped.X_target) and not _is_mapped(read.X_target)
    with open(tmp_path / "t.npy", "r+b") as file:
        file.truncate(2000)
    with pytest.raises(ValueError, match="t.npy cannot be read: `array` is damaged"):
        read_pair(*files)


@pytest.mark.parametrize("change", ["written to", "replaced", "deleted"])
def test_a_mapped_file_that_is_written_to_is_refused(change, tmp_path, monkeypatch, shifted):
    X, y, Xt, _ = shifted
    np.savez(tmp_path / "s.npz", X=X, y=y)
    np.save(tmp_path / "t.npy", Xt)
    monkeypatch.setattr("spl.data.readers.numpy_files.MAP_FROM", 1)
    pair = read_pair(tmp_path / "s.npz", tmp_path / "t.npy")
    file = tmp_path / "t.npy"
    if change == "written to":
        os.utime(file, ns=(1, 1))
        with file.open("r+b") as out:
            out.seek(-8, 2)
            out.write(np.array([np.nan]).tobytes())
        with pytest.raises(ValueError, match="t.npy changed while it was read; wait until"):
            prepare(pair, SPLParams(d1=2, d2=2))
        return
    if change == "replaced":
        np.save(tmp_path / "other.npy", np.zeros_like(Xt))
        (tmp_path / "other.npy").replace(file)
    else:
        file.unlink()
    prepare(pair, SPLParams(d1=2, d2=2))  # what was mapped can still be read


def _is_mapped(array):
    while array is not None and not isinstance(array, np.memmap):
        array = array.base
    return array is not None


def test_columns_of_float32_stay_float32_and_mixed_ones_are_exact(tmp_path):
    X = np.random.default_rng(0).normal(size=(30, 3)).astype(np.float32)
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    frame.to_parquet(tmp_path / "f.parquet")
    read = read_features(tmp_path / "f.parquet")
    assert read.X.dtype == np.float32
    np.testing.assert_array_equal(read.X, X)
    frame["d"] = 2.0**40 + np.arange(30)
    frame.to_parquet(tmp_path / "g.parquet")
    mixed = read_features(tmp_path / "g.parquet").X
    assert mixed.dtype == np.float64 and mixed[29, 3] == 2.0**40 + 29
