"""SPL where the label sets differ: accuracy of partial runs, OS*, UNK and HOS of open ones.

Run ``PYTHONPATH=. python tests/benchmarks/label_sets.py [partial] [open]``. d1 = 256, d2 = 64,
T = 10; target labels are looked at only for the table.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.data.prepared import iterate_pair, prepare
from spl.data.samples import load_sample
from spl.measures.baselines import nearest_neighbor
from spl.measures.evaluation import accuracy
from spl.measures.label_sets import open_set_scores

OFFICE = Path(__file__).parents[3] / "shared" / "data" / "office31_efficientnet"
PARAMS = SPLParams(d1=256, d2=64, T=10)
TEN = (  # which Office-31 shares with Caltech-256
    "back_pack bike calculator headphones keyboard laptop_computer monitor mouse mug projector"
).split()
OFFICE_PAIRS = (("amazon", "webcam"), ("amazon", "dslr"), ("webcam", "amazon"))


def office(source: str, target: str, of_source: set[int], of_target: set[int]) -> DomainPair:
    """Two domains of Office-31, each with some of its 31 classes only."""
    arrays = []
    for domain, classes in ((source, of_source), (target, of_target)):
        with np.load(OFFICE / f"{domain}.npz") as file:
            rows = np.isin(file["y"], list(classes))
            arrays += [file["X"][rows], file["y"][rows]]
    return DomainPair(*arrays, name="Office-31", source_name=source, target_name=target)


def ten_shared() -> set[int]:
    """Class indices of the ten that Caltech-256 has too."""
    with np.load(OFFICE / "dslr.npz") as file:
        names = [str(name) for name in file["class_names"]]
    return {names.index(name) for name in TEN}


def partial_cases() -> Iterator[tuple[str, DomainPair]]:
    """Pairs whose target has some of the source's classes."""
    every = set(range(31))
    for what, few in (("first 10", set(range(10))), ("10 of Caltech", ten_shared())):
        for pair in OFFICE_PAIRS:
            yield what, office(*pair, every, few)
    yield "first 12", load_sample("icons", "filled", "outline@12")
    yield "first 12", load_sample("icons", "outline", "filled@12")


def open_cases() -> Iterator[tuple[str, DomainPair]]:
    """Pairs whose target has classes that the source lacks."""
    first, last = set(range(10)), set(range(20, 31))
    for pair in OFFICE_PAIRS:
        yield "first 10; last 11 unknown", office(*pair, first, first | last)
    for pair in OFFICE_PAIRS:
        yield "first 10; all 21 unknown", office(*pair, first, set(range(31)))
        yield "10 of Caltech; all 21 unknown", office(*pair, ten_shared(), set(range(31)))
    yield "first 12; 24 unknown", load_sample("icons", "filled@12", "outline")
    yield "first 8; 18 unknown", load_sample("letters", "sans@8", "serif")


def partial_row(what: str, pair: DomainPair) -> str:
    """1-NN, SPL closed, NCP and partial, in percent, and how many classes were dropped."""
    yt, prepared = pair.yt, prepare(pair, PARAMS)
    shares = [accuracy(nearest_neighbor(prepared.Xs, prepared.ys, prepared.Xt), yt)]
    for change in ({}, {"labeling": "ncp"}, {"label_set": "partial"}):
        *_, last = iterate_pair(pair, replace(PARAMS, **change))
        shares.append(accuracy(last.labels, yt))
    wrongly = int(last.dropped[np.unique(yt)].sum())
    written = " | ".join(f"{100 * share:.1f}" for share in shares)
    return f"| {pair.title} | {what} | {written} | {last.dropped.sum()} ({wrongly}) |"


def open_row(what: str, pair: DomainPair) -> str:
    """Share of unknown samples, accuracy of SPL closed, and the three scores, in percent."""
    *_, closed = iterate_pair(pair, PARAMS)
    *_, last = iterate_pair(pair, replace(PARAMS, label_set="open"))
    scores = open_set_scores(last.labels, pair.yt, pair.n_classes)
    shares = [float((pair.yt < 0).mean()), accuracy(closed.labels, pair.yt), *scores.values()]
    return f"| {pair.title} | {what} | " + " | ".join(f"{100 * s:.1f}" for s in shares) + " |"


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["partial", "open"]
    for part, cases, row in (
        ("partial", partial_cases, partial_row),
        ("open", open_cases, open_row),
    ):
        for case in cases() if part in wanted else ():
            print(row(*case), flush=True)
