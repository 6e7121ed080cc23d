"""The Classes page with and without target labels, and its drill-down."""

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.jobs import job_of
from spl.ui.app.shell import MARKER
from spl.ui.run import classes as classes_view
from spl.ui.run.selection import PARTS

PARAMS = SPLParams(d1=6, d2=3, T=3)


@pytest.fixture
def pair(shifted):
    return DomainPair(*shifted)


@pytest.fixture
def blind(pair):
    return DomainPair(pair.X_source, pair.y_source, pair.X_target)


@pytest.fixture
def chosen(monkeypatch):
    found = []
    monkeypatch.setattr(
        "spl.ui.shared.drilldown.choose", lambda rows, what="": found.append((list(rows), what))
    )
    return found


def finished(pair):
    job = job_of(pair, PARAMS)
    job.ensure("pca")
    job.wait(60)
    return job


def headers(page):
    return [s.value for s in page.header]


@pytest.mark.parametrize("k", [0, 3])
def test_with_labels(open_page, pair, k):
    page = open_page("classes", pair, PARAMS, k)
    assert not page.exception and not page.error
    assert "Most confused pairs" in headers(page)
    table = page.dataframe[-1].value
    assert table["pseudo-labels"].sum() == pair.n_target
    assert {"accuracy (%)", "precision (%)"} <= set(table.columns)


@pytest.mark.parametrize("k", [0, 3])
def test_without_labels_it_shows_sizes_changes_and_agreement(open_page, blind, k):
    page = open_page("classes", blind, PARAMS, k)
    assert not page.exception and not page.error
    assert "Where NCP and SP differ most" in headers(page)
    table = page.dataframe[-1].value
    assert {"in its cluster", "entered", "left", "NCP and SP agree (%)"} <= set(table.columns)
    everything = str([list(d.value.columns) for d in page.dataframe]) + str(headers(page))
    assert "ccuracy" not in everything + str([c.value for c in page.caption])


def test_a_cell_chooses_its_samples(pair, chosen):
    job = finished(pair)
    state = job.states[1]
    classes_view.choose_cell(job, state, 0, 0)
    expected = np.flatnonzero((pair.yt == 0) & (state.pseudo_labels == 0)) + pair.n_source
    assert chosen[0][0] == expected.tolist()
    assert chosen[0][1] == "truly ant, labelled ant, at k = 1"


def test_without_labels_a_cell_is_ncp_against_sp(blind, chosen):
    job = finished(blind)
    state = job.states[1]
    classes_view.choose_cell(job, state, 1, 1)
    expected = np.flatnonzero((state.ncp_labels == 1) & (state.sp_labels == 1)) + blind.n_source
    assert chosen[0][0] == expected.tolist()
    assert "by NCP" in chosen[0][1]


@pytest.mark.parametrize("n_classes", [2, 65])
def test_two_and_many_classes(open_page, n_classes):
    rng = np.random.default_rng(n_classes)
    y = np.repeat(np.arange(n_classes), 3)
    X = 3 * np.eye(n_classes)[y] + rng.normal(size=(len(y), n_classes)) + 1
    pair = DomainPair(X, y, X + 0.1, y)
    params = SPLParams(d1=min(30, n_classes), d2=min(20, n_classes), T=2)
    for name in ("matching", "selection", "classes"):
        page = open_page(name, pair, params, 1)
        assert not page.exception and not page.error, name
    for part in PARTS:
        page = open_page("selection", pair, params, 1)
        page.session_state["state"].choices["selection_part"] = part
        page.session_state[MARKER] = True
        page.run()
        assert not page.exception and not page.error, part
