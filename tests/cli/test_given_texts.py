"""Values that are empty or come twice, and names of files that cannot be written: refused."""

import argparse
from pathlib import Path

import numpy as np
import pytest

from spl.cli.main import _parser, main

X = np.random.default_rng(0).normal(size=(12, 3))
BEFORE = {  # a command that would work, but for the option that is added
    "run": ["p.npz", "--T", "1"],
    "ablation": ["p.npz"],
    "compare": ["p.npz", "--methods", "1-NN"],
    "bench": ["folder"],
    "sweep": ["p.npz", "--d1", "2,3", "--T", "1,2"],
    "export": ["r.npz", "--embedding", "pca"],
    "lessons": [],
    "features": ["folder"],
}
OUTPUTS = [
    *(("run", "--out", ".npz"), ("ablation", "--out", ".csv"), ("bench", "--out", ".csv")),
    *(("compare", "--out", ".csv"), ("compare", "--html", ".html"), ("features", "--out", ".npz")),
    *(("sweep", "--out", ".csv"), ("sweep", "--out", ".parquet"), ("sweep", "--html", ".html")),
    *(("sweep", "--vote", ".npz"), ("export", "--html", ".html")),
]
BESIDE = {"sweep --out": 6, "features --out": 5}  # bytes that a name beside it has more


def actions():
    """Each command with each of its options that take a value."""
    (commands,) = (a for a in _parser()._actions if isinstance(a, argparse._SubParsersAction))
    for name, command in commands.choices.items():
        for action in command._actions:
            if action.option_strings and action.nargs != 0:
                yield name, action


def options():
    """The same by their names, for commands that work without further ones."""
    return ((name, action.option_strings[-1]) for name, action in actions() if name in BEFORE)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.savez("p.npz", Xs=X, ys=np.arange(12) % 2, Xt=X + 1)
    (tmp_path / "folder").mkdir()
    return tmp_path


@pytest.mark.parametrize("value", ["", "  "])
@pytest.mark.parametrize(("command", "option"), [*options()])
def test_an_empty_value(command, option, value, folder, capsys):
    before = sorted(folder.rglob("*"))
    if command == "export":
        assert main(["run", "p.npz", "--T", "1", "--d1", "2", "--out", "r.npz", "--quiet"]) == 0
        before = sorted(folder.rglob("*"))
        capsys.readouterr()
    words = [command, *BEFORE[command]]
    if option in words:
        del words[words.index(option) : words.index(option) + 2]
    words += [option, value]
    if command in ("features", "lessons") and option not in ("--out", "--html"):
        words += ["--out", "o.npz"]
    if option == "--data":
        words += ["--html", "o.html"]
    try:
        code = main(words)
    except SystemExit as ended:  # argparse
        code = ended.code
    said = capsys.readouterr().err.splitlines()[-1]
    assert code == 2
    told = "is neither a file nor a sample" if option == "--data" else f"{option} is empty; give it"
    assert told in said
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("command", "option"), [(name, action.option_strings[-1]) for name, action in actions()]
)
def test_a_value_given_twice(command, option, capsys):
    (action,) = (a for n, a in actions() if n == command and option in a.option_strings)
    value = action.choices[0] if action.choices else "1"
    words = [command, option, value, f"{option}={value}"]
    if option in ("--method", "--allow-host"):  # meant to come again
        assert _parser().parse_args([*words, *(["x"] if command != "app" else [])])
        return
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert f"{option} is given twice (" in said and "; give it once" in said


def test_a_second_value_is_said_with_the_first_and_a_parser_reads_again(capsys):
    parser = _parser()
    for _ in range(2):
        assert parser.parse_args(["run", "moons", "--T", "3", "--d1", "3"]).T == 3
    for words, says in (
        ("run moons --T 3 --T 5", "--T is given twice (3 and 5); give it once."),
        ("run moons --labeli ncp --labeling sp", "--labeling is given twice (ncp and sp)"),
        ("sweep moons --T 3 --T 5,9", "(3 and 5,9); give it once, with commas between its"),
        ("export r --data a b --data c", "(a b and c); give it once, with its values after it."),
    ):
        with pytest.raises(SystemExit):
            main(words.split())
        assert says in capsys.readouterr().err.splitlines()[-1]


def refused(command, option, name, folder, capsys):
    """What is said of a name; nothing is read, computed or written."""
    before = sorted(folder.rglob("*"))
    assert main([command, *BEFORE[command], option, name]) == 2
    (said,) = capsys.readouterr().err.splitlines()[-1:]
    assert sorted(folder.rglob("*")) == before
    return said


@pytest.fixture
def no_run(monkeypatch):
    """No command may begin its work."""

    def begun(*args, **options):
        raise AssertionError("the work has begun")

    for name in ("iterate_pair", "iterate_prepared", "prepare_arrays"):
        for module in ("spl.data.prepared", "spl.algorithm.iteration"):
            monkeypatch.setattr(f"{module}.{name}", begun, raising=False)


@pytest.mark.parametrize(("command", "option", "ending"), OUTPUTS)
def test_names_that_cannot_be_written(command, option, ending, folder, capsys, no_run):
    if command == "export":
        Path("r.npz").write_bytes(b"")
    Path(f"loop{ending}").symlink_to(f"again{ending}")
    Path(f"again{ending}").symlink_to(f"loop{ending}")
    more = BESIDE.get(f"{command} {option}", 0)
    for name, says in (
        (f"loop{ending}", "cannot be written (too many levels of symbolic links)"),
        ("n" * (256 - len(ending)) + ending, "cannot be written (file name too long)"),
        ("n" * (256 - more - len(ending)) + ending, "cannot be written (file name too long)"),
        ("日" * 84 + ending + ending, "cannot be written (file name too long)"),
        (f"absent/o{ending}", "this folder does not exist"),
        (f"p.npz/o{ending}", "this folder does not exist"),
    ):
        said = refused(command, option, name, folder, capsys)
        assert f"{option} " in said and says in said and len(said) < 320, said
    if Path("/proc/self").is_dir():
        said = refused(command, option, f"/proc/o{ending}", folder, capsys)
        assert f"{option} /proc/o{ending} cannot be written (" in said


def test_a_folder_of_lessons_that_cannot_be_written(folder, capsys):
    pytest.importorskip("openTSNE")
    Path("loop").symlink_to("loop")
    for name in (
        "loop",
        "loop/x",
        "absent/x",
        *(["/proc/x"] if Path("/proc/self").is_dir() else ()),
    ):
        assert f"--html {name} cannot be" in refused("lessons", "--html", name, folder, capsys)
    assert "name too long" in refused("lessons", "--html", "n" * 256, folder, capsys)


@pytest.mark.parametrize("stem", ["n" * 251, "日" * 83])
def test_the_longest_name_is_written(stem, folder, capsys):
    assert main(["run", "p.npz", "--T", "1", "--d1", "2", "--out", f"{stem}.npz"]) == 0
    assert Path(f"{stem}.npz").is_file()
    out = ["--d1", "2,3", "--T", "1", "--out"]
    assert main(["sweep", "p.npz", *out, f"{stem.encode()[:240].decode()}.csv"]) == 0


def test_two_sweeps_wait_for_each_other_at_a_link(folder, monkeypatch):
    locks = []
    monkeypatch.setattr("fcntl.flock", lambda file, how: locks.append(Path(file.name).name))
    Path("results").mkdir()
    Path("s.csv").symlink_to("results/table.csv")
    assert main(["sweep", "p.npz", "--d1", "2", "--T", "1", "--out", "s.csv"]) == 0
    assert set(locks) == {".table.csv.lock"} and Path("results/table.csv").is_file()
