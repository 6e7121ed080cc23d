"""Points of accuracy that a choice of settings without target labels loses, on up to 19 tasks.

Run ``PYTHONPATH=. python tests/benchmarks/vote.py FOLDER``: Office-31 × 6, icons × 2, digits × 2,
letters × 4, SURF × 3 and DeCAF6 × 2, those whose features are at hand; d1 16 to 256, d2 half the
classes to 128, T 2, 5, 10. Each task's sweep is saved in FOLDER and continued from there.

Losses are percentage points below the best single setting of the grid, which only target labels
can tell; below 0 is better than every single setting. *reverse* is the pick that was suggested
before there was a vote: the smallest setting within a point of the best reverse validation. The
last columns are other votes: over different labellings only; weighted by the fourth power of
reverse validation; weighted five times by the fourth power of the agreement with the vote before;
over the half of the settings nearest to the vote. Both directions of the digits follow on a grid
with other variants (`VARIANTS`), on which reverse validation chooses badly.
"""

from __future__ import annotations

import os

os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")

import sys
import time
import warnings
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from spl import DomainPair, SPLParams
from spl.data.samples import load_sample, sample_sets
from spl.experiments.suggest import suggest
from spl.experiments.sweep import grid, missing_cells, sweep
from spl.experiments.tables import read_results, write_results
from spl.experiments.vote import correct_shares, majority, vote, with_agreement
from spl.measures.scores import RUN_SCORES

SHARED = Path(__file__).parents[3] / "shared" / "data"
OFFICE = "office31_efficientnet", ("amazon", "dslr", "webcam")
SURF = "office_caltech_surf"
SURF_DIRECTIONS = ("amazon", "caltech10"), ("caltech10", "amazon"), ("dslr", "webcam")
DECAF = "office_caltech_decaf6", ("dslr", "webcam")
SAMPLES = (
    ("icons", "outline", "filled"),
    ("icons", "filled", "outline"),
    ("digits", "uci", "mnist"),
    ("digits", "mnist", "uci"),
    ("letters", "handwriting", "sans"),
    ("letters", "sans", "handwriting"),
    ("letters", "handwriting", "serif"),
    ("letters", "monospace", "handwriting"),
)
D1, T = (16, 32, 64, 128, 256), (2, 5, 10)
MOST_D2 = 128
VARIANTS = {
    "d1": [16, 32, 64],
    "d2": [9, 16, 32],
    "T": [5, 10],
    "labeling": ["both", "ncp"],
    "selection": ["class-wise", "all"],
}


def tasks():
    """Name and opener of every task whose features are at hand."""
    for sample in SAMPLES:
        yield "-".join(sample), lambda sample=sample: load_sample(*sample)
    directions = [(OFFICE[0], *pair) for pair in permutations(OFFICE[1], 2)]
    directions += [(SURF, *pair) for pair in SURF_DIRECTIONS]
    directions += [(DECAF[0], *pair) for pair in permutations(DECAF[1], 2)]
    for folder, source, target in directions:
        if (SHARED / folder).is_dir():
            name = f"{folder.split('_')[-1]}-{source}-{target}"
            yield name, lambda at=(folder, source, target): open_features(*at)


def open_features(folder, source, target):
    files = [np.load(SHARED / folder / f"{domain}.npz") for domain in (source, target)]
    return DomainPair(*(file[name] for file in files for name in ("X", "y")))


def settings(n_classes):
    """The grid: d2 doubles from half the number of classes; its last value is 128."""
    d2 = [n_classes // 2]
    while 2 * d2[-1] <= 0.75 * MOST_D2:
        d2.append(2 * d2[-1])
    return grid(SPLParams(), d1=D1, d2=[*d2, MOST_D2], T=T)


def results(name, pair, cells, folder):
    """The sweep of one task, from its table where that is complete."""
    file = folder / f"{name}.csv"
    done = read_results(file) if file.exists() else []
    if missing_cells(pair, cells, done):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # d1 above what a pair allows
            done += sweep([pair], cells, done=done)
        write_results(file, done)
    return done


def weighted(labels, weights):
    """The label of the largest sum of weights, (n_target,)."""
    sums, rows = np.zeros((labels.shape[1], labels.max() + 1)), np.arange(labels.shape[1])
    for given, weight in zip(labels, weights, strict=True):
        sums[rows, given] += weight
    return sums.argmax(axis=1)


def other_votes(labels, reverse, found):
    """Labels by variants of the vote, by name."""
    near = found.labels
    for _ in range(5):
        near = weighted(labels, (labels == near).mean(axis=1) ** 4)
    half = found.agreement >= np.median(found.agreement)
    return {
        "different": majority(np.unique(labels, axis=0))[0],
        "by reverse": weighted(labels, reverse**4),
        "by nearness": near,
        "nearest half": majority(labels[half])[0],
    }


def measured(pair, runs):
    """One line of the table."""
    labels = np.stack([run.pseudo_labels for run in runs])
    reached = (labels == pair.yt).mean(axis=1)
    reverse = np.array([run.scores[-1]["reverse_validation"] for run in runs])
    settings = [run.params for run in runs]
    start = time.perf_counter()
    found = vote(runs)
    seconds = time.perf_counter() - start
    blind = [replace(run, accuracy=None, pseudo_labels=labels[0, :0]) for run in runs]
    before = reached[settings.index(suggest(blind)[0])]
    accuracy, sure, _ = correct_shares(found, pair.yt)
    chosen = {"reverse": before, "nearest": reached[settings.index(found.nearest)]}
    chosen |= {"median": np.median(reached), "vote": accuracy}
    others = other_votes(labels, reverse, found)
    chosen |= {name: (given == pair.yt).mean() for name, given in others.items()}
    return (
        {"settings": len(runs), "best": 100 * reached.max()}
        | {name: 100 * (reached.max() - share) for name, share in chosen.items()}
        | {"agreed": 100 * found.sure.mean(), "right there": 100 * sure, "ms": 1000 * seconds}
        | {f"ρ {name}": trust(runs, name) for name in ("vote", "reverse_validation", "entropy")}
    )


def trust(runs, name):
    """Spearman's correlation of a label-free score with accuracy; less entropy counts as better."""
    values = [run.scores[-1][name] for run in with_agreement(runs)]
    reached = [run.accuracy[-1] for run in runs]
    sign = 1 if RUN_SCORES[name].higher else -1
    return sign * spearmanr(values, reached)[0]


def show(lines):
    """Lines of the table, as they stand in README.md."""
    heads = list(next(iter(lines.values())))
    print("| task |", " | ".join(heads), "|")
    print("| --- |" + " --- |" * len(heads))
    for name, line in lines.items():
        cells = (
            f"{v:.0f}" if h in ("settings", "agreed") else f"{v:.2f}" if h[0] == "ρ" else f"{v:.1f}"
            for h, v in line.items()
        )
        print(f"| {name} |", " | ".join(cells), "|")


def main(arguments):
    folder = Path(arguments[0])
    folder.mkdir(exist_ok=True)
    lines, digits = {}, {}
    for name, open_pair in tasks():
        pair = open_pair()
        lines[name] = measured(pair, results(name, pair, settings(pair.n_classes), folder))
        print(name, file=sys.stderr)
    table = np.array([list(line.values()) for line in lines.values()])
    heads = list(next(iter(lines.values())))
    for name, of in (("mean", np.nanmean), ("median", np.nanmedian), ("most", np.nanmax)):
        lines[name] = dict(zip(heads, of(table, axis=0), strict=True))
    show(lines)
    for source, target in sample_sets()["digits"].directions:
        pair, name = load_sample("digits", source, target), f"variants-{source}-{target}"
        digits[name] = measured(pair, results(name, pair, grid(SPLParams(), **VARIANTS), folder))
    print()
    show(digits)


if __name__ == "__main__":
    main(sys.argv[1:])
