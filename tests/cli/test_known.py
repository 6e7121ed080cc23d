"""`spl run --known FILE`."""

import csv

import numpy as np
import pytest

from spl import DomainPair, SPLParams
from spl.cli.main import main
from spl.data.known_file import known_table, read_known
from spl.engine.by_hand import NOTHING
from spl.engine.chosen_data import open_settings_data
from spl.engine.drawn import best_frames
from spl.engine.job import Job
from spl.reports.saved_run import read_run
from spl.ui.alignment.downloads import npz_bytes

RUN = ["run", "moons", "--T", "2"]


@pytest.fixture
def known(tmp_path):
    file = tmp_path / "known.csv"
    file.write_text("row,label\n0,upper moon\n7,lower moon\n\n150,1\n")
    return file


def test_known_samples_are_selected_from_k_0_on_and_a_saved_run_is_repeated(
    known, tmp_path, capsys
):
    out = tmp_path / "run.npz"
    assert main([*RUN, "--known", str(known), "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "3 known labels" in shown and "the other 197 samples" in shown
    with np.load(out) as run:
        assert np.flatnonzero(run["selected"][0]).tolist() == [0, 7, 150]
        names = run["classes"][run["pseudo_labels"][:, [0, 7, 150]]]
        assert names.tolist() == [[0, 1, 1]] * 3
        labels = run["pseudo_labels"]
    _, _, states = read_run(out)
    assert np.array_equal(np.stack([s.pseudo_labels for s in states]), labels)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "names no target sample"),
        ("row,label\n", "names no target sample"),
        ("0,upper moon\nmug,1", "line 2 is not a row number and a label"),
        ("0,upper moon,1", "line 1 is not a row number and a label"),
        ("200,upper moon moon", "the target has rows 0 to 199"),
        ("-1,upper", "line 1 is not a row number and a label"),
        ("0,mug", "has the label 'mug', which the source lacks"),
        ("0,upper moon\n0,lower moon", "line 2 gives row 0 a second label"),
        ("\ud800", "it is not text in UTF-8"),
        ("²,1", "line 1 is not a row number and a label"),
        ("3.0,1\n4,1", "line 1 is not a row number and a label"),  # no heading: a row would be lost
        ("+3,1\n4,1", "line 1 is not a row number and a label"),
        (f"0,1\n{'9' * 5000},1", f"line 2 names row {'9' * 18}…, but the target has rows"),
        (f"0,1\n1,{'x' * 200_000}", "line 2, is too long for a row"),
        ("label,row\n0,1", "line 1, names the row second"),  # both may be rows
        ("Class;Index\n0;1", "line 1, names the row second"),
        ('0,1\n1,"1\n2,0', "line 3 has the label"),  # a quotation mark that is not closed
    ],
)
def test_a_bad_file_is_one_sentence(text, says, known, capsys):
    known.write_bytes(text.encode("utf-8", "surrogatepass"))
    csv.field_size_limit(131_072)  # a table that was read before may have raised it
    assert main([*RUN, "--known", str(known)]) == 2
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert says in error


def test_samples_to_leave_out_with_too_many_digits_are_one_sentence(known, capsys):
    for text in ("9" * 5000, f"0,{'9' * 5000}"):
        known.write_text(text)
        assert main([*RUN, "--without", str(known)]) == 2
        assert f"spl: {known}, line 1" in capsys.readouterr().err


def test_an_empty_name_of_a_table_is_no_table(known, capsys):
    for option in ("--known", "--without"):
        assert main([*RUN, option, ""]) == 2
        assert f"{option} is empty; give it a value" in capsys.readouterr().err


def test_a_missing_file_and_the_file_as_out_are_refused(known, capsys):
    assert main([*RUN, "--known", str(known) + "x"]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert main([*RUN, "--known", str(known), "--out", str(known)]) == 2
    assert known.read_text().startswith("row,label")


@pytest.mark.parametrize(
    "labels",
    [["a,b", 'c"d', "e"], ["a;b", "c\td", "0,a"], [" a", "b ", "c\u2028d"], ["a\nb", "?", "#"]],
)
def test_the_table_that_the_app_gives_is_the_one_that_is_read(labels, tmp_path):
    pair = DomainPair(np.eye(4), [*labels, labels[0]], np.eye(4))
    known = dict(enumerate(labels))
    file = tmp_path / "labels.csv"
    file.write_text(known_table(known), encoding="utf-8")
    assert read_known(file, pair) == known


def test_a_label_that_is_also_another_classs_name_needs_a_heading(tmp_path):
    pair = DomainPair(np.eye(4), [0, 1, 2, 0], np.eye(4), class_names=["1", "2", "owl"])
    file = tmp_path / "labels.csv"
    for heading, wanted in (("row,label", {0: 1, 3: 2}), ("Row;Class", {0: 0, 3: 2})):
        mark = heading[3]
        file.write_text(f"{heading}\n0{mark}1\n3{mark}owl\n")
        assert read_known(file, pair) == wanted
    file.write_text("3,owl\n")
    assert read_known(file, pair) == {3: 2}
    for first in ("", "sample,name\n"):
        file.write_text(f"{first}3,owl\n0,1\n")
        with pytest.raises(ValueError, match="1, which is the label of one class and the name of"):
            read_known(file, pair)


def test_a_saved_run_that_leaves_samples_out_is_repeated(tmp_path):
    pair, params = open_settings_data("moons"), SPLParams(d1=20, d2=4, T=3)
    hand = NOTHING.labelled([0], 1).left_out(range(5, 60), 2)
    job = Job(pair, params, "saved", hand)
    job.ensure("pca")
    job.wait(300)
    file = tmp_path / "run.npz"
    file.write_bytes(npz_bytes(job, best_frames(job, "pca")))
    _, _, states = read_run(file, ["moons"])
    assert not states[2].selected[5:60].any() and states[0].selected[0]
    assert np.load(file)["without"].tolist() == [[row, 2] for row in range(5, 60)]


@pytest.mark.filterwarnings("always")  # the command line shows them
def test_samples_without_a_label_are_not_counted_among_the_others(tmp_path, capsys):
    rng = np.random.default_rng(0)
    y = np.arange(20) % 2
    X = rng.normal(size=(20, 3)) + 5 * y[:, None]
    gaps = np.where(np.arange(20) < 5, np.nan, y)
    np.savez(tmp_path / "pair.npz", Xs=X, ys=y, Xt=X, yt=gaps)
    known = tmp_path / "known.csv"
    words = ["run", str(tmp_path / "pair.npz"), "--T", "1", "--no-baselines"]
    for told, others in (
        (range(5, 20), ""),
        (range(5, 15), "; on the other 5 samples with a label: "),
    ):
        known.write_text("".join(f"{row},{y[row]}\n" for row in told))
        assert main([*words, "--known", str(known)]) == 0
        out = capsys.readouterr().out
        assert f"known labels are counted as correct above{others}" in out and "nan" not in out
        assert bool(others) or "on the other" not in out
    assert main([*words, "--label-set", "open"]) == 0
    assert "UNK –, HOS –" in capsys.readouterr().out
