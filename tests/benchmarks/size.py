"""Peak memory and CPU seconds of `spl run` on large files.

Run ``python tests/benchmarks/size.py`` (with the project installed): 100,000 source and 900,000
target samples × 256 in float32, as .npy and uncompressed .npz, without and with --out. ``--share
4`` makes both domains a quarter of that, ``--kinds npz,parquet`` other files. Each run is a process
of its own; its peak is what the system says of it (`resource.getrusage`), the Python interpreter
and the libraries (about 0.15 GB) among it. One size at a time: it needs the memory that it tells.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

N_SOURCE, N_TARGET, D, C = 100_000, 900_000, 256, 10


def write_domains(folder: Path, kind: str, n_source: int, n_target: int, d: int) -> list[str]:
    """A source with labels as .npz and a target of the kind; made in blocks, in a process apart."""
    rng = np.random.default_rng(0)
    means = rng.standard_normal((C, d), dtype=np.float32)

    def domain(n: int, offset: float) -> tuple[np.ndarray, np.ndarray]:
        X, y = np.empty((n, d), dtype=np.float32), np.arange(n) % C
        for i in range(0, n, 8192):
            noise = rng.standard_normal(X[i : i + 8192].shape, dtype=np.float32)
            X[i : i + 8192] = means[y[i : i + 8192]] + 3 * noise + offset
        return X, y

    source, target = folder / "source.npz", folder / f"target.{kind}"
    X, y = domain(n_source, 0)
    np.savez(source, X=X, y=y)
    X, y = domain(n_target, 0.3)
    if kind == "npy":
        np.save(target, X)
    elif kind == "npz":
        np.savez(target, X=X, y=y)
    else:
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = {f"f{j}": X[:, j] for j in range(d)}
        pq.write_table(pa.table(columns), target, row_group_size=50_000)
    return [str(source), str(target)]


def measured(files: list[str], options: list[str]) -> tuple[float, float, float]:
    """Peak GB, CPU seconds and seconds of one run, in a child whose only child it is."""
    code = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)\n"
        "if done.returncode: sys.exit(done.stderr.decode()[-500:])\n"
        "u = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(u.ru_maxrss / 1e6 * 1.024, u.ru_utime + u.ru_stime)"
    )
    run = [sys.executable, "-W", "ignore", "-m", "spl", "run", *files, *options]
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *run], stdout=subprocess.PIPE, check=True, text=True
    )
    peak, cpu = map(float, done.stdout.split())
    return peak, cpu, time.perf_counter() - start


def main() -> None:
    """Print a line per kind of file and option."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=int, default=1, help="1/share of the samples")
    parser.add_argument("--kinds", default="npy,npz")
    parser.add_argument("--samples", type=int, nargs=2, default=[N_SOURCE, N_TARGET])
    parser.add_argument("--d", type=int, default=D)
    parser.add_argument("--out", action="store_true", help="also with --out")
    args = parser.parse_args()
    sizes = [n // args.share for n in args.samples]
    os.environ.setdefault("SPL_MAX_GB", "12")
    print(f"{sizes[0]:,} + {sizes[1]:,} samples × {args.d}, float32")
    for kind in args.kinds.split(","):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with multiprocessing.Pool(1) as pool:
                files = pool.apply(write_domains, (folder, kind, *sizes, args.d))
            given = sum(os.path.getsize(file) for file in files) / 1e9
            for options in [[], ["--out", str(folder / "run.npz")]][: 1 + args.out]:
                peak, cpu, seconds = measured(files, ["--no-baselines", *options])
                what = "with --out" if options else ""
                print(
                    f"{kind:<8} {given:5.2f} GB of files, peak {peak:5.2f} GB, {cpu:6.1f} CPU s, "
                    f"{seconds:6.1f} s {what}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
