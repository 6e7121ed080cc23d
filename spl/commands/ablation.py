"""`spl ablation`: the paper's nine combinations on one pair."""

from __future__ import annotations

import argparse
from typing import Any

from spl.commands.arguments import add_data, add_parameters, open_pair
from spl.evaluation import accuracy, agreement
from spl.experiments import ablation


def add(commands: Any) -> None:
    """Add the command to the parser's commands."""
    rows = commands.add_parser("ablation", help="the paper's nine combinations on one pair")
    add_data(rows)
    add_parameters(rows, variants=False)
    rows.set_defaults(command=ablation_command)


def ablation_command(args: argparse.Namespace) -> int:
    """Run the paper's nine ablation rows; accuracy where the target has labels."""
    pair, params = open_pair(args)
    score = "agreement" if pair.yt is None else "accuracy"
    print(f"{pair.title}   d1={params.d1} d2={params.d2} T={params.T}")
    print("PL pseudo-labelling, S selection, NCP nearest class prototype, SP structured prediction")
    print(f" PL   S  NCP  SP  {score:>9}")
    for row, state in ablation(pair, params):
        marks = ["✓" if on else "✗" for on in (row.pseudo_labeling, row.selective, row.ncp, row.sp)]
        share = agreement(state) if pair.yt is None else accuracy(state.pseudo_labels, pair.yt)
        print(f"  {marks[0]}   {marks[1]}    {marks[2]}   {marks[3]}  {share:>9.1%}", flush=True)
    return 0
