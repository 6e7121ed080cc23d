"""The Matching page: what it says, and what a click on it chooses."""

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.jobs import job_of
from spl.ui.app.shell import MARKER
from spl.ui.run import matching as matching_view

PARAMS = SPLParams(d1=6, d2=3, T=4)


@pytest.fixture
def pair(shifted):
    return DomainPair(*shifted)


def texts(page):
    return " ".join(str(m.value) for kind in ("markdown", "caption") for m in page.get(kind))


def again(page, **state):
    for name, value in state.items():
        setattr(page.session_state["state"], name, value)
    page.session_state[MARKER] = True
    return page.run()


@pytest.mark.parametrize("k", [0, 4])
def test_it_shows_margins_and_says_what_the_matching_changes(open_page, pair, k):
    page = open_page("matching", pair, PARAMS, k)
    assert not page.exception and not page.error
    table = page.dataframe[0].value
    assert {"margin", "distance", "truly of this class (%)"} <= set(table.columns)
    assert (table["margin"] >= 0).all()
    assert "here no cluster changes class" in texts(page)


def test_a_departure_from_kmeans_order_is_said_with_names(open_page):
    page = open_page("matching", "matching differs", SPLParams(d1=2, d2=2, T=4), 0)
    assert not page.exception and not page.error
    moved = {m.label: m.value for m in page.metric}["Clusters re-matched"]
    assert moved == "2" and f"{moved} of" in texts(page) and "→" in texts(page)


def test_choosing_a_cluster_shows_its_samples_and_explains_the_first(open_page, pair):
    state = job_of(pair, PARAMS)
    page = open_page("matching", pair, PARAMS, 2)
    state = job_of(pair, PARAMS).states[2]
    rows = [int(i) + pair.n_source for i in np.flatnonzero(state.cluster_labels == 1)]
    page = again(page, chosen_rows=rows)
    assert not page.exception and not page.error
    assert f"Chosen samples ({len(rows)})" in [s.value for s in page.header]
    assert f"Target sample {rows[0] - pair.n_source}" in texts(page)


def test_a_click_chooses_the_clusters_samples(pair, monkeypatch):
    chosen = []
    monkeypatch.setattr(
        "spl.ui.shared.drilldown.choose", lambda rows, what="": chosen.append((list(rows), what))
    )
    job = job_of(pair, PARAMS)
    job.ensure("pca")
    job.wait(60)
    matching_view.choose_cluster(job, job.states[3], 2)
    rows, what = chosen[0]
    expected = np.flatnonzero(job.states[3].cluster_labels == 2) + pair.n_source
    assert rows == expected.tolist()
    assert "cluster 2, matched with" in what and "k = 3" in what


def test_without_labels_and_with_one_state(open_page, pair):
    blind = DomainPair(pair.X_source, pair.y_source, pair.X_target)
    page = open_page("matching", blind, SPLParams(d1=6, d2=3, T=4, selection="none"), 0)
    assert not page.exception and not page.error
    assert "truly of this class (%)" not in page.dataframe[0].value.columns


def test_rows_of_other_data_are_left_out(open_page, pair):
    page = open_page("matching", pair, PARAMS, 1)
    page = again(page, chosen_rows=[5, 99_999])
    assert not page.exception
    assert "Chosen samples (1)" in [s.value for s in page.header]


def test_a_sample_is_chosen_by_number_in_either_domain(open_page, pair):
    page = open_page("matching", pair, PARAMS, 2)
    assert "No sample is chosen" in texts(page)
    page.session_state[MARKER] = True
    page.number_input(key="_sample_number").set_value(7).run()
    assert page.session_state["state"].chosen_rows == [pair.n_source + 7]
    assert "Target sample 7" in texts(page)
    again(page, chosen_rows=[7])
    assert not page.exception
    assert "Source sample 7" in texts(page) and "keeps its label" in texts(page)


def test_a_table_is_made_for_download_only_when_asked_for(open_page, pair):
    page = open_page("matching", pair, PARAMS, 2)
    buttons = [b.proto for b in page.get("download_button")]
    assert any(b.label == "Table as CSV" for b in buttons)
    assert all(b.deferred_file_id and not b.url for b in buttons)


def test_class_names_are_shown_as_they_are_written(open_page):
    source = [[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [0.1, 0.9]]
    target = [[1.0, 0.0], [0.9, 0.1], [1.0, 0.1], [0.95, 0.0]]  # the second cluster stays empty
    names = ["**bold**", "$x$ [a](b)"]
    pair = DomainPair(source, [0, 0, 1, 1], target, class_names=names)
    page = open_page("matching", pair, SPLParams(d1=2, d2=2, T=2), 0)
    shown = " ".join(m.value for m in (*page.markdown, *page.warning))
    assert not page.exception
    assert r"\$x\$ \[a\]\(b\)" in shown
    assert "$x$" not in shown.replace(r"\$", "")
