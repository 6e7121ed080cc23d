"""One bounded cache for all that is kept: scores, blobs, pictures, runs, studies, uploads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Values by key; the least recently used one goes first. Safe to use from many threads.

    Parameters
    ----------
    most : int, optional
        How many values are kept.
    most_bytes : int, optional
        How large they may be together; needs `size`.
    size : callable, optional
        Bytes of a value. It is asked again at each addition, since a value may grow.
    shared : callable, optional
        What a value keeps alive together with others: a key, and its bytes, counted once.
    busy : callable, optional
        Whether a value is at work, so that it has to stay.
    least : int
        How many of the latest values stay whatever their size.

    Examples
    --------
    >>> cache = Cache(most=2)
    >>> [cache.made(key, lambda: key.upper()) for key in "abac"]
    ['A', 'B', 'A', 'C']
    >>> [key in cache for key in "abc"]
    [True, False, True]
    """

    def __init__(
        self,
        most: int | None = None,
        most_bytes: int | None = None,
        *,
        size: Callable[[V], int] = lambda _: 0,
        shared: Callable[[V], tuple[Hashable, int]] = lambda _: ("", 0),
        busy: Callable[[V], bool] = lambda _: False,
        least: int = 1,
    ) -> None:
        self.most, self.most_bytes, self.least = most, most_bytes, least
        self._size, self._shared, self._busy = size, shared, busy
        self._kept: OrderedDict[K, V] = OrderedDict()  # least recently used first
        self._making: dict[K, Future[V]] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: object) -> bool:
        """Whether the value is there or being made."""
        return key in self._kept or key in self._making

    def get(self, key: K) -> V | None:
        """The value of this key, or None.

        Parameters
        ----------
        key : hashable
        """
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: K, value: V) -> None:
        """Keep a value, and let go of what is beyond the bounds.

        Parameters
        ----------
        key : hashable
        value : object
        """
        with self._lock:
            self._keep(key, value)

    def made(self, key: K, make: Callable[[], V]) -> V:
        """The value of this key, made on the first call.

        A caller waits while another thread makes the same value. An error of `make` reaches
        all who wait; the next call tries again.

        Parameters
        ----------
        key : hashable
        make : callable
            Called without arguments, by the first caller only.
        """
        with self._lock:
            if key in self._kept:
                value = self._kept[key]
                self._keep(key, value)  # which may have grown
                return value
            future = self._making.get(key)
            mine = future is None
            if future is None:
                future = self._making[key] = Future()
        if not mine:
            return future.result()
        try:
            value = make()
        except BaseException as error:
            with self._lock:
                del self._making[key]
            future.set_exception(error)
            raise
        with self._lock:
            del self._making[key]
            self._keep(key, value)
        future.set_result(value)
        return value

    def drop(self, key: K, value: V) -> None:
        """Forget a value, unless another one has taken its place.

        Parameters
        ----------
        key : hashable
        value : object
            What is forgotten, if the key still has it.
        """
        with self._lock:
            if self._kept.get(key) is value:
                del self._kept[key]

    def items(self) -> list[tuple[K, V]]:
        """All keys and values, least recently used first."""
        with self._lock:
            return list(self._kept.items())

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()

    def _keep(self, key: K, value: V) -> None:
        self._kept[key] = value
        self._kept.move_to_end(key)
        if self._fits():
            return
        idle = [k for k, kept in self._kept.items() if not self._busy(kept)]
        for k in idle[: len(idle) - self.least]:
            del self._kept[k]
            if self._fits():
                return

    def _fits(self) -> bool:
        if self.most is not None and len(self._kept) > self.most:
            return False
        if self.most_bytes is None:
            return True
        kept = self._kept.values()
        total = sum(map(self._size, kept)) + sum(dict(map(self._shared, kept)).values())
        return total <= self.most_bytes
