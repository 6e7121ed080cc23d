"""Time left: it never rises, and is not told where it is not known."""

from types import SimpleNamespace

import pytest

from spl.data import pace


@pytest.fixture
def clock(monkeypatch):
    now = SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(pace, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    return now


def test_it_counts_down_between_reports(clock):
    left = pace.Countdown()
    assert left.seconds is None  # nothing is done
    clock.seconds += 5
    left.note(0.5)
    assert left.seconds == 5
    clock.seconds += 3  # without a report the old sum, time so far × rest / done, would say 8
    assert left.seconds == 2
    clock.seconds += 3
    assert left.seconds is None  # it takes longer than expected; not "0 s left"


def test_work_that_slows_down_is_not_told_as_more_time(clock):
    left = pace.Countdown(total=10)
    told = []
    for seconds in (1, 1, 1, 1.2, 9, 1, 1, 1, 1, 1):
        clock.seconds += seconds
        left.note(len(told) + 1)
        told.append(left.seconds)
    known = [t for t in told if t is not None]
    assert known == sorted(known, reverse=True)
    assert told[0] == 9 and told[4] is None  # 5 of 10 took 13.2 s: not what was told before
    assert told[8] is not None  # and again when it is known


def test_a_little_more_than_was_told_changes_nothing(clock):
    left = pace.Countdown()
    clock.seconds += 5
    left.note(0.5)
    assert left.seconds == 5
    left.expect(6)
    assert left.seconds == 5
    left.expect(7)
    assert left.seconds is None


def test_what_was_done_before_is_not_its_pace(clock):
    left = pace.Countdown(total=10, done=8)
    clock.seconds += 4
    left.note(9)
    assert left.seconds == 4
