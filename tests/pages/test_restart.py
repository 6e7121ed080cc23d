"""Explore, Ablation and Comparison after the server was started again: what had run is there."""

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.shelf import SHELF
from spl.engine.studies import STUDIES
from spl.ui.app.shell import MARKER
from spl.ui.explore import runs, settings

PARAMS = SPLParams(d1=6, d2=3, T=2)


def forget():
    """What a restart does to all that is kept in memory."""
    for cache in (STUDIES, runs.KEPT, runs.RECALLED, settings.SWEPT):
        cache.clear()


@pytest.fixture(autouse=True)
def opened(tmp_path, monkeypatch):
    monkeypatch.setattr(SHELF, "folder", tmp_path)
    monkeypatch.setattr(SHELF, "problem", "")
    forget()
    yield
    forget()


@pytest.fixture
def pair(shifted):
    return DomainPair(*shifted)


def again(page):
    page.session_state[MARKER] = True
    return page.run()


def start(page, *labels):
    """Press the button that starts the study, and wait for its end."""
    button = next(b for b in page.button if b.label in labels)
    page.session_state[MARKER] = True
    page = button.click().run()
    for _, study in STUDIES.items():
        study.wait(120)
        assert study.error is None
    return again(page)


def texts(page):
    kinds = ("markdown", "caption", "info", "warning", "error")
    return " ".join(str(m.value) for kind in kinds for m in page.get(kind))


def test_explore_shows_the_lists_and_the_runs_of_before(open_page, pair):
    page = open_page("explore", pair, PARAMS)
    page.multiselect(key="_explore_d1").set_value(["4", "6"])
    page.multiselect(key="_explore_d2").set_value(["2"])
    page.multiselect(key="_explore_T").set_value(["2"])
    page = start(again(page), "Start")
    assert "2 runs, all finished" in texts(page)
    had = dict(runs.KEPT.items())
    forget()
    page = open_page("explore", pair, PARAMS)
    assert not page.exception and "2 runs, all finished" in texts(page)
    assert page.multiselect(key="_explore_d1").value == ["4", "6"]
    for key, result in runs.KEPT.items():
        np.testing.assert_array_equal(result.pseudo_labels, had[key].pseudo_labels)
    SHELF.save("ablation of data that this visitor has not", [1])
    page.session_state[MARKER] = True
    page.button(key="clear_kept").click().run()
    assert SHELF.size()[0] == 1 and SHELF.load("ablation of data that this visitor has not")
    forget()
    assert "all finished" not in texts(open_page("explore", pair, PARAMS))


@pytest.mark.parametrize("name", ["ablation", "comparison"])
def test_a_page_deletes_only_what_it_shows(name, open_page, pair):
    label = {"ablation": "Start", "comparison": "Compare"}[name]
    page = open_page(name, pair, PARAMS)
    for box in page.checkbox:
        if box.key.startswith("_take ") and not box.disabled:
            box.set_value(box.label in ("SPL", "1-NN"))
    page = start(again(page), label)
    n = SHELF.size()[0]
    other = open_page(name, pair, SPLParams(d1=5, d2=3, T=2))  # another visitor's settings
    assert n == 1 and not any(b.key == "clear_kept" for b in other.button)
    page.session_state[MARKER] = True
    page.button(key="clear_kept").click().run()
    assert SHELF.size() == (0, 0)


def test_ablation_shows_its_rows_again(open_page, pair):
    start(open_page("ablation", pair, PARAMS), "Start")
    forget()
    page = open_page("ablation", pair, PARAMS)
    assert not page.exception and "Nothing has run" not in texts(page)
    assert not any(b.label in ("Start", "Continue") for b in page.button)


def test_comparison_shows_what_had_run(open_page, pair):
    page = open_page("comparison", pair, PARAMS)
    for box in page.checkbox:
        if box.label != "normalize" and not box.disabled and box.key.startswith("_take "):
            box.set_value(box.label in ("SPL", "1-NN", "CAPLS"))
    start(again(page), "Compare")
    forget()
    page = open_page("comparison", pair, PARAMS)
    assert not page.exception and "Nothing has run" not in texts(page)
    assert page.checkbox(key="_take CAPLS").value


def test_a_run_and_a_study_at_work_have_a_cancel_each(open_page, pair, monkeypatch):
    page = open_page("ablation", pair, PARAMS)
    ((_, study),) = STUDIES.items()
    for work in (page.session_state["state"].job, study):
        monkeypatch.setattr(work, "_active", True)
    monkeypatch.setattr("spl.ui.app.progress._milestone", lambda: None)  # nothing new to show
    page = again(page)
    assert not page.exception
    assert [button.label for button in page.button].count("Cancel") == 2
