"""The file of a sweep's results, which several sweeps may write to at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from spl.algorithm.params import SPLParams
from spl.cli.output import say
from spl.cli.stopping import unstopped
from spl.data.on_disk import exists
from spl.data.pair import DomainPair
from spl.data.words import counted, percent
from spl.experiments.suggest import words
from spl.experiments.sweep import RunResult, data_digest
from spl.experiments.tables import read_results, write_results
from spl.measures.evaluation import accuracy

LOCK = ".{}.lock"  # beside the table while it is written
ROUNDED = 0.005  # accuracies may have been rounded by a spreadsheet
Save = Callable[[Sequence[RunResult]], None]


def read_earlier(out: str | None, pairs: Sequence[DomainPair]) -> list[RunResult]:
    """Results of an earlier start of the same command, under the present titles of their pairs.

    A file of data that was renamed since is the same task: its runs vote with the others.

    Parameters
    ----------
    out : str or None
        What ``--out`` names.
    pairs : sequence of DomainPair

    Raises
    ------
    ValueError
        If the file holds results of other data, is not a table of a sweep, or was changed so that
        its runs do not fit these data or one another.
    """
    if out is None or not exists(out):
        return []
    results = read_results(out)
    titles: dict[str, list[str]] = {}
    by_digest: dict[str, DomainPair] = {}
    for pair in pairs:
        digest = data_digest(pair)
        titles.setdefault(digest, []).append(pair.title)
        by_digest[digest] = pair
    others = sorted({result.task for result in results if result.digest not in titles})
    if others:
        raise ValueError(
            f"--out {out} holds results of other data ({', '.join(others[:3])}); give another name."
        )
    scored = any(result.accuracy for result in results)
    for result in results:
        if scored and not result.accuracy:  # where all lack it, it was taken out on purpose
            raise ValueError(_changed(out, result, "the accuracy is missing"))
        if why := _unfit(result, by_digest[result.digest]):
            raise ValueError(_changed(out, result, why))
    named = [
        result if result.task in (now := titles[result.digest]) else replace(result, task=now[0])
        for result in results
    ]
    return _once(out, named)


def _unfit(result: RunResult, pair: DomainPair) -> str:
    """Why a run cannot be of this pair, whose digest it has; "" if it can.

    Tables of earlier versions hold no labels, which leaves nothing to compare.
    """
    labels = result.pseudo_labels
    if not len(labels):
        return ""
    if len(labels) != pair.n_target:
        return f"it labels {counted(len(labels), 'sample')} of {pair.n_target:,}"
    if labels.max() >= pair.n_classes:
        return f"it has a label {labels.max()} beyond the {pair.n_classes} classes"
    if pair.yt is None or result.accuracy is None:
        return ""
    reached = accuracy(labels, pair.yt)
    if abs(reached - result.accuracy[-1]) > ROUNDED:
        return (
            f"its accuracy is {percent(result.accuracy[-1])}, and that of its labels "
            f"{percent(reached)}"
        )
    return ""


def _once(out: str, results: Sequence[RunResult]) -> list[RunResult]:
    """The results without rows that occur twice; two that differ are refused."""
    first: dict[tuple[str, str, SPLParams], RunResult] = {}
    for result in results:
        there = first.setdefault((result.task, result.digest, result.params), result)
        alike = there.accuracy == result.accuracy and there.scores == result.scores
        if not alike or not np.array_equal(there.pseudo_labels, result.pseudo_labels):
            raise ValueError(_changed(out, result, "it is there twice, with other results"))
    if doubled := len(results) - len(first):
        say(f"{counted(doubled, 'row')} of {out} repeated another; each run counts once.")
    return list(first.values())


def _changed(out: str, result: RunResult, why: str) -> str:
    return (
        f"--out {out} was changed since a sweep wrote it: in the run {words(result.params)} of "
        f"{result.task} {why}; take that row out to run it again, or give another name."
    )


def saver(
    out: str | None,
    seen: tuple[int, int, int] | None,
    others: Sequence[RunResult],
    wanted: Collection[tuple[str, SPLParams]],
) -> Save:
    """How to write this sweep's results; what another sweep writes to the same file is kept.

    Parameters
    ----------
    out : str or None
        What ``--out`` names; None writes nothing.
    seen : tuple of three ints, or None
        The file's `mark` when `others` were read from it.
    others : sequence of RunResult
        What the file holds besides this sweep's results.
    wanted : collection of (digest, SPLParams)
        This sweep's runs.
    """

    def save(results: Sequence[RunResult]) -> None:
        nonlocal seen, others
        if out is None:
            return
        with alone(Path(out)), unstopped():
            if mark(out) not in (seen, None):
                others = [r for r in read_results(out) if (r.digest, r.params) not in wanted]
            write_results(out, [*others, *results])
            seen = mark(out)

    return save


def mark(file: str | Path | None) -> tuple[int, int, int] | None:
    """What changes when a file is replaced; None where there is none.

    Parameters
    ----------
    file : path or None
    """
    try:
        status = os.stat(file or "")
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Let one process at a time read and replace a file; the system frees a killed one's lock.

    Parameters
    ----------
    out : Path
        The file; its lock lies beside it.
    """
    if sys.platform == "win32":  # without flock: two sweeps into one file do not wait there
        yield
        return
    import fcntl

    place = Path(os.path.realpath(out))  # where a link leads to
    path = place.with_name(LOCK.format(place.name))
    while True:
        with path.open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            found = mark(path)
            if found is None or found[0] != os.fstat(lock.fileno()).st_ino:
                continue  # the process that held it has removed it, and another may hold a new one
            try:
                yield
            finally:
                path.unlink(missing_ok=True)
            return
