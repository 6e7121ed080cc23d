"""The file of a sweep's results, which several sweeps may write to at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from spl.algorithm.params import SPLParams
from spl.cli.stopping import unstopped
from spl.data.pair import DomainPair
from spl.experiments.sweep import RunResult, data_digest
from spl.experiments.tables import read_results, write_results

LOCK = ".{}.lock"  # beside the table while it is written
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
        If the file holds results of other data, or is not a table of a sweep.
    """
    if out is None or not Path(out).exists():
        return []
    results = read_results(out)
    titles: dict[str, list[str]] = {}
    for pair in pairs:
        titles.setdefault(data_digest(pair), []).append(pair.title)
    others = sorted({result.task for result in results if result.digest not in titles})
    if others:
        raise ValueError(
            f"--out {out} holds results of other data ({', '.join(others[:3])}); give another name."
        )
    return [
        result if result.task in (now := titles[result.digest]) else replace(result, task=now[0])
        for result in results
    ]


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
