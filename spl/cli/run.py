"""`spl run`: one run, a line per iteration."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.cli.arguments import (
    add_data,
    add_parameters,
    check_folder,
    headline,
    open_pair,
    origin,
    print_line,
)
from spl.data.known_file import read_known
from spl.data.pair import DomainPair
from spl.data.prepared import iterate_pair
from spl.data.words import counted
from spl.measures.baselines import baseline_labels
from spl.measures.evaluation import accuracy, agreement, changed_share
from spl.measures.label_sets import label_set_notes, open_set_scores
from spl.measures.scores import OPEN_SCORES
from spl.reports.saved_run import save_run


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
        "--no-baselines", action="store_true", help="do not train 1-NN and SVM to compare with"
    )
    run.set_defaults(command=run_command)


def run_command(args: argparse.Namespace) -> int:
    """Run SPL and print a line for each iteration as it ends."""
    read = [*args.data, *filter(None, [args.known])]
    check_folder("--out", args.out, read)
    pair, params = open_pair(args)
    known = read_known(args.known, pair) if args.known else None
    print(headline(pair))
    print(f"d1={params.d1} d2={params.d2} T={params.T} labeling={params.used_labeling}")
    print("seconds are counted from the start")
    score = "agreement" if pair.yt is None else "accuracy"
    print(f"{'k':>3}  {'selected':>8}  {'changed':>7}  {score:>9}  {'seconds':>7}")
    states, stopped = _iterations(pair, params, known, bool(args.out))
    if args.out and states:  # before the classifiers, which can take longer than the run
        save_run(args.out, pair, params, states, origin(args))
        print(f"spl: wrote {args.out}", file=sys.stderr)
    if stopped:
        done = f"k = 0 … {states[-1].k} of {params.T}" if states else "before the first iteration"
        print(f"spl: stopped ({done}).", file=sys.stderr)
        return 130
    if known:
        _tell_known(pair, known, states[-1])
    if params.label_set == "open" and pair.yt is not None:
        scores = open_set_scores(states[-1].labels, pair.yt, pair.n_classes)
        print(", ".join(f"{OPEN_SCORES[key].name} {share:.1%}" for key, share in scores.items()))
    if not args.no_baselines:
        _compare(pair, params)
    return 0


def _iterations(
    pair: DomainPair, params: SPLParams, known: Mapping[int, Any] | None, keep: bool
) -> tuple[list[SPLState], bool]:
    """Print each iteration; return all states, or the last, and whether Ctrl-C ended the run."""
    states: list[SPLState] = []
    first: SPLState | None = None
    start = time.perf_counter()
    try:
        for state in iterate_pair(pair, params, known):
            line = _line(pair, state, states[-1] if states else None, time.perf_counter() - start)
            if not keep:
                states.clear()
            states.append(state)
            print_line(line, go_on=keep)
            first = first or state
    except KeyboardInterrupt:
        return states, True
    if first is not None:
        for note in label_set_notes(first, states[-1], params, tuple(pair.class_names or ())):
            print(f"spl: {note}", file=sys.stderr)
    return states, False


def _tell_known(pair: DomainPair, known: Mapping[int, Any], last: SPLState) -> None:
    """Print how many labels were given, and the accuracy on the other samples."""
    others = np.setdiff1d(np.arange(pair.n_target), list(known))
    labels = counted(len(known), "known label is", "known labels are")
    text = f"{labels} counted as correct above"
    if pair.yt is not None and len(others):
        text += f"; on the other {counted(len(others), 'sample')}: "
        text += f"{accuracy(last.labels[others], pair.yt[others]):.1%}"
    print(f"{text}.")


def _line(pair: DomainPair, state: SPLState, previous: SPLState | None, seconds: float) -> str:
    share = agreement(state) if pair.yt is None else accuracy(state.labels, pair.yt)
    changed = "–" if previous is None else f"{changed_share(state, previous):.1%}"
    selected = int(state.selected.sum())
    return f"{state.k:>3}  {selected:>8}  {changed:>7}  {share:>9.1%}  {seconds:>7.2f}"


def _compare(pair: DomainPair, params: SPLParams) -> None:
    """Print the accuracy without adaptation, or why there is none."""
    if pair.yt is None:
        print("The target has no labels, so there is no accuracy; agreement is NCP's with SP's.")
        return
    print("spl: 1-NN and SVM on the source, to compare with …", file=sys.stderr)
    labels = baseline_labels(pair, params)
    scores = ", ".join(f"{name} {accuracy(y, pair.yt):.1%}" for name, y in labels.items())
    print(f"without adaptation: {scores}")
