"""The nine rows: shared work changes nothing, resuming computes what is missing."""

import csv
import sys
from dataclasses import replace

import numpy as np
import pytest

from spl import DomainPair, SPLParams, iterate
from spl.algorithm import preparation
from spl.cli.main import main
from spl.data import prepared
from spl.data.cache import Cache
from spl.experiments.ablation import (
    ABLATION,
    FULL,
    ablation,
    ablation_lines,
    ablation_of_set,
    relabelled,
    summarize,
    titles_of_set,
    write_ablation,
)
from spl.measures.baselines import baseline_labels

PARAMS = SPLParams(d1=6, d2=3, T=3)
module = sys.modules[ablation.__module__]  # the package has the function under this name


@pytest.fixture
def pair(shifted):
    return DomainPair(*shifted, name="insects")


@pytest.fixture
def blind(shifted):
    return DomainPair(*shifted[:3])


def test_rows_are_named_as_the_paper_marks_them():
    assert [row.name for row in ABLATION[:3]] == ["NCP", "SP", "NCP + SP"]
    assert FULL.name == "PL + S + NCP + SP" and FULL.marks == ("✓",) * 4
    assert ABLATION[3].marks == ("✓", "✗", "✓", "✗")
    assert (FULL.apply(PARAMS).labeling, FULL.apply(PARAMS).selection) == ("both", "class-wise")


def test_every_row_equals_its_run_alone(pair):
    results = list(ablation(pair, PARAMS))
    assert [result.row for result in results] == list(ABLATION)
    for result in results:
        alone = iterate(pair.X_source, pair.y_source, pair.X_target, result.params)
        expected = [np.mean(state.pseudo_labels == pair.yt) for state in alone]
        assert result.scores == {"accuracy": tuple(expected)}
        assert len(expected) == (PARAMS.T + 1 if result.row.pseudo_labeling else 1)


def test_state_0_read_by_another_labelling_is_that_labelling(pair):
    both = next(iterate(pair.X_source, pair.y_source, pair.X_target, PARAMS))
    for labeling in ("ncp", "sp", "both"):
        params = replace(PARAMS, labeling=labeling)
        own = next(iterate(pair.X_source, pair.y_source, pair.X_target, params))
        read = relabelled(both, labeling)
        np.testing.assert_array_equal(read.pseudo_labels, own.pseudo_labels)
        np.testing.assert_array_equal(read.proba, own.proba)


def test_pca_is_computed_once_also_for_what_runs_after_it(pair, monkeypatch):
    calls = []
    original = preparation.reduce_dimension

    def counted(*args, **options):
        calls.append(args)
        return original(*args, **options)

    monkeypatch.setattr(preparation, "reduce_dimension", counted)
    monkeypatch.setattr(prepared, "PREPARED", Cache())
    list(ablation(pair, PARAMS))
    baseline_labels(pair, PARAMS)
    assert len(calls) == 1


def test_resuming_computes_what_is_missing(pair):
    whole = list(ablation(pair, PARAMS))
    rest = list(ablation(pair, PARAMS, whole[:4]))
    assert [result.row for result in rest] == list(ABLATION[4:])
    assert [r.scores for r in rest] == [r.scores for r in whole[4:]]
    assert not list(ablation(pair, PARAMS, whole))


def test_without_target_labels_there_is_no_accuracy(blind):
    for result in ablation(blind, PARAMS):
        assert "accuracy" not in result.scores
        assert {"agreement", "silhouette", "entropy"} <= set(result.scores)


def test_an_open_label_set_is_refused(pair):
    with pytest.raises(ValueError, match="rows with SP would repeat those with NCP"):
        next(ablation(pair, SPLParams(label_set="open")))


def test_differences_are_paired_by_task(pair):
    first = list(ablation(pair, PARAMS))
    other = [replace(result, task="another") for result in first[:5]]
    summaries = summarize([*first, *other])
    assert [summary.row for summary in summaries] == list(ABLATION)
    full = first[-1].final("accuracy")
    for summary, result in zip(summaries, first, strict=True):
        assert summary.mean == result.final("accuracy")  # "another" is not complete
        assert summary.differences == {pair.title: result.final("accuracy") - full}
        assert np.isnan(summary.spread)


def test_spread_is_that_of_the_differences(pair):
    first = list(ablation(pair, PARAMS))
    shift = {row: 0.01 * i for i, row in enumerate(ABLATION)}
    other = [
        replace(r, task="b", scores={"accuracy": (r.final("accuracy") - shift[r.row],)})
        for r in first
    ]
    row = summarize([*first, *other])[0]
    off = [*row.differences.values()]
    assert row.difference == pytest.approx(np.mean(off))
    assert row.spread == pytest.approx(abs(off[0] - off[1]) / np.sqrt(2)) and row.spread > 0


def test_all_directions_of_a_set(monkeypatch):
    asked = []
    monkeypatch.setattr(module, "load_sample", lambda *names: asked.append(names) or names)
    monkeypatch.setattr(module, "ablation", lambda pair, params, done: iter([pair]))
    found = list(ablation_of_set("letters", PARAMS))
    assert len(found) == 12 and ("letters", "sans", "serif") in found
    assert titles_of_set("digits") == ["digits: uci → mnist", "digits: mnist → uci"]


def test_complete_directions_are_not_opened_again(monkeypatch):
    from types import SimpleNamespace

    done = [SimpleNamespace(task="digits: uci → mnist", row=row) for row in ABLATION]
    monkeypatch.setattr(module, "load_sample", lambda *names: names)
    monkeypatch.setattr(module, "ablation", lambda pair, params, done: iter([pair]))
    assert list(ablation_of_set("digits", PARAMS, done)) == [("digits", "mnist", "uci")]


def test_csv_has_a_line_per_row_with_all_iterations(pair, tmp_path):
    results = list(ablation(pair, PARAMS))
    write_ablation(tmp_path / "rows.csv", results)
    lines = list(csv.DictReader((tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()))
    assert len(lines) == len(ablation_lines(results)) == 9
    assert lines[0]["accuracy_0"] == lines[0]["accuracy"] and lines[0]["accuracy_3"] == ""
    assert float(lines[-1]["accuracy_3"]) == results[-1].final("accuracy")
    assert lines[-1]["selection"] == "class-wise" and lines[3]["S"] == "✗"


def test_command_runs_all_directions_of_files(shifted, tmp_path, capsys):
    X, y, Xt, yt = shifted
    for name, (A, b) in {"a": (X, y), "b": (Xt, yt), "c": (X + 0.2, y)}.items():
        np.savez(tmp_path / f"{name}.npz", X=A, y=b)
    files = [str(tmp_path / f"{name}.npz") for name in "abc"]
    out = tmp_path / "rows.csv"
    options = ["--d1", "6", "--d2", "3", "--T", "2", "--out", str(out)]
    assert main(["ablation", *files, "--all-directions", *options]) == 0
    shown = capsys.readouterr()
    assert "6 tasks   d1=6 d2=3 T=2" in shown.out and "c → b" in shown.out
    assert "points from all four (mean ± sd, min … max)" in shown.out
    assert "100%" in shown.err
    assert len(out.read_text(encoding="utf-8").splitlines()) == 1 + 6 * 9


def test_command_without_target_labels_says_agreement(shifted, tmp_path, capsys):
    X, y, Xt, _ = shifted
    np.savez(tmp_path / "a.npz", X=X, y=y)
    np.savez(tmp_path / "b.npz", X=Xt)
    files = [str(tmp_path / "a.npz"), str(tmp_path / "b.npz")]
    assert main(["ablation", *files, "--d1", "6", "--d2", "3", "--T", "2"]) == 0
    shown = capsys.readouterr().out
    assert "agreement" in shown and "accuracy" not in shown


def test_all_directions_of_a_generator_are_refused(capsys):
    assert main(["ablation", "moons", "--all-directions"]) == 2
    assert "--all-directions needs a sample set (icons, " in capsys.readouterr().err


def test_no_folder_for_the_csv_is_said_before_the_work(tmp_path, capsys):
    out = str(tmp_path / "absent" / "rows.csv")
    assert main(["ablation", "moons", "--out", out]) == 2
    assert "this folder does not exist" in capsys.readouterr().err


def test_two_tasks_of_office31_are_as_measured(shared_data):
    """All six take two minutes; their means were 79.4, 85.7, … 88.7 as in the data's README."""
    folder = shared_data / "office31_efficientnet"
    domains = {}
    for name in ("dslr", "webcam"):
        with np.load(folder / f"{name}.npz", allow_pickle=False) as file:
            domains[name] = file["X"], file["y"]
    params = SPLParams(d1=512, d2=128, T=10)
    expected = {"webcam": 97.9, "dslr": 99.6}
    for source, target in (("dslr", "webcam"), ("webcam", "dslr")):
        pair = DomainPair(*domains[source], *domains[target])
        kept = [row for row in ABLATION if row not in (ABLATION[0], FULL)]
        skipped = [_result_of(pair, row) for row in kept]
        first, last = ablation(pair, params, skipped)
        assert 100 * last.final("accuracy") == pytest.approx(expected[target], abs=0.3)
        assert first.row == ABLATION[0]


def _result_of(pair, row):
    return module.AblationResult(pair.title, row, PARAMS, {"accuracy": (0.0,)}, 0.0)


@pytest.mark.parametrize("option", ["--domain", "--source-domain", "--target-domain"])
def test_what_to_take_of_a_file_is_refused_with_all_directions(option, tmp_path, shifted, capsys):
    X, y, Xt, yt = shifted
    for name, (A, b) in {"a": (X, y), "b": (Xt, yt)}.items():
        np.savez(tmp_path / f"{name}.npz", X=A, y=b)
    files = [str(tmp_path / f"{name}.npz") for name in "ab"]
    assert main(["ablation", *files, "--all-directions", option, "a"]) == 2
    shown = capsys.readouterr()
    assert shown.err == (
        f"spl: {option} says what to read from a file, but with --all-directions every file is one "
        f"domain; leave {option} out and save each domain as a file of its own.\n"
    )
    np.savez(files[1], X=Xt, y=yt, domain=np.repeat(["p", "q"], [40, 50]))
    assert main(["ablation", *files, "--all-directions"]) == 2
    assert "b.npz holds 2 domains, but with --all-directions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("second", "labelled", "sentence"),
    [("b/a.npz", True, "two files are called a"), ("b.npz", False, "b.npz has no labels, but")],
)
def test_files_that_all_directions_cannot_use_are_refused_first(
    second, labelled, sentence, tmp_path, shifted, capsys
):
    X, y, Xt, yt = shifted
    (tmp_path / "b").mkdir()
    np.savez(tmp_path / "a.npz", X=X, y=y)
    np.savez(tmp_path / second, X=Xt, **({"y": yt} if labelled else {}))
    files = [str(tmp_path / "a.npz"), str(tmp_path / second)]
    assert main(["ablation", *files, "--all-directions", "--d1", "4"]) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err and not shown.out
