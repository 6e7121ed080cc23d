"""The runs of a sweep: kept by data and setting, so that wider lists compute only what is new."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from spl.algorithm.iteration import SPLParams
from spl.data.pair import DomainPair
from spl.engine.jobs import job_id
from spl.experiments.sweep import RunResult, fit_cells, sweep
from spl.ui.shared.studies import STUDIES, Study

MAX_RESULTS = 20_000
MAX_BYTES = 200_000_000


class Kept:
    """Results by data and setting, least recently used first, bounded in number and bytes."""

    def __init__(self, most: int = MAX_RESULTS, most_bytes: int = MAX_BYTES) -> None:
        self._results: OrderedDict[tuple[str, SPLParams], RunResult] = OrderedDict()
        self._lock = threading.Lock()
        self._most, self._most_bytes, self._bytes = most, most_bytes, 0

    def keep(self, pair: DomainPair, result: RunResult) -> None:
        """Keep a result; forget the oldest beyond the bounds."""
        key = pair.identity, result.params
        with self._lock:
            if key in self._results:
                self._bytes -= _size(self._results[key])
            self._results[key] = result
            self._results.move_to_end(key)
            self._bytes += _size(result)
            while len(self._results) > self._most or self._bytes > self._most_bytes:
                self._bytes -= _size(self._results.popitem(last=False)[1])

    def get(self, pair: DomainPair, cell: SPLParams) -> RunResult | None:
        """The result, or None."""
        key = pair.identity, cell
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
            return self._results.get(key)


KEPT = Kept()


@dataclass(frozen=True, eq=False)
class Sweep:
    """Cells over pairs, with what is known of them."""

    pairs: Sequence[DomainPair]
    cells: Sequence[SPLParams]

    @property
    def wanted(self) -> list[tuple[DomainPair, SPLParams]]:
        """Every pair with every cell, in the order in which they run."""
        return [(pair, cell) for pair in self.pairs for cell in fit_cells(pair, self.cells)]

    @property
    def known(self) -> list[RunResult]:
        """Results that are there."""
        found = (KEPT.get(pair, cell) for pair, cell in self.wanted)
        return [result for result in found if result is not None]

    @property
    def comparable(self) -> list[RunResult]:
        """Results of the directions that are complete, so that all means are of the same ones.

        As long as none is complete: all that are known.
        """
        missing = {id(pair) for pair, _ in self.missing}
        complete = [pair for pair in self.pairs if id(pair) not in missing]
        return Sweep(complete, self.cells).known if complete else self.known

    @property
    def missing(self) -> list[tuple[DomainPair, SPLParams]]:
        """What is still to run."""
        return [(pair, cell) for pair, cell in self.wanted if KEPT.get(pair, cell) is None]

    def study(self) -> Study:
        """The study that computes what is missing; nothing of it is left if nothing is."""
        missing = len(self.missing)
        study = STUDIES.get(self._key, missing, self._steps)
        if study.complete and missing and not study.running:
            study.n_total = len(study.results) + missing  # results were forgotten meanwhile
        return study

    @property
    def _key(self) -> str:
        ids = [job_id(pair, self.cells[0]) for pair in self.pairs]
        h = hashlib.blake2b(repr((ids, list(self.cells))).encode(), digest_size=12)
        return f"explore {h.hexdigest()}"

    def _steps(self, _done: list[Any]) -> Iterator[RunResult]:
        """Compute what is missing; `KEPT` rather than the study knows what that is."""
        for pair in self.pairs:
            there = (KEPT.get(pair, cell) for cell in fit_cells(pair, self.cells))
            done = [result for result in there if result is not None]
            for result in sweep([pair], self.cells, done=done):
                KEPT.keep(pair, result)
                yield result


def _size(result: RunResult) -> int:
    return result.pseudo_labels.nbytes + 600 * len(result.scores)
