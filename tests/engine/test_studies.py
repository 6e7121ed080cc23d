"""Studies: results as they come, cancelling, errors."""

import threading

from spl.engine.studies import Study, study_of
from spl.engine.worker import State


def count_to(n, gate=None):
    def steps(done):
        for i in range(len(done), n):
            if gate:
                gate.acquire()
            yield i

    return steps


def test_a_study_collects_all_results():
    study = Study("a", 5, count_to(5))
    assert study.state is State.IDLE and not study.complete and study.fraction == 0
    study.start()
    study.wait(10)
    assert study.results == [0, 1, 2, 3, 4]
    assert study.complete and study.state is State.DONE and study.fraction == 1


def test_cancel_keeps_what_is_done_and_start_goes_on():
    gate = threading.Semaphore(1)
    study = Study("a", 4, count_to(4, gate))
    study.start()
    study.cancel()
    assert study.cancelled
    gate.release()
    study.wait(10)
    kept = list(study.results)
    assert len(kept) < 4 and study.state is State.STOPPED
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
    assert "server log" in study.error and study.state is State.FAILED


def test_the_same_key_is_the_same_study_and_their_number_is_bounded():
    first = study_of("0", 1, count_to(1))
    assert study_of("0", 1, count_to(1)) is first
    for i in range(1, 60):
        study_of(str(i), 1, count_to(1))
    assert study_of("0", 1, count_to(1)) is not first
