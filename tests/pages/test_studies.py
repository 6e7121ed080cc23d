"""Studies on a page: a new one takes an older one's place."""

import threading

from streamlit.testing.v1 import AppTest

from spl.engine.studies import STUDIES, study_of


def count_to(n, gate=None):
    def steps(done):
        for i in range(len(done), n):
            if gate:
                gate.acquire()
            yield i

    return steps


def _two_studies():
    """A page with two studies of a kind, the older one at work."""
    from spl.engine.settings import Settings
    from spl.engine.studies import study_of
    from spl.ui.app.state import PageState, has_state, open_state
    from spl.ui.shared.studies import begin, show_study

    old, new = (study_of(f"kind {name}", 9, None) for name in ("old", "new"))
    if not has_state():
        open_state(PageState(Settings()))
        begin(old)
    show_study(new, "Start")


def test_a_new_study_stops_the_visitors_older_one(monkeypatch):
    gate = threading.Semaphore(0)
    old = study_of("kind old", 9, count_to(9, gate))
    new = study_of("kind new", 9, count_to(9))
    page = AppTest.from_function(_two_studies).run()
    assert "are still running" in page.info[0].value and not old.stopping
    labels = [button.label for button in page.button]
    assert labels == ["Stop them", "Start"]
    page.button[1].click().run()
    assert old.stopping
    gate.release()
    old.wait(10)
    new.wait(10)
    assert old.results == [0] and new.complete
    STUDIES.clear()


def test_an_older_study_that_another_session_watches_goes_on():
    gate = threading.Semaphore(0)
    old = study_of("kind old", 9, count_to(9, gate))
    study_of("kind new", 9, count_to(9)).wait()
    old.watchers.add("somebody else")
    page = AppTest.from_function(_two_studies).run()
    page.button[1].click().run()
    assert old.running and not old.stopping
    old.cancel()
    gate.release()
    old.wait(10)
    STUDIES.clear()
