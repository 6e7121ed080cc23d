"""A run that goes on while settings are moved, by one visitor or by several."""

import threading

import pytest

from spl.domains import DomainPair
from spl.embedding import pca_frames
from spl.ui import jobs
from spl.ui.jobs import UPLOADS
from spl.ui.markdown import plain


@pytest.fixture
def slow(monkeypatch):
    """Runs go no further than their first state before this event is set."""
    go_on = threading.Event()
    real = jobs.iterate_pair

    def waiting(*args):
        for state in real(*args):
            yield state
            go_on.wait(60)

    monkeypatch.setattr(jobs, "iterate_pair", waiting)
    yield go_on
    go_on.set()


def opened(app, **query):
    for name, value in ({"data": "moons", "embedding": "pca", "run": "1"} | query).items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app.session_state["job"]


def test_moving_a_slider_stops_no_run_that_somebody_else_watches(app, slow):
    job = opened(app, T="9", d2="1")
    job.watchers.add("somebody else")
    app.slider(key="_T").set_value(8).run()
    assert job.running and not job.cancelled
    job.watchers.remove("somebody else")
    app.slider(key="_T").set_value(7).run()
    assert job.cancelled
    slow.set()
    job.wait(60)
    assert not app.exception and len(job.states) < job.n_states


def test_continue_computes_the_picture_that_was_chosen_meanwhile(app, slow, monkeypatch):
    monkeypatch.setattr(jobs, "embed", lambda states, method, **_: iter(pca_frames(states)))
    job = opened(app, T="6", d2="1")
    job.cancel()
    slow.set()
    job.wait(60)
    app.session_state["settings"].embedding = "tsne"
    app.run()
    assert "Stopped" in app.warning[0].value
    app.button(key=f"continue {job.id}").click().run()
    job.wait(60)
    assert not app.exception and job.complete("tsne")


def test_one_run_on_both_sides_is_stopped_and_continued_once(app, slow):
    job = opened(app, T="5", d2="1", compare="pca")
    assert app.session_state["second_job"] is job
    job.cancel()
    slow.set()
    job.wait(60)
    app.run()
    assert not app.exception and len(app.warning) == 1
    app.button(key=f"continue {job.id}").click().run()
    job.wait(60)
    assert not app.exception and job.complete("pca")


def test_it_is_said_which_settings_of_the_run_shown_were_changed(app):
    opened(app, T="3").wait(60)
    app.selectbox(key="_selection").set_value("all").run()
    (shown,) = (c.value for c in app.caption if "still show the run" in c.value)
    assert shown.endswith("with selection class-wise.")


def test_the_sidebar_shows_the_name_of_the_data_as_it_is_written(app, shifted):
    pair = DomainPair(*shifted, name="my_*own*_data $x$")
    opened(app, data="upload", upload=UPLOADS.keep(pair), d1="4", d2="2", T="2").wait(60)
    assert app.sidebar.markdown[0].value == f"**{plain(pair.title)}**"
