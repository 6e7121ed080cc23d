"""All tasks of one of the paper's data sets, with its parameters, beside what it reports."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np

from spl.algorithm.iteration import iterate_prepared
from spl.data.pair import DomainPair
from spl.data.prepared import prepare
from spl.experiments.tables import write_lines
from spl.measures.baselines import nearest_neighbor
from spl.measures.evaluation import accuracy
from spl.paper import AVERAGE, baseline_table, reported
from spl.paper.published import PublishedSet


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
    source, target = task.split("→")
    pair = DomainPair(*found.open(task), found.dataset.title, source, target)
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


def write_bench(path: str | Path, rows: Sequence[BenchRow]) -> None:
    """Write rows as csv, with the difference to the paper's figure in points.

    Parameters
    ----------
    path : str or Path
        Replaced as a whole.
    rows : sequence of BenchRow
    """
    heads = [*(field.name for field in fields(BenchRow)), "difference"]
    values = [{name: getattr(row, name) for name in heads} for row in rows]
    lines = [
        {k: f"{v:.4f}" if isinstance(v, float) else v for k, v in row.items()} for row in values
    ]
    write_lines(path, lines, heads)
