"""The runs of a sweep, kept by data and setting: longer lists compute only what is new."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from spl.algorithm.params import SPLParams
from spl.data.cache import Cache
from spl.data.pair import DomainPair
from spl.engine.jobs import job_id
from spl.engine.shelf import SHELF
from spl.engine.studies import Study, study_of
from spl.experiments.sweep import RunResult, fit_cells, sweep

MAX_RESULTS = 20_000
MAX_BYTES = 200_000_000
MAX_KEPT = 2_000  # results of one pair that are kept on disk


def _size(result: RunResult) -> int:
    return result.pseudo_labels.nbytes + 600 * len(result.scores)


# results by data and setting
KEPT: Cache[tuple[str, SPLParams], RunResult] = Cache(MAX_RESULTS, MAX_BYTES, size=_size)

RECALLED: Cache[str, bool] = Cache(1_000)  # pairs whose results on disk have been looked for


def known(pair: DomainPair, cell: SPLParams) -> RunResult | None:
    """The kept result of this pair and these parameters, or None."""
    return KEPT.get((pair.identity, cell))


def runs_key(pair: DomainPair) -> str:
    """Under which the results of a pair are kept on disk."""
    return f"runs {pair.identity}"


def recall(pair: DomainPair) -> None:
    """Take over the results of this pair that an earlier server has kept on disk, once."""
    if pair.identity in RECALLED:
        return
    RECALLED.put(pair.identity, True)
    for result in SHELF.load(runs_key(pair)) or []:
        if known(pair, result.params) is None:
            KEPT.put((pair.identity, result.params), result)


@dataclass(frozen=True, eq=False)
class Sweep:
    """Settings (cells) to run on pairs, and the results that are known."""

    pairs: Sequence[DomainPair]
    cells: Sequence[SPLParams]

    @property
    def wanted(self) -> list[tuple[DomainPair, SPLParams]]:
        """Every pair with every cell, in the order in which they run."""
        return [(pair, cell) for pair in self.pairs for cell in fit_cells(pair, self.cells)]

    @property
    def known(self) -> list[RunResult]:
        """Results that are there."""
        found = (known(pair, cell) for pair, cell in self.wanted)
        return [result for result in found if result is not None]

    @property
    def comparable(self) -> list[RunResult]:
        """Results of the complete directions, so that all means are over the same directions.

        While no direction is complete, all known results.
        """
        missing = {id(pair) for pair, _ in self.missing}
        complete = [pair for pair in self.pairs if id(pair) not in missing]
        return Sweep(complete, self.cells).known if complete else self.known

    @property
    def missing(self) -> list[tuple[DomainPair, SPLParams]]:
        """What is still to run."""
        return [(pair, cell) for pair, cell in self.wanted if known(pair, cell) is None]

    def study(self) -> Study:
        """The study that computes what is missing; it is complete if nothing is missing."""
        for pair in self.pairs:
            recall(pair)
        missing = len(self.missing)
        study = study_of(self._key, missing, self._steps, self._keep)
        if study.complete and missing and not study.running:
            study.n_total = len(study.results) + missing  # results were forgotten meanwhile
        return study

    def _keep(self) -> None:
        for pair in self.pairs:
            found = [result for (of, _), result in KEPT.items() if of == pair.identity]
            SHELF.save(runs_key(pair), found[-MAX_KEPT:])

    @property
    def _key(self) -> str:
        ids = [job_id(pair, self.cells[0]) for pair in self.pairs]
        h = hashlib.blake2b(repr((ids, list(self.cells))).encode(), digest_size=12)
        return f"explore {h.hexdigest()}"

    def _steps(self, _done: list[Any]) -> Iterator[RunResult]:
        """Compute what is missing from `KEPT`, whatever the study itself has done."""
        for pair in self.pairs:
            there = (known(pair, cell) for cell in fit_cells(pair, self.cells))
            done = [result for result in there if result is not None]
            for result in sweep([pair], self.cells, done=done):
                KEPT.put((pair.identity, result.params), result)
                yield result
