"""`spl bench`: the paper's tables again, on publicly shared feature files."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from spl.cli.arguments import Progress, check_folder
from spl.cli.compare import add_methods, chosen_methods
from spl.cli.output import LOG, kept, say, show, wrote
from spl.experiments.bench import (
    HERE,
    BenchRow,
    bench,
    bench_methods,
    bench_record,
    method_records,
    method_rows,
    paper_baseline,
)
from spl.experiments.comparison import MethodResult
from spl.experiments.csv_files import write_lines
from spl.paper import AVERAGE, DATASETS, MethodRow
from spl.paper.published import PublishedSet, find_published

HEAD = (
    f"{'task':<8}  {'1-NN':>6}  {'SPL':>6}  {'floor':>6}  {'paper':>6}  {'SPL−paper':>9}  seconds"
)
LEGEND = (
    "accuracy in %; SPL with the authors' rule of selection, floor with the rule of the paper's "
    "text; SPL−paper in points"
)
Records = list[dict[str, Any]]


def add(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser("bench", help="the paper's tables, on a folder of feature files")
    parser.add_argument("folder", metavar="FOLDER", help="holds feature files, also in sub-folders")
    parser.add_argument(
        "--set", choices=tuple(DATASETS), dest="only", help="run only this data set"
    )
    add_methods(parser)
    parser.add_argument("--out", metavar="BENCH.csv", help="write the table")
    parser.set_defaults(command=bench_command)


def bench_command(args: argparse.Namespace) -> int:
    """Run all tasks of the data sets in a folder and print their tables."""
    names, options = chosen_methods(args)
    check_folder("--out", args.out, (), [".csv"])
    sets, problems = find_published(args.folder)
    check_folder("--out", args.out, [file for found in sets for file in found.files.values()])
    for sentence in problems:
        LOG.warning("%s", sentence)
    chosen = [found for found in sets if args.only in (None, found.dataset.key)]
    if not chosen:
        there = ", ".join(found.dataset.key for found in sets) or "none that can be used"
        wanted = f" of {args.only}" if args.only else ""
        raise ValueError(f"{args.folder} holds no task{wanted}; data sets in it: {there}.")
    show(args, "accuracy in %" if names else LEGEND)
    records: Records = []

    def write() -> None:
        if args.out and records:
            write_lines(args.out, records)
            wrote(args, "out", args.out)

    with kept(write):
        for found in chosen:
            _title(args, found)
            if names:
                _run_methods(args, found, names, options, records, problems)
            else:
                _run(args, found, records, problems)
    return 2 if problems else 0


def _title(args: argparse.Namespace, found: PublishedSet) -> None:
    params, names = found.dataset.params, found.missing
    show(args, f"\n{found.dataset.title}, {found.features} ({found.folder})")
    more = f" and {len(names) - 6} more" if len(names) > 6 else ""
    missing = f"; not found: {', '.join(names[:6])}{more}" if names else ""
    there = f"{len(found.tasks)} of {len(found.all_tasks)} tasks"
    show(args, f"d1={params.d1} d2={params.d2} T={params.T}; {there}{missing}")


def _run(
    args: argparse.Namespace, found: PublishedSet, records: Records, problems: list[str]
) -> None:
    """Print one data set's table as it grows; tasks that cannot run join the problems."""
    show(args, HEAD)
    rows: list[BenchRow] = []
    for row in bench(found):
        if isinstance(row, str):
            problems.append(row)
            LOG.warning("%s", row)
            continue
        rows.append(row)
        records.append(bench_record(row))
        show(args, _line(row), {"record": "task", **records[-1]})
    if not found.like_the_paper:
        show(args, _other_features(found))
    elif rows and rows[-1].task == AVERAGE:
        show(args, f"The paper's average for 1-NN is {paper_baseline(found.dataset.key):.1f}.")
    else:
        why = "No average, because some tasks are missing."
        show(args, why if rows else "No task of this data set could run.")


def _line(row: BenchRow) -> str:
    paper = "–" if row.paper is None else f"{row.paper:.1f}"
    difference = "–" if row.difference is None else f"{row.difference:+z.1f}"
    return (
        f"{row.task:<8}  {row.nearest_neighbor:>6.1f}  {row.spl_authors:>6.1f}  "
        f"{row.spl_floor:>6.1f}  {paper:>6}  {difference:>9}  {row.seconds:>7.1f}"
    )


def _run_methods(
    args: argparse.Namespace,
    found: PublishedSet,
    names: Sequence[str],
    options: Mapping[str, Mapping[str, float]],
    records: Records,
    problems: list[str],
) -> None:
    """Run methods on one data set's tasks; print its table, the paper's rows below."""
    results: list[tuple[str, MethodResult]] = []
    progress, n = Progress(), len(found.tasks) * len(names)

    def write() -> None:
        progress.end()
        records.extend(method_records(found, method_rows(found, results)))

    with kept(write):
        for result in bench_methods(found, names, options):
            if isinstance(result, str):
                problems.append(result)
                LOG.warning("%s", result)
                continue
            results.append(result)
            if result[1].refused:
                say(f"{result[0]}: {result[1].refused}")
            if result[1].capped:
                say(f"{result[0]}: {result[1].capped}")
            progress.show(min(len(results) / n, 1), f"{result[0]}, {result[1].method}")
    rows = method_rows(found, results)
    for record in method_records(found, rows):
        show(args, None, {"record": "accuracy", **record})
    _table(args, found, rows)


def _table(args: argparse.Namespace, found: PublishedSet, rows: Sequence[MethodRow]) -> None:
    """Print methods as rows and tasks as columns, with the average last, as the paper does."""
    columns = [*found.all_tasks, AVERAGE]
    width = max([8, *(len(row.name) for row in rows)])
    show(args, " ".join([" " * width, *(f"{column:>6}" for column in columns)]))
    for kind, group in groupby(rows, key=lambda row: row.kind):
        show(args, "run here" if kind == HERE else f"reported by the paper: {kind}")
        for row in group:
            cells = (row.accuracy.get(column) for column in columns)
            shown = ("–" if cell is None else f"{cell:.1f}" for cell in cells)
            show(args, " ".join([f"{row.name:<{width}}", *(f"{cell:>6}" for cell in shown)]))
    if not found.like_the_paper:
        show(args, _other_features(found))


def _other_features(found: PublishedSet) -> str:
    paper = found.dataset
    return (
        "The paper reports no results for these features; its own are "
        f"{paper.features} of width {paper.n_features}."
    )
