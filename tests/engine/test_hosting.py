"""A hosted app: its limits, where they are read from, and what it says when one is reached."""

import json
import os
import subprocess
import sys
import threading
import tomllib
from pathlib import Path

import pytest

from spl.cli.main import main
from spl.engine import pool, worker
from spl.engine.hosting import Limits, limits
from spl.engine.pool import Pool
from spl.engine.studies import Study

ROOT = Path(__file__).parents[2]
HOSTED = {"SPL_HOSTED": "1", "SPL_HOSTED_SAMPLES": "2600", "SPL_HOSTED_T": "7"}


@pytest.mark.parametrize("said", [None, "", " ", "0", "false", "No", "OFF"])
def test_an_app_is_not_hosted_unless_it_is_said(said):
    assert limits(({} if said is None else {"SPL_HOSTED": said}) | {"SPL_HOSTED_T": "3"}) is None


@pytest.mark.parametrize("said", ["1", " 1 ", "true", "Yes", "on"])
def test_an_app_is_hosted_where_it_is_said(said):
    assert limits({"SPL_HOSTED": said}) == Limits()


@pytest.mark.parametrize("given", [{"SPL_HOSTED": "2"}, {"SPL_HOSTED_TT": "3"}])
def test_a_variable_that_would_do_nothing_is_refused(given):
    (name,) = given
    with pytest.raises(ValueError, match=f"{name} is .*; (set it to 1|use SPL_HOSTED_MEMORY_MB, )"):
        limits({"SPL_HOSTED": "1"} | given)


def test_each_limit_has_a_variable():
    names = [name.upper() for name in Limits.__dataclass_fields__]
    given = {f"SPL_HOSTED_{name}": str(11 + i) for i, name in enumerate(names)}
    found = limits({"SPL_HOSTED": "1", **given})
    assert list(vars(found).values()) == [11 + i for i in range(len(names))]
    assert limits({"SPL_HOSTED": "1"}) == Limits()


@pytest.mark.parametrize("value", ["-1", "0", "1.5", "many", "9" * 40, "٣"])
def test_a_limit_that_is_no_number_is_refused_by_the_command(value, monkeypatch, capsys):
    monkeypatch.setenv("SPL_HOSTED_T", value)
    assert main(["app", "--hosted", "--headless", "--port", "65535"]) == 2
    said = capsys.readouterr().err
    assert f"SPL_HOSTED_T is {value!r}; set it to a whole number, at least 1." in said


def hosted(code):
    """What a process prints that is hosted from its beginning."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | HOSTED, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_umap_t_and_samples_are_bounded_in_links_and_settings():
    lines = hosted("""if True:
        from spl import SPLParams, load_sample
        from spl.engine.links import settings_from_query
        from spl.engine.pool import n_workers
        from spl.engine.settings import fitting
        letters = {"data": "letters:handwriting,letters:sans"}
        settings, problems = settings_from_query(letters | {"T": "9", "embedding": "umap"})
        print(settings.params.T, settings.embedding)
        print(*problems, sep="\\n")
        print(*settings_from_query({"data": "letters:handwriting,letters:serif"})[1])
        print(*settings_from_query({"data": "gaussian?n_per_class=300"})[1])
        pair = load_sample("icons", "filled", "outline")
        print(fitting(SPLParams(T=30), pair).T, n_workers())
        from spl.ui.explore.settings import default_choice, presets
        print(default_choice(pair, SPLParams(T=10)).T, presets(pair, SPLParams(T=10))["T"])""")
    (used, *problems, sample, generated, fits, swept) = lines
    assert used == "7 tsne"
    assert problems == [
        "T=9 is outside 1 to 7, the range of the app; 7 is used.",
        "embedding='umap' is not offered by this server; use tsne, pca.",
    ]
    assert sample == ""  # what comes with the project is never refused
    assert generated.startswith("The data have 3,000 samples and a hosted app takes 2,600, source")
    assert fits == "7 1"
    assert swept == "['2', '7'] ['1', '2', '3', '5']"


def test_pages_offer_no_umap_and_say_the_limits():
    lines = hosted("""if True:
        from streamlit.testing.v1 import AppTest
        from spl.engine.launch import app_file
        page = AppTest.from_file(app_file()).run(timeout=120)
        assert not page.exception, page.exception
        print(*page.segmented_control(key="_embedding").options)
        print(*[c.value for c in page.sidebar.caption if "hosted" in c.value])
        print(f"{page.sidebar.slider(key='_T').max:g}")""")
    assert lines == ["PCA t-SNE", str(limits(HOSTED)), "7"]


def test_one_more_than_may_wait_is_refused_in_a_sentence(monkeypatch):
    one = Pool(most=1, most_waiting=1)
    monkeypatch.setattr(worker, "POOL", one)
    monkeypatch.setattr(pool, "LOOK_SECONDS", 0.01)
    gate = threading.Event()

    def steps(done):
        assert gate.wait(20)
        yield from range(len(done), 1)

    made = [Study(name, 1, steps) for name in "abc"]
    for n, study in enumerate(made, start=1):
        study.watchers.add(f"visitor {n}")
        study.start()
        while study.running and len(one._places) < n:
            study.wait(0.005)
    made[2].wait(20)
    assert made[2].error.startswith("The queue of this server is full; try again in a few minutes")
    assert not made[2].running
    gate.set()
    for study in made[:2]:
        study.wait(20)
        assert study.results == [0] and study.error is None
    made[2].start()  # its turn comes once the queue is short again
    made[2].wait(20)
    assert made[2].results == [0]


def test_the_image_is_given_what_the_wheel_is_made_of_and_nothing_else():
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    named = [project["project"]["readme"], *project["project"]["license-files"]]
    needed = {"pyproject.toml", *named, *wheel["packages"], *wheel["force-include"]}
    assert {line[1:] for line in lines if line.startswith("!")} == needed


def test_no_shell_stands_between_the_image_s_server_and_a_signal():
    (line,) = [x for x in (ROOT / "Dockerfile").read_text().splitlines() if x.startswith("CMD ")]
    assert json.loads(line.removeprefix("CMD "))[:3] == ["spl", "app", "--hosted"]
