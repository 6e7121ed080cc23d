"""Turns of long work: how many at once, who is next, what happens to those who have gone."""

import threading
import time
from types import SimpleNamespace

import pytest

from spl.engine import pool, watchers, worker
from spl.engine.pool import Pool, n_workers
from spl.engine.studies import Study
from spl.engine.worker import State


@pytest.fixture
def turns(monkeypatch):
    """A pool of one, whose turns end at once."""
    one = Pool(most=1)
    monkeypatch.setattr(worker, "POOL", one)
    monkeypatch.setattr(pool, "TURN_SECONDS", 0.0)
    monkeypatch.setattr(pool, "LOOK_SECONDS", 0.01)
    return one


def study(visitor, n=1, gate=None, log=None):
    """A study of n results, each of which waits for the gate and is written down."""

    def steps(done):
        for i in range(len(done), n):
            if gate:
                assert gate.acquire(timeout=20)
            if log is not None:
                log.append(visitor)
            yield i

    made = Study(visitor, n, steps)
    made.watchers.add(visitor)
    return made


def until(condition):
    """Wait for something that another thread does."""
    latest = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < latest
        time.sleep(0.005)


def started(*studies):
    """Start them, one after the other."""
    for made in studies:
        made.start()
        until(lambda made=made: made in [place.work for place in worker.POOL._places.values()])
    return studies


def test_no_more_work_at_once_than_workers(monkeypatch):
    monkeypatch.setattr(worker, "POOL", Pool(most=2))
    lock, now, most = threading.Lock(), [0], [0]

    def steps(done):
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.02)
        with lock:
            now[0] -= 1
        yield 1

    studies = [Study(str(i), 1, steps) for i in range(12)]
    for made in studies:
        made.start()
    for made in studies:
        made.wait(20)
    assert most[0] == 2 and all(made.complete for made in studies)


def test_long_work_makes_way_for_another_visitor(turns):
    gate, log = threading.Semaphore(0), []
    long, short = started(study("a", 30, gate, log), study("b", 1, gate, log))
    gate.release(31)
    short.wait(20)
    long.wait(20)
    assert log.index("b") <= 2 and long.complete


def test_of_one_visitor_the_newest_comes_first(turns):
    gate, log = threading.Semaphore(0), []
    first = study("a", 1, gate, log)
    older, newer = study("b", 1, gate, log), study("b", 1, gate, log)
    newer.key = "newer"
    started(first, older, newer)
    assert turns.before(newer) == 0 and turns.before(older) == 0  # of others
    gate.release(2)
    newer.wait(20)
    assert not older.complete
    gate.release(1)
    older.wait(20)


def test_the_place_is_told_and_cancel_ends_the_waiting_at_once(turns):
    gate = threading.Semaphore(0)
    first, second, third, fourth = started(*(study(who, 1, gate) for who in "abcd"))
    assert first.queue == "" and second.queue == "waiting · you are next"
    assert third.queue == "waiting · 1 other before you"
    assert fourth.queue == "waiting · 2 others before you"
    third.cancel()
    third.wait(20)
    assert third.state is State.STOPPED and not third.results
    assert fourth.queue == "waiting · 1 other before you"
    gate.release(4)
    for made in (first, second, fourth):
        made.wait(20)
        assert made.complete
    third.start()
    third.wait(20)
    assert third.complete


def test_who_has_gone_comes_last_and_only_the_latest_of_them_are_kept(turns, monkeypatch):
    now = SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(watchers, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    gate, log = threading.Semaphore(0), []
    (first,) = started(study("first", 1, gate))
    gone = started(*(study(f"gone {i}", 1, None, log) for i in range(pool.MOST_LEFT + 3)))
    now.seconds += watchers.SEEN_SECONDS + 1
    here = study("here", 1, None, log)
    started(here)
    until(lambda: sum(made.cancelled and not made.running for made in gone) == 3)
    assert not any(made.running for made in gone[:3])
    assert here.queue == "waiting · you are next"
    gate.release()
    for made in (first, here, *gone):
        made.wait(20)
    assert log[0] == "here" and len(log) == 1 + pool.MOST_LEFT


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, MemoryError, RuntimeError])
def test_a_worker_that_dies_is_said_and_the_next_one_works(turns, error, caplog):
    def dying(done):
        raise error
        yield

    dead, alive = Study("dead", 1, dying), study("b")
    dead.start()
    alive.start()
    dead.wait(20)
    alive.wait(20)
    assert dead.state is State.FAILED and dead.error.endswith(".") and alive.complete


def test_a_waiting_start_and_cancel_in_quick_succession_lose_nothing(turns):
    gate = threading.Semaphore(0)
    first, second = started(study("a", 1, gate), study("b", 1))
    for _ in range(200):
        second.cancel()
        second.start()
    gate.release()
    second.wait(20)
    second.start()
    second.wait(20)
    assert second.complete
    first.wait(20)


def test_who_was_cancelled_while_waiting_and_goes_on_waits_for_a_turn(turns):
    told, went_on = threading.Event(), threading.Event()
    second = SimpleNamespace(visitor="b", left=False, told_to_stop=told.is_set)

    def work():
        turns.enter(second)  # until it is cancelled
        told.clear()  # and started again
        turns.make_way()
        went_on.set()
        turns.leave()

    first = SimpleNamespace(visitor="a", left=False, told_to_stop=lambda: False)
    turns.enter(first)
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    until(lambda: turns.before(second) == 0)
    told.set()
    turns.wake()
    until(lambda: not told.is_set())
    until(lambda: turns.before(second) == 0 or went_on.is_set())
    assert not went_on.is_set()
    turns.leave()
    thread.join(20)
    assert went_on.is_set() and not turns._places


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5"])
def test_a_wrong_number_of_workers_is_refused(monkeypatch, text):
    monkeypatch.setenv("SPL_WORKERS", text)
    with pytest.raises(ValueError, match="SPL_WORKERS is '.*'; set it to"):
        n_workers()


def test_one_core_is_left_to_the_pages(monkeypatch):
    monkeypatch.delenv("SPL_WORKERS", raising=False)
    for cores, workers in ((1, 1), (2, 1), (8, 7), (None, 1)):
        monkeypatch.setattr(pool.os, "cpu_count", lambda cores=cores: cores)
        assert n_workers() == workers
    monkeypatch.setenv("SPL_WORKERS", "3")
    assert n_workers() == 3
