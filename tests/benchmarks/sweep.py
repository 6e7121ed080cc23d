"""CPU seconds of a 6 × 6 sweep over d1 and d2, beside its cells run one by one.

Run ``PYTHONPATH=. python tests/benchmarks/sweep.py [D1,D1,… D2,D2,…]``: Office-31 webcam → dslr
where its features are at hand, else the icons; T = 10, one BLAS thread. A single run is `iterate`
with its own PCA and nothing else; the sweep computes all label-free scores of every state and
reverse validation on top. Both go on by turns within one process, a d1 at a time, so that a busy
machine slows both alike; the sweep's PCA counts with the first d1. Labels of every cell are
compared.
"""

from __future__ import annotations

import os

os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")

import sys
import time
from pathlib import Path

import numpy as np

from spl import DomainPair, SPLParams, iterate
from spl.data.samples import load_sample
from spl.experiments.sweep import grid, sweep

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "office31_efficientnet"
D1, D2 = "128,192,256,384,512,768", "16,32,48,64,96,128"
GOAL = 0.6


def open_data():
    if not FOLDER.is_dir():
        return load_sample("icons", "filled", "outline")
    files = [np.load(FOLDER / f"{name}.npz") for name in ("webcam", "dslr")]
    return DomainPair(*(file[name] for file in files for name in ("X", "y")), name="Office-31")


def timed(work):
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def last_labels(pair, params):
    for state in iterate(pair.X_source, pair.y_source, pair.X_target, params):
        labels = state.pseudo_labels
    return labels


def main(arguments):
    d1, d2 = ([int(v) for v in text.split(",")] for text in (arguments or (D1, D2)))
    pair = open_data()
    cells = grid(SPLParams(T=10), d1=d1, d2=d2)
    last_labels(pair, cells[0])  # what is imported lazily is there now
    runs = sweep([pair], cells)
    totals, different = np.zeros(2), 0
    print(f"{pair.n_source} + {pair.n_target} samples, {len(cells)} cells")
    print(f"{'d1':>5} {'cells':>5} {'sweep s':>8} {'one by one s':>12} {'ratio':>6}")
    for size in sorted(set(d1)):
        n = sum(cell.d1 == size for cell in cells)
        results, seconds = timed(lambda n=n: [next(runs) for _ in range(n)])
        alone, apart = timed(lambda r=results: [last_labels(pair, run.params) for run in r])
        different += sum(
            int((run.pseudo_labels != labels).sum())
            for run, labels in zip(results, alone, strict=True)
        )
        totals += seconds, apart
        print(
            f"{size:>5} {n:>5} {seconds:>8.2f} {apart:>12.2f} {seconds / apart:>6.2f}", flush=True
        )
    ratio = totals[0] / totals[1]
    print(f"{'all':>5} {len(cells):>5} {totals[0]:>8.2f} {totals[1]:>12.2f} {ratio:>6.2f}")
    print(f"ratio {ratio:.3f} (goal: {GOAL}); labels that differ: {different}")


if __name__ == "__main__":
    main(sys.argv[1:])
