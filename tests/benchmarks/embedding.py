"""Frames that are faithful and calm: the measures of both, beside a fresh layout of every state.

Run by hand from the repository's root:

    PYTHONPATH=. python tests/benchmarks/embedding.py              t-SNE, ten directions
    PYTHONPATH=. python tests/benchmarks/embedding.py --method umap [--only "webcam → amazon"]
    PYTHONPATH=. python tests/benchmarks/embedding.py --synthetic 15000    CPU and memory by size

Columns: points; CPU seconds of all frames, with the one before adaptation and all their numbers;
*ahead* at k = 0, that of a fresh layout of the same state, and the number of samples that still
change; recall of the 15 nearest neighbours as a share of the fresh layout's (750 iterations on the
same affinities and grids), at k = 0 and as the mean of k = 0, T/2 and T, and at k = 0 beside
openTSNE's own default fit on these affinities; mean and largest movement of a step, as % of the
diameter; the spread of k = 0 as a share of that of k = T; the share of neighbours from the other
domain before adaptation, at k = 0 and at k = T, in the space and in the picture.
"""

from __future__ import annotations

import argparse
import resource
import time
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.spatial import cKDTree

from spl import DomainPair, SPLParams, load_sample
from spl.algorithm.state import SPLState
from spl.data.prepared import iterate_pair
from spl.data.samples import sample_sets
from spl.embedding import tsne, umap
from spl.embedding.frames import Frame, displacement
from spl.embedding.layouts import LAYOUTS, warm_up
from spl.embedding.neighbors import nearest_neighbors
from spl.embedding.sequence import embed
from spl.embedding.spaces import BEFORE, joint
from spl.embedding.starts import pca_start
from spl.embedding.truth import ahead_of_time, nearby

OFFICE = Path("../shared/data/office31_efficientnet")
DIRECTIONS = [
    ("icons", "outline", "filled"),
    ("styles", "outline", "filled"),
    ("letters", "sans", "handwriting"),
    ("digits", "uci", "mnist"),
    ("office31", "amazon", "webcam"),
]


@dataclass(frozen=True)
class Faithfulness:
    """What the design sets limits to, of one run's frames."""

    ahead: float  # at k = 0
    ahead_fresh: float
    n_changing: int
    recall_first: float  # as a share of the fresh layout's
    recall: float  # the same, mean of k = 0, T/2 and T
    moved: float  # mean step, as a share of the diameter
    moved_most: float
    spread: float  # of k = 0 as a share of that of k = T


def faithfulness(
    frames: dict[int, Frame], states: list[SPLState], ys: np.ndarray, seed: int = 0
) -> Faithfulness:
    """The measures of a whole run's frames; lays out three of its states afresh."""
    T, method = len(states) - 1, frames[0].method
    fresh = {k: fresh_layout(joint(states[k]), method, seed) for k in {0, T // 2, T}}
    ratios = {k: recall(states[k], frames[k].xy) / recall(states[k], fresh[k]) for k in fresh}
    first, last = frames[0], frames[T]
    assert first.class_in_subspace is not None and last.class_in_subspace is not None
    shown = nearby(fresh[0].astype(np.float32), len(ys), ys).classes
    assert shown is not None and first.ahead is not None and first.n_changing is not None
    ahead_fresh, _ = ahead_of_time(shown, first.class_in_subspace, last.class_in_subspace)
    steps = [displacement(frames[k], frames[k + 1]) for k in range(T)]
    assert ahead_fresh is not None
    return Faithfulness(
        first.ahead, ahead_fresh, first.n_changing,
        ratios[0], float(np.mean(list(ratios.values()))),
        float(np.mean(steps)), max(steps), spread(first.xy) / spread(last.xy),
    )  # fmt: skip


def fresh_layout(Z: np.ndarray, method: str, seed: int) -> np.ndarray:
    """An ordinary layout of one state on the same neighbours, from its own PCA picture."""
    graph = LAYOUTS[method].graph(Z, nearest_neighbors(Z, 15), seed)
    start = pca_start(Z, seed)
    if method == "umap":
        return umap.common_layout(graph, start, True, seed, lambda: False, lambda part: None)
    # openTSNE's own schedule
    phases = [(250, 12, tsne.GRID), (480, 1, tsne.GRID), (20, 1, tsne.GRID_FINE)]
    return tsne._optimize(graph, tsne.COLD * start, phases, lambda: False, lambda part: None)


def recall(state: SPLState, xy: np.ndarray) -> float:
    """Share of the 15 nearest neighbours in Z that are among the 15 nearest in the picture."""
    Z = joint(state)
    near = nearest_neighbors(Z, 15)[0]
    seen = cKDTree(xy).query(xy, 16)[1]
    return float(np.mean((near[:, :, None] == seen[:, None, 1:]).any(axis=2)))


def default_recall(frames: dict[int, Frame], states: list[SPLState]) -> float:
    """Recall at k = 0 as a share of that of openTSNE's default fit on the same affinities."""
    import openTSNE

    Z = joint(states[0])
    P = LAYOUTS["tsne"].graph(Z, nearest_neighbors(Z, 15), 0)
    affinities = openTSNE.affinity.PrecomputedAffinities(P)
    start = tsne.COLD * pca_start(Z, 0)
    fit = openTSNE.TSNE(random_state=0, n_jobs=1).fit(affinities=affinities, initialization=start)
    return recall(states[0], frames[0].xy) / recall(states[0], np.asarray(fit))


def spread(xy: np.ndarray) -> float:
    """Root mean square distance from the mean."""
    return float(np.linalg.norm(xy.std(axis=0)))


def runs() -> list[tuple[str, DomainPair, SPLParams]]:
    """Both directions of each pair of `DIRECTIONS` that is at hand."""
    found = []
    for name, a, b in DIRECTIONS:
        for source, target in ((a, b), (b, a)):
            title = f"{name}, {source} → {target}"
            if name != "office31":
                params = sample_sets()[name].recommended
                found.append((title, load_sample(name, source, target), params))
            elif OFFICE.is_dir():
                s, t = (np.load(OFFICE / f"{d}.npz") for d in (source, target))
                pair = DomainPair(s["X"], s["y"], t["X"], t["y"])
                found.append((title, pair, SPLParams(d1=512, d2=128)))
    return found


def generated(n: int) -> tuple[str, DomainPair, SPLParams]:
    """Ten Gaussian classes in 256 dimensions; the target is shifted, rotated and noisier."""
    rng = np.random.default_rng(0)
    centers = rng.normal(size=(10, 256))
    ys, yt = rng.integers(10, size=n // 2), rng.integers(10, size=n - n // 2)
    Xs = centers[ys] + 2.0 * rng.normal(size=(len(ys), 256))
    Xt = 0.8 * centers[yt] + 0.4 * centers[(yt + 1) % 10] + 2.5 * rng.normal(size=(len(yt), 256))
    return f"generated, {n}", DomainPair(Xs + 1, ys, Xt + 1, yt), SPLParams(d1=128, d2=64)


def laid_out(
    pair: DomainPair, params: SPLParams, method: str
) -> tuple[list[SPLState], dict[int, Frame], float, float]:
    """States, frames by k, CPU seconds of all frames and of the first one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        states = list(iterate_pair(pair, params))
    start = time.process_time()
    frames, first = {}, None
    for frame in embed(states, method, pair, params=params):
        first = first or time.process_time() - start
        frames[frame.k] = frame
    return states, frames, time.process_time() - start, first or 0.0


def line(title: str, pair: DomainPair, params: SPLParams, method: str) -> str:
    states, frames, cpu, _ = laid_out(pair, params, method)
    m = faithfulness(frames, states, pair.ys)
    beside = default_recall(frames, states) if method == "tsne" else float("nan")
    stops = [frames[k] for k in (BEFORE, 0, len(states) - 1)]
    mixing = [
        ", ".join(f"{100 * getattr(f, f'mixing_{where}'):.0f}" for f in stops)
        for where in ("subspace", "picture")
    ]
    return (
        f"| {title} | {pair.n_source + pair.n_target:,} | {cpu:.1f} "
        f"| {100 * m.ahead:.0f} − {100 * m.ahead_fresh:.0f} = "
        f"{100 * (m.ahead - m.ahead_fresh):.0f} of {m.n_changing} "
        f"| {m.recall_first:.3f}, {m.recall:.3f}; {beside:.3f} "
        f"| {100 * m.moved:.1f}, {100 * m.moved_most:.1f} "
        f"| {m.spread:.2f} | {mixing[0]} | {mixing[1]} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--method", choices=("tsne", "umap", "pca"), default="tsne")
    parser.add_argument("--synthetic", type=int, metavar="N", help="N generated points instead")
    parser.add_argument("--only", default="", metavar="TEXT", help="runs with this in their title")
    args = parser.parse_args()
    start = time.process_time()
    warm_up(umap=args.method == "umap")
    print(f"(imports and compilation: {time.process_time() - start:.1f} CPU s, once)")
    if args.synthetic:
        title, pair, params = generated(args.synthetic)
        _, frames, cpu, first = laid_out(pair, params, args.method)
        trust = np.mean([f.trustworthiness for f in frames.values()])
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        print(f"{title}: {cpu:.1f} CPU s for {len(frames)} frames, {first:.1f} for the first; ")
        print(f"trustworthiness {trust:.3f}, resident memory at most {peak:.2f} GiB")
        return
    for title, pair, params in (run for run in runs() if args.only in run[0]):
        print(line(title, pair, params, args.method), flush=True)


if __name__ == "__main__":
    main()
