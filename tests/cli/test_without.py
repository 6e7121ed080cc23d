"""`spl run --without FILE`."""

import json

import numpy as np
import pytest

from spl.cli.main import main
from spl.reports.saved_run import read_run

RUN = ["run", "moons", "--T", "3", "--no-baselines"]


@pytest.fixture
def without(tmp_path):
    file = tmp_path / "without.csv"
    file.write_text("row,from\n0,2\n7\n\n150;3\n")
    return file


def test_samples_are_left_out_from_their_iteration_on_and_a_saved_run_is_repeated(
    without, tmp_path, capsys
):
    out, plain = tmp_path / "run.npz", tmp_path / "plain.npz"
    assert main([*RUN, "--out", str(plain)]) == 0
    capsys.readouterr()
    assert main([*RUN, "--without", str(without), "--out", str(out)]) == 0
    assert "3 samples were left out of S_k." in capsys.readouterr().out
    with np.load(out) as run, np.load(plain) as whole:
        assert run["without"].tolist() == [[0, 2], [7, 1], [150, 3]]
        selected, before = run["selected"], whole["selected"]
        assert np.array_equal(selected[1][8:], before[1][8:])  # nobody else is touched at k = 1
        assert whole["selected"][3].all() and "without" not in whole.files
        for row, k in run["without"]:
            assert not selected[k:, row].any()
        assert np.delete(selected[3], [0, 7, 150]).all()
        labels = run["pseudo_labels"]
    _, _, states = read_run(out)
    assert np.array_equal(np.stack([s.pseudo_labels for s in states]), labels)


def test_an_exported_page_marks_what_was_given_by_hand(without, tmp_path):
    run, page, known = (tmp_path / name for name in ("run.npz", "run.html", "known.csv"))
    known.write_text("3,upper moon\n")
    given = ["--without", str(without), "--known", str(known)]
    assert main([*RUN, *given, "--out", str(run)]) == 0
    assert main(["export", str(run), "--html", str(page), "--embedding", "pca"]) == 0
    text = page.read_text().replace(" ", "")
    assert '"hand":{"known":[3],"without":[0,7,150]' in text


def test_json_has_a_record(without, capsys):
    assert main([*RUN, "--without", str(without), "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [r["n_without"] for r in records if r["record"] == "without"] == [3]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "names no target sample"),
        ("row,from\n", "names no target sample"),
        ("0\nmug", "line 2 is not a row number and the first iteration"),
        ("0,0", "line 1 is not a row number and the first iteration"),
        ("0,1,2", "line 1 is not a row number and the first iteration"),
        ("200", "the target has rows 0 to 199"),
        ("0,3\n1,4", "line 2 leaves row 1 out from iteration 4 on, but the run ends at T=3; give"),
        ("0,10000", "line 1 leaves row 0 out from iteration 10000 on, but the run ends at T=3"),
        ("0,1\n0,2", "line 2 gives row 0 a second iteration (2)"),
        ("0\n1\n" * 100, "has 0 or 1 for each of the 200 target samples"),
        ("\ud800", "it is not text in UTF-8"),
    ],
)
def test_a_bad_file_is_one_sentence(text, says, without, capsys):
    without.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert main([*RUN, "--without", str(without)]) == 2
    assert says in capsys.readouterr().err.strip().splitlines()[-1]


def test_a_known_sample_cannot_be_left_out(without, tmp_path, capsys):
    known = tmp_path / "known.csv"
    known.write_text("7,upper moon\n")
    assert main([*RUN, "--without", str(without), "--known", str(known)]) == 2
    assert "7" in capsys.readouterr().err.strip().splitlines()[-1]
