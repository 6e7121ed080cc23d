"""Seconds and memory of the core, beside the matrix work that nobody can avoid.

Run ``python tests/benchmarks/core.py`` (all four sizes, about two minutes), or name sizes by their
number: ``python tests/benchmarks/core.py 1 3``. Each size runs in a process of its own, on one
thread, and prints CPU seconds for the PCA, for the T + 1 = 11 learnings, and for the BLAS and
LAPACK calls of the same shapes alone:

- PCA: one Gram matrix and eigenproblem of side min(n, d), and one projection;
- each learning: one Gram of the labelled samples (syrk), one eigenproblem (Cholesky, and the d2
  wanted eigenvectors of a standard symmetric matrix), one projection (gemm).

The calls are timed right after each learning, so that a busy machine slows both alike. Peak memory
is counted from the moment the input (float32) exists. Where n is large against C·d1 the core
updates the Grams of changed samples only, and can stay below the limit.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

SIZES = [  # n (half of it source), d, C, d1, d2, and seconds of a first prototype
    (2_000, 4096, 10, 128, 64, 1.2, 0.16),
    (4_110, 2048, 31, 512, 128, 1.5, 1.5),
    (8_000, 2048, 65, 1024, 128, 3.0, 7.1),
    (130_000, 1024, 10, 256, 128, 4.1, 10.4),
]
T = 10


def make_domains(n, d, n_classes):
    """Gaussian classes, the target moved: made in blocks, so that the peak is the input itself."""
    import numpy as np

    rng = np.random.default_rng(0)
    means = rng.standard_normal((n_classes, d), dtype=np.float32)
    y = np.arange(n // 2) % n_classes
    domains = []
    for _ in range(2):
        X = np.empty((n // 2, d), dtype=np.float32)
        offset = rng.standard_normal(d, dtype=np.float32) / 2
        for i in range(0, len(X), 1024):
            noise = rng.standard_normal(X[i : i + 1024].shape, dtype=np.float32)
            X[i : i + 1024] = means[y[i : i + 1024]] + 3 * noise + offset
        domains.append(X)
    return domains[0], y, domains[1]


def current_mib():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def peak_mib():
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


class Stopwatch:
    """Adds up CPU seconds under names."""

    def __init__(self):
        self.seconds = {}

    def time(self, name, work, *args, **kwargs):
        start = time.process_time()
        result = work(*args, **kwargs)
        self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - start
        return result


def time_pca_calls(watch, Xs, Xt, d1):
    import numpy as np
    from scipy.linalg import blas, eigh

    n, d = len(Xs) + len(Xt), Xs.shape[1]
    if d <= n:
        gram = np.zeros((d, d), order="F")
        for X in (Xs.astype(float), Xt.astype(float)):
            watch.time("pca limit", blas.dsyrk, 1.0, X.T, beta=1.0, c=gram, overwrite_c=True)
    else:
        both = np.concatenate([Xs, Xt], dtype=float).T
        gram = watch.time("pca limit", blas.dsyrk, 1.0, both, trans=True)
    side = len(gram)
    last = (side - d1, side - 1)
    watch.time("pca limit", eigh, gram, lower=False, subset_by_index=last, driver="evr")
    axes = np.ones((d, d1))
    for X in (Xs.astype(float), Xt.astype(float)):
        watch.time("pca limit", np.matmul, X, axes)


def time_learning_calls(watch, Xs, Xt, n_selected, P):
    import numpy as np
    from scipy.linalg import blas, cholesky, eigh

    d1, d2 = P.shape
    gram = np.zeros((d1, d1), order="F")
    for X in (Xs, Xt[:n_selected]):
        if len(X):
            watch.time("gram", blas.dsyrk, 1.0, X.T, beta=1.0, c=gram, overwrite_c=True)
    gram[np.diag_indices(d1)] += 1
    watch.time("eigenproblem", cholesky, gram, check_finite=False)
    if d2 < d1:
        first = {"lower": False, "subset_by_index": (0, d2 - 1), "driver": "evr"}
        watch.time("eigenproblem", eigh, gram, check_finite=False, **first)
    for X in (Xs, Xt):
        watch.time("projection", np.matmul, X, P)


def measure(n, d, n_classes, d1, d2):
    """Run once for the memory, once for the time."""
    import numpy as np

    from spl import SPLParams, iterate
    from spl.algorithm.iteration import iterate_prepared
    from spl.algorithm.preparation import prepare_arrays

    params = SPLParams(d1=d1, d2=d2, T=T)
    Xs, ys, Xt = make_domains(n, d, n_classes)
    before = current_mib()
    for state in iterate(Xs, ys, Xt, params):
        accuracy = float(np.mean(state.pseudo_labels == ys))
    del state
    memory = peak_mib() - before

    watch = Stopwatch()
    prepared = watch.time("pca", prepare_arrays, Xs, ys, Xt, np.arange(n_classes), params)
    time_pca_calls(watch, Xs, Xt, d1)
    Xs, Xt = prepared.Xs, prepared.Xt
    states = iterate_prepared(prepared)
    for _ in range(T + 1):
        state = watch.time("learnings", next, states)
        time_learning_calls(watch, Xs, Xt, int(state.selected.sum()), state.projection)
    return watch.seconds | {"memory": memory, "input": n * d * 4 / 2**20, "accuracy": accuracy}


HEADER = (
    "       n     d   C    d1   d2 |   PCA (mark)  limit |  11 learnings (mark)  limit  ratio"
    " (Gram + eigen + project) |  peak above input"
)


def report(size, r):
    n, d, n_classes, d1, d2, pca_mark, mark = size
    parts = [r[name] for name in ("gram", "eigenproblem", "projection")]
    limit = sum(parts)
    return (
        f"{n:>8} {d:>5} {n_classes:>3} {d1:>5} {d2:>4} |"
        f" {r['pca']:>5.2f} {f'({pca_mark})':>6} {r['pca limit']:>6.2f} |"
        f" {r['learnings']:>13.2f} {f'({mark})':>6} {limit:>6.2f} {r['learnings'] / limit:>6.2f}"
        f" ({' + '.join(f'{p:.2f}' for p in parts)}) |"
        f" {r['memory']:>6.0f} MiB + {r['input']:.0f} input"
    )


def main(arguments):
    if arguments[:1] == ["--measure"]:
        print(json.dumps(measure(*map(int, arguments[1:]))))
        return
    chosen = [SIZES[int(a) - 1] for a in arguments] or SIZES
    environment = os.environ | dict.fromkeys(
        ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"
    )
    print(HEADER)
    for size in chosen:
        command = [sys.executable, __file__, "--measure", *map(str, size[:5])]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
        print(report(size, json.loads(done.stdout)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
