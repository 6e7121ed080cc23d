"""Each case of arrays and other kinds through the library and the command line.

Tables and labels are in `test_tables_and_labels.py`, with the upload page's preview.
"""

import os
import shlex
import warnings
from types import SimpleNamespace

import pytest

from bad_inputs import annotated, arrays, doubts, labels, meanings, options, other_kinds, tables
from bad_inputs.arrays import XS, XT, YS, YT, npz
from spl import read_pair
from spl.cli.main import main

TABLES = {
    "arrays": [*arrays.CASES, *doubts.ARRAYS, *meanings.ARRAYS, *annotated.CASES],
    "tables": tables.CASES,
    "labels": labels.CASES,
    "other kinds": other_kinds.CASES,
}
ALL = [(table, case) for table, cases in TABLES.items() for case in cases]
HERE = [(table, case) for table, case in ALL if table in ("arrays", "other kinds")]
EACH = pytest.mark.parametrize(
    "case", [case for _, case in HERE], ids=[f"{table}: {case.name}" for table, case in HERE]
)


def test_there_are_enough_and_each_has_a_name_of_its_own():
    names = [(table, case.name) for table, case in ALL]
    assert len(set(names)) == len(names) >= 200


@EACH
def test_through_the_library(case):
    if case.says is not None:
        with pytest.raises(ValueError) as error:
            read_pair(*case.files, **case.options)
        assert case.says in str(error.value) and "\n" not in str(error.value)
        return
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pair = read_pair(*case.files, **case.options)
    said = [str(warning.message) for warning in caught]
    for note in case.notes:
        assert any(note in text for text in pair.notes), pair.notes
        if note.startswith("Caution:"):
            assert any(note in text for text in said), said
    if case.check is not None:
        case.check(pair)


@pytest.mark.filterwarnings("always")  # the command line shows them
@EACH
def test_through_the_command_line(case, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, content in case.files:
        (tmp_path / name).write_bytes(content)
    words = ["run", *(name for name, _ in case.files), "--T", "1"]
    words += [f"--{option.replace('_', '-')}={value}" for option, value in case.options.items()]
    code = main(words)
    out, err = capsys.readouterr()
    said = [line for line in err.splitlines() if line.startswith("spl: ")]
    assert "Traceback" not in err
    if case.says is not None:
        assert code == 2 and out == ""
        assert len(said) == 1 and case.says in said[0] and said == err.splitlines()
        return
    assert code == 0, err
    for note in case.notes:
        assert not note.startswith("Caution:") or note.removeprefix("Caution: ") in err, err


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Sound files, a link to one of them, and saved runs."""
    made = tmp_path_factory.mktemp("sound")
    content = {
        "pair.npz": npz(Xs=XS, ys=YS, Xt=XT, yt=YT),
        "moved.npz": npz(Xs=XS, ys=YS, Xt=XT, yt=YT),
        "s.npz": npz(X=XS, y=YS),
        "t.npz": npz(X=XT, y=YT),
        "pictures.npz": npz(X=XT),
        "s.csv": b"a,b,label\n1,2,u\n3,4,v\n5,6,u\n7,9,v\n",
        "empty.csv": b"",
        "other.csv": b"a,b\n1,2\n",
        "utf16.csv": "task,d1\n".encode("utf-16"),
        "cut.parquet": b"PAR1",
        "t.csv": b"a,b,label\n1,2,u\n3,4,v\n5,6,u\n7,9,v\n",
    }
    for name, data in content.items():
        (made / name).write_bytes(data)
    (made / "link.npz").symlink_to(made / "pair.npz")
    (made / "folder").mkdir()
    os.mkfifo(made / "pipe")
    for data, run in (("pair.npz", "run.npz"), ("moved.npz", "gone.npz")):
        assert main(["run", str(made / data), "--T", "2", "--out", str(made / run)]) == 0
    (made / "moved.npz").unlink()
    return made


@pytest.mark.filterwarnings("always")
@pytest.mark.parametrize("case", options.COMMANDS, ids=[c.name for c in options.COMMANDS])
def test_a_command_that_cannot_be_met(case, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    code = main(shlex.split(case.words))
    err = capsys.readouterr().err
    assert code == 2 and "Traceback" not in err
    assert case.says in err.splitlines()[-1], err  # what was understood may stand above it
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_bench_keeps_the_feature_files(tmp_path, monkeypatch, capsys):
    (tmp_path / "amazon.csv").write_text("1,2,0\n")
    found = SimpleNamespace(files={"A": tmp_path / "amazon.csv"})
    monkeypatch.setattr("spl.cli.bench.find_published", lambda folder: ([found], []))
    before = (tmp_path / "amazon.csv").read_bytes()
    assert main(["bench", str(tmp_path), "--out", str(tmp_path / "amazon.csv")]) == 2
    assert "is a file that this command reads" in capsys.readouterr().err
    assert (tmp_path / "amazon.csv").read_bytes() == before


def test_a_run_tells_no_path_of_this_machine_and_moves_with_its_data(folder, tmp_path, capsys):
    for name in ("pair.npz", "run.npz"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    assert str(folder).encode() not in (folder / "run.npz").read_bytes()
    words = ["export", str(tmp_path / "run.npz"), "--embedding", "pca"]
    assert main([*words, "--html", str(tmp_path / "o.html")]) == 0
    (tmp_path / "pair.npz").rename(tmp_path / "elsewhere.npz")
    assert main([*words, "--html", str(tmp_path / "p.html")]) == 2
    data = ["--data", str(tmp_path / "elsewhere.npz")]
    assert main([*words, "--html", str(tmp_path / "p.html"), *data]) == 0


def test_a_full_disk_leaves_the_older_file(tmp_path, monkeypatch, capsys):
    out = tmp_path / "run.npz"
    out.write_bytes(b"older")

    def full(*args, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("spl.reports.saved_run.np.savez_compressed", full)
    assert main(["run", "moons", "--T", "1", "--out", str(out)]) == 2
    assert f"{out} could not be written (No space left on device)" in capsys.readouterr().err
    assert out.read_bytes() == b"older" and list(tmp_path.iterdir()) == [out]
