"""`spl compare`: SPL beside other methods, on one pair or on all directions of a set."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from spl.algorithm.params import SPLParams
from spl.cli.arguments import (
    PAGE_ENDINGS,
    add_data,
    add_parameters,
    check_folder,
    reading_options,
)
from spl.cli.directions import add_all_directions, open_pairs
from spl.cli.output import kept, say, show, wrote
from spl.cli.unused import refuse_without_spl
from spl.data.pair import DomainPair
from spl.data.replaced import replaced
from spl.data.words import counted
from spl.experiments.comparison import (
    MethodResult,
    check_names,
    compare,
    reported_figures,
)
from spl.experiments.comparison_records import comparison_records, mean_accuracies
from spl.experiments.csv_files import guarded, write_lines
from spl.experiments.method_settings import SETTINGS, parameters_used, params_of, settings_note
from spl.measures.scores import LABELING_SCORES
from spl.methods import METHODS, SPL, USUAL
from spl.methods.options import read_method
from spl.reports.page import check_figures

Tasks = dict[str, list[MethodResult]]  # by the pair's title


def add(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser("compare", help="compare SPL with other methods")
    add_data(parser)
    add_all_directions(parser)
    add_parameters(parser)
    add_methods(parser)
    add_settings(parser)
    parser.add_argument("--out", metavar="COMPARE.csv", help="write the table")
    parser.add_argument("--html", metavar="REPORT.html", help="write a page with all results")
    parser.set_defaults(command=compare_command)


def add_methods(parser: argparse.ArgumentParser) -> None:
    """Which methods run, and with which parameters."""
    parser.add_argument(
        "--methods",
        metavar="A,B",
        help=f"methods, separated by commas: {', '.join(METHODS)}; all: all but TCA (skada)",
    )
    parser.add_argument(
        "--method",
        action="append",
        default=[],
        metavar="NAME[:P=V,…]",
        help="one more method, or other parameters for it, e.g. jda:dim=50 (may be repeated)",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Whether all methods share one d1."""
    parser.add_argument(
        "--settings",
        choices=list(SETTINGS),
        default="same",
        help="; ".join(f"{key}: {words}" for key, words in SETTINGS.items()) + " (default: same)",
    )


def chosen_methods(args: argparse.Namespace) -> tuple[list[str], dict[str, dict[str, float]]]:
    """Names of the methods to run, and the parameters that are set; no name if none is asked for.

    Raises
    ------
    ValueError
        One sentence that begins with the option.
    """
    names: list[str] = []
    if args.methods is not None:
        known = {name.lower(): name for name in METHODS}
        given = [name.strip() for name in args.methods.split(",") if name.strip()]
        names = [known.get(name.lower(), name) for name in given]
        if not names:
            raise ValueError(f"--methods names no method; use some of {', '.join(METHODS)}.")
        names = list(USUAL) if names == ["all"] else names
    check_names(names)
    options: dict[str, dict[str, float]] = {}
    for text in args.method:
        try:
            name, values = read_method(text)
        except ValueError as error:
            raise ValueError(f"--method {text}: {error}") from None
        if doubled := options.get(name, {}).keys() & values.keys():
            raise ValueError(
                f"--method {text}: {name} has {min(doubled)} already, and each method runs once; "
                "give the parameter one value."
            )
        options.setdefault(name, {}).update(values)
    return list(dict.fromkeys([*names, *options])), options


def compare_command(args: argparse.Namespace) -> int:
    """Run the methods and print a line for each as it ends."""
    names, options = chosen_methods(args)
    refuse_without_spl(args, names or USUAL)
    check_folder("--out", args.out, args.data, [".csv"])
    check_folder("--html", args.html, [*args.data, *filter(None, [args.out])], PAGE_ENDINGS)
    if args.html is not None:
        check_figures()
    if args.html and args.all_directions:
        raise ValueError("--html is a page about one pair; leave it out with --all-directions.")
    pairs, n_pairs, params = open_pairs(args)
    tasks: Tasks = {}

    def write() -> None:
        if args.out and any(tasks.values()):
            records = [r for task, of in tasks.items() for r in comparison_records(task, of)]
            write_lines(args.out, [r | {"task": guarded(r["task"])} for r in records])
            wrote(args, "out", args.out)

    with kept(write):
        for pair in pairs:
            results = tasks.setdefault(pair.title, [])
            _head(args, pair, params, names or USUAL, explained=len(tasks) == 1)
            for result in compare(pair, params, names or USUAL, (), options, args.settings):
                results.append(result)
                _show(args, pair, result)
                if result.capped:
                    say(result.capped)
            _print_reported(args, pair)
    if all(result.refused for of in tasks.values() for result in of):
        raise ValueError("No method could run; the lines above say why.")
    for result in next(iter(tasks.values())):
        if result.refused is None and (note := METHODS[result.method].note):
            show(args, f"{result.method}: {note}")
    if n_pairs > 1:
        _averages(args, tasks)
    if args.html:
        _report(args, pair, params, results)
    return 0


def _head(
    args: argparse.Namespace,
    pair: DomainPair,
    params: SPLParams,
    names: Sequence[str],
    *,
    explained: bool,
) -> None:
    used = params_of(SPL, pair, params, args.settings)
    values = f"SPL: d1={used.d1} d2={used.d2} T={used.T} labeling={used.used_labeling}"
    ours = "T" in parameters_used(names, "same")
    show(args, f"{pair.title}   {values}" if ours else pair.title)
    known = pair.yt is not None
    if explained:
        show(args, settings_note(pair, params, args.settings))
    if explained and not known:
        for shown in LABELING_SCORES.values():
            show(args, f"{shown.name}: {shown.help}")
    heads = ["accuracy"] if known else []
    heads += [shown.name for shown in LABELING_SCORES.values()]
    show(args, " ".join([f"{'method':<13}", *(f"{h:>14}" for h in heads), f"{'seconds':>8}"]))


def _show(args: argparse.Namespace, pair: DomainPair, result: MethodResult) -> None:
    (record,) = comparison_records(pair.title, [result])
    record.pop("agreement_with_spl", None)  # it takes SPL's result beside this one
    show(args, _line(result), {"record": "method", **record})


def _line(result: MethodResult) -> str:
    if result.refused:
        return f"{result.method:<13} {result.refused}"
    cells = [] if result.accuracy is None else [f"{result.accuracy:.1%}"]
    for name, value in result.scores.items():
        text = f"{value:z.3f}" if name == "silhouette" else f"{value:z.1%}"
        cells.append(text if isfinite(value) else "–")
    shown = " ".join(f"{cell:>14}" for cell in cells)
    return f"{result.method:<13} {shown} {result.seconds:>8.2f}"


def _print_reported(args: argparse.Namespace, pair: DomainPair) -> None:
    where, figures, deep = reported_figures(pair)
    if where and pair.yt is not None:
        shown = ", ".join(f"{name}{'*' if deep[name] else ''} {v}" for name, v in figures.items())
        show(args, f"reported by the paper for {where}; * deep networks trained end to end:")
        shares = {name: None if v is None else round(v / 100, 4) for name, v in figures.items()}
        show(args, shown, {"record": "paper", "task": pair.title, "accuracy": shares})


def _averages(args: argparse.Namespace, tasks: Mapping[str, Sequence[MethodResult]]) -> None:
    """Print each method's mean accuracy over all tasks."""
    show(args, f"\nmean accuracy over {counted(len(tasks), 'task')}")
    for name, mean in mean_accuracies(tasks).items():
        record = {"record": "mean", "method": name, "n_tasks": len(tasks), "accuracy": mean}
        show(args, f"{name:<13} {mean:>14.1%}", record)


def _report(
    args: argparse.Namespace, pair: DomainPair, params: SPLParams, results: Sequence[MethodResult]
) -> None:
    from spl.reports.comparison import comparison_report

    page = comparison_report(pair, params, results, command=_command(args), settings=args.settings)
    with replaced(args.html) as beside:
        beside.write_text(page, encoding="utf-8")
    wrote(args, "html", args.html)


def _command(args: argparse.Namespace) -> str:
    """The command without parameters of the run, for the report."""
    words = ["spl", "compare", *args.data]
    for name, value in reading_options(args).items():
        words += [f"--{name.replace('_', '-')}", str(value)]
    for text in args.method:
        words += ["--method", text]
    return shlex.join(words)
