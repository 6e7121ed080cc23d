"""t-SNE and UMAP of one frame, from given neighbours and given start positions.

Both libraries load on first use. Their compiled code runs behind one lock: numba aborts the whole
process when two threads of a server enter its parallel code at once.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.neighbors import ShouldStop, Stopped

Array = NDArray[Any]
Advance = Callable[[float], None]  # told the share of this layout that is done

_LOCK = threading.Lock()

CHECK_EVERY = 5  # t-SNE iterations between two looks at should_stop
EXAGGERATED, PLAIN, WARM = 60, 100, 15  # t-SNE iterations; 100, 150, 25 gained 0.0005
FFT_FROM = 1_000  # points: below, Barnes-Hut is quicker than the interpolation grid
UMAP_EPOCHS, UMAP_WARM_EPOCHS = 200, 30
UMAP_WARM_RATE = 0.05  # of the usual 1: more makes points jump (0.25: 7 % of the diameter a step)


@contextmanager
def compiled_code(should_stop: ShouldStop) -> Iterator[None]:
    """Hold the lock; while waiting for it, keep looking at `should_stop`."""
    while not _LOCK.acquire(timeout=0.2):
        if should_stop():
            raise Stopped
    try:
        with warnings.catch_warnings():
            # Their notes on threads, seeds and coming releases: nothing a user can act on.
            warnings.simplefilter("ignore")
            yield
    finally:
        _LOCK.release()


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
    with compiled_code(should_stop):
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
            # Coarse: the default (50, 1) took 9 times the CPU and gained 0.001 of trust.
            min_num_intervals=26,
            ints_in_interval=4,
            n_jobs=1,
        )
        callback = _Every(should_stop, advance, total, start, pinned)
        phases = [(WARM, 1)] if start is not None else [(EXAGGERATED, 12), (PLAIN, 1)]
        for n_iter, exaggeration in phases:
            embedding = embedding.optimize(
                n_iter,
                exaggeration=exaggeration,
                momentum=0.8,
                inplace=True,
                propagate_exception=True,
                callbacks=callback,
                callbacks_every_iters=CHECK_EVERY,
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
    with compiled_code(should_stop):
        from umap.umap_ import find_ab_params, fuzzy_simplicial_set, simplicial_set_embedding

        random = np.random.RandomState(seed)
        own = np.arange(len(Z))[:, None]
        indices = np.hstack([own, knn[0]])  # umap counts a point as its own first neighbour
        distances = np.hstack([np.zeros_like(own, dtype=np.float32), knn[1]])
        graph = fuzzy_simplicial_set(
            Z, indices.shape[1], random, "euclidean", {}, indices, distances
        )[0]
        init = pca_start(Z, 1.0, seed) if start is None else start
        low, span = init.min(axis=0), np.ptp(init, axis=0)
        a, b = find_ab_params(1.0, 0.1)
        xy, _ = simplicial_set_embedding(
            Z,
            graph,
            n_components=2,
            initial_alpha=1.0 if start is None else UMAP_WARM_RATE,
            a=a,
            b=b,
            gamma=1.0,
            negative_sample_rate=5,
            n_epochs=UMAP_EPOCHS if start is None else UMAP_WARM_EPOCHS,
            init=init,
            random_state=random,
            metric="euclidean",
            metric_kwds={},
            densmap=False,
            densmap_kwds={},
            output_dens=False,
        )
    if should_stop():
        raise Stopped
    advance(1.0)
    xy = np.asarray(xy, dtype=np.float64)
    if start is None:
        return xy
    xy = xy * span / 10 + low  # umap stretches its start to [0, 10]²: undo that
    xy[pinned] = start[pinned]
    return xy
