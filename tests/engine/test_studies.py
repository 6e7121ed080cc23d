import threading

from streamlit.testing.v1 import AppTest

from spl.ui.shared.studies import STUDIES, Study, study_of


def count_to(n, gate=None):
    def steps(done):
        for i in range(len(done), n):
            if gate:
                gate.acquire()
            yield i

    return steps


def test_a_study_collects_all_results():
    study = Study("a", 5, count_to(5))
    assert not study.complete and study.fraction == 0
    study.start()
    study.wait(10)
    assert study.results == [0, 1, 2, 3, 4]
    assert study.complete and not study.running and study.fraction == 1


def test_cancel_keeps_what_is_done_and_start_goes_on():
    gate = threading.Semaphore(1)
    study = Study("a", 4, count_to(4, gate))
    study.start()
    study.cancel()
    gate.release()
    study.wait(10)
    kept = list(study.results)
    assert len(kept) < 4 and not study.running
    gate.release(4)
    study.start()
    study.wait(10)
    assert study.results == [0, 1, 2, 3]


def test_an_error_is_a_sentence_and_results_stay():
    def steps(done):
        yield 1
        raise ValueError("X is empty; give samples.")

    study = Study("a", 2, steps)
    study.start()
    study.wait(10)
    assert study.error == "X is empty; give samples." and study.results == [1]
    assert not study.running


def test_an_unforeseen_error_shows_no_traceback():
    def steps(done):
        raise ZeroDivisionError
        yield

    study = Study("a", 2, steps)
    study.start()
    study.wait(10)
    assert "not your doing" in study.error


def test_the_same_key_is_the_same_study_and_their_number_is_bounded():
    first = study_of("0", 1, count_to(1))
    assert study_of("0", 1, count_to(1)) is first
    for i in range(1, 60):
        study_of(str(i), 1, count_to(1))
    assert study_of("0", 1, count_to(1)) is not first


def _two_studies():
    """A page with two studies of a kind, the older one at work."""
    import streamlit as st

    from spl.ui.shared.studies import begin, show_study, study_of

    old, new = (study_of(f"kind {name}", 9, None) for name in ("old", "new"))
    if "ready" not in st.session_state:
        st.session_state.ready = True
        begin(old)
    show_study(new, "Start")


def test_a_new_study_stops_the_visitors_older_one(monkeypatch):
    gate = threading.Semaphore(0)
    old = study_of("kind old", 9, count_to(9, gate))
    new = study_of("kind new", 9, count_to(9))
    page = AppTest.from_function(_two_studies).run()
    assert "are still going on" in page.info[0].value and not old.stopping
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
