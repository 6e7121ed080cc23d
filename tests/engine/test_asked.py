"""A value that a page asks for is computed once, in its turn; who comes meanwhile shares it."""

import gc
import threading
import weakref

import pytest

from spl.engine.asked import answers, asked
from spl.engine.pool import POOL, Pool

LONG = 60  # seconds


class Data:
    """What a computation holds."""


def test_a_value_is_computed_once_and_shared():
    kept, calls, go = answers(4), [], threading.Event()

    def compute():
        calls.append(1)
        go.wait(LONG)
        return "gap"

    first = asked(kept, "pair", "one", compute)
    second = asked(kept, "pair", "other", compute)
    assert first is second and not first.there
    go.set()
    first.wait(LONG)
    assert first.values == ["gap"] and asked(kept, "pair", "one", compute).values == ["gap"]
    assert calls == [1]
    other = asked(kept, "another pair", "one", lambda: None)
    other.wait(LONG)  # it would leave the pool of the next test
    assert other is not first


def test_it_waits_for_its_turn_and_says_so(monkeypatch):
    busy = threading.Event()
    pool = Pool(1)
    monkeypatch.setattr("spl.engine.worker.POOL", pool)
    kept = answers(4)
    before = asked(kept, "long", "one", lambda: busy.wait(LONG))
    while pool.before(before) is not None:
        pass
    after = asked(kept, "short", "other", lambda: 1)
    try:
        after.wait(0.2)
        assert not after.there and after.queue.startswith("waiting")
    finally:
        busy.set()
    before.wait(LONG)
    after.wait(LONG)
    assert after.values == [1] and after.queue == ""


def test_an_error_is_one_sentence_that_stays_until_it_is_forgotten():
    kept, answers_ = answers(4), iter([ValueError("d1=0 must be at least 1."), 7])

    def compute():
        found = next(answers_)
        if isinstance(found, Exception):
            raise found
        return found

    work = asked(kept, "pair", "one", compute)
    work.wait(LONG)
    assert (work.error, work.values) == ("d1=0 must be at least 1.", [])
    assert asked(kept, "pair", "one", compute).error and not work.running
    work.forget_error()
    asked(kept, "pair", "one", compute).wait(LONG)
    assert (work.error, work.values) == (None, [7])


@pytest.mark.parametrize("fails", [False, True])
def test_the_data_of_a_computation_are_let_go(fails):
    data = Data()
    seen = weakref.ref(data)

    def compute(data=data):
        if fails:
            raise ValueError("no")
        return 1

    work = asked(answers(4), "pair", "one", compute)
    work.wait(LONG)
    del data, compute
    gc.collect()
    assert seen() is None and POOL.before(work) is None


def test_no_more_values_are_kept_than_asked_for():
    kept = answers(2)
    for key in "abc":
        asked(kept, key, "one", lambda: 1).wait(LONG)
    assert [key in kept for key in "abc"] == [False, True, True]
