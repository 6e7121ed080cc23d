"""`spl sweep`: many settings on one pair, or on all directions of a sample set."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from math import isfinite
from typing import Any

from spl.algorithm.params import CHOICES, SPLParams
from spl.cli.arguments import (
    NOT_OPEN,
    PAGE_ENDINGS,
    Progress,
    add_data,
    add_label_set,
    check_folder,
    headline,
)
from spl.cli.directions import add_all_directions, directions
from spl.cli.output import say, show, wrote
from spl.cli.stopping import unstopped
from spl.cli.sweep_file import LOCK, Save, mark, read_earlier, saver
from spl.cli.sweep_page import FIXED, save_page
from spl.cli.vote import check_vote, save_vote, show_votes
from spl.data.pace import time_left
from spl.data.pair import DomainPair
from spl.data.samples import usual_params
from spl.data.words import counted, percent
from spl.experiments.suggest import best_setting, rank_scores, suggest, words
from spl.experiments.sweep import (
    RunResult,
    cross,
    data_digest,
    each_once,
    fit_cells,
    grid,
    missing_cells,
    run_cost,
    sweep,
)
from spl.experiments.tables import (
    ENDINGS,
    check_table_name,
    results_rows,
)
from spl.experiments.vote import FEWEST, VOTE, with_agreement
from spl.experiments.workers import BACKENDS
from spl.measures.scores import RUN_SCORES
from spl.reports.page import check_figures

LISTS: dict[str, tuple[Callable[[str], Any], str]] = {  # how to read one value, and an example
    "d1": (int, "whole numbers separated by commas, e.g. 32,64,128"),
    "d2": (int, "whole numbers separated by commas, e.g. 16,32,64"),
    "T": (int, "whole numbers separated by commas, e.g. 5,10"),
    "alpha": (float, "numbers separated by commas, e.g. 0.1,1,10"),
    "labeling": (str, f"any of {','.join(CHOICES['labeling'])}, separated by commas"),
    "selection": (str, f"any of {','.join(CHOICES['selection'])}, separated by commas"),
}


def add(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser("sweep", help="many values of d1, d2, T, … on one pair")
    add_data(parser)
    for name, (_, form) in LISTS.items():
        parser.add_argument(f"--{name}", dest=f"{name}_list", metavar="A,B,…", help=form)
    parser.add_argument("--quota", choices=CHOICES["quota"], default="floor")
    add_label_set(parser, NOT_OPEN)
    add_all_directions(parser)
    parser.add_argument(
        "--one-at-a-time",
        action="store_true",
        help="vary one parameter, the others at the first value of their lists, as the paper does",
    )
    parser.add_argument("--out", metavar="FILE", help="write results (.csv or .parquet), resume")
    parser.add_argument(
        "--vote", metavar="FILE.npz", help="write the majority label of all settings and its share"
    )
    parser.add_argument(
        "--html", metavar="PAGE.html", help="write the paper's figure of hyper-parameters"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes; -1 for one per core")
    parser.add_argument("--backend", choices=BACKENDS, help="where the processes run")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of Dask, e.g. tcp://host:8786")
    parser.set_defaults(command=sweep_command)


def sweep_command(args: argparse.Namespace) -> int:
    """Run what is missing and print a line for each run as it ends; then print what to choose."""
    check_folder("--out", args.out, args.data, ENDINGS, LOCK)
    check_folder("--html", args.html, [*args.data, *filter(None, [args.out])], PAGE_ENDINGS)
    if args.out is not None:
        check_table_name(args.out)
    if args.html is not None:
        check_figures()
    found = directions(args)
    pairs, base = list(found.each), found.recommended or usual_params(found.first)
    cells = _cells(args, base)
    if args.vote is not None:
        check_vote(args.vote, args.data, pairs, cells)
    seen = mark(args.out)
    kept = read_earlier(args.out, pairs)
    wanted = {(data_digest(pair), cell) for pair in pairs for cell in fit_cells(pair, cells)}
    results = [r for r in kept if (r.digest, r.params) in wanted]
    others = [r for r in kept if (r.digest, r.params) not in wanted]
    costs = [
        run_cost(cell, pair.n_target) for pair in pairs for cell in missing_cells(pair, cells, kept)
    ]
    if kept:
        more = f" and {len(others)} of other settings" if others else ""
        say(f"found {len(results)} of {len(wanted)} runs{more} in {args.out}; {len(costs)} to do")
    runs = sweep(
        pairs, cells, jobs=args.jobs, backend=args.backend, scheduler=args.scheduler, done=kept
    )

    _header(args, pairs)
    try:
        _follow(args, runs, results, costs, saver(args.out, seen, others, wanted))
    except KeyboardInterrupt:
        if args.vote is not None and len(results) >= FEWEST:
            with unstopped():
                save_vote(args, pairs[0], results)
        raise
    if args.out is not None and costs:
        wrote(args, "out", args.out)
    show_votes(args, pairs, results)
    _conclude(args, results)
    if args.html:
        save_page(args, pairs, results, cells[0] if args.one_at_a_time else suggest(results)[0])
    if args.vote is not None:
        save_vote(args, pairs[0], results)
    return 0


def _cells(args: argparse.Namespace, base: SPLParams) -> list[SPLParams]:
    """All combinations of the values given; parameters not given have one value."""
    lists, missing = {}, {}
    for name, (read, form) in LISTS.items():
        text = getattr(args, f"{name}_list")
        if text is None:
            missing[name] = getattr(base, name)
            continue
        try:
            lists[name] = [read(value.strip()) for value in text.split(",")]
        except ValueError:
            raise ValueError(f"--{name} {text}: give {form}.") from None
        for value in lists[name]:
            SPLParams(**{name: value})  # refuses what is out of range
    if "d1" in lists and "d2" in missing:
        missing["d2"] = min(missing["d2"], *lists["d1"], base.d1)
    fixed = {name: getattr(args, name) for name in FIXED}
    if missing:
        values = ", ".join(f"{name}={value}" for name, value in missing.items())
        say(f"not swept: {values}")
    cells = (cross if args.one_at_a_time else grid)(SPLParams(**missing, **fixed), **lists)
    _tell_left_out(args, lists, cells)
    once = each_once(cells)
    if same := len(cells) - len(once):
        n = counted(len(cells), "setting")
        say(f"left out: {same:,} of {n}, since with selection=none T makes no difference")
    return once


def _tell_left_out(
    args: argparse.Namespace, lists: Mapping[str, Sequence[Any]], cells: Sequence[SPLParams]
) -> None:
    """Say how many settings are left out since their d2 is above their d1."""
    values = {name: set(given) for name, given in lists.items()}
    if args.one_at_a_time:
        lost = sum(len(values.get(d, set()) - {getattr(c, d) for c in cells}) for d in ("d1", "d2"))
    else:
        lost = math.prod(map(len, values.values())) - len(cells)
    if lost:
        n = counted(lost + len(cells), "setting")
        say(f"left out: {lost:,} of {n} in which d2 is more than d1")


def _follow(
    args: argparse.Namespace,
    runs: Iterator[RunResult],
    results: list[RunResult],
    todo: list[float],
    save: Save,
) -> None:
    """Print and save each run as it ends; `todo` has the cost of each run to come."""
    start, spent, total, n = time.perf_counter(), 0.0, sum(todo), len(todo)
    progress = Progress()
    try:
        for i, result in enumerate(runs, start=1):
            results.append(result)
            save(results)
            if sys.stderr.isatty() and not args.quiet:
                print("\r" + " " * 50 + "\r", end="", file=sys.stderr, flush=True)
            show(args, _line(result), {"record": "run", **_record(result)})
            spent += run_cost(result.params, len(result.pseudo_labels))
            left = (time.perf_counter() - start) * max(total / spent - 1, 0)
            progress.show(i / n, f"{i} of {n} runs{time_left(left, ', ')}")
    finally:
        runs.close()  # type: ignore[attr-defined]
        if todo:
            progress.end()


def _header(args: argparse.Namespace, pairs: Sequence[DomainPair]) -> None:
    score = "accuracy" if all(pair.yt is not None for pair in pairs) else "agreement"
    for pair in pairs:
        show(args, headline(pair))
    show(
        args,
        f"{'d1':>5} {'d2':>5} {'T':>3} {'alpha':>7} {'labeling':>8} {'selection':>10}  {score:>9}"
        f" {'reverse':>9} {'seconds':>8}  task",
    )


def _record(result: RunResult) -> dict[str, Any]:
    """A run's line of the table, with what is not empty."""
    (row,) = results_rows([result])
    return {name: value for name, value in row.items() if value == value and name != VOTE}


def _line(result: RunResult) -> str:
    p, scores = result.params, result.scores[-1]
    share = scores["agreement"] if result.accuracy is None else result.accuracy[-1]
    return (
        f"{p.d1:>5} {p.d2:>5} {p.T:>3} {p.alpha:>7g} {p.labeling:>8} {p.selection:>10}"
        f"  {share:>9.1%} {scores['reverse_validation']:>9.1%} {result.seconds:>8.2f}"
        f"  {result.task}"
    )


def _conclude(args: argparse.Namespace, results: Sequence[RunResult]) -> None:
    """Print the best and the suggested setting, and how well each score would have chosen."""
    labelled = all(result.accuracy is not None for result in results)
    if labelled:
        best, mean = best_setting(results)
        record = {"record": "best", **asdict(best), "accuracy": mean}
        show(args, f"best: {words(best)} with accuracy {percent(mean)}", record)
    params, rule = suggest(results)
    suggested = {"record": "suggested", **asdict(params), "rule": rule}
    show(args, f"suggested: {words(params)}\n{rule}", suggested)
    if not labelled or len({result.params for result in results}) < 2:
        return
    show(args, "label-free scores: rank correlation with accuracy, and percentage points that its")
    show(args, "pick is below the best")
    for name, trust in rank_scores(with_agreement(results)).items():
        correlation = f"{trust.correlation:+z.2f}" if isfinite(trust.correlation) else "–"
        text = f"  {RUN_SCORES[name].name:<28} {correlation:>6} {trust.regret:>z7.1f}"
        regret = trust.regret / 100
        show(
            args,
            text,
            {"record": "score", "score": name, "correlation": trust.correlation, "regret": regret},
        )
