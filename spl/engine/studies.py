"""Studies: many runs in a thread, whose results come one after the other.

Studies are known by a key that names their data and settings, so that a page change or a reload
finds a study again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from spl.data.cache import Cache
from spl.data.pace import Countdown
from spl.engine.worker import Step, Worker

MAX_STUDIES = 24

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
    """

    def __init__(self, key: str, n_total: int, steps: Results) -> None:
        super().__init__()
        self.key, self.n_total, self.steps = key, n_total, steps
        self.results: list[Any] = []
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
        had = len(self.results)
        self._countdown = Countdown(self.n_total, had)
        for result in self.steps(list(self.results)):
            self.results.append(result)
            self._countdown.note(len(self.results))
            self.make_way()
            if self.told_to_stop():
                return
        if len(self.results) == had:
            self.n_total = had  # there was nothing left to compute


STUDIES: Cache[str, Study] = Cache(MAX_STUDIES, busy=lambda study: study.running)


def study_of(key: str, n_total: int, steps: Results) -> Study:
    """The study of a key, which is made, but not started, if there is none.

    Parameters
    ----------
    key, n_total, steps
        As for `Study`.
    """
    return STUDIES.made(key, lambda: Study(key, n_total, steps))
