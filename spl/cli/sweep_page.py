"""`spl sweep --html`: a page with the paper's figure of hyper-parameters."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from dataclasses import asdict

from spl.algorithm.params import SPLParams
from spl.cli.output import wrote
from spl.data.pair import DomainPair
from spl.data.replaced import replaced
from spl.experiments.sweep import SWEPT, RunResult
from spl.reports.saved_run import ORIGIN

FLAGS = ("all_directions", "one_at_a_time")
FIXED = ("quota", "label_set", "drop_below")  # parameters that have one value in a sweep


def save_page(
    args: argparse.Namespace,
    pairs: Sequence[DomainPair],
    results: Sequence[RunResult],
    base: SPLParams,
) -> None:
    """Write the page, around the setting that keeps the others fixed."""
    from spl.reports.sweep import sweep_report

    page = sweep_report(pairs, results, base, command=_command(args))
    with replaced(args.html) as beside:
        beside.write_text(page, encoding="utf-8")
    wrote(args, "html", args.html)


def _command(args: argparse.Namespace) -> str:
    """The command that computes the same, with what differs from its defaults."""
    default = asdict(SPLParams())
    given = {name: getattr(args, name) for name in ORIGIN[1:]}
    given |= {name: getattr(args, f"{name}_list") for name in SWEPT}
    given |= {n: value for n in FIXED if (value := getattr(args, n)) != default[n]}
    words = ["spl", "sweep", *args.data]
    for name, value in given.items():
        words += [] if value is None else [f"--{name.replace('_', '-')}", str(value)]
    words += [f"--{name.replace('_', '-')}" for name in FLAGS if getattr(args, name)]
    return shlex.join(words)
