"""The chosen sample at the foot of the pages that need no run."""

import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.jobs import job_of
from spl.ui.app.shell import MARKER, PAGES
from spl.ui.shared.markdown import plain

PARAMS = SPLParams(d1=6, d2=3, T=3)
BELOW = ("data", "lessons", "explore", "ablation", "comparison")
ALWAYS = ("alignment", "matching", "selection", "classes", "walkthrough")  # where a run is needed


@pytest.fixture
def pair(shifted):
    return DomainPair(*shifted)


def texts(page):
    return " ".join(str(m.value) for kind in ("markdown", "caption") for m in page.get(kind))


def panels(page):
    return [e.label for e in page.expander if e.label.startswith("One sample")]


def opened(page):
    page.session_state["state"].sample_is_open = True
    page.session_state[MARKER] = True
    return page.run()


def test_every_page_has_the_panel():
    assert {*BELOW, *ALWAYS} == set(PAGES)


@pytest.mark.parametrize("name", BELOW)
@pytest.mark.parametrize("labels", [True, False])
def test_a_chosen_sample_is_named_and_explained_when_opened(open_page, shifted, name, labels):
    data = DomainPair(*(shifted if labels else shifted[:3]))
    page = open_page(name, data, PARAMS, 2, chosen=[90 + 7])
    assert not page.exception and not page.error
    assert panels(page) == ["One sample at k = 2: target 7"]
    assert "Target sample 7" not in texts(page)  # closed: nothing is computed
    opened(page)
    assert not page.exception and not page.error
    assert "Target sample 7" in texts(page) and "True label" in texts(page)
    assert "Nearest source samples in the subspace at iteration 2" in texts(page)
    (panel,) = (e for e in page.expander if e.label.startswith("One sample"))
    assert labels or "ccuracy" not in " ".join(m.value for m in panel.markdown)


@pytest.mark.parametrize("name", ALWAYS)
@pytest.mark.parametrize("labels", [True, False])
def test_the_pages_of_a_run_explain_it_at_once(open_page, shifted, name, labels):
    data = DomainPair(*(shifted if labels else shifted[:3]))
    page = open_page(name, data, PARAMS, 2, chosen=[90 + 7])
    assert not page.exception and not page.error
    assert panels(page) == ["One sample"] and "Target sample 7" in texts(page)


@pytest.mark.parametrize("name", BELOW)
def test_without_a_run_there_is_none(open_page, pair, name):
    page = open_page(name, pair, chosen=[90 + 7])
    assert not page.exception
    assert panels(page) == [] and not page.session_state["state"].job


@pytest.mark.parametrize("name", BELOW)
def test_a_run_without_a_state_yet_shows_none(open_page, pair, name):
    page = open_page(name, pair, chosen=[3])
    page.session_state["state"].job = job_of(pair, SPLParams(d1=5, d2=2, T=7))  # never started
    page.session_state[MARKER] = True
    page.run()
    assert not page.exception and panels(page) == []
    assert (
        not page.session_state["state"].job.running and not page.session_state["state"].job.states
    )


def test_a_sample_is_chosen_by_number(open_page, pair):
    page = opened(open_page("lessons", pair, PARAMS, 1))
    assert panels(page) == ["One sample at k = 1"]
    assert "No sample is chosen" in texts(page)
    page.session_state[MARKER] = True
    page.number_input(key="_sample_number").set_value(4).run()
    assert page.session_state["state"].chosen_rows == [pair.n_source + 4]
    assert panels(page) == ["One sample at k = 1: target 4"]
    assert "Target sample 4" in texts(page)  # the panel has another title, and is still open
    page.session_state["state"].chosen_rows = [2]
    opened(page)
    assert panels(page) == ["One sample at k = 1: source 2"]
    assert "keeps its label" in texts(page)


def test_names_are_shown_as_they_are_written(open_page, shifted):
    X, y, Xt, _ = shifted
    wild = {"ant": "a*n*t $x$", "bee": "b_e_e [u](v)", "cat": ":red[c]"}
    names = [f"**{i}** $y$" for i in range(len(Xt))]
    y = [wild[c] for c in y]
    pair = DomainPair(X, y, Xt, sample_names_target=names, sample_names_source=names)
    for row in (3, 90 + 3):
        page = opened(open_page("lessons", pair, PARAMS, 1, chosen=[row]))
        assert not page.exception and not page.error
        assert r"\*\*3\*\* \$y\$" in panels(page)[0]
        labels = [c.value.partition("  \n")[0] for c in page.caption if ", distance" in c.value]
        role = plain("pseudo-label ") if row == 3 else ""
        assert len(labels) == 6 and set(labels) <= {role + plain(c) for c in wild.values()}
