"""The core alone: numpy, scipy and scikit-learn. What needs an extra says so in one sentence.

Every test runs in a process that finds none of the extras' packages. So this file passes as well
where they are not installed (`.ci/lowest`).
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from scipy.io import savemat

from spl import __version__
from spl.cli.main import main
from spl.data.extras import EXTRAS, MissingExtra, command, explained, lacks, need

ROOT = Path(__file__).parents[1]
DISTRIBUTIONS = {"umap": "umap-learn", "PIL": "pillow", "ot": "pot"}  # where names differ
HEAVY = sorted({module for modules in EXTRAS.values() for module in modules} | {"numba"})
LETTERS = ["letters:handwriting", "letters:sans"]
BARE = f"""
import sys
from importlib.machinery import PathFinder

class Core(PathFinder):  # as if the others were not installed
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        absent = name.partition(".")[0] in {HEAVY}
        return None if absent else PathFinder.find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Core
"""
COMMANDS = """
import contextlib, io, json
from spl.cli.main import main
for arguments in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""


def without_extras(*commands: list[str]) -> list[tuple[int, str, str]]:
    """Exit code, stdout and stderr of each command, in one process that has the core only."""
    arguments = [sys.executable, "-c", BARE + COMMANDS, json.dumps(commands)]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


@pytest.fixture
def files(tmp_path, shifted):
    """The same pair in each format that the core reads, and empty ones that it does not."""
    X, y, Xt, _ = shifted
    classes = np.unique(y, return_inverse=True)[1]
    np.savez(tmp_path / "s.npz", X=X, y=y)
    np.save(tmp_path / "t.npy", Xt)
    savemat(tmp_path / "s.mat", {"fts": X, "labels": classes[:, None] + 1})
    (tmp_path / "s.csv").write_text("a,b,label\n1,2,x\n3,4,y\n")
    (tmp_path / "s.parquet").write_bytes(b"PAR1")
    (tmp_path / "s.h5").write_bytes(b"\x89HDF\r\n\x1a\n")
    return tmp_path


def test_a_run_a_sweep_and_a_page_need_the_core_only(files):
    run, page = str(files / "run.npz"), str(files / "run.html")
    table, vote = str(files / "sweep.csv"), str(files / "vote.npz")
    grid = ["--d1", "4,6", "--d2", "3", "--T", "1,2", "--out", table, "--vote", vote]
    pair = [str(files / "s.npz"), str(files / "t.npy")]
    commands = [
        ["samples"],
        ["run", *LETTERS, "--T", "1"],
        ["run", str(files / "s.mat"), str(files / "t.npy"), "--T", "1"],
        ["run", *pair, "--T", "2", "--out", run],
        ["export", run, "--html", page, "--embedding", "pca"],
        ["sweep", *pair, *grid],
        ["sweep", *pair, *grid],
        ["ablation", "moons", "--T", "1"],
        ["compare", "moons", "--methods", "1-NN,SVM"],
    ]
    done = without_extras(*commands)
    assert [code for code, _, _ in done] == [0] * len(commands), done
    assert "without adaptation: 1-NN" in done[1][1]
    assert "agreement" in done[2][1]
    assert Path(page).read_text(encoding="utf-8").startswith("<!doctype html>")
    first, again = done[5], done[6]
    assert "0 of 4 runs" not in first[2] and "suggested:" in first[1]
    assert again[1].splitlines()[-2:] == first[1].splitlines()[-2:]
    assert len(Path(table).read_text().splitlines()) == 5


NEEDS = [  # a command, and the extra that it lacks
    ("run s.csv t.npy", "files"),
    ("run s.npz s.parquet", "files"),
    ("run s.h5 t.npy", "files"),
    ("sweep moons --d1 4 --out sweep.parquet", "files"),
    ("export run.npz --html run.html", "embed"),
    ("export run.npz --html run.html --embedding umap", "embed"),
    ("lessons --html site", "embed"),
    ("sweep moons --d1 4 --html sweep.html", "app"),
    ("compare moons --html report.html", "app"),
    ("app", "app"),
    ("features pictures --out x.npz", "images"),
    ("sweep moons --backend dask --scheduler tcp://localhost:1", "dask"),
]


def test_what_needs_an_extra_names_it(files, monkeypatch):
    (files / "pictures").mkdir()
    (files / "pictures" / "a.png").write_bytes(b"\x89PNG")
    monkeypatch.chdir(files)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    saved = "run moons --T 1 --no-baselines --out run.npz"
    done = without_extras(*(line.split() for line in (saved, *(line for line, _ in NEEDS))))
    for (line, extra), (code, out, err) in zip(NEEDS, done[1:], strict=True):
        sentence = err.splitlines()[-1]
        assert (code, out) == (2, ""), (line, err)
        assert re.fullmatch(r"spl: \S.* not installed; run .*\.", sentence), (line, sentence)
        assert command(extra) in sentence, line
        assert "Traceback" not in err, line
    assert not {"sweep.html", "report.html", "run.html", "site"} & {f.name for f in files.iterdir()}


def test_the_library_says_the_same(files):
    code = f"""
import spl
pair = spl.load_sample("icons", "filled", "outline")
params = spl.SPLParams(d1=8, d2=4, T=1)
states = list(spl.iterate(pair.X_source, pair.y_source, pair.X_target, params))
spl.show(states, pair, method="pca")
for call in (
    lambda: spl.read_pair({str(files / "s.csv")!r}),
    lambda: spl.embed(states, "tsne"),
    lambda: spl.show(states, pair),
):
    try:
        call()
    except ImportError as error:
        print(type(error).__name__, error)"""
    done = subprocess.run([sys.executable, "-c", BARE + code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    table, tsne, show = done.stdout.splitlines()
    assert table == (
        "MissingExtra s.csv is a table, which needs pandas, which is not installed; run "
        "pip install 'spl-explorer[files]', or give a .npz, .npy or .mat (version 5) file."
    )
    assert (
        tsne
        == show
        == (
            "MissingExtra t-SNE needs openTSNE, which is not installed; run "
            "pip install 'spl-explorer[embed]', or use pca."
        )
    )


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["samples"], ["run", *LETTERS, "--T", "1", "--no-baselines"]],
    ids=" ".join,
)
def test_nothing_heavy_loads(arguments):
    """1-NN and SVM are scikit-learn's, which imports pandas by itself where it is installed."""
    code = f"""if True:
        import sys
        from contextlib import suppress
        from spl.cli.main import main
        with suppress(SystemExit):
            main({arguments})
        print(*[m for m in {HEAVY} + ["sklearn"] if sys.modules.get(m)], file=sys.stderr)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "", done.stderr
    assert done.stdout


def test_each_module_is_in_its_extra():
    """`extras.py` says for modules what `pyproject.toml` says for packages."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    names = {x: [re.match(r"[\w.-]+", line)[0] for line in optional[x]] for x in optional}
    for extra, modules in EXTRAS.items():
        wanted = {DISTRIBUTIONS.get(m, m).replace("_", "-").lower() for m in modules}
        assert wanted <= {name.lower() for name in names[extra]}, extra
    every = re.search(r"\[(.*)\]", optional["all"][0])[1].split(",")
    assert set(every) | {"embed", "files"} == set(EXTRAS)
    core = {re.match(r"[\w-]+", line)[0] for line in project["dependencies"]}
    assert core == {"numpy", "scipy", "scikit-learn", "joblib", "threadpoolctl"}


def test_the_citation_is_of_this_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    told = dict(re.findall(r"^([a-z-]+): (\S.*)$", citation, flags=re.M))
    assert told["cff-version"] == "1.2.0"
    assert (told["title"], told["type"]) == ("SPL Explorer", "software")
    assert told["version"] == project["version"] == __version__
    assert told["license"] == project["license"]


def test_sentences(monkeypatch):
    monkeypatch.setitem(sys.modules, "skada", None)
    monkeypatch.setitem(sys.modules, "ot", None)
    assert lacks("X", "numpy") == ""
    assert lacks("OT", "skada", "ot", otherwise="leave it out") == (
        "OT needs skada and ot, which are not installed; run "
        "pip install 'spl-explorer[compare]', or leave it out."
    )
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert lacks("A page", *EXTRAS["embed"]).endswith("run pip install 'spl-explorer[embed]'.")
    assert lacks("Pictures", *EXTRAS["images"]).endswith("run pip install 'spl-explorer[images]'.")
    with pytest.raises(MissingExtra, match="OT needs ot, which is not installed"):
        need("OT", "numpy", "ot")
    assert explained(ImportError("no", name="skada.metrics")).startswith("This needs skada,")
    assert explained(ImportError("no", name="another")) == ""
    assert explained(ImportError("no")) == ""


def test_a_comparison_in_which_no_method_could_run_fails(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "skada", None)
    monkeypatch.setitem(sys.modules, "ot", None)
    assert main(["compare", "moons", "--methods", "CORAL"]) == 2
    out, err = capsys.readouterr()
    assert "pip install 'spl-explorer[compare]'" in out
    assert err.splitlines()[-1] == "spl: No method could run; the lines above say why."
