"""Principal components of a pair, computed once for all that start from them (Eq. 1–3)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future
from threading import Lock
from typing import Any

from numpy.typing import NDArray

from spl.algorithm.iteration import SPLParams, SPLState, iterate_reduced
from spl.algorithm.preprocessing import l2_normalize, reduce_dimension, warn_if_same_point
from spl.data.pair import DomainPair

Array = NDArray[Any]
Scores = tuple[Array, Array]
Key = tuple[str, int, bool]


class ReducedPairs:
    """Scores of the pairs asked for last, within a bound in bytes.

    A smaller d1 is not cut from a larger one's scores: these differ in the last digits, and a run
    must not depend on what was computed before it.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._scores: OrderedDict[Key, Future[Scores]] = OrderedDict()  # least recent first
        self._lock = Lock()

    def get(self, pair: DomainPair, params: SPLParams) -> Scores:
        """Scores (n_source, d1) and (n_target, d1), read-only and not yet L2-normalised.

        Parameters
        ----------
        pair : DomainPair
        params : SPLParams
            With a d1 that fits (`SPLParams.capped`). Who asks while another thread computes the
            same waits for it.
        """
        key = (pair.digest, params.d1, params.normalize_features)
        with self._lock:
            future = self._scores.get(key)
            mine = future is None
            if future is None:
                future = self._scores[key] = Future()
            self._scores.move_to_end(key)
        if mine:
            self._compute(key, future, pair)
        return future.result()

    def __contains__(self, asked: tuple[DomainPair, SPLParams]) -> bool:
        """Whether the scores are there or being computed."""
        pair, params = asked
        return (pair.digest, params.d1, params.normalize_features) in self._scores

    def _compute(self, key: Key, future: Future[Scores], pair: DomainPair) -> None:
        _, d1, normalize = key
        try:
            Xs, Xt, _ = reduce_dimension(
                pair.X_source, pair.X_target, d1, normalize_features=normalize
            )
            for scores in (Xs, Xt):
                scores.flags.writeable = False
            future.set_result((Xs, Xt))
        except BaseException as error:
            future.set_exception(error)
        with self._lock:
            if future.exception():
                del self._scores[key]  # the next one tries again
            self._evict()

    def _evict(self) -> None:
        sizes = {
            key: sum(a.nbytes for a in future.result())
            for key, future in self._scores.items()
            if future.done() and not future.exception()  # its own thread takes a failed one out
        }
        total = sum(sizes.values())
        for key, size in sizes.items():
            if total <= self.max_bytes:
                return
            total -= size
            del self._scores[key]


REDUCED = ReducedPairs(300_000_000)


def reduced(pair: DomainPair, params: SPLParams) -> Scores:
    """Scores of both domains on their joint principal axes (Eq. 3), from `REDUCED`."""
    return REDUCED.get(pair, params)


def iterate_pair(pair: DomainPair, params: SPLParams) -> Iterator[SPLState]:
    """As `spl.iterate`, over a pair, whose scores other runs and methods then find computed.

    Its states are those of `spl.iterate`, to the last digit.
    """
    params = params.capped(pair.n_source + pair.n_target, pair.n_features)
    warn_if_same_point(pair.X_source, pair.X_target, normalize_features=params.normalize_features)
    return _reduce_and_iterate(pair, params)


def _reduce_and_iterate(pair: DomainPair, params: SPLParams) -> Iterator[SPLState]:
    Xs, Xt = map(l2_normalize, reduced(pair, params))
    yield from iterate_reduced(Xs, pair.ys, Xt, pair.classes, params)
