"""What a page has ready before Run is pressed."""

from dataclasses import replace

import pytest

from spl.algorithm.params import SPLParams
from spl.data.cache import Cache
from spl.data.pair import DomainPair
from spl.data.prepared import is_prepared

PARAMS = SPLParams(d1=6, d2=3, T=4)


@pytest.fixture(autouse=True)
def computed(monkeypatch):
    """What is computed ahead; nothing of other tests."""
    monkeypatch.setattr("spl.data.prepared.PREPARED", Cache())


def test_components_are_computed_while_the_page_is_read(app):
    app.query_params["data"] = "moons"
    app.query_params["d1"] = "5"
    app.run()
    pair_and_params = app.session_state["state"].ahead.args
    app.session_state["state"].ahead.join(60)
    assert is_prepared(*pair_and_params)
    assert pair_and_params[1] == app.session_state["state"].settings.params


def test_a_slider_that_is_moved_on_computes_for_its_last_place_alone(app, monkeypatch):
    monkeypatch.setattr("spl.ui.app.ahead.PAUSE", 3600)
    app.query_params["data"] = "moons"
    app.run()
    first = app.session_state["state"].ahead
    app.slider(key="_d1").set_value(3).run()
    second = app.session_state["state"].ahead
    assert first.finished.is_set() and not second.finished.is_set()
    assert second.args[1].d1 == 3
    second.cancel()


def test_nothing_is_computed_ahead_for_large_data(app, monkeypatch):
    monkeypatch.setattr("spl.ui.app.ahead.QUICK", 10)
    app.query_params["data"] = "moons"
    app.run()
    assert not app.exception
    assert not app.session_state["state"].ahead


def test_the_players_code_and_pictures_come_before_the_run(open_page, shifted):
    X, y, Xt, yt = shifted
    names = [f"sample {i}" for i in range(len(X))]
    without = open_page("alignment", DomainPair(X, y, Xt, yt))
    pair = DomainPair(X, y, Xt, yt, sample_names_source=names)
    page = open_page("alignment", pair)
    assert not page.exception
    assert len(without.get("bidi_component")) == 1  # the code
    assert len(page.get("bidi_component")) == 2  # and the names
    run = open_page("alignment", pair, replace(PARAMS, T=2))
    assert not run.exception  # the same elements, now the player's
    assert len(run.get("bidi_component")) > 2
