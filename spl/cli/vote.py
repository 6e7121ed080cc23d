"""`spl sweep --vote`: the majority label over the settings of a sweep, in a file and in words."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from spl.algorithm.params import SPLParams
from spl.cli.arguments import check_folder
from spl.cli.output import say, show
from spl.data.pair import DomainPair
from spl.data.words import percent
from spl.experiments.suggest import words
from spl.experiments.sweep import RunResult, data_digest, fit_cells
from spl.experiments.tables import write_vote
from spl.experiments.vote import FEWEST, SURE, correct_shares, vote, votes


def check_vote(
    file: str, inputs: Sequence[str], pairs: Sequence[DomainPair], cells: Sequence[SPLParams]
) -> None:
    """Refuse before the work what could not be written after it.

    Parameters
    ----------
    file : str
        What ``--vote`` names.
    inputs : sequence of str
        What the command reads.
    pairs : sequence of DomainPair
    cells : sequence of SPLParams

    Raises
    ------
    ValueError
        One sentence that begins with ``--vote``.
    """
    check_folder("--vote", file, inputs, [".npz"])
    if len(pairs) > 1:
        raise ValueError(
            f"--vote is for one pair, and there are {len(pairs)}; leave out --all-directions."
        )
    if (n := len(fit_cells(pairs[0], cells))) < FEWEST:
        there = "there is 1" if n == 1 else f"there are {n}"
        raise ValueError(
            f"--vote needs at least {FEWEST} settings, and {there}; give more values of d1, d2, T."
        )


def save_vote(args: argparse.Namespace, pair: DomainPair, results: Sequence[RunResult]) -> None:
    """Write the vote, and say over how many settings it is.

    Parameters
    ----------
    args : Namespace
        ``--vote`` names the file.
    pair : DomainPair
    results : sequence of results

    Raises
    ------
    ValueError
        If results come from a table of an earlier version, which kept no labels.
    """
    file = args.vote
    if any(not len(result.pseudo_labels) for result in results):
        raise ValueError(
            f"--vote {file} needs the labels of every setting, which the table of an earlier "
            "version does not hold; give --out another name to run the sweep again."
        )
    found = vote(results)
    write_vote(file, found, pair.classes)
    say(f"wrote the vote of {len(found.settings)} settings to {file}")
    show(args, None, {"record": "file", "option": "vote", "path": file})


def show_votes(
    args: argparse.Namespace, pairs: Sequence[DomainPair], results: Sequence[RunResult]
) -> None:
    """Print on how many samples the settings agree and, where target labels tell, the accuracy.

    Parameters
    ----------
    args : Namespace
        Of the command.
    pairs : sequence of DomainPair
    results : sequence of results
    """
    by_digest = {data_digest(pair): pair for pair in pairs}
    found = [v for v in votes(results) if v.digest in by_digest]
    if not found:
        return
    n = max(len(v.settings) for v in found)
    on = "" if len(found) == 1 else f", averaged over {len(found)} tasks"
    agreed = float(np.mean([v.sure.mean() for v in found]))
    record = {"record": "vote", "n_settings": n, "n_tasks": len(found), "share_agreed": agreed}
    text = f"vote: at least {percent(SURE, 0)} of the {n} settings agree on {percent(agreed)} of "
    text += f"the samples{on}"
    truths = {digest: pair.yt for digest, pair in by_digest.items() if pair.yt is not None}
    if any(v.digest not in truths for v in found):
        show(args, text, record)
        return
    shares = np.array([correct_shares(v, truths[v.digest]) for v in found])
    of_all, sure, others = (x[np.isfinite(x)] for x in shares.T)
    text += f"\nvote: accuracy {percent(of_all.mean())}"
    text += f"; {percent(sure.mean())} where they agree" if len(sure) else ""
    text += f"; {percent(others.mean())} elsewhere" if len(others) else ""
    if len(found) == 1:
        nearest = found[0].nearest
        text += f"\nnearest to the vote: {words(nearest)}"
        record |= {"nearest": words(nearest)}
        # A table that was edited may lack it.
        reached = next((r.accuracy for r in results if r.params == nearest and r.accuracy), None)
        if reached:
            text += f" with accuracy {percent(reached[-1])}"
            record |= {"accuracy_of_nearest": reached[-1]}
    record |= {
        "accuracy": of_all.mean(),
        "accuracy_where_agreed": sure.mean() if len(sure) else None,
    }
    show(args, text, record)
