"""`spl sweep --vote`: written at the end, from a saved sweep, and over what an interrupt left."""

import numpy as np
import pandas as pd
import pytest

from spl.cli import sweep as sweep_command
from spl.cli.main import main
from spl.data.samples import open_data
from spl.experiments.tables import read_results
from spl.experiments.vote import vote

SMALL = ["sweep", "moons", "--d1", "2,4", "--d2", "1,2", "--T", "2,3"]


def loaded(file):
    with np.load(file, allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays}


def test_the_vote_of_a_sweep_and_of_its_table_are_one(tmp_path, capsys, monkeypatch):
    out, first, second = (str(tmp_path / name) for name in ("runs.csv", "a.npz", "b.npz"))
    assert main([*SMALL, "--out", out, "--vote", first]) == 0
    shown = capsys.readouterr()
    assert "vote: at least 95 % of the 8 settings agree on" in shown.out
    assert "vote: accuracy" in shown.out and "nearest to the vote: d1=" in shown.out
    assert f"wrote the vote of 8 settings to {first}" in shown.err

    def no_run(*_):
        raise AssertionError("a saved setting ran again")

    monkeypatch.setattr("spl.experiments.sharing.iterate_prepared", no_run)
    assert main([*SMALL, "--out", out, "--vote", second]) == 0
    one, other = loaded(first), loaded(second)
    assert set(one) == {"labels", "share", "classes", "settings", "agreement"}
    for name in one:
        np.testing.assert_array_equal(one[name], other[name])
    pair, found = open_data(["moons"])[0], vote(read_results(out))
    np.testing.assert_array_equal(one["labels"], found.labels)
    np.testing.assert_array_equal(one["classes"], pair.classes)
    reached = f"{np.mean(found.labels == pair.yt):.1%}".replace("%", " %")
    assert f"vote: accuracy {reached}" in shown.out


def test_without_target_labels_the_vote_says_no_accuracy(tmp_path, shifted, capsys):
    X, y, Xt, _ = shifted
    np.savez(tmp_path / "a.npz", X=X, y=y)
    np.savez(tmp_path / "b.npz", X=Xt)
    files = [str(tmp_path / name) for name in ("a.npz", "b.npz")]
    file = str(tmp_path / "vote.npz")
    settings = ["--d1", "4,5,6", "--d2", "2", "--T", "2"]
    assert main(["sweep", *files, *settings, "--vote", file]) == 0
    shown = capsys.readouterr().out
    assert "vote: at least 95 % of the 3 settings agree on" in shown and "accuracy" not in shown
    assert "agree with the vote of all on most samples" in shown
    assert set(loaded(file)["classes"]) == {"ant", "bee", "cat"}


@pytest.mark.parametrize("done", [2, 5])
def test_an_interrupted_sweep_leaves_the_vote_of_what_is_done(done, tmp_path, capsys, monkeypatch):
    file, lines = tmp_path / "vote.npz", []

    def interrupted(result, line=sweep_command._line):
        if len(lines) == done - 1:
            raise KeyboardInterrupt
        lines.append(result)
        return line(result)

    monkeypatch.setattr(sweep_command, "_line", interrupted)
    assert main([*SMALL, "--vote", str(file)]) == 130
    if done < 3:
        assert not file.exists()
    else:
        assert len(loaded(file)["settings"]) == done
        assert f"wrote the vote of {done} settings" in capsys.readouterr().err


def test_a_sweep_stopped_half_way_and_continued_votes_as_one_that_was_not(tmp_path, monkeypatch):
    out, late, whole = (str(tmp_path / name) for name in ("runs.csv", "late.npz", "whole.npz"))
    assert main([*SMALL, "--vote", whole]) == 0
    with monkeypatch.context() as patched:
        seen = []

        def stopped(result, line=sweep_command._line):
            seen.append(result)
            if len(seen) == 4:
                raise KeyboardInterrupt
            return line(result)

        patched.setattr(sweep_command, "_line", stopped)
        assert main([*SMALL, "--out", out, "--vote", late]) == 130
    assert len(read_results(out)) == len(loaded(late)["settings"]) == 4
    assert main([*SMALL, "--out", out, "--vote", late]) == 0
    for name, values in loaded(whole).items():
        np.testing.assert_array_equal(loaded(late)[name], values)


def test_all_directions_have_one_headline(capsys):
    settings = ["--d1", "8,12,16", "--d2", "4", "--T", "1"]
    assert main(["sweep", "digits", "--all-directions", *settings]) == 0
    assert "of the samples, averaged over 2 tasks" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--vote", "vote.csv"], "--vote vote.csv: give a name that ends with .npz"),
        (["--vote", "no/such/vote.npz"], "folder does not exist"),
        (["--vote", "vote.npz", "--d2", "1,2", "--T", "2"], "at least 3 settings, and there are 2"),
        (
            ["--vote", "vote.npz", "--d2", "1", "--T", "2"],
            "at least 3 settings, and there is 1; give more values of d1, d2, T",
        ),
    ],
)
def test_a_vote_that_cannot_be_written_is_refused_before_the_runs(more, sentence, capsys):
    sizes = ["--d1", "2"] if "--d2" in more else SMALL[2:]
    assert main(["sweep", "moons", *sizes, *more]) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err and not shown.out


def test_a_vote_is_of_one_pair(capsys):
    assert main(["sweep", "digits", "--all-directions", "--vote", "vote.npz"]) == 2
    assert "--vote is for one pair, and there are 2" in capsys.readouterr().err


def test_a_table_without_labels_is_not_voted_on(tmp_path, capsys):
    out = tmp_path / "runs.csv"
    assert main([*SMALL, "--out", str(out)]) == 0
    frame = pd.read_csv(out, dtype=str, keep_default_na=False)
    frame.drop(columns="pseudo_labels").to_csv(out, index=False)
    capsys.readouterr()
    assert main([*SMALL, "--out", str(out), "--vote", str(tmp_path / "vote.npz")]) == 2
    shown = capsys.readouterr()
    assert "give --out another name to run the sweep again" in shown.err
    assert "vote: " not in shown.out


def test_a_table_from_which_the_accuracies_were_taken_is_voted_on(tmp_path, capsys):
    out = tmp_path / "runs.csv"
    assert main([*SMALL, "--out", str(out)]) == 0
    table = pd.read_csv(out, dtype=str, keep_default_na=False)
    table.assign(accuracy="").to_csv(out, index=False)
    capsys.readouterr()
    assert main([*SMALL, "--out", str(out)]) == 0
    assert "nearest to the vote: d1=" in capsys.readouterr().out
