"""`--json`, `--quiet`, endings of files and option names: the command line as scripts use it."""

import json
import math
import re
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from spl.algorithm.params import SPLParams
from spl.cli import run as run_command
from spl.cli.main import main
from spl.cli.run import SIZES
from spl.experiments.tables import read_results
from spl.measures.baselines import BASELINES
from spl.measures.scores import RUN_SCORES

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"
SMALL = ["--d1", "4", "--d2", "2", "--T", "2"]
COMMANDS = {
    "run": (["run", "moons", *SMALL], {"pair", "iteration", "baselines"}),
    "ablation": (["ablation", "moons", *SMALL], {"combination"}),
    "compare": (["compare", "digits", "--all-directions", *SMALL, "--methods", "1-NN,SPL"],
                {"method", "mean"}),
    "sweep": (["sweep", "moons", "--d1", "4,6,8", "--d2", "2", "--T", "2"],
              {"run", "vote", "best", "suggested", "score"}),
    "samples": (["samples"], {"sample", "generator"}),
    "run open": (["run", "icons:filled@4", "icons:outline@6", "--label-set", "open", *SMALL],
                 {"pair", "iteration", "open_set", "baselines"}),
}  # fmt: skip


def records(capsys) -> list[dict]:
    def refuse(name):
        raise AssertionError(f"{name} is not JSON")

    lines = capsys.readouterr().out.splitlines()
    return [json.loads(line, parse_constant=refuse) for line in lines]


def documented(name: str) -> set[str]:
    """Keys that docs/command-line.md names for a command; records of files stand in a last row."""
    rows = [line.split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines()]
    cells = [row[2] for row in rows if row[0] in (f"| `{name}`", "| all") and len(row) == 3]
    keys = {key for cell in cells for key in re.findall("`([^`]+)`", cell)}
    for word, more in {
        "sizes": SIZES,
        "parameters": SPLParams.__dataclass_fields__,
        "label-free scores": RUN_SCORES,
    }.items():
        keys |= set(more) if any(word in cell for cell in cells) else set()
    return keys


@pytest.mark.parametrize("name", COMMANDS)
def test_json_is_one_object_per_line_of_documented_keys(name, capsys):
    command, kinds = COMMANDS[name]
    assert main([*command, "--json"]) == 0
    found = records(capsys)
    keys = {re.sub("^accuracy_\\d+$", "accuracy_0", key) for record in found for key in record}
    assert keys - {"record"} <= documented(command[0])
    assert {record["record"] for record in found} == kinds
    for record in found:
        for key in ("accuracy", "agreement", "accuracy_0"):
            value = record.get(key, 0)
            values = value.values() if isinstance(value, dict) else [value]
            assert all(0 <= v <= 1 for v in values)


def test_a_runs_objects_say_what_its_lines_say(capsys):
    assert main(["run", "moons", *SMALL, "--json"]) == 0
    pair, *iterations, baselines = records(capsys)
    assert (pair["n_source"], pair["d1"], pair["quota"]) == (200, 4, "floor")
    assert [list(i) for i in iterations] == 3 * [
        ["record", "k", "selected", "changed", "accuracy", "seconds"]
    ]
    assert [i["k"] for i in iterations] == [0, 1, 2] and iterations[0]["changed"] is None
    assert set(baselines["accuracy"]) == set(BASELINES)
    assert main(["run", "moons", *SMALL]) == 0
    line = [line for line in capsys.readouterr().out.splitlines() if line[:3] == "  2"][0]
    assert f"{iterations[-1]['accuracy']:.1%}" in line


@pytest.mark.parametrize("name", ["ablation", "compare", "sweep"])
def test_objects_are_lines_of_the_file(name, tmp_path, capsys):
    """With the same columns; iterations are called alike in all tables."""
    out = tmp_path / "table.csv"
    assert main([*COMMANDS[name][0], "--json", "--out", str(out)]) == 0
    found = records(capsys)
    (file,) = (record for record in found if record["record"] == "file")
    assert file == {"record": "file", "option": "out", "path": str(out)}
    lines = [r for r in found if r["record"] in ("combination", "method", "run")]
    table = pd.read_csv(out)
    assert len(table) == len(lines)
    assert {key for line in lines for key in line} - {"record"} <= set(table.columns)
    assert table["accuracy"].between(0, 1).all() and not any("%" in head for head in table)
    if name != "compare":
        assert {"accuracy_0", "accuracy_2"} <= set(table.columns)
        full = table[table["selection"] == "class-wise"]
        np.testing.assert_array_equal(full["accuracy"], full["accuracy_2"])
        assert sorted(table["accuracy"]) == pytest.approx(sorted(x["accuracy"] for x in lines))


@pytest.mark.parametrize("name", COMMANDS)
def test_quiet_prints_the_results_only(name, tmp_path, capsys):
    command = COMMANDS[name][0]
    assert main([*command]) == 0
    loud = capsys.readouterr()
    assert main([*command, "--quiet"]) == 0
    quiet = capsys.readouterr()
    assert quiet.err == ""
    assert len(quiet.out.splitlines()) == len(loud.out.splitlines())


def test_quiet_keeps_cautions_and_errors(shifted, tmp_path, capsys):
    X, y, Xt, _ = shifted
    np.savez(tmp_path / "a.npz", X=X, y=y)
    np.savez(tmp_path / "b.npz", X=Xt * 1000)
    files = [str(tmp_path / f"{name}.npz") for name in "ab"]
    command = ["sweep", *files, "--d1", "4,99", "--d2", "2", "--T", "1", "--quiet"]
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        assert main(command) == 0
    assert "d1=99 is more than" in capsys.readouterr().err
    assert main(["run", "nofile", "--quiet"]) == 2
    assert "spl: 'nofile' is neither a file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "option", "sentence"),
    [
        (["run", "moons"], "--out run.csv", "ends with .npz"),
        (["ablation", "moons"], "--out rows.npz", "ends with .csv"),
        (["compare", "moons"], "--out table.xlsx", "ends with .csv"),
        (["compare", "moons"], "--html page.pdf", "ends with .html or .htm"),
        (["sweep", "moons"], "--out runs.npz", "ends with .csv or .parquet"),
        (["sweep", "moons"], "--vote vote.npy", "ends with .npz"),
        (["bench", "."], "--out bench.txt", "ends with .csv"),
        (["export", "run.npz"], "--html page", "ends with .html or .htm"),
        (["export", "run.npz"], "--video film.mp4", "ends with .webm or .gif"),
        (["features", "."], "--out x", "ends with .npz"),
    ],
)
def test_a_wrong_ending_is_refused_before_the_work(
    command, option, sentence, capsys, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    assert main(["run", "moons", *SMALL, "--no-baselines", "--out", "run.npz", "--quiet"]) == 0
    capsys.readouterr()
    assert main([*command, *option.split()]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err.splitlines()[-1] == f"spl: {option}: give a name that {sentence}."


def test_messages_name_options_not_arguments_of_python(capsys):
    assert main(["sweep", "moons", "--labeling", "both,x"]) == 2
    assert "spl: --labeling x is not known" in capsys.readouterr().err
    assert main(["sweep", "moons", "--scheduler", "tcp://x:1"]) == 2
    said = capsys.readouterr().err
    assert "--scheduler tcp://x:1 is for the dask backend; use --backend dask too." in said


def test_baselines_of_many_samples_are_those_of_a_stated_part(monkeypatch, capsys):
    monkeypatch.setattr(run_command, "MOST_ROWS", 50)
    assert main(["run", "moons", *SMALL]) == 0
    shown = capsys.readouterr()
    on = "(on 50 of 200 source and 50 of 200 target samples, drawn at random)"
    assert f"without adaptation {on}: 1-NN" in shown.out
    assert "100%" in shown.err  # progress
    assert main(["run", "moons", *SMALL, "--json"]) == 0
    last = records(capsys)[-1]
    assert (last["n_source"], last["n_target"]) == (50, 50)
    assert all((50 * share) % 1 < 1e-9 for share in last["accuracy"].values())


def test_the_table_of_a_quiet_sweep_is_read_as_ever(tmp_path):
    out = str(tmp_path / "runs.csv")
    assert main([*COMMANDS["sweep"][0], "--json", "--quiet", "--out", out]) == 0
    assert [result.params.d1 for result in read_results(out)] == [4, 6, 8]
    assert not any(math.isnan(r.accuracy[-1]) for r in read_results(out))


def test_a_comparison_explains_its_columns_once(capsys):
    command = ["compare", "digits", "--all-directions", "--d1", "4", "--methods", "1-NN"]
    assert main(command) == 0
    assert capsys.readouterr().out.count("Shown: all with the same d1.") == 1


@pytest.mark.parametrize("name", ["run", "sweep", "ablation", "compare"])
def test_too_little_memory_is_one_sentence(name, monkeypatch, capsys):
    def take(*_):
        raise MemoryError("Unable to allocate 9.3 TiB")

    monkeypatch.setattr("spl.data.pair.check_domains", take)
    assert main([name, "moons"]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("spl: this takes more memory than is free (Unable to allocate 9.3 TiB);")
