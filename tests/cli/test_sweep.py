"""`spl sweep`: a line per run, results that outlive a kill, and refusals in one sentence."""

import base64
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from spl.cli import sweep_file
from spl.cli.main import main
from spl.data.samples import sample_sets
from spl.experiments.tables import read_results
from spl.figures.runs import words

SMALL = ["sweep", "moons", "--d1", "2,4", "--d2", "1,2", "--T", "2,3"]
LONG = ["sweep", "moons", "--d1", "4,8,16", "--d2", "1,2,4", "--T", "20,30,40,50"]
ROOT = Path(__file__).parents[2]


def runs_in(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()[:1].isdigit()]


def test_a_line_per_run_then_what_to_choose(capsys):
    assert main(SMALL) == 0
    shown = capsys.readouterr()
    assert len(runs_in(shown.out)) == 8
    assert "accuracy" in shown.out and "best: d1=" in shown.out
    assert "suggested: d1=" in shown.out and "Rule: of 8 settings" in shown.out
    assert "reverse validation" in shown.out and "rank correlation" in shown.out
    assert re.search("8 of 8 runs, (about .* left|almost done)", shown.err)


def test_without_target_labels_nothing_says_accuracy(tmp_path, shifted, capsys):
    X, y, Xt, _ = shifted
    np.savez(tmp_path / "a.npz", X=X, y=y)
    np.savez(tmp_path / "b.npz", X=Xt)
    files = [str(tmp_path / "a.npz"), str(tmp_path / "b.npz")]
    assert main(["sweep", *files, "--d1", "4,6", "--d2", "2", "--T", "2"]) == 0
    shown = capsys.readouterr().out
    assert "accuracy" not in shown and "best:" not in shown
    assert "agreement" in shown and "suggested: d1=4" in shown


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_same_command_again_costs_nothing_and_more_cells_only_themselves(
    ending, tmp_path, capsys
):
    out = str(tmp_path / f"runs.{ending}")
    assert main([*SMALL, "--out", out]) == 0
    first = capsys.readouterr()
    assert main([*SMALL, "--out", out]) == 0
    again = capsys.readouterr()
    assert "found 8 of 8 runs" in again.err and "0 to do" in again.err
    assert not runs_in(again.out)
    assert again.out.splitlines()[-8:] == first.out.splitlines()[-8:]
    assert main([*SMALL, "--alpha", "1,2", "--out", out]) == 0
    wider = capsys.readouterr()
    assert "found 8 of 16 runs" in wider.err and len(runs_in(wider.out)) == 8
    assert len(read_results(out)) == 16
    assert main([*SMALL, "--out", out]) == 0
    assert "found 8 of 8 runs and 8 of other settings" in capsys.readouterr().err
    assert len(read_results(out)) == 16


def _heed_interrupts():
    """Shells start background jobs, and all that these start, with interrupts ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_after_a_kill_only_the_missing_cells_run(how, tmp_path, capsys):
    out = tmp_path / "runs.csv"
    command = [sys.executable, "-m", "spl", *LONG, "--out", str(out)]
    place = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=place,
        preexec_fn=_heed_interrupts,
    ) as process:
        seen = 0
        while seen < 2:
            seen += len(runs_in(process.stdout.readline()))
        process.send_signal(how)
        errors = process.communicate()[1]
    codes = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -signal.SIGKILL}
    assert process.returncode == codes[how]
    assert "Traceback" not in errors
    done = read_results(out)
    assert 2 <= len(done) < 36
    assert main([*LONG, "--out", str(out)]) == 0
    shown = capsys.readouterr()
    assert f"found {len(done)} of 36 runs" in shown.err
    assert len(runs_in(shown.out)) == 36 - len(done)
    assert len({r.params for r in read_results(out)}) == 36


def test_a_file_of_other_data_is_refused(tmp_path, capsys):
    out = str(tmp_path / "runs.csv")
    assert main(["sweep", "moons", "--d1", "2", "--d2", "1", "--T", "1", "--out", out]) == 0
    assert main(["sweep", "matching differs", "--d1", "2", "--T", "1", "--out", out]) == 2
    assert "holds results of other data (moons: source → target)" in capsys.readouterr().err


def test_a_renamed_file_is_the_same_task(tmp_path, shifted, capsys):
    X, y, Xt, yt = shifted
    source, target, later = (tmp_path / name for name in ("s.npz", "t.npz", "later.npz"))
    np.savez(source, X=X, y=y)
    np.savez(target, X=Xt, y=yt)
    out = ["--T", "2", "--d2", "2", "--out", str(tmp_path / "runs.csv")]
    assert main(["sweep", str(source), str(target), "--d1", "3,4", *out]) == 0
    target.rename(later)
    vote = ["--vote", str(tmp_path / "vote.npz"), "--quiet"]
    assert main(["sweep", str(source), str(later), "--d1", "3,4,5,6", *out, *vote]) == 0
    assert "the 4 settings agree" in capsys.readouterr().out
    with np.load(tmp_path / "vote.npz") as file:
        assert len(file["settings"]) == 4
    assert {r.task for r in read_results(tmp_path / "runs.csv")} == {"s → later"}


def test_a_name_that_is_not_utf_8_is_written_with_question_marks(tmp_path, shifted):
    X, y, Xt, yt = shifted
    source, target = (tmp_path / os.fsdecode(name) for name in (b"caf\xe9.npz", b"t.npz"))
    try:
        np.savez(source, X=X, y=y)
    except OSError:
        pytest.skip("this system has names in UTF-8 only")
    np.savez(target, X=Xt, y=yt)
    for ending in ("csv", "parquet"):
        out = tmp_path / f"runs.{ending}"
        again = ["sweep", str(source), str(target), "--d1", "3,4", "--d2", "2", "--out", str(out)]
        assert main([*again, "--html", str(tmp_path / "page.html")]) == 0
        assert {r.task for r in read_results(out)} == {"caf? → t"}
    report = ["--html", str(tmp_path / "report.html"), "--out", str(tmp_path / "table.csv")]
    assert main(["compare", str(source), str(target), "--methods", "SVM", *report]) == 0


def test_all_directions_of_a_set(capsys):
    assert main(["sweep", "digits", "--all-directions", "--d1", "8", "--d2", "4", "--T", "1"]) == 0
    assert len(runs_in(capsys.readouterr().out)) == len(sample_sets()["digits"].directions)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["moons", "--d1", "32,x"], "--d1 32,x: give whole numbers separated by commas, e.g. 32"),
        (["moons", "--d1", ","], "--d1 ,: give whole numbers separated by commas"),
        (["moons", "--d1", "2,-4"], "d1=-4 must be a whole number of at least 1"),
        (["moons", "--alpha", "1,0"], "alpha=0.0 must be a number from 0.000001"),
        (["moons", "--labeling", "both,x"], "--labeling x is not known; use one of 'both'"),
        (["moons", "--d1", "2", "--d2", "4,8"], "every d2 (smallest: 4) is above every d1"),
        (["moons", "--out", "runs.xlsx"], "give a name that ends with .csv or .parquet"),
        (["moons", "--out", "no/such/runs.csv"], "folder does not exist"),
        (["moons", "--all-directions"], "--all-directions needs a sample set (icons, "),
        (["icons", "--all-directions", "--label", "y"], "--label is only for reading a file"),
        (["moons", "--jobs", "0"], "--jobs 0 must be a whole number of at least 1"),
        (["moons", "--backend", "dask"], "needs the address of its scheduler"),
        (["nofile"], "neither a file nor a sample"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, sentence, capsys):
    assert main(["sweep", *arguments]) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert sentence in lines[-1]
    assert not any("Traceback" in line for line in lines)


def test_a_foreign_file_of_heads_alone_is_not_overwritten(tmp_path, capsys):
    out = tmp_path / "notes.csv"
    out.write_text("my notes\n")
    assert main([*SMALL, "--out", str(out)]) == 2
    assert "no column 'task'" in capsys.readouterr().err
    assert out.read_text() == "my notes\n"


def test_two_sweeps_into_one_file_keep_each_others_runs(tmp_path):
    out = str(tmp_path / "runs.csv")
    wanted: set = set()
    save = sweep_file.saver(out, None, [], wanted)
    assert main([*SMALL, "--out", out]) == 0  # another process, after this one looked
    others = read_results(out)
    own = [replace(others[0], params=replace(others[0].params, alpha=0.5))]
    wanted.add((own[0].digest, own[0].params))
    save(own)
    assert {r.params for r in read_results(out)} == {r.params for r in [*others, *own]}
    assert os.listdir(tmp_path) == ["runs.csv"]


HOLD = """
import sys, time
from pathlib import Path
from spl.cli import sweep_file
with sweep_file.alone(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_lock_that_a_kill_left_is_not_waited_for(tmp_path):
    out = tmp_path / "runs.csv"
    command = [sys.executable, "-c", HOLD, str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        holder.kill()
    assert os.listdir(tmp_path) == [".runs.csv.lock"]
    with sweep_file.alone(out):  # would wait for ever
        pass
    assert not os.listdir(tmp_path)


def test_processes_take_turns_at_a_file(tmp_path):
    """Each adds 1 to a number in a file many times: none of the additions is lost."""
    out, n = tmp_path / "runs.csv", 50
    out.write_text("0")
    add = (
        "import sys\nfrom pathlib import Path\nfrom spl.cli import sweep_file\n"
        "out = Path(sys.argv[1])\n"
        f"for _ in range({n}):\n"
        "    with sweep_file.alone(out):\n"
        "        out.write_text(str(int(out.read_text()) + 1))\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", add, str(out)]) for _ in range(3)]
    assert [process.wait(timeout=300) for process in processes] == [0, 0, 0]
    assert out.read_text() == str(3 * n)
    assert os.listdir(tmp_path) == ["runs.csv"]


def test_an_out_that_cannot_be_written_is_refused_before_the_work(tmp_path, capsys, monkeypatch):
    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("spl.cli.arguments.TemporaryFile", refuse)
    assert main([*SMALL, "--out", str(tmp_path / "x.csv")]) == 2
    shown = capsys.readouterr()
    assert "cannot be written (permission denied); give another" in shown.err and not shown.out


@pytest.mark.filterwarnings("ignore:All 40 target samples have the same features")
def test_scores_that_never_differ_have_no_correlation(tmp_path, capsys):
    y = np.arange(40) % 2
    X = np.random.default_rng(0).normal(scale=1e-3, size=(40, 4)) + np.eye(4)[y]
    np.savez(tmp_path / "a.npz", X=X, y=y)
    np.savez(tmp_path / "b.npz", X=X[::-1], y=y[::-1])
    files = [str(tmp_path / name) for name in ("a.npz", "b.npz")]
    assert main(["sweep", *files, "--d1", "2,4", "--d2", "1"]) == 0
    shown = capsys.readouterr().out
    assert "rank correlation" in shown and " – " in shown and "nan" not in shown


def test_one_parameter_at_a_time_is_a_cross_and_a_page(tmp_path, capsys):
    page = tmp_path / "figure.html"
    lists = ["--d1", "16,8,32", "--d2", "4,2", "--T", "2,1,3"]
    command = ["sweep", "digits", "--all-directions", *lists, "--one-at-a-time"]
    assert main([*command, "--html", str(page)]) == 0
    lines = [line.split()[:3] for line in runs_in(capsys.readouterr().out)]
    cross = [(16, 4, 2), (8, 4, 2), (32, 4, 2), (16, 2, 2), (16, 4, 1), (16, 4, 3)]
    assert sorted(tuple(map(int, line)) for line in lines) == sorted(2 * cross)
    text = page.read_text(encoding="utf-8")
    assert f"others as in {words((16, 4, 2, 1.0, 'both', 'class-wise'))}" in text
    assert "mean of 2 tasks" in text and "mean accuracy (%)" in text
    assert f"spl sweep digits {' '.join(lists)} --all-directions --one-at-a-time" in text
    assert all(f"over {name} it lies between" in text for name in ("d1", "d2", "T"))


def test_a_page_without_target_labels_is_about_agreement(tmp_path, shifted):
    X, y, Xt, _ = shifted
    np.savez(tmp_path / "a.npz", X=X, y=y)
    np.savez(tmp_path / "b.npz", X=Xt)
    files = [str(tmp_path / name) for name in ("a.npz", "b.npz")]
    page = tmp_path / "figure.html"
    lists = ["--d1", "4,6", "--d2", "2", "--T", "1"]
    assert main(["sweep", *files, *lists, "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "The target has no labels" in text and "mean agreement (%)" in text


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (["--d1", "2,4", "--d2", "2,3,9"], "left out: 3 of 6 settings in which d2 is more than d1"),
        (["--d1", "4,2", "--d2", "3,9", "--one-at-a-time"], "left out: 2 of 3 settings"),
        (["--d1", "4,4", "--d2", "2,3"], ""),
    ],
)
def test_settings_with_d2_above_d1_are_said(values, says, capsys):
    assert main(["sweep", "moons", "--T", "1", *values]) == 0
    said = [line for line in capsys.readouterr().err.splitlines() if "left out" in line]
    assert bool(said) == bool(says) and says in " ".join(said)


def test_a_run_that_t_does_not_change_counts_once(tmp_path, capsys):
    out = tmp_path / "runs.csv"
    command = ["sweep", "moons", "--selection", "class-wise,none", "--T", "2,3", "--out", str(out)]
    assert main([*command, "--d1", "2"]) == 0
    said = capsys.readouterr().err
    assert "left out: 1 of 4 settings, since with selection=none T makes no difference" in said
    rows = [(r.params.selection, r.params.T) for r in read_results(out)]
    assert sorted(rows) == [("class-wise", 2), ("class-wise", 3), ("none", 2)]
    assert main([*command, "--d1", "2"]) == 0
    assert "found 3 of 3 runs" in capsys.readouterr().err


def column(name, change):
    """Change a column of every row but the first ones that `change` lets be."""

    def changed(lines):
        at = lines[0].split(",").index(name)
        rows = [line.split(",") for line in lines[1:]]
        return [lines[0], *(",".join([*r[:at], change(r[at]), *r[at + 1 :]]) for r in rows)]

    return changed


def cut_short(packed):
    return f"u1:{base64.b64encode(base64.b64decode(packed[3:])[:40]).decode()}"


@pytest.mark.parametrize(
    "change, says",
    [
        (column("pseudo_labels", cut_short), "it labels 40 samples of "),
        (
            column("pseudo_labels", lambda p: p[:3] + p[3:].replace("A", "B")),
            "it has a label ",
        ),
        (
            lambda lines: column("accuracy", lambda _: "0.125")(
                column("accuracy_2", lambda _: "0.125")(lines)
            ),
            "its accuracy is 12.5 %, and that of its labels",
        ),
        (
            lambda lines: [*lines[:2], *column("accuracy", lambda _: "")(lines)[2:]],
            "the accuracy is missing",
        ),
        (
            lambda lines: [*lines, column("silhouette", lambda _: "0.5")(lines)[1]],
            "it is there twice, with other results",
        ),
    ],
)
def test_a_table_changed_by_hand_is_refused(change, says, tmp_path, capsys):
    out = tmp_path / "runs.csv"
    command = ["sweep", "moons", "--d1", "2,4", "--d2", "2", "--T", "2", "--out", str(out)]
    assert main(command) == 0
    out.write_text("\n".join(change(out.read_text().splitlines())) + "\n")
    before = out.read_bytes()
    assert main(command) == 2
    err = capsys.readouterr().err.splitlines()[-1]
    assert "was changed since a sweep wrote it: in the run d1=" in err and says in err
    assert out.read_bytes() == before


def test_a_row_that_was_copied_counts_once(tmp_path, capsys):
    out = tmp_path / "runs.csv"
    command = ["sweep", "moons", "--d1", "2,4", "--d2", "2", "--T", "2", "--out", str(out)]
    assert main(command) == 0
    out.write_text(out.read_text() + out.read_text().splitlines()[1] + "\n")
    capsys.readouterr()
    assert main(command) == 0
    err = capsys.readouterr().err
    assert "1 row of" in err and "repeated another" in err and "found 2 of 2 runs" in err
