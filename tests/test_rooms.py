"""The rooms of the house: who may import whom, and what loads with `import spl`."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import spl

PACKAGE = Path(spl.__file__).parent
HEAVY = ("streamlit", "plotly", "umap", "openTSNE", "pandas", "torch", "h5py", "numba")
FLOORS = (  # a room imports rooms of its own floor (not in a circle) and of lower floors
    {"algorithm"},
    {"data"},
    {"measures", "explain", "embedding", "methods", "paper"},
    {"experiments"},
    {"figures"},
    {"reports", "player"},
    {"engine"},
    {"ui", "cli"},
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
OUTSIDE = {"__init__", "__main__"}  # the public names, and the command line's door


def imported(file):
    """Every module that a file imports, in functions and for type checkers too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports relatively, which this test cannot follow"
            assert node.module is not None
            inside = node.module == "spl"
            yield from (f"spl.{a.name}" for a in node.names) if inside else (node.module,)


def arrows(package=PACKAGE):
    """(file, its room, the room it imports) of each import of ours from another room."""
    for file in sorted(package.rglob("*.py")):
        room = file.relative_to(package).parts[0].removesuffix(".py")
        for module in imported(file):
            if module.startswith("spl.") and room not in OUTSIDE:
                other = module.split(".")[1]
                if other not in (room, "__version__"):
                    yield file.relative_to(package).as_posix(), room, other


def test_every_room_has_its_floor():
    rooms = {folder.name for folder in PACKAGE.iterdir() if any(folder.glob("*.py"))}
    assert rooms - {"_bundle"} == set(FLOOR)
    files = {file.name for file in PACKAGE.iterdir() if file.is_file()}
    assert files <= {"README.md", "__init__.py", "__main__.py", "py.typed"}


def test_no_import_runs_back_up():
    upward = [a for a in arrows() if FLOOR[a[2]] > FLOOR[a[1]]]
    assert upward == []


def test_rooms_do_not_import_each_other_in_a_circle():
    found = arrows()
    below = {room: {other for _, r, other in found if r == room} for room in FLOOR}
    TopologicalSorter(below).prepare()  # raises CycleError with the circle


def test_the_algorithm_stands_alone():
    assert [a for a in arrows() if a[1] == "algorithm"] == []


def test_nothing_below_imports_the_app_or_the_command_line():
    assert [a for a in arrows() if a[2] in ("ui", "cli")] == []


def test_only_the_ui_imports_streamlit():
    users = {
        file.relative_to(PACKAGE).parts[0]
        for file in PACKAGE.rglob("*.py")
        if any(module.split(".")[0] == "streamlit" for module in imported(file))
    }
    assert users == {"ui"}


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("data/new.py", "from spl.ui.app import shell"),
        ("algorithm/new.py", "def late():\n    from spl.data.pair import DomainPair"),
        ("figures/new.py", "from spl import cli"),
    ],
)
def test_an_import_that_runs_back_up_is_seen(tmp_path, file, line):
    (tmp_path / file).parent.mkdir()
    (tmp_path / file).write_text(line)
    (_, room, other), *_ = arrows(tmp_path)
    assert FLOOR[other] > FLOOR[room]


def test_import_spl_loads_nothing_heavy():
    code = f"""if True:
        import sys, spl
        from spl import DomainPair, SPLParams, SPLState, iterate
        print(*[m for m in {HEAVY} if m in sys.modules])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_the_public_names_are_the_contract():
    names = "DomainPair SPLParams SPLState iterate SPLClassifier load_sample read_pair embed show"
    assert sorted(spl.__all__) == sorted(names.split())
    for name in spl.__all__:
        assert getattr(spl, name).__name__ == name and name in dir(spl)
    assert not hasattr(spl, "samples")


def test_the_public_names_take_data_from_a_sample_to_frames():
    pair = spl.load_sample("icons", "filled", "outline")
    params = spl.SPLParams(d1=16, d2=8, T=1)
    states = list(spl.iterate(pair.X_source, pair.y_source, pair.X_target, params))
    frames = list(spl.embed(states, "pca"))
    assert [frame.k for frame in frames] == [0, 1]
    assert frames[0].xy.shape == (pair.n_source + pair.n_target, 2)


def test_features_are_reduced_in_one_place():
    """All start from `prepare`, so that the numbers on every page are those of the run."""
    files = PACKAGE.rglob("*.py")
    calling = {f.name for f in files if "reduce_dimension" in f.read_text(encoding="utf-8")}
    assert calling == {"preprocessing.py", "preparation.py"}
