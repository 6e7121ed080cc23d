"""The Ablation page with and without target labels, cancelled and resumed."""

import threading

import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.settings import Settings
from spl.engine.studies import STUDIES
from spl.experiments.ablation import ABLATION, ablation
from spl.ui.ablation import rows as ablation_rows
from spl.ui.ablation import view as ablation_view
from spl.ui.app.shell import MARKER
from spl.ui.app.state import PageState

PARAMS = SPLParams(d1=6, d2=3, T=3)


@pytest.fixture(autouse=True)
def forget():
    STUDIES.clear()


@pytest.fixture
def pair(shifted):
    return DomainPair(*shifted, name="insects")


@pytest.fixture
def blind(shifted):
    return DomainPair(*shifted[:3])


def the_study():
    ((_, study),) = STUDIES.items()
    return study


def again(page):
    page.session_state[MARKER] = True
    return page.run()


def finished(page):
    """The page after its study has run to the end."""
    the_study().start()
    the_study().wait(60)
    return again(page)


def every_text(page):
    kinds = ("markdown", "caption", "info", "header", "title", "selectbox", "button")
    parts = [e for kind in kinds for e in page.get(kind)]
    texts = [str(getattr(e, "value", "")) + str(getattr(e, "label", "")) for e in parts]
    tables = [" ".join(map(str, table.value.columns)) for table in page.dataframe]
    charts = [c.proto.spec + c.proto.alt for c in page.get("plotly_chart")]
    return " ".join([*texts, *tables, *charts])


def test_before_a_run_it_says_what_to_do_and_shows_the_papers_rows(open_page, pair):
    page = open_page("ablation", pair, PARAMS)
    assert not page.exception and not page.error
    assert "Press **Start**" in page.info[0].value
    (paper,) = page.dataframe
    assert list(paper.value["Office-31"]) == [82.0, 87.5, 87.6, 83.7, 88.0, 88.0, 87.8, 89.5, 89.6]
    assert "the app did not compute them" in every_text(page)


def test_nine_rows_fill_in(open_page, pair):
    page = open_page("ablation", pair, PARAMS)
    assert page.button(key=f"start {the_study().key}").label == "Start"
    page = finished(page)
    assert not page.exception and not page.error
    rows = page.dataframe[0].value
    expected = [100 * r.final("accuracy") for r in ablation(pair, PARAMS)]
    assert list(rows["accuracy (%)"]) == pytest.approx(expected, abs=0.05)
    assert list(rows["PL"]) == ["✗ no"] * 3 + ["✓ yes"] * 6
    assert list(rows["difference (points)"])[-1] == 0
    assert len(page.get("plotly_chart")) == 3
    assert "Table 5" in every_text(page)


def test_without_target_labels_nothing_says_accuracy(open_page, blind):
    page = finished(open_page("ablation", blind, PARAMS))
    assert not page.exception and not page.error
    assert "agreement of NCP and SP (%)" in page.dataframe[0].value.columns
    assert "accuracy" not in every_text(page).lower()
    page.session_state[MARKER] = True
    page.selectbox(key="_ablation_measure").set_value("silhouette").run()
    assert not page.exception
    assert "silhouette" in page.dataframe[0].value.columns


def test_cancel_keeps_what_is_done_and_continue_goes_on(open_page, pair, monkeypatch):
    gate = threading.Semaphore(2)

    def slow(pair, params, done=()):
        for result in ablation(pair, params, done):
            gate.acquire()
            yield result

    monkeypatch.setattr(ablation_view, "ablation", slow)
    page = open_page("ablation", pair, PARAMS)
    study = the_study()
    study.start()
    while len(study.results) < 2:
        study.wait(0.01)
    page = again(page)
    assert page.button[0].label == "Cancel"
    study.cancel()
    gate.release()
    study.wait(60)
    kept = len(study.results)
    page = again(page)
    assert f"{kept} of 9 combinations are kept" in page.warning[0].value
    gate.release(20)
    page = finished(page)
    assert [r.row for r in study.results] == list(ABLATION)
    assert not page.exception and not page.warning


def test_all_directions_of_a_set(open_page):
    page = open_page("ablation", "digits:uci,digits:mnist")
    page.session_state["state"].settings.params = SPLParams(d1=8, d2=4, T=1)
    page.session_state["state"].choices["ablation_scope"] = ablation_view.ALL
    STUDIES.clear()
    page = finished(again(page))
    assert not page.exception and not page.error
    rows = page.dataframe[0].value
    assert {"uci → mnist", "mnist → uci", "mean accuracy (%)", "± sd"} <= set(rows.columns)
    assert "the 2 tasks that have all nine rows" in every_text(page)
    mean = (rows["uci → mnist"] + rows["mnist → uci"]) / 2
    assert list(rows["mean accuracy (%)"]) == pytest.approx(list(mean), abs=0.11)


def test_a_generator_has_no_directions_to_choose(open_page):
    page = open_page("ablation", "moons")
    assert not page.exception
    assert "All directions" not in every_text(page)


def test_a_chosen_row_can_be_opened(open_page, pair):
    page = finished(open_page("ablation", pair, PARAMS))
    page.session_state["state"].chosen_row = (6, pair.title)
    page = again(page)
    assert "**Chosen: PL + S + NCP**" in every_text(page)
    assert page.button(key="open_row").label == "Open this run in the player"


def test_a_mean_stands_for_the_chosen_pair(monkeypatch, pair):
    kept = PageState(Settings())
    monkeypatch.setattr(ablation_rows, "page_state", lambda: kept)
    monkeypatch.setattr(ablation_rows.session, "pair", lambda: pair)
    ablation_rows.pick_dot([4, "", "text"])
    assert kept.chosen_row == (4, pair.title)
    ablation_rows.pick_dot([2, "digits: mnist → uci"])
    assert kept.chosen_row == (2, "digits: mnist → uci")


def test_opening_a_row_sets_its_variant_and_its_direction(monkeypatch):
    from spl.ui.app import session

    settings = Settings()
    settings.choose_data("digits:uci,digits:mnist", SPLParams(d1=9, d2=5, T=2))
    pressed = []
    monkeypatch.setattr(session, "settings", lambda: settings)
    monkeypatch.setattr(session, "choose_data", settings.choose_data)
    monkeypatch.setattr(session, "press_run", lambda: pressed.append(settings.params))
    ablation_rows.open_run(ABLATION[3], "digits: mnist → uci")
    assert settings.data == "digits:mnist,digits:uci"
    (params,) = pressed
    assert (params.labeling, params.selection) == ("ncp", "all")
    assert (params.d1, params.d2, params.T) == (9, 5, 2)
