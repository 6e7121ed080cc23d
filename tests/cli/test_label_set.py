"""`--label-set`: what the command prints, writes and repeats."""

import numpy as np
import pytest

from spl.cli.main import main
from spl.reports.saved_run import read_run

SMALL = ["--d1", "32", "--d2", "12", "--T", "3", "--no-baselines"]


def run(*words, capsys):
    code = main(["run", *words, *SMALL])
    return code, capsys.readouterr()


@pytest.mark.parametrize(
    ("label_set", "data", "said"),
    [
        ("partial", ["styles:outline", "styles:thin@8"], "of 24 classes dropped"),
        ("open", ["styles:outline@8", "styles:thin"], "are rejected, as of no class of the source"),
    ],
)
def test_a_run_says_what_it_left_out_and_is_reproduced(label_set, data, said, tmp_path, capsys):
    out = tmp_path / "run.npz"
    code, printed = run(*data, "--label-set", label_set, "--out", str(out), capsys=capsys)
    assert code == 0 and said in printed.err
    assert ("HOS" in printed.out) == (label_set == "open")
    pair, params, states = read_run(out)
    assert params.label_set == label_set
    with np.load(out, allow_pickle=False) as saved:
        assert np.array_equal(saved["pseudo_labels"][-1], states[-1].labels)
        assert ((saved["pseudo_labels"] < 0).any()) == (label_set == "open")
        assert ("rejected" in saved) == (label_set == "open")
        assert ("dropped" in saved) == (label_set == "partial")


def test_a_closed_run_hints_at_classes_that_the_target_lacks(capsys):
    _, unsure = run("icons:filled", "icons:outline@12", capsys=capsys)
    assert "nearly empty" not in unsure.err  # 12 dimensions leave classes empty by themselves
    code = main(["run", "icons:filled", "icons:outline@12", "--d1", "32", "--d2", "20", "--T", "2"])
    printed = capsys.readouterr()
    assert code == 0 and "classes nearly empty: the target may lack them" in printed.err


def test_a_run_saved_before_there_were_label_sets_is_read(tmp_path, capsys):
    out = tmp_path / "run.npz"
    run("moons", "--out", str(out), capsys=capsys)
    with np.load(out) as file:
        kept = {k: file[k] for k in file if k not in ("label_set", "drop_below", "reject_share")}
    old = tmp_path / "old.npz"
    np.savez(old, **kept)
    assert read_run(old, ["moons"])[1].label_set == "closed"


def test_a_sweep_takes_partial_and_refuses_open(capsys):
    lists = ["--d1", "32", "--d2", "12", "--T", "2"]
    assert main(["sweep", "styles:outline", "styles:thin@8", *lists, "--label-set", "partial"]) == 0
    with pytest.raises(SystemExit) as stopped:
        main(["sweep", "styles:outline@8", "styles:thin", *lists, "--label-set", "open"])
    assert stopped.value.code == 2 and "invalid choice: 'open'" in capsys.readouterr().err


def test_an_ablation_of_an_open_set_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["ablation", "styles:outline@8", "styles:thin", "--label-set", "open"])
    assert "invalid choice: 'open'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--reject-share", "0.5"], "--reject-share is used with --label-set open only"),
        (["--drop-below", "0.5"], "--drop-below is used with --label-set partial only"),
        (["--label-set", "open", "--drop-below", "0.5"], "and the label set is open; give"),
    ],
)
def test_an_option_of_another_label_set_is_refused(options, said, capsys):
    for command in ("run", "compare"):
        assert main([command, "icons:filled@4", "icons:outline@6", *options]) == 2
        assert said in capsys.readouterr().err
