"""Settings that run as they are changed, and the way back, on the whole app."""

import time

import pytest

from spl.engine import job as job_module
from spl.engine.jobs import JOBS
from spl.ui.app import bound
from spl.ui.app import live as live_page


@pytest.fixture
def live(app):
    """A function that opens the app with a finished run; live unless told otherwise."""

    def open_it(**query: str):
        JOBS.clear()
        wanted = {"data": "moons", "run": "1", "embedding": "pca", "live": "on", "k": "10"} | query
        for name, value in wanted.items():
            app.query_params[name] = value
        app.run()
        _state(app).job.wait(60)
        return app.run()

    yield open_it
    JOBS.clear()


def _state(app):
    return app.session_state["state"]


def _arrived(app):
    """The app, once the run that was on its way is shown."""
    latest = time.monotonic() + 60
    while _state(app).next_job is not None and time.monotonic() < latest:
        time.sleep(0.05)
        app.run()
    assert _state(app).next_job is None
    return app


def _move(app, name, value):
    return app.slider(key=f"_{name}").set_value(value).run()


def _press(app, key):
    return app.button(key=key).click().run()


def test_a_slider_that_is_released_runs_and_the_run_takes_the_place_of_the_one_shown(live):
    app = live()
    before = _state(app).job
    assert app.toggle(key="_live").value and app.button(key="undo").disabled
    _arrived(_move(app, "d2", 5))
    state = _state(app)
    assert not app.exception and state.job is not before
    assert state.job.params.d2 == 5 and state.job.following is not None
    assert state.last_job is before  # whose curve is the ghost
    assert state.autoplay == ""  # Undo comes back to k, not to a film
    assert app.query_params["d2"] == "5" and app.query_params["run"] == "1"


def test_one_rerun_suffices_and_tells_the_run_that_it_is_drawn(live, monkeypatch):
    monkeypatch.setattr(live_page, "WAIT", 60)
    app = live()
    before = _state(app).job
    _move(app, "d2", 5)
    assert _state(app).next_job is None and _state(app).job.params.d2 == 5
    assert _state(app).last_job is before
    assert _state(app).job.following.drawn.is_set()


def test_the_picture_says_what_is_computed_before_the_page_is_drawn(live, slow, monkeypatch):
    app, said = live(), []
    monkeypatch.setattr(live_page, "announce", lambda words, *_, **__: said.append(words))
    slow()
    _move(app, "d2", 5)
    app.run()
    _state(app).next_job.cancel()
    assert said == ["Running with d2 5 …"] * 2


def test_who_looks_at_the_last_iteration_goes_on_looking_at_the_last(live):
    app = _arrived(_move(live(), "T", 4))
    assert _state(app).settings.k == 4
    _arrived(_move(app, "T", 6))
    assert _state(app).settings.k == 6
    _state(app).settings.k = 2
    _arrived(_move(app, "T", 5))
    assert _state(app).settings.k == 2


def test_undo_redo_and_a_small_picture_show_their_runs_at_once(live):
    app = live()
    first = _state(app).job
    second = _state(_arrived(_move(app, "d2", 5))).job
    third = _state(_arrived(_move(app, "T", 4))).job
    _state(app).job.wait(60)
    app.run()
    _press(app, "undo")
    assert _state(app).job is second and app.slider(key="_T").value == second.params.T
    _press(app, "undo")
    assert _state(app).job is first and app.button(key="undo").disabled
    _press(app, "redo")
    assert _state(app).job is second
    small = [button for button in app.button if str(button.key).startswith("tried_")]
    assert len(small) == 3
    third_picture = next(b for b in small if b.label == "d2 5, T 4")
    third_picture.click().run()
    assert _state(app).job is third and app.button(key="redo").disabled
    assert not app.exception


def test_a_second_undo_before_the_sliders_are_drawn_anew_is_a_second_step(live):
    app = live()
    for T in (9, 8):
        _arrived(_move(app, "T", T))
    _press(app, "undo")
    assert app.slider(key="_T").value == 9
    app.slider(key="_T").set_value(8)  # what the browser still shows
    _press(app, "undo")
    assert _state(app).settings.params.T == 10 and app.slider(key="_T").value == 10
    _arrived(_move(app, "T", 9))  # the same value again, by the visitor
    assert _state(app).job.params.T == 9


def test_a_poll_moves_no_slider(live, monkeypatch):
    app = live()
    before = _state(app).settings.params
    monkeypatch.setattr(bound, "in_fragment", lambda: True)
    _move(app, "T", 4)
    assert _state(app).settings.params == before and app.slider(key="_T").value == before.T
    monkeypatch.undo()
    _arrived(_move(app, "T", 4))
    assert _state(app).job.params.T == 4


def test_a_poll_chooses_nothing(live, monkeypatch):
    """A browser that had not drawn a lesson's page yet took its label set back to closed."""
    app = live()
    before = _state(app).settings.params
    monkeypatch.setattr(bound, "in_fragment", lambda: True)
    app.selectbox(key="_label_set").set_value("partial")
    app.toggle(key="_live").set_value(False).run()
    assert _state(app).settings.params == before and _state(app).settings.live == "on"
    assert app.selectbox(key="_label_set").value == "closed" and app.toggle(key="_live").value


def test_the_visitors_off_wins_and_undo_takes_the_sliders_back(live):
    app = live(live="off")
    job = _state(app).job
    _move(app, "d2", 5)
    assert _state(app).job is job and _state(app).next_job is None
    assert app.button(key="run").label == "Run again with these settings"
    _press(app, "undo")
    assert _state(app).job is job and app.slider(key="_d2").value == job.params.d2


def test_the_switch_is_remembered_in_the_link(live):
    app = live(live="on")
    app.toggle(key="_live").set_value(False).run()
    assert app.query_params["live"] == "off"


def test_a_slow_run_is_not_started_by_a_slider_and_the_switch_says_why(live, monkeypatch):
    app = live(live="")
    _state(app).job.seconds = 3.2
    app.run()
    switch = app.toggle(key="_live slow")
    assert not switch.value and "The last run took 3.2 s, so this is off" in switch.help
    _move(app, "d2", 5)
    assert _state(app).next_job is None


@pytest.fixture
def slow(monkeypatch):
    """Runs that wait at their first state until `gate` is opened."""
    real = job_module.iterate_pair
    gate = []

    def waiting(*args):
        while not gate:
            time.sleep(0.01)
        yield from real(*args)

    def close():
        monkeypatch.setattr(job_module, "iterate_pair", waiting)
        return gate

    yield close
    gate.append("open")


def test_a_switch_that_changed_by_itself_is_no_choice(live, monkeypatch):
    app = live(live="")
    drawn = app._tree  # the page as the browser has it: the switch is still on
    app.toggle(key="_live").set_value(True)
    monkeypatch.setattr(live_page, "last_seconds", lambda: 3.2)
    app.run()
    assert not app.toggle(key="_live slow").value
    app._tree = drawn
    app.run()
    assert not app.exception and "live" not in app.query_params


def test_a_slider_during_a_run_replaces_it_and_says_so(live, slow):
    app = live()
    shown, gate = _state(app).job, slow()
    _move(app, "d2", 5)
    first = _state(app).next_job
    assert _state(app).job is shown and _state(app).next_words == "Running with d2 5 …"
    _move(app, "d2", 4)
    second = _state(app).next_job
    assert first.cancelled and second.params.d2 == 4
    assert _state(app).next_words == (
        "Running with d2 4. This replaces the run with d2 5, which had not ended."
    )
    gate.append("open")
    _arrived(app)
    assert _state(app).job is second


def test_cancel_keeps_what_is_shown(live, slow):
    app = live()
    shown = _state(app).job
    slow()
    _move(app, "d2", 5)
    pending = _state(app).next_job
    _state(app).next_since -= 10  # it takes long: the page has a bar and a button too
    app.run()
    next(b for b in app.button if b.label == "Cancel").click().run()
    assert _state(app).job is shown and _state(app).next_job is None and pending.cancelled
    assert app.button(key="run").label == "Run again with these settings"
    assert not app.exception


def test_a_cancelled_label_is_not_a_step_to_undo(live, slow):
    app = live()
    state = _state(app)
    state.hand_is_open, state.chosen_rows = True, [state.job.pair.n_source + 7]
    app.run()
    slow()
    app.selectbox(key="class_of_7_None").select(1).run()
    _press(app, "give_labels")
    assert state.next_job is not None and state.settings.hand.known == ((7, 1),)
    assert not app.button(key="undo_hand").disabled
    state.next_since -= 10
    app.run()
    next(b for b in app.button if b.label == "Cancel").click().run()
    assert state.settings.hand == state.job.hand and app.button(key="undo_hand").disabled
    assert not app.exception


def test_an_error_leaves_the_picture_and_is_told(live, monkeypatch):
    app = live()
    shown = _state(app).job

    def failing(*_):
        raise ValueError("d1 is bad; give another.")
        yield

    monkeypatch.setattr(job_module, "iterate_pair", failing)
    _arrived(_move(app, "d2", 5))
    assert _state(app).job is shown
    assert [error.value for error in app.error] == ["d1 is bad; give another\\."]
