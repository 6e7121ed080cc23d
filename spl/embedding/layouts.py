"""t-SNE and UMAP of one frame, from given neighbours and given start positions.

Both libraries load on first use, or in `warm_up`. Each runs behind a lock of its own: numba, which
umap-learn compiles with, aborts the whole process when two threads of a server enter its parallel
code at once. openTSNE does not load numba, so that t-SNE need not wait while UMAP compiles.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.data.caught import caught_warnings
from spl.embedding.neighbors import ShouldStop, Stopped, nearest_neighbors

Array = NDArray[Any]
Advance = Callable[[float], None]  # told the share of this layout that is done

_TSNE_LOCK, _UMAP_LOCK = threading.Lock(), threading.Lock()
_UMAP_COMPILED = threading.Event()

CHECK_EVERY = 5  # t-SNE iterations between two looks at should_stop
# t-SNE iterations. On three data sets 60, 100, 15 took twice the CPU, moved points further per
# step and kept no more neighbourhoods.
EXAGGERATED, PLAIN, WARM = 50, 75, 5
# The interpolation grid: cells per axis, the most units a cell may span, and nodes per
# cell and axis; the exaggerated picture is small. One gradient's repulsion between 2,100 points
# took 22 ms with the defaults (50, 1, 3) and 3 ms so; few nodes in many cells beat many in few.
GRID_SMALL = {"min_num_intervals": 20, "ints_in_interval": 3, "n_interpolation_points": 2}
GRID = {"min_num_intervals": 36, "ints_in_interval": 3, "n_interpolation_points": 2}
FFT_FROM = 1_000  # points: below, Barnes-Hut is quicker than the interpolation grid
UMAP_EPOCHS, UMAP_WARM_EPOCHS = 200, 30
UMAP_WARM_RATE = 0.05  # of the usual 1: more makes points jump (0.25: 7 % of the diameter a step)


@contextmanager
def _alone(lock: threading.Lock, should_stop: ShouldStop) -> Iterator[None]:
    """Hold the lock; while waiting for it, keep looking at `should_stop`."""
    while not lock.acquire(timeout=0.2):
        if should_stop():
            raise Stopped
    try:
        yield
    finally:
        lock.release()


def warm_up(umap: bool = False) -> None:
    """Load what the first layout needs; meant for a thread in the background.

    Parameters
    ----------
    umap : bool
        Also load and compile umap-learn: up to 40 s of CPU, once in a process. UMAP asked for
        meanwhile waits; t-SNE does not.
    """
    Z = np.random.default_rng(0).normal(size=(40, 3)).astype(np.float32)
    knn = nearest_neighbors(Z, 5)
    for layout in (tsne_layout, umap_layout) if umap else (tsne_layout,):
        layout(Z, knn, None, np.zeros(len(Z), bool), 0, lambda: False, lambda part: None)


def principal_axes(Z: Array) -> Array:
    """First two principal axes, (d, 2); signs such that rotating Z rotates them along.

    Each axis points to the longer tail of the data. Missing axes (d = 1) are zero.
    """
    Z = np.asarray(Z, dtype=np.float64)
    Z = Z - Z.mean(axis=0)
    axes = np.linalg.eigh(Z.T @ Z)[1][:, :-3:-1]  # (d, at most 2)
    axes = axes * np.where(((Z @ axes) ** 3).sum(axis=0) < 0, -1, 1)
    return np.pad(axes, ((0, 0), (0, 2 - axes.shape[1])))


def pca_start(Z: Array, scale: float, seed: int) -> Array:
    """The PCA picture with this standard deviation, and a trace of noise: points may coincide."""
    xy = np.asarray(Z - Z.mean(axis=0), dtype=np.float64) @ principal_axes(Z)
    spread = xy[:, 0].std()
    noise = np.random.default_rng(seed).normal(scale=1e-2, size=xy.shape)
    return np.asarray(scale * (xy / (spread if spread > 0 else 1) + noise))


def tsne_layout(
    Z: Array,
    knn: tuple[Array, Array],
    start: Array | None,
    pinned: Array,
    seed: int,
    should_stop: ShouldStop,
    advance: Advance,
) -> Array:
    """t-SNE with uniform affinities on the given neighbours (openTSNE).

    Parameters
    ----------
    Z : ndarray of shape (n, d)
        Gives the PCA picture to start from where `start` is None.
    knn : indices and distances, each of shape (n, k)
    start : ndarray of shape (n, 2) or None
        The successor's positions: then `WARM` plain iterations are enough.
    pinned : ndarray of shape (n,), bool
        Points that stay where `start` has them.
    seed : int
        Breaks the symmetry of points that coincide in the PCA picture.
    should_stop, advance : callables
        Looked at, and told, every `CHECK_EVERY` iterations.

    Raises
    ------
    Stopped
        If `should_stop` said True.
    """
    # Before openTSNE loads its OpenMP: idle threads that spin cost more CPU than the work itself.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    with _alone(_TSNE_LOCK, should_stop):
        from openTSNE import TSNEEmbedding
        from openTSNE.affinity import Uniform
        from openTSNE.nearest_neighbors import PrecomputedNeighbors

        affinities = Uniform(knn_index=PrecomputedNeighbors(*knn), k_neighbors=knn[0].shape[1])
        total = WARM if start is not None else EXAGGERATED + PLAIN
        positions = pca_start(Z, 1e-4, seed) if start is None else start
        embedding = TSNEEmbedding(
            np.array(positions, dtype=np.float64),
            affinities,
            negative_gradient_method="bh" if len(Z) < FFT_FROM else "fft",
            n_jobs=1,
        )
        callback = _Every(should_stop, advance, total, start, pinned)
        cold = [(EXAGGERATED, 12, GRID_SMALL), (PLAIN, 1, GRID)]
        for n_iter, exaggeration, grid in cold if start is None else [(WARM, 1, GRID)]:
            embedding = embedding.optimize(
                n_iter,
                exaggeration=exaggeration,
                momentum=0.8,
                inplace=True,
                propagate_exception=True,
                callbacks=callback,
                callbacks_every_iters=CHECK_EVERY,
                **grid,
            )
        callback.hold(embedding)
        return np.asarray(embedding, dtype=np.float64)


class _Every:
    """openTSNE callback: stops, reports, and puts pinned points back."""

    def __init__(
        self,
        should_stop: ShouldStop,
        advance: Advance,
        total: int,
        start: Array | None,
        pinned: Array,
    ) -> None:
        self.should_stop, self.advance, self.total = should_stop, advance, total
        self.start, self.pinned = start, pinned
        self.calls = 0

    def __call__(self, iteration: int, error: float, embedding: Array) -> None:
        if self.should_stop():
            raise Stopped
        self.calls += 1
        self.advance(min(1.0, self.calls * CHECK_EVERY / self.total))
        self.hold(embedding)

    def hold(self, embedding: Array) -> None:
        """Undo the common drift of the pinned points, then put them back exactly."""
        if self.start is not None and self.pinned.any():
            moved = embedding[self.pinned] - self.start[self.pinned]
            embedding -= np.asarray(moved.mean(axis=0))
            embedding[self.pinned] = self.start[self.pinned]


def umap_is_compiled() -> bool:
    """Whether a UMAP layout has been made in this process."""
    return _UMAP_COMPILED.is_set()


def umap_layout(
    Z: Array,
    knn: tuple[Array, Array],
    start: Array | None,
    pinned: Array,
    seed: int,
    should_stop: ShouldStop,
    advance: Advance,
) -> Array:
    """UMAP on the given neighbours; parameters as for `tsne_layout`.

    `should_stop` is looked at before and after, not in between: umap-learn offers no hook.
    """
    with _alone(_UMAP_LOCK, should_stop):
        if start is None:
            xy = _umap(Z, knn, pca_start(Z, 1.0, seed), seed, rate=1.0, n_epochs=UMAP_EPOCHS)
        else:
            xy = _umap(Z, knn, start, seed, rate=UMAP_WARM_RATE, n_epochs=UMAP_WARM_EPOCHS)
            # umap stretches its start to [0, 10]²: undo that.
            xy = xy * np.ptp(start, axis=0) / 10 + start.min(axis=0)
            xy[pinned] = start[pinned]
    _UMAP_COMPILED.set()
    if should_stop():
        raise Stopped
    advance(1.0)
    return xy


def _umap(
    Z: Array, knn: tuple[Array, Array], init: Array, seed: int, rate: float, n_epochs: int
) -> Array:
    """UMAP by umap-learn's own steps, since its class takes no start for given neighbours."""
    with caught_warnings():  # of parts of it that need Tensorflow, which are not used
        from umap.umap_ import find_ab_params, fuzzy_simplicial_set, simplicial_set_embedding

    random = np.random.RandomState(seed)
    own = np.arange(len(Z))[:, None]  # umap counts a point as its own first neighbour
    indices = np.hstack([own, knn[0]])
    distances = np.hstack([np.zeros_like(own, dtype=np.float32), knn[1]])
    k = indices.shape[1]
    graph = fuzzy_simplicial_set(Z, k, random, "euclidean", {}, indices, distances)[0]
    a, b = find_ab_params(1.0, 0.1)
    xy, _ = simplicial_set_embedding(
        Z,
        graph,
        n_components=2,
        initial_alpha=rate,
        a=a,
        b=b,
        gamma=1.0,
        negative_sample_rate=5,
        n_epochs=n_epochs,
        init=init,
        random_state=random,
        metric="euclidean",
        metric_kwds={},
        densmap=False,
        densmap_kwds={},
        output_dens=False,
    )
    return np.asarray(xy, dtype=np.float64)
