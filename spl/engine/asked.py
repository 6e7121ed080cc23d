"""Values that pages ask for and that take a while: computed in the pool.

Streamlit's own cache computes on the page's thread, beside the pool: many visitors at once would
hold up each other's pages.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from spl.data.cache import Cache
from spl.engine.worker import Step, Worker

T = TypeVar("T")


class Asked(Worker, Generic[T]):
    """One value, once it is computed."""

    def __init__(self) -> None:
        super().__init__()
        self.values: list[T] = []  # the one, when it is there
        self._compute: Callable[[], T] | None = None

    @property
    def left(self) -> bool:
        """Never: a page that waits for a value does not poll, so nobody knows if it is open."""
        return False

    @property
    def there(self) -> bool:
        """Whether the value has been computed."""
        return bool(self.values)

    def ask(self, compute: Callable[[], T]) -> None:
        """Compute the value when its turn comes, unless it is there, under way, or has failed.

        Parameters
        ----------
        compute : callable
            It is let go of when the work has ended: the data that it holds are the visitor's.
        """
        if not self.there and not self.error:
            if not self.running:
                self._compute = compute
            self.start()

    def forget_error(self) -> None:
        """Let the next one who asks try again."""
        self.error = None

    def next_step(self) -> Step | None:
        """Compute the value."""
        return None if self.there or self._compute is None else ("value", self._make)

    def _make(self) -> None:
        if self._compute is not None:
            self.values.append(self._compute())

    def _work(self) -> None:
        try:
            super()._work()
        finally:
            self._compute = None


Answers = Cache[Hashable, Asked[T]]


def answers(most: int) -> Answers[T]:
    """A place for the values of one question; of different data, settings and so on.

    Parameters
    ----------
    most : int
        How many are kept.
    """
    return Cache(most, busy=lambda asked: asked.running)


def asked(kept: Answers[T], key: Hashable, visitor: str, compute: Callable[[], T]) -> Asked[T]:
    """The value of a key, which is there or under way when this returns.

    Parameters
    ----------
    kept : Answers
        From `answers`.
    key : hashable
        What the value depends on.
    visitor : str
        Session that asks.
    compute : callable
        Without arguments. The sentence of an error is in `error`, and stays until it is forgotten.
    """
    found = kept.made(key, Asked)
    found.watchers.add(visitor)
    found.ask(compute)
    return found
