"""CPU cost and quality of the frames, beside a fresh t-SNE per frame and one scikit-learn fit.

Run by hand from the repository's root:

    OMP_NUM_THREADS=1 python tests/benchmarks/embedding.py            2,100 points of Office-31
    OMP_NUM_THREADS=1 python tests/benchmarks/embedding.py --synthetic 15000 --methods pca,tsne

Columns: CPU seconds of the whole sequence; mean trustworthiness (k = 15); mean displacement per
step, as a share of the picture's diameter; and, from a second sequence in which a random half of
the points keeps its Z at every step, how far those points move (mean and worst).
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from spl.algorithm.iteration import SPLParams, SPLState, iterate
from spl.embedding.frames import diameter, joint, make_frame, rotate_onto
from spl.embedding.layouts import warm_up
from spl.embedding.sequence import Frame, embed

OFFICE = Path("../shared/data/office31_efficientnet")
ICONS = Path("sample_data/icons")


def real_run() -> tuple[str, list[SPLState]]:
    """2,100 points: Office-31 amazon (a part) → webcam where it is at hand, else the icons."""
    if OFFICE.is_dir():
        name, (source, target) = (
            "Office-31 amazon → webcam",
            (np.load(OFFICE / f"{d}.npz") for d in ("amazon", "webcam")),
        )
    else:
        name, (source, target) = (
            "icons",
            (np.load(ICONS / f"{d}.npz") for d in ("outline", "filled")),
        )
    n = min(len(source["X"]), 2100 - len(target["X"]))
    rows = np.sort(np.random.default_rng(0).permutation(len(source["X"]))[:n])
    params = SPLParams(d1=512, d2=128)
    return name, run(source["X"][rows], source["y"][rows], target["X"], params)


def synthetic_run(n: int) -> tuple[str, list[SPLState]]:
    """Ten Gaussian classes in 256 dimensions; the target is shifted, rotated and noisier."""
    rng = np.random.default_rng(0)
    centers = rng.normal(size=(10, 256))
    ys, yt = rng.integers(10, size=n // 2), rng.integers(10, size=n - n // 2)
    Xs = centers[ys] + 2.0 * rng.normal(size=(len(ys), 256))
    Xt = 0.8 * centers[yt] + 0.4 * centers[(yt + 1) % 10] + 2.5 * rng.normal(size=(len(yt), 256))
    return f"synthetic, {n} points", run(Xs + 1, ys, Xt + 1, SPLParams(d1=128, d2=64))


def run(Xs: np.ndarray, ys: np.ndarray, Xt: np.ndarray, params: SPLParams) -> list[SPLState]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list(iterate(Xs, ys, Xt, params))


def half_frozen(states: list[SPLState]) -> tuple[list[SPLState], list[np.ndarray]]:
    """The run with half of the points, others at each step, keeping their successor's Z.

    All Z are first rotated onto the last one: a subspace's axes may swap or flip at any step.
    """
    rng, n_source = np.random.default_rng(1), len(states[0].z_source)
    after = last = joint(states[-1])
    result, masks = [states[-1]], []
    for state in states[-2::-1]:
        mask = rng.random(len(last)) < 0.5
        after = np.where(mask[:, None], after, rotate_onto(joint(state), last))
        result.append(replace(state, z_source=after[:n_source], z_target=after[n_source:]))
        masks.append(mask)
    return result[::-1], masks[::-1]


def fresh_frames(states: list[SPLState]) -> list[Frame]:
    """One default openTSNE fit per frame."""
    import openTSNE

    frames: list[Frame] = []
    for state in reversed(states):
        Z = joint(state)
        xy = np.asarray(openTSNE.TSNE(random_state=0).fit(Z))
        frames.append(make_frame(state.k, xy, "tsne", Z, frames[-1] if frames else None))
    return frames


def measured(make: Callable[[list[SPLState]], list[Frame]], states: list[SPLState]) -> str:
    start = time.process_time()
    frames = make(states)
    cpu = time.process_time() - start
    trust = np.mean([f.trustworthiness for f in frames])
    moved = 100 * np.nanmean([f.displacement for f in frames])
    return f"{cpu:8.1f} {trust:8.4f} {moved:10.2f} %"


def unchanged_move(make: Callable[[list[SPLState]], list[Frame]], states: list[SPLState]) -> str:
    frozen, masks = half_frozen(states)
    frames = sorted(make(frozen), key=lambda f: f.k)
    moves = [
        np.linalg.norm(a.xy[m] - b.xy[m], axis=1) / diameter(a.xy)
        for a, b, m in zip(frames, frames[1:], masks, strict=False)
    ]
    return f"{100 * np.mean(np.concatenate(moves)):13.3f} % {100 * max(map(np.max, moves)):6.2f} %"


def warm(umap: bool) -> None:
    """Imports and compilation in this process, told apart from the work."""
    start = time.process_time()
    warm_up()
    print(f"(openTSNE: import {time.process_time() - start:.1f} CPU s, once)")
    if umap:
        start = time.process_time()
        warm_up(umap=True)
        print(f"(umap-learn: import and compilation {time.process_time() - start:.1f} CPU s, once)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--synthetic", type=int, metavar="N", help="N generated points instead")
    parser.add_argument("--methods", default="pca,tsne,umap,fresh,sklearn")
    args = parser.parse_args()
    name, states = synthetic_run(args.synthetic) if args.synthetic else real_run()
    methods = args.methods.split(",")
    print(f"{name}: {len(joint(states[0]))} points, {len(states)} frames")
    warm("umap" in methods)
    heads = f"{'CPU s':>8s} {'trust':>8s} {'per step':>12s} {'unchanged: mean':>15s} {'worst':>7s}"
    print(f"{'method':28s} {heads}")
    for method in methods:
        if method == "sklearn":
            from sklearn.manifold import TSNE, trustworthiness

            Z = joint(states[-1])
            start = time.process_time()
            xy = TSNE(random_state=0).fit_transform(Z)
            cpu = time.process_time() - start
            trust = trustworthiness(Z, xy, n_neighbors=15)
            print(f"{'ONE default sklearn TSNE fit':28s} {cpu:8.1f} {trust:8.4f}", flush=True)
        elif method == "fresh":
            print(f"{'fresh openTSNE per frame':28s} {measured(fresh_frames, states)}", flush=True)
        else:
            make = lambda s, m=method: list(embed(s, m))  # noqa: E731
            line = f"{method:28s} {measured(make, states)}"
            print(line, unchanged_move(make, states), flush=True)


if __name__ == "__main__":
    main()
