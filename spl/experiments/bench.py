"""All tasks of one of the paper's data sets, with its parameters, beside what it reports."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from spl.algorithm.iteration import iterate_prepared
from spl.data.prepared import prepare
from spl.experiments.comparison import MethodResult, compare
from spl.measures.baselines import nearest_neighbor
from spl.measures.evaluation import accuracy
from spl.methods import METHODS
from spl.paper import AVERAGE, MethodRow, baseline_table, reported, result_table
from spl.paper.published import PublishedSet

HERE = "here"  # the kind of a row that ran on this machine


@dataclass(frozen=True)
class BenchRow:
    """One task, or the average over all of them. Accuracies in percent; None where unknown."""

    dataset: str
    features: str
    folder: str
    task: str
    n_source: int
    n_target: int
    nearest_neighbor: float
    spl_authors: float  # the authors' rule of selection, which made the published tables
    spl_floor: float  # the rule of the paper's text
    paper: float | None  # what the paper reports for SPL on the same features
    seconds: float

    @property
    def difference(self) -> float | None:
        """Points by which SPL with the authors' rule is above the paper's figure."""
        return None if self.paper is None else self.spl_authors - self.paper


def bench(found: PublishedSet) -> Iterator[BenchRow | str]:
    """Run the tasks that are there, one row each; then the average if all have run.

    Both rules of selection share the PCA and state 0. A task whose files cannot be used is one
    sentence instead, and the others still run.

    Parameters
    ----------
    found : PublishedSet
        From `find_published`.
    """
    rows = []
    for task in found.tasks:
        try:
            row = _bench_task(found, task)
        except (ValueError, OSError) as error:
            yield f"{task}: {error}"
            continue
        rows.append(row)
        yield row
    if len(rows) == len(found.all_tasks):
        yield average_row(rows)


def _bench_task(found: PublishedSet, task: str) -> BenchRow:
    start = time.perf_counter()
    pair = found.pair(task)
    yt = np.asarray(pair.yt)  # published files are labelled
    prepared = prepare(pair, found.dataset.params)
    first = next(iterate_prepared(prepared))

    def spl(quota: str) -> float:
        of_run = replace(prepared, params=replace(prepared.params, quota=quota))
        *_, last = iterate_prepared(of_run, first=first)
        return 100 * accuracy(last.labels, yt)

    return BenchRow(
        dataset=found.dataset.key,
        features=found.features,
        folder=str(found.folder),
        task=task,
        n_source=pair.n_source,
        n_target=pair.n_target,
        nearest_neighbor=100 * accuracy(nearest_neighbor(prepared.Xs, pair.ys, prepared.Xt), yt),
        spl_authors=spl(found.dataset.params.quota),
        spl_floor=spl("floor"),
        paper=reported(found.dataset.key, "SPL", task) if found.like_the_paper else None,
        seconds=time.perf_counter() - start,
    )


def average_row(rows: Sequence[BenchRow]) -> BenchRow:
    """The average over tasks, beside the average that the paper reports.

    Parameters
    ----------
    rows : sequence of BenchRow
        All tasks of one data set.
    """
    first = rows[0]

    def mean(name: str) -> float:
        return float(np.mean([getattr(row, name) for row in rows]))

    return replace(
        first,
        task=AVERAGE,
        n_source=sum(row.n_source for row in rows),
        n_target=sum(row.n_target for row in rows),
        nearest_neighbor=mean("nearest_neighbor"),
        spl_authors=mean("spl_authors"),
        spl_floor=mean("spl_floor"),
        paper=None if first.paper is None else reported(first.dataset, "SPL"),
        seconds=sum(row.seconds for row in rows),
    )


def paper_baseline(dataset: str) -> float:
    """The average that the paper reports for 1-NN, in percent.

    Parameters
    ----------
    dataset : str
        A key of `spl.paper.DATASETS`, e.g. ``"office31"``.
    """
    return baseline_table()["1-NN"][dataset]


def bench_record(row: BenchRow) -> dict[str, Any]:
    """A row for files and scripts: accuracies, and the difference, as shares from 0 to 1.

    Parameters
    ----------
    row : BenchRow
    """
    record: dict[str, Any] = {field.name: getattr(row, field.name) for field in fields(row)}
    record["difference"] = row.difference
    for name in ("nearest_neighbor", "spl_authors", "spl_floor", "paper", "difference"):
        record[name] = None if record[name] is None else round(record[name] / 100, 6)
    return record | {"seconds": round(row.seconds, 3)}


def bench_methods(
    found: PublishedSet,
    names: Sequence[str],
    options: Mapping[str, Mapping[str, float]] | None = None,
) -> Iterator[tuple[str, MethodResult] | str]:
    """Run methods on the tasks that are there: (task, result) as each ends.

    A task whose files cannot be used is one sentence instead, and the others still run.

    Parameters
    ----------
    found : PublishedSet
        From `find_published`; SPL runs with the paper's parameters for this data set.
    names, options
        As for `compare`.
    """
    for task in found.tasks:
        try:
            pair = found.pair(task)
            for result in compare(pair, found.dataset.params, names, options=options):
                yield task, result
        except (ValueError, OSError) as error:
            yield f"{task}: {error}"


def method_rows(
    found: PublishedSet, results: Iterable[tuple[str, MethodResult]]
) -> list[MethodRow]:
    """What ran here as rows of the paper's table, then the paper's own for the same features.

    Parameters
    ----------
    found : PublishedSet
    results : iterable of (task, MethodResult)
        From `bench_methods`.
    """
    reached: dict[str, dict[str, float | None]] = {}
    for task, result in results:
        share = None if result.accuracy is None else 100 * result.accuracy
        reached.setdefault(result.method, {})[task] = share
    rows = []
    for name in (name for name in METHODS if name in reached):
        values = [reached[name].get(task) for task in found.all_tasks]
        known = [value for value in values if value is not None]
        mean = float(np.mean(known)) if len(known) == len(values) else None
        rows.append(MethodRow(name, HERE, reached[name] | {AVERAGE: mean}, {}))
    if found.like_the_paper:
        rows += result_table(found.dataset.key).methods
    return rows


def method_records(found: PublishedSet, rows: Sequence[MethodRow]) -> list[dict[str, Any]]:
    """A line per method and task, and per average: accuracies as shares from 0 to 1.

    Parameters
    ----------
    found : PublishedSet
    rows : sequence of MethodRow
        From `method_rows`.
    """
    head = {
        "dataset": found.dataset.key,
        "features": found.features,
        "folder": str(found.folder),
    }
    return [
        head
        | {
            "source": HERE if row.kind == HERE else f"paper, {row.kind}",
            "method": row.name,
            "task": task,
            "accuracy": None if value is None else round(value / 100, 6),
        }
        for row in rows
        for task, value in row.accuracy.items()
    ]
