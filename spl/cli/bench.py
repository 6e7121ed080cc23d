"""`spl bench`: the paper's tables again, on publicly shared feature files."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from spl.cli.arguments import check_folder
from spl.experiments.bench import BenchRow, bench, paper_baseline, write_bench
from spl.paper import AVERAGE, DATASETS
from spl.paper.published import PublishedSet, find_published

HEAD = (
    f"{'task':<8}  {'1-NN':>6}  {'SPL':>6}  {'floor':>6}  {'paper':>6}  {'SPL−paper':>9}  seconds"
)
LEGEND = (
    "accuracy in %; SPL with the authors' rule of selection, floor with the rule of the paper's "
    "text; SPL−paper in points"
)


def add(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser("bench", help="the paper's tables, on a folder of feature files")
    parser.add_argument("folder", metavar="FOLDER", help="holds feature files, also in sub-folders")
    parser.add_argument(
        "--set", choices=tuple(DATASETS), dest="only", help="run only this data set"
    )
    parser.add_argument("--out", metavar="BENCH.csv", help="write the table")
    parser.set_defaults(command=bench_command)


def bench_command(args: argparse.Namespace) -> int:
    """Run all tasks of the data sets in a folder and print a line for each as it ends."""
    check_folder("--out", args.out)
    sets, problems = find_published(args.folder)
    check_folder("--out", args.out, [file for found in sets for file in found.files.values()])
    for sentence in problems:
        print(f"spl: {sentence}", file=sys.stderr)
    chosen = [found for found in sets if args.only in (None, found.dataset.key)]
    if not chosen:
        there = ", ".join(found.dataset.key for found in sets) or "none that can be used"
        wanted = f" of {args.only}" if args.only else ""
        raise ValueError(f"{args.folder} holds no task{wanted}; data sets in it: {there}.")
    print(LEGEND)
    rows = [row for found in chosen for row in _run(found, problems)]
    if args.out:
        write_bench(args.out, rows)
        print(f"spl: wrote {args.out}", file=sys.stderr)
    return 2 if problems else 0


def _run(found: PublishedSet, problems: list[str]) -> list[BenchRow]:
    """Print one data set's table as it grows; tasks that cannot run join the problems."""
    params = found.dataset.params
    print(f"\n{found.dataset.title}, {found.features} ({found.folder})")
    print(
        f"d1={params.d1} d2={params.d2} T={params.T}; {len(found.tasks)} of "
        f"{len(found.all_tasks)} tasks" + _missing(found)
    )
    print(HEAD)
    rows: list[BenchRow] = []
    for row in bench(found):
        if isinstance(row, str):
            problems.append(row)
            print(f"spl: {row}", file=sys.stderr)
            continue
        rows.append(row)
        print(_line(row), flush=True)
    if not found.like_the_paper:
        print(
            "The paper reports no results for these features; its own are "
            f"{found.dataset.features} of width {found.dataset.n_features}."
        )
    elif rows and rows[-1].task == AVERAGE:
        print(f"The paper's average for 1-NN is {paper_baseline(found.dataset.key):.1f}.")
    else:
        print(
            "No average, because some tasks are missing."
            if rows
            else "No task of this data set could run."
        )
    return rows


def _missing(found: PublishedSet) -> str:
    if not found.missing:
        return ""
    names = found.missing
    more = f" and {len(names) - 6} more" if len(names) > 6 else ""
    return f"; not found: {', '.join(names[:6])}{more}"


def _line(row: BenchRow) -> str:
    paper = "–" if row.paper is None else f"{row.paper:.1f}"
    difference = "–" if row.difference is None else f"{row.difference:+.1f}"
    return (
        f"{row.task:<8}  {row.nearest_neighbor:>6.1f}  {row.spl_authors:>6.1f}  "
        f"{row.spl_floor:>6.1f}  {paper:>6}  {difference:>9}  {row.seconds:>7.1f}"
    )
