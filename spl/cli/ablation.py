"""`spl ablation`: the paper's nine combinations, on one pair or on all directions of a set."""

from __future__ import annotations

import argparse
from math import isnan
from typing import Any

from spl.algorithm.params import SPLParams
from spl.cli.arguments import Progress, add_data, add_parameters, check_folder
from spl.cli.directions import add_all_directions, open_pairs
from spl.cli.output import kept, show, wrote
from spl.data.words import counted
from spl.experiments.ablation import (
    ABLATION,
    COMPONENTS,
    FULL,
    AblationResult,
    RowSummary,
    ablation,
    ablation_lines,
    summarize,
    write_ablation,
)


def add(commands: Any) -> None:
    """Add the command to the parser's commands."""
    rows = commands.add_parser("ablation", help="the paper's nine combinations, per task")
    add_data(rows)
    add_all_directions(rows)
    add_parameters(rows, variants=False)
    rows.add_argument("--out", metavar="ROWS.csv", help="write a line per task and combination")
    rows.set_defaults(command=ablation_command)


def ablation_command(args: argparse.Namespace) -> int:
    """Run the paper's nine combinations and print their accuracy, or agreement without labels."""
    check_folder("--out", args.out, args.data, [".csv"])
    pairs, n_pairs, params = open_pairs(args)
    results: list[AblationResult] = []
    total, progress = n_pairs * len(ABLATION), Progress()

    def write() -> None:
        progress.end()
        if args.out and results:
            write_ablation(args.out, results)
            wrote(args, "out", args.out)

    with kept(write):
        for pair in pairs:
            for result in ablation(pair, params):
                results.append(result)
                (line,) = ablation_lines([result])
                show(args, None, {"record": "combination", **line, "task": pair.title})
                progress.show(len(results) / total, f"{result.task}, {result.row.name}")
    if not args.json:
        _print(results, params)
    return 0


def _print(results: list[AblationResult], params: SPLParams) -> None:
    """Print the table per task where there are several, then over all of them."""
    score = "accuracy" if all("accuracy" in r.scores for r in results) else "agreement"
    results = [result for result in results if score in result.scores]
    summaries = summarize(results, score)
    tasks = list(summaries[0].values)
    where = tasks[0] if len(tasks) == 1 else counted(len(tasks), "task")
    print(f"{where}   d1={params.d1} d2={params.d2} T={params.T}")
    if len(tasks) > 1:
        width = max(map(len, tasks))
        print(f"{score} per task in %, combinations in the order of the table below")
        print(" " * width, *(f"{i:>6}" for i in range(1, len(ABLATION) + 1)))
        for task in tasks:
            print(f"{task:<{width}}", *(f"{100 * s.values[task]:>6.1f}" for s in summaries))
        print()
    for name, text in COMPONENTS.items():
        print(f"{name:<3}  {text}")
    what = f"mean {score}" if len(tasks) > 1 else score
    spread = " (mean ± sd, min … max)" if len(tasks) > 1 else ""
    print(f"  PL   S  NCP  SP  {what:>13}  points from all four{spread}")
    for summary in summaries:
        print(_line(summary))


def _line(summary: RowSummary) -> str:
    marks = "  ".join(f"{mark:>2}" for mark in summary.row.marks)
    line = f"  {marks}  {summary.mean:>13.1%}"
    if summary.row == FULL:
        return f"{line}        –"
    line += f"  {100 * summary.difference:>+z7.1f}"
    if isnan(summary.spread):
        return line
    low, high = (100 * f(summary.differences.values()) for f in (min, max))
    return f"{line} ± {100 * summary.spread:.1f}  ({low:+z.1f} … {high:+z.1f})"
