"""`spl compare`: SPL beside other methods on one pair."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from math import isfinite
from typing import Any

from spl.algorithm.params import SPLParams
from spl.cli.arguments import add_data, add_parameters, check_folder, open_pair, reading_options
from spl.data.pair import DomainPair
from spl.data.replaced import replaced
from spl.experiments.comparison import (
    MethodResult,
    check_names,
    compare,
    comparison_lines,
    reported_figures,
)
from spl.experiments.tables import write_lines
from spl.measures.scores import LABELING_SCORES
from spl.methods import METHODS, USUAL


def add(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser("compare", help="compare SPL with other methods on one pair")
    add_data(parser)
    add_parameters(parser)
    parser.add_argument(
        "--methods",
        metavar="A,B",
        help=f"methods, separated by commas: {', '.join(METHODS)} (default: all but TCA (skada))",
    )
    parser.add_argument("--out", metavar="COMPARE.csv", help="write the table")
    parser.add_argument("--html", metavar="REPORT.html", help="write a page with all results")
    parser.set_defaults(command=compare_command)


def compare_command(args: argparse.Namespace) -> int:
    """Run the methods and print a line for each as it ends."""
    names = list(USUAL)
    if args.methods is not None:
        names = [name.strip() for name in args.methods.split(",") if name.strip()]
        if not names:
            raise ValueError(f"--methods names no method; use some of {', '.join(METHODS)}.")
    check_names(names)
    check_folder("--out", args.out, args.data)
    check_folder("--html", args.html, [*args.data, *filter(None, [args.out])])
    pair, params = open_pair(args)
    print(f"{pair.title}   d1={params.d1} d2={params.d2} T={params.T} labeling={params.labeling}")
    known = pair.yt is not None
    if not known:
        for shown in LABELING_SCORES.values():
            print(f"{shown.name}: {shown.help}")
    heads = ["accuracy"] if known else []
    heads += [shown.name for shown in LABELING_SCORES.values()]
    print(f"{'method':<13}", *(f"{head:>14}" for head in heads), f"{'seconds':>8}")
    results = []
    for result in compare(pair, params, names):
        results.append(result)
        print(_line(result), flush=True)
    for result in results:
        if result.refused is None and (note := METHODS[result.method].note):
            print(f"{result.method}: {note}")
    _print_reported(pair)
    _write(args, pair, params, results)
    return 0


def _line(result: MethodResult) -> str:
    if result.refused:
        return f"{result.method:<13} {result.refused}"
    cells = [] if result.accuracy is None else [f"{result.accuracy:.1%}"]
    for name, value in result.scores.items():
        text = f"{value:.3f}" if name == "silhouette" else f"{value:.1%}"
        cells.append(text if isfinite(value) else "–")
    shown = " ".join(f"{cell:>14}" for cell in cells)
    return f"{result.method:<13} {shown} {result.seconds:>8.2f}"


def _print_reported(pair: DomainPair) -> None:
    where, figures, deep = reported_figures(pair)
    if where and pair.yt is not None:
        print(f"reported by the paper for {where}; * deep networks trained end to end:")
        print(", ".join(f"{name}{'*' if deep[name] else ''} {v}" for name, v in figures.items()))


def _write(
    args: argparse.Namespace, pair: DomainPair, params: SPLParams, results: Sequence[MethodResult]
) -> None:
    if args.out:
        write_lines(args.out, comparison_lines(results))
        print(f"spl: wrote {args.out}", file=sys.stderr)
    if args.html:
        from spl.reports.comparison import comparison_report

        page = comparison_report(pair, params, results, command=_command(args))
        with replaced(args.html) as beside:
            beside.write_text(page, encoding="utf-8")
        print(f"spl: wrote {args.html}", file=sys.stderr)


def _command(args: argparse.Namespace) -> str:
    """The command without parameters, for the report."""
    words = ["spl", "compare", *args.data]
    for name, value in reading_options(args).items():
        words += [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join(words)
