"""`spl ablation`: the paper's nine combinations, on one pair or on all directions of a set."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Iterator
from itertools import permutations
from math import isnan
from pathlib import Path
from typing import Any

from spl.algorithm.params import SPLParams
from spl.cli.arguments import (
    Progress,
    add_data,
    add_parameters,
    check_folder,
    open_pair,
    reading_options,
    say,
)
from spl.data.pair import DomainPair
from spl.data.readers.features import FeatureFile
from spl.data.readers.files import pair_from, read_features
from spl.data.samples import load_sample, sample_sets
from spl.data.words import counted
from spl.experiments.ablation import (
    ABLATION,
    COMPONENTS,
    FULL,
    AblationResult,
    RowSummary,
    ablation,
    summarize,
    write_ablation,
)


def add(commands: Any) -> None:
    """Add the command to the parser's commands."""
    rows = commands.add_parser("ablation", help="the paper's nine combinations, per task")
    add_data(rows)
    rows.add_argument(
        "--all-directions",
        action="store_true",
        help="run every direction of a sample set, or of two or more files",
    )
    add_parameters(rows, variants=False)
    rows.add_argument("--out", metavar="ROWS.csv", help="write a line per task and combination")
    rows.set_defaults(command=ablation_command)


def ablation_command(args: argparse.Namespace) -> int:
    """Run the paper's nine combinations and print their accuracy, or agreement without labels."""
    check_folder("--out", args.out, args.data)
    pairs, n_pairs, params = _pairs(args)
    results: list[AblationResult] = []
    total, progress = n_pairs * len(ABLATION), Progress()
    for pair in pairs:
        for result in ablation(pair, params):
            results.append(result)
            progress.show(len(results) / total, f"{result.task}, {result.row.name}")
    progress.end()
    _print(results, params)
    if args.out:
        write_ablation(args.out, results)
        print(f"spl: wrote {args.out}", file=sys.stderr)
    return 0


def _pairs(args: argparse.Namespace) -> tuple[Iterator[DomainPair], int, SPLParams]:
    """The pairs to run, their number, and the parameters."""
    if not args.all_directions:
        pair, params = open_pair(args)
        return iter([pair]), 1, params
    names = {item.partition(":")[0] for item in args.data}
    if all(Path(item).is_file() for item in args.data) and len(args.data) > 1:
        return _of_files(args)
    if len(names) != 1 or not names <= set(sample_sets()):
        raise ValueError(
            f"--all-directions needs a sample set ({', '.join(sample_sets())}) or two or more "
            f"files; {' '.join(args.data)} is neither."
        )
    name = names.pop()
    args.data = [name]
    _, params = open_pair(args)
    directions = sample_sets()[name].directions
    return (load_sample(name, *d) for d in directions), len(directions), params


def _of_files(args: argparse.Namespace) -> tuple[Iterator[DomainPair], int, SPLParams]:
    """Every direction of the given files, each read once."""
    options = reading_options(args)
    label = options.pop("label", None)
    if options:
        option = next(iter(options)).replace("_", "-")
        raise ValueError(
            f"--{option} says what to read from a file, but with --all-directions every file is "
            f"one domain; leave --{option} out and save each domain as a file of its own."
        )
    domains = _read_files(args.data, label)
    args.data = args.data[:2]
    _, params = open_pair(args)
    directions = list(permutations(domains, 2))
    return _told(directions), len(directions), params


def _told(directions: list[tuple[FeatureFile, FeatureFile]]) -> Iterator[DomainPair]:
    """Make the pairs one by one; each note is printed once."""
    told: set[str] = set()
    for source, target in directions:
        pair, _ = pair_from(source, target)
        notes = [note for note in pair.notes if note not in told]
        say(notes)
        for note in notes:
            if note.startswith("Caution:"):
                warnings.warn(note, UserWarning, stacklevel=2)
        told.update(notes)
        yield pair


def _read_files(files: list[str], label: str | int | None) -> list[FeatureFile]:
    """Read files of one labelled domain each; ValueError where one is something else."""
    names = [Path(file).stem for file in files]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(
            f"two files are called {doubled[0]}, and results are told apart by names; rename one."
        )
    domains = [read_features(file, label=label) for file in files]
    for file, domain in zip(files, domains, strict=True):
        if len(domain.domains) > 1:
            raise ValueError(
                f"{file} holds {len(domain.domains)} domains, but with --all-directions every file "
                "is one domain; save each of them as a file of its own."
            )
        if domain.y is None:
            raise ValueError(
                f"{file} has no labels, but with --all-directions every file is a source once; "
                "name one source and this file as target, without --all-directions."
            )
    return domains


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
    line += f"  {100 * summary.difference:>+7.1f}"
    if isnan(summary.spread):
        return line
    low, high = (100 * f(summary.differences.values()) for f in (min, max))
    return f"{line} ± {100 * summary.spread:.1f}  ({low:+.1f} … {high:+.1f})"
