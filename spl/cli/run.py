"""`spl run`: one run, a line per iteration."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.cli.arguments import (
    Progress,
    add_data,
    add_parameters,
    check_folder,
    headline,
    open_pair,
    origin,
)
from spl.cli.output import LOG, kept, say, show, wrote
from spl.cli.stopping import INTERRUPTED
from spl.data.known_file import read_known
from spl.data.pair import DomainPair
from spl.data.prepared import iterate_pair
from spl.data.without_file import read_without
from spl.data.words import counted, percent
from spl.measures.baselines import (
    BASELINES,
    MOST_ROWS,
    baseline_rows,
    drawn_words,
    each_baseline,
)
from spl.measures.evaluation import accuracy, agreement, changed_share
from spl.measures.label_sets import label_set_notes, open_set_scores
from spl.measures.scores import OPEN_SCORES
from spl.reports.saved_run import save_run

SIZES = ("n_source", "n_target", "n_features", "n_classes")


def add(commands: Any) -> None:
    """Add the command and its options."""
    run = commands.add_parser("run", help="run SPL and print a line per iteration")
    add_data(run)
    add_parameters(run)
    run.add_argument("--out", metavar="RUN.npz", help="write the run as plain arrays")
    run.add_argument(
        "--known",
        metavar="FILE",
        help="target samples whose labels are known: per line a row, counted from 0, and a label",
    )
    run.add_argument(
        "--without",
        metavar="FILE",
        help="target samples that are kept out of S_k: per line a row, counted from 0, and "
        "perhaps the first iteration that leaves it out (default: 1)",
    )
    run.add_argument(
        "--no-baselines", action="store_true", help="do not train 1-NN and SVM to compare with"
    )
    run.set_defaults(command=run_command)


def run_command(args: argparse.Namespace) -> int:
    """Run SPL and print a line for each iteration as it ends."""
    read = [*args.data, *filter(None, [args.known, args.without])]
    check_folder("--out", args.out, read, [".npz"])
    pair, params = open_pair(args)
    known = None if args.known is None else read_known(args.known, pair)
    without = _without(args, pair, params)
    sizes = {name: getattr(pair, name) for name in SIZES}
    show(args, headline(pair), {"record": "pair", "task": pair.title, **sizes, **asdict(params)})
    show(args, f"d1={params.d1} d2={params.d2} T={params.T} labeling={params.used_labeling}")
    show(args, "seconds are counted from the start")
    score = "agreement" if pair.yt is None else "accuracy"
    show(args, f"{'k':>3}  {'selected':>8}  {'changed':>7}  {score:>9}  {'seconds':>7}")
    states: list[SPLState] = []

    def write() -> None:
        if args.out and states:
            save_run(args.out, pair, params, states, origin(args), without)
            wrote(args, "out", args.out)

    with kept(write):  # before the classifiers, which can take longer than the run
        stopped = _iterations(args, pair, params, known, without, states)
    if stopped:
        done = f"k = 0 … {states[-1].k} of {params.T}" if states else "before the first iteration"
        LOG.error("stopped (%s).", done)
        return INTERRUPTED
    if known:
        _tell_known(args, pair, known, states[-1])
    if without:
        text = counted(len(without), "sample was", "samples were")
        show(args, f"{text} left out of S_k.", {"record": "without", "n_without": len(without)})
    if params.label_set == "open" and pair.yt is not None:
        scores = open_set_scores(states[-1].labels, pair.yt, pair.n_classes)
        shown = {key: percent(share) for key, share in scores.items()}
        text = ", ".join(f"{OPEN_SCORES[key].name} {share}" for key, share in shown.items())
        show(args, text, {"record": "open_set", **scores})
    if not args.no_baselines:
        _compare(args, pair, params)
    return 0


def _without(
    args: argparse.Namespace, pair: DomainPair, params: SPLParams
) -> dict[int, int] | None:
    """The target samples that are kept out of S_k."""
    return None if args.without is None else read_without(args.without, pair.n_target, params.T)


def _iterations(
    args: argparse.Namespace,
    pair: DomainPair,
    params: SPLParams,
    known: Mapping[int, Any] | None,
    without: Mapping[int, int] | None,
    states: list[SPLState],
) -> bool:
    """Print each iteration and add it to `states`, which without --out holds only the last.

    Returns whether it was stopped.
    """
    first: SPLState | None = None
    start = time.perf_counter()
    try:
        for state in iterate_pair(pair, params, known, without):
            seconds = time.perf_counter() - start
            record = _record(pair, state, states[-1] if states else None, seconds)
            if not args.out:
                states.clear()
            states.append(state.light())
            show(args, _line(record), {"record": "iteration", **record})
            first = first or states[0]
            del state  # before the next one is computed
    except KeyboardInterrupt:
        return True
    if first is not None:
        for note in label_set_notes(first, states[-1], params, tuple(pair.class_names or ())):
            say(note)
    return False


def _tell_known(
    args: argparse.Namespace, pair: DomainPair, known: Mapping[int, Any], last: SPLState
) -> None:
    """Print how many labels were given, and the accuracy on the other samples."""
    others = np.setdiff1d(np.arange(pair.n_target), list(known))
    labels = counted(len(known), "known label is", "known labels are")
    text = f"{labels} counted as correct above"
    record: dict[str, Any] = {"record": "known", "n_known": len(known)}
    if pair.yt is not None and pair.counted[others].any():
        record["accuracy_of_others"] = accuracy(last.labels[others], pair.yt[others])
        n = int(pair.counted[others].sum())
        text += f"; on the other {counted(n, 'sample')} with a label: "
        text += percent(record["accuracy_of_others"])
    show(args, f"{text}.", record)


def _record(
    pair: DomainPair, state: SPLState, previous: SPLState | None, seconds: float
) -> dict[str, Any]:
    """What a line says of an iteration; shares from 0 to 1."""
    score = (
        {"agreement": agreement(state)}
        if pair.yt is None
        else {"accuracy": accuracy(state.labels, pair.yt)}
    )
    return {
        "k": state.k,
        "selected": int(state.selected.sum()),
        "changed": None if previous is None else changed_share(state, previous),
        **score,
        "seconds": round(seconds, 3),
    }


def _line(record: Mapping[str, Any]) -> str:
    k, selected, changed, share, seconds = record.values()
    shown = "–" if changed is None else f"{changed:.1%}"
    return f"{k:>3}  {selected:>8}  {shown:>7}  {share:>9.1%}  {seconds:>7.2f}"


def _compare(args: argparse.Namespace, pair: DomainPair, params: SPLParams) -> None:
    """Print the accuracy without adaptation, or why there is none."""
    if pair.yt is None:
        text = "The target has no labels, so there is no accuracy; agreement is NCP's with SP's."
        show(args, text)
        return
    rows = baseline_rows(pair, MOST_ROWS)
    drawn = drawn_words(pair, rows)
    on = f" (on {drawn})" if drawn else ""
    say(f"1-NN and SVM on the source, to compare with{on} …")
    progress = Progress()
    scores: dict[str, float] = {}
    for name, labels in each_baseline(pair, params, rows=rows):
        scores[name] = accuracy(labels, pair.yt[rows[1]])
        if on:
            progress.show(len(scores) / len(BASELINES), name)
    if on:
        progress.end()
    sizes_used = {"n_source": len(rows[0]), "n_target": len(rows[1])}
    shown = ", ".join(f"{name} {percent(share)}" for name, share in scores.items())
    show(
        args,
        f"without adaptation{on}: {shown}",
        {"record": "baselines", **sizes_used, "accuracy": scores},
    )
