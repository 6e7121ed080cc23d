"""A run that goes on while settings are moved, by one visitor or by several."""

import threading
import time
from types import SimpleNamespace

import pytest

from spl.data.pair import DomainPair
from spl.embedding.sequence import pca_frames
from spl.engine import job as job_module
from spl.engine import watchers
from spl.engine.uploads import keep_upload
from spl.measures.evaluation import silhouette
from spl.ui.app import progress
from spl.ui.app import state as page_states
from spl.ui.shared.markdown import plain


@pytest.fixture
def slow(monkeypatch):
    """Runs go no further than their first state before this event is set."""
    go_on = threading.Event()
    real = job_module.iterate_pair

    def waiting(*args):
        for state in real(*args):
            yield state
            go_on.wait(60)

    monkeypatch.setattr(job_module, "iterate_pair", waiting)
    yield go_on
    go_on.set()


def opened(app, **query):
    usual = {"data": "moons", "embedding": "pca", "run": "1", "live": "off"}
    for name, value in (usual | query).items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app.session_state["state"].job


def test_moving_a_slider_stops_no_run_that_somebody_else_watches(app, slow):
    job = opened(app, T="9", d2="2")
    job.watchers.add("somebody else")
    app.slider(key="_T").set_value(8).run()
    assert job.running and not job.cancelled
    job.watchers.discard("somebody else")
    app.slider(key="_T").set_value(7).run()
    assert job.cancelled
    slow.set()
    job.wait(60)
    assert not app.exception and len(job.states) < job.n_states


def test_cancel_stops_a_run_that_somebody_else_watches_here_alone(app, slow):
    job = opened(app, T="10", d2="2")
    me = app.session_state["state"].session_id
    (cancel,) = (b for b in app.button if b.label == "Cancel")
    job.watchers.add("somebody else")
    cancel.click().run()
    assert job.running and not job.stopping and not job.watchers.besides("somebody else")
    assert "another window still waits for this run" in app.warning[0].value
    assert "Cancel" not in [b.label for b in app.button]
    app.button(key=f"continue {job.id}").click().run()
    assert job.watchers.besides("somebody else")  # by me, again
    job.watchers.discard("somebody else")
    (cancel,) = (b for b in app.button if b.label == "Cancel")
    cancel.click().run()
    assert job.stopping and not job.watchers.besides(me)
    slow.set()
    job.wait(60)
    assert not app.exception and len(job.states) < job.n_states


def test_a_closed_tab_keeps_no_run_alive(app, slow, monkeypatch):
    job = opened(app, T="15", d2="2")
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + watchers.SEEN_SECONDS)
    job.watchers.add("a tab that was closed")
    monkeypatch.setattr(watchers, "time", clock)  # later
    app.run()
    me = app.session_state["state"].session_id
    assert job.watchers.besides("others") and not job.watchers.besides(me)  # by the progress bar
    app.slider(key="_T").set_value(8).run()
    assert job.cancelled
    slow.set()
    job.wait(60)
    assert not app.exception


def test_a_picture_that_one_side_no_longer_shows_is_dropped(app, slow):
    job = opened(app, T="11", d2="2", embedding="tsne", compare="tsne", b_T="12")
    second = app.session_state["state"].second_job
    assert second is not job and job._wanted == second._wanted == ["tsne"]
    app.segmented_control(key="_embedding").set_value("umap").run()
    assert job._wanted == ["umap"] and second._wanted == ["tsne"]
    app.selectbox(key="_b_embedding").set_value("pca").run()
    assert "tsne" not in second._wanted and not app.exception
    job.cancel()
    second.cancel()


def test_a_picture_that_the_other_side_shows_is_kept(app, slow):
    job = opened(app, T="13", d2="2", embedding="tsne", compare="tsne")
    assert app.session_state["state"].second_job is job
    app.segmented_control(key="_embedding").set_value("umap").run()
    assert job._wanted == ["tsne", "umap"]
    app.selectbox(key="_b_embedding").set_value("umap").run()
    assert job._wanted == ["umap"] and not app.exception
    job.cancel()


def test_an_error_on_the_right_says_so(app):
    opened(app, T="3", d2="2", compare="pca", b_T="14").wait(60)
    second = app.session_state["state"].second_job
    second.wait(60)
    second.error, second.notes = "X is bad; give a better one.", ["Take care."]
    app.run()
    assert [e.value for e in app.error] == [f"Right: {plain(second.error)}"]
    assert f"Right: {plain('Take care.')}" in [w.value for w in app.warning]
    app.session_state["state"].job.error = "The left one too."
    app.run()
    assert [e.value.split(":")[0] for e in app.error] == [plain("The left one too."), "Right"]


def test_a_comparison_without_target_labels_shows_both_runs_scores(app, shifted):
    X, y, Xt, _ = shifted
    upload = keep_upload(DomainPair(X, y, Xt))
    query = {"data": "upload", "upload": upload, "d1": "4", "d2": "2", "T": "3", "k": "3"}
    opened(app, **query, compare="pca", b_T="2", b_d1="3", b_d2="2").wait(60)
    second = app.session_state["state"].second_job
    second.wait(60)
    app.run()
    shown = {m.label: (m.value, m.delta) for m in app.metric}
    left, right = (silhouette(job.states[-1]) for job in (app.session_state["state"].job, second))
    assert left != right
    assert shown["Silhouette"] == (f"{left:.3f}", f"right: {right:.3f}")
    assert any("right, k = 2" in c.value for c in app.caption) and not app.exception


def pca_instead(states, method, pair, **_):
    """Stand in for `embed`, since t-SNE takes too long here."""
    return iter(pca_frames(states, pair))


def test_continue_computes_the_picture_that_was_chosen_meanwhile(app, slow, monkeypatch):
    monkeypatch.setattr(job_module, "embed", pca_instead)
    job = opened(app, T="6", d2="2")
    job.cancel()
    slow.set()
    job.wait(60)
    app.session_state["state"].settings.embedding = "tsne"
    app.run()
    assert "Stopped" in app.warning[0].value
    app.button(key=f"continue {job.id}").click().run()
    job.wait(60)
    assert not app.exception and job.complete("tsne")


def test_the_right_settings_come_back_with_the_toggle(app, slow):
    opened(app, T="4", d2="2", compare="pca", b_T="3")
    app.toggle(key="_comparing").set_value(False).run()
    assert app.session_state["state"].settings.compare is None
    app.toggle(key="_comparing").set_value(True).run()
    settings = app.session_state["state"].settings
    assert (settings.compare.T, settings.compare_embedding) == (3, "pca") and not app.exception


def test_one_run_on_both_sides_is_stopped_and_continued_once(app, slow):
    job = opened(app, T="5", d2="2", compare="pca")
    assert app.session_state["state"].second_job is job
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
    opened(app, data="upload", upload=keep_upload(pair), d1="4", d2="2", T="2").wait(60)
    assert app.sidebar.markdown[1].value == f"**{plain(pair.title)}**"


def test_what_ends_while_the_page_waits_for_a_picture_is_shown_by_the_next_poll(
    app, slow, monkeypatch, k_slider
):
    def wait(job):
        slow.set()
        job.wait(60)
        return True

    monkeypatch.setattr(progress, "_wait_for_a_frame", wait)
    job = opened(app, T="7", d2="2")
    drawn = ["k · iteration shown" in [s.label for s in app.slider], "Cancel" in labels(app)]
    assert drawn == [False, True] and job.complete("pca")  # neither is true any more
    assert app.session_state["state"].milestone == [
        (True, 0, *[False] * 3)
    ]  # so the poll sees a change
    app.run()
    assert "k · iteration shown" in [s.label for s in app.slider] and "Cancel" not in labels(app)


def test_what_ends_after_the_sidebar_was_drawn_is_shown_at_once(app, slow, monkeypatch, k_slider):
    real = progress.show_problems

    def end():
        slow.set()
        for on, _ in progress.session.sides():
            on.wait(60)
        real()

    monkeypatch.setattr(progress, "show_problems", end)
    job = opened(app, T="16", d2="2")
    assert not job.running and "Cancel" not in labels(app)
    assert "k · iteration shown" in [s.label for s in app.slider]


def test_a_poll_that_finds_nothing_to_wait_for_shows_the_page_again(app, monkeypatch):
    opened(app, T="8", d2="2").wait(60)
    monkeypatch.setattr(progress.session, "awaits", lambda job: False)
    monkeypatch.setattr(progress.st, "rerun", lambda: progress.st.caption("shown again"))
    monkeypatch.setattr(progress, "show_progress", lambda: ended_while_noted())
    app.run()
    assert "shown again" in [c.value for c in app.caption] and "Cancel" not in labels(app)


def ended_while_noted():
    progress.note_milestone()
    progress._note_frames()
    progress._poll(False)


def labels(app):
    return [b.label for b in app.button]


def test_a_slider_that_the_browser_sees_late_starts_at_its_value(app, k_slider):
    opened(app, T="9", d1="20", d2="7", k="4").wait(60)
    for _ in range(2):  # Streamlit drops what it has not sent yet when a page is drawn again
        app.run()
        starts = {s.key: s.proto.default[0] for s in app.slider}
    assert {"_T": 9, "_d1": 20, "_d2": 7}.items() <= starts.items()
    assert [s.proto.default[0] for s in app.slider if s.label.startswith("k ·")] == [4]


def test_a_click_on_another_page_goes_before_the_rerun_at_the_end(monkeypatch):
    class AnotherPage(Exception):
        """What Streamlit raises where the session's state is read and a click waits."""

    class Read(dict):
        def __getitem__(self, _):
            raise AnotherPage

    monkeypatch.setattr(page_states, "st", SimpleNamespace(session_state=Read()))
    monkeypatch.setattr(progress, "st", SimpleNamespace(rerun=pytest.fail))
    with pytest.raises(AnotherPage):
        progress.rerun_at_the_end(lambda: False)
