"""t-SNE on given affinities, by openTSNE: one common layout, and frames that start from it.

openTSNE loads on first use. It does not load numba: t-SNE need not wait while UMAP compiles.
"""

from __future__ import annotations

import os
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from spl.embedding.neighbors import ShouldStop, Stopped
from spl.embedding.starts import Advance, alone

Array = NDArray[Any]

_LOCK = threading.Lock()

CHECK_EVERY = 5  # iterations between two looks at should_stop
EXAGGERATED, PLAIN = 50, 75  # iterations of the common layout
ROUGH, FINE = 40, 20  # iterations of a frame, on either grid
FRAME = ROUGH + FINE
COLD = 1e-4  # size of the PCA picture that the common layout starts from
# The common layout's size at a frame's start. At 1, clusters that late iterations joined stay
# joined in early frames, which is not true of them; at 0.1 they can pass each other, and the
# frames move more. At 0.3 a frame is about as true as a t-SNE of its own, and far calmer.
SHRUNK = 0.3
# The interpolation grid: cells per axis, the most units a cell may span, and nodes per
# cell and axis; the exaggerated picture is small. One gradient's repulsion between 2,100 points
# took 22 ms with the defaults (50, 1, 3) and 3 ms with these; few nodes in many cells beat many
# nodes in few cells.
GRID_SMALL = {"min_num_intervals": 20, "ints_in_interval": 3, "n_interpolation_points": 2}
GRID = {"min_num_intervals": 36, "ints_in_interval": 3, "n_interpolation_points": 2}
# A frame ends on a finer grid: it keeps 3 to 5 % more of the neighbours on icons, as many as if all
# its iterations were made on it, at half the time.
GRID_FINE = {"min_num_intervals": 50, "ints_in_interval": 2, "n_interpolation_points": 3}
FFT_FROM = 1_000  # points: below, Barnes-Hut is quicker than the interpolation grid


def affinities(Z: Array, knn: tuple[Array, Array], seed: int) -> csr_matrix:
    """The matrix P of t-SNE with a uniform kernel on the given neighbours.

    Parameters
    ----------
    Z : ndarray of shape (n, d)
        Not used: the neighbours contain everything that is needed.
    knn : indices and distances, each of shape (n, k)
    seed : int
        Not used: nothing is random.

    Returns
    -------
    csr_matrix of shape (n, n), symmetric, sum 1
    """
    _prepare_opentsne()
    from openTSNE.affinity import Uniform
    from openTSNE.nearest_neighbors import PrecomputedNeighbors

    P = Uniform(knn_index=PrecomputedNeighbors(*knn), k_neighbors=knn[0].shape[1]).P
    return csr_matrix(P)


def common_layout(
    P: csr_matrix,
    start: Array,
    cold: bool,
    seed: int,
    should_stop: ShouldStop,
    advance: Advance,
) -> Array:
    """The layout that all frames start from.

    Parameters
    ----------
    P : csr_matrix of shape (n, n)
        Mean of the states' affinities.
    start : ndarray of shape (n, 2)
        A PCA picture with standard deviation 1; or the picture that is shown now.
    cold : bool
        Whether `start` is a PCA picture: it gets the exaggerated iterations first.
    seed : int
        Not used: the start decides everything.
    should_stop, advance : callables
        Looked at, and told, every `CHECK_EVERY` iterations.

    Returns
    -------
    ndarray of shape (n, 2), float64

    Raises
    ------
    Stopped
        If `should_stop` said True.
    """
    if cold:
        phases = [(EXAGGERATED, 12, GRID_SMALL), (PLAIN, 1, GRID)]
        return _optimize(P, COLD * start, phases, should_stop, advance)
    return _optimize(P, SHRUNK * start, [(PLAIN, 1, GRID)], should_stop, advance)


def frame_layout(
    P: csr_matrix, common: Array, seed: int, should_stop: ShouldStop, advance: Advance
) -> Array:
    """The layout of one state's own affinities.

    Parameters
    ----------
    P : csr_matrix of shape (n, n)
        Affinities of the state.
    common : ndarray of shape (n, 2)
        The common layout, or the frame to start from.
    seed, should_stop, advance
        As for `common_layout`.

    Returns
    -------
    ndarray of shape (n, 2), float64

    Raises
    ------
    Stopped
        If `should_stop` said True.
    """
    phases = [(ROUGH, 1, GRID), (FINE, 1, GRID_FINE)]
    return _optimize(P, SHRUNK * common, phases, should_stop, advance)


def _prepare_opentsne() -> None:
    # Before openTSNE loads its OpenMP: idle threads that spin cost more CPU than the work itself.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")


def _optimize(
    P: csr_matrix,
    start: Array,
    phases: list[tuple[int, int, dict[str, int]]],
    should_stop: ShouldStop,
    advance: Advance,
) -> Array:
    """Gradient descent in phases of iterations, exaggeration and grid."""
    _prepare_opentsne()
    with alone(_LOCK, should_stop):
        from openTSNE import TSNEEmbedding
        from openTSNE.affinity import PrecomputedAffinities

        embedding = TSNEEmbedding(
            np.array(start - start.mean(axis=0), dtype=np.float64),
            PrecomputedAffinities(P.copy()),
            negative_gradient_method="bh" if len(start) < FFT_FROM else "fft",
            n_jobs=1,
        )
        callback = _Every(should_stop, advance, sum(n for n, *_ in phases))
        for n_iter, exaggeration, grid in phases:
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
        return np.asarray(embedding, dtype=np.float64)


class _Every:
    """openTSNE callback: stops and reports."""

    def __init__(self, should_stop: ShouldStop, advance: Advance, total: int) -> None:
        self.should_stop, self.advance, self.total = should_stop, advance, total
        self.calls = 0

    def __call__(self, iteration: int, error: float, embedding: Array) -> None:
        if self.should_stop():
            raise Stopped
        self.calls += 1
        self.advance(min(1.0, self.calls * CHECK_EVERY / self.total))
