"""Studies: many runs in a thread, whose results come one after the other.

Studies are known by a key that names their data and settings, so that a page change or a reload
finds a study again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from spl.data.cache import Cache
from spl.data.pace import Countdown
from spl.engine.shelf import SHELF
from spl.engine.worker import Step, Worker

MAX_STUDIES = 24
KEEP_SECONDS = 10.0  # between two times that the results of a study at work are kept

Results = Callable[[list[Any]], Iterator[Any]]


class Study(Worker):
    """Results of `steps`, in the order they come.

    Parameters
    ----------
    key : str
        Its first word is its kind.
    n_total : int
        How many results a complete study has.
    steps : callable
        Takes the results that are there and yields the missing ones, one after the other. It
        is called again when a cancelled study continues.
    keep : callable, optional
        Writes what is done to disk; unless given, the results under the key.
    """

    def __init__(
        self, key: str, n_total: int, steps: Results, keep: Callable[[], None] | None = None
    ) -> None:
        super().__init__()
        self.key, self.n_total, self.steps = key, n_total, steps
        self.results: list[Any] = []
        self.keep = keep or (lambda: SHELF.save(key, self.results))
        self._countdown = Countdown()

    @property
    def kind(self) -> str:
        """Its kind: of one kind, a visitor has one study at work."""
        return self.key.partition(" ")[0]

    @property
    def complete(self) -> bool:
        """Whether all results are there."""
        return len(self.results) >= self.n_total

    @property
    def fraction(self) -> float:
        """Share of the results that are there."""
        return min(len(self.results) / max(self.n_total, 1), 1.0)

    @property
    def seconds_left(self) -> float | None:
        """Time that the missing results will take at the pace so far; None where unknown."""
        return self._countdown.seconds

    def next_step(self) -> Step | None:
        """Compute what is missing."""
        return None if self.complete else ("results", self._compute)

    def _compute(self) -> None:
        had, kept = len(self.results), time.monotonic()
        self._countdown = Countdown(self.n_total, had)
        try:
            for result in self.steps(list(self.results)):
                self.results.append(result)
                self._countdown.note(len(self.results))
                if time.monotonic() - kept > KEEP_SECONDS:
                    self.keep()
                    kept = time.monotonic()
                self.make_way()
                if self.told_to_stop():
                    return
        finally:
            if len(self.results) > had:
                self.keep()
        if len(self.results) == had:
            self.n_total = had  # there was nothing left to compute


STUDIES: Cache[str, Study] = Cache(MAX_STUDIES, busy=lambda study: study.running)


def study_of(
    key: str, n_total: int, steps: Results, keep: Callable[[], None] | None = None
) -> Study:
    """The study of a key, which is made, but not started, if there is none.

    What an earlier server has kept of it is there at once, unless it is kept elsewhere.

    Parameters
    ----------
    key, n_total, steps, keep
        As for `Study`.
    """

    def make() -> Study:
        study = Study(key, n_total, steps, keep)
        if keep is None:
            study.results = SHELF.load(key) or []
        return study

    return STUDIES.made(key, make)


def keep_all() -> None:
    """Write what studies at work have done so far: the server ends."""
    for _, study in STUDIES.items():
        if study.running and study.results:
            study.keep()
