"""Who computes when: a bounded number at once, shared fairly between visitors.

Each piece of long work has a thread of its own, which waits here for its turn, and from time to
time makes way if somebody else waits. Next comes the visitor who has waited longest, where each
second that he was given counts as `WEIGHT` seconds less of waiting: a new visitor comes soon, and
long work never stands still.
"""

from __future__ import annotations

import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from spl.engine.hosting import LIMITS, positive

VARIABLE = "SPL_WORKERS"
TURN_SECONDS = 2.0  # after which work makes way for others
WEIGHT = 4.0
LOOK_SECONDS = 1.0  # between two looks at who has gone
MOST_LEFT = 8  # waiting pieces of work whose visitors have gone; older ones are stopped


class Full(ValueError):
    """Too many wait already."""


class Work(Protocol):
    """What the pool needs to know of a piece of work."""

    def told_to_stop(self) -> bool:
        """Whether it was cancelled: then it waits no longer."""

    def cancel(self) -> None:
        """Stop it."""

    @property
    def visitor(self) -> str:
        """Session that asked for it last."""

    @property
    def left(self) -> bool:
        """Whether all who waited for it have gone."""


def n_workers() -> int:
    """How many compute at once: one less than cores (hosted: one), or what ``SPL_WORKERS`` says.

    Raises
    ------
    ValueError
        If the environment variable is not a positive whole number.
    """
    needed = "how many runs may be computed at once, at least 1"
    if (number := positive(os.environ, VARIABLE, needed)) is not None:
        return number
    return 1 if LIMITS else max(1, (os.cpu_count() or 2) - 1)


@dataclass
class _Place:
    """One piece of work in the pool."""

    work: Work
    visitor: str
    since: float  # when it was asked for
    served: float = 0.0  # seconds
    began: float | None = None  # when it last went to work; None while it waits
    in_turn: bool = False  # else it was cancelled while it waited, and only ends


class Pool:
    """Turns of work.

    Parameters
    ----------
    most : int, optional
        How many have a turn at once; `n_workers` unless given.
    most_waiting : int, optional
        How many may wait; any number unless given.
    """

    def __init__(self, most: int | None = None, most_waiting: int | None = None) -> None:
        self._most, self._most_waiting = most, most_waiting
        self._places: dict[int, _Place] = {}  # by thread, oldest first
        self._changed = threading.Condition(threading.RLock())

    def enter(self, work: Work) -> None:
        """Wait for a turn of this thread, or until the work is cancelled.

        Parameters
        ----------
        work : Work
            What this thread does.

        Raises
        ------
        Full
            If too many wait already.
        """
        with self._changed:
            self._stop_left()
            if self._most_waiting is not None and len(list(self._waiting())) >= self._most_waiting:
                raise Full(
                    "The queue of this server is full; try again in a few minutes, or install SPL "
                    "Explorer on your own machine."
                )
            place = _Place(work, work.visitor, time.monotonic())
            self._places[threading.get_ident()] = place
            self._wait(place)

    def leave(self) -> None:
        """Give up the turn of this thread, which ends."""
        with self._changed:
            self._places.pop(threading.get_ident(), None)
            self._changed.notify_all()

    def make_way(self) -> None:
        """If this thread's turn is over and somebody waits, wait for the next turn."""
        place = self._places.get(threading.get_ident())
        if place is None or place.began is None:  # a step that is called outside of the pool
            return
        spent = time.monotonic() - place.began
        over = spent > TURN_SECONDS and any(self._waiting())
        if over or not place.in_turn:  # cancelled while it waited, and started again since
            with self._changed:
                place.served += spent
                place.began = None
                self._changed.notify_all()
                self._wait(place)

    def wake(self) -> None:
        """Let what waits look whether it was cancelled."""
        with self._changed:
            self._changed.notify_all()

    @property
    def full(self) -> bool:
        """Whether nothing more can be computed at once."""
        return self._at_work() >= (self._most or n_workers())

    def before(self, work: Work) -> int | None:
        """How many other visitors come before it; None where it has its turn, or is not here.

        Parameters
        ----------
        work : Work
        """
        with self._changed:
            first: set[str] = set()
            for place in sorted(self._waiting(), key=self._order()):
                if place.work is work:
                    return len(first - {place.visitor})
                first.add(place.visitor)
            return None

    def _wait(self, place: _Place) -> None:
        place.in_turn = False
        while not (place.in_turn or place.work.told_to_stop()):
            place.in_turn = not self.full and min(self._waiting(), key=self._order()) is place
            if not place.in_turn:
                self._changed.wait(LOOK_SECONDS)
        place.began = time.monotonic()

    def _at_work(self) -> int:
        return sum(p.began is not None for p in list(self._places.values()))

    def _waiting(self) -> Iterable[_Place]:
        return (p for p in list(self._places.values()) if p.began is None)

    def _order(self) -> Callable[[_Place], tuple[bool, float, float]]:
        """Visitors who are there, then who has waited longest; of one visitor, his newest."""
        since: dict[str, float] = {}
        served: dict[str, float] = defaultdict(float)
        for p in self._places.values():  # oldest first
            since.setdefault(p.visitor, p.since)
            served[p.visitor] += p.served

        def rank(p: _Place) -> tuple[bool, float, float]:
            return p.work.left, since[p.visitor] + WEIGHT * served[p.visitor], p.served - p.since

        return rank

    def _stop_left(self) -> None:
        """Stop what nobody waits for any more, but for the latest: a reload may come back."""
        left = [p.work for p in self._waiting() if p.work.left]
        for work in left[:-MOST_LEFT]:
            work.cancel()


POOL = Pool(most_waiting=LIMITS.waiting if LIMITS else None)
