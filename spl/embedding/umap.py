"""UMAP on given fuzzy graphs, by umap-learn: one common layout, and frames that start from it.

umap-learn loads on first use: 3 s of CPU, or up to 40 s where nothing is kept of what it compiles
(see `compiled`). It runs behind a lock:
numba, which it compiles with, aborts the whole process when two threads of a server enter its
parallel code at once.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from spl.data.caught import caught_warnings
from spl.embedding.compiled import keep_compiled
from spl.embedding.neighbors import ShouldStop, Stopped
from spl.embedding.starts import Advance, alone

Array = NDArray[Any]

_LOCK = threading.Lock()
_COMPILED = threading.Event()

COMMON_EPOCHS, FRAME_EPOCHS = 200, 100
SHRUNK = 0.5  # the common layout's size at a frame's start, so that clusters can pass each other
RATE = 0.25  # learning rate of a frame (UMAP's default is 1)
COLD = 2.5  # standard deviation of the PCA picture that the common layout starts from
NEGATIVES = 5  # samples that repel for each one that attracts


def is_compiled() -> bool:
    """Whether a UMAP layout has been made in this process."""
    return _COMPILED.is_set()


def fuzzy_graph(Z: Array, knn: tuple[Array, Array], seed: int) -> csr_matrix:
    """UMAP's fuzzy graph of the given neighbours.

    Parameters
    ----------
    Z : ndarray of shape (n, d)
    knn : indices and distances, each of shape (n, k)
        Neighbours of each point, without itself.
    seed : int

    Returns
    -------
    csr_matrix of shape (n, n), symmetric, entries from 0 to 1
    """
    with alone(_LOCK, lambda: False):
        _load()
        from umap.umap_ import fuzzy_simplicial_set

        own = np.arange(len(Z))[:, None]  # umap counts a point as its own first neighbour
        indices = np.hstack([own, knn[0]])
        distances = np.hstack([np.zeros_like(own, dtype=np.float32), knn[1]])
        random = np.random.RandomState(seed)
        return csr_matrix(
            fuzzy_simplicial_set(Z, indices.shape[1], random, "euclidean", {}, indices, distances)[
                0
            ]
        )


def common_layout(
    graph: csr_matrix,
    start: Array,
    cold: bool,
    seed: int,
    should_stop: ShouldStop,
    advance: Advance,
) -> Array:
    """The layout that all frames start from.

    Parameters
    ----------
    graph : csr_matrix of shape (n, n)
        Mean of the states' fuzzy graphs.
    start : ndarray of shape (n, 2)
        A PCA picture with standard deviation 1; or the picture that is shown now.
    cold : bool
        Whether `start` is a PCA picture.
    seed : int
    should_stop, advance : callables
        Looked at, and told, before and after: umap-learn offers no hook in between.

    Returns
    -------
    ndarray of shape (n, 2), float64

    Raises
    ------
    Stopped
        If `should_stop` said True.
    """
    if cold:
        return _optimize(graph, COLD * start, COMMON_EPOCHS, 1.0, seed, should_stop, advance)
    return _optimize(graph, SHRUNK * start, COMMON_EPOCHS, RATE, seed, should_stop, advance)


def frame_layout(
    graph: csr_matrix, common: Array, seed: int, should_stop: ShouldStop, advance: Advance
) -> Array:
    """The layout of one state's own graph.

    Parameters
    ----------
    graph : csr_matrix of shape (n, n)
        The fuzzy graph of the state.
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
    return _optimize(graph, SHRUNK * common, FRAME_EPOCHS, RATE, seed, should_stop, advance)


def _load() -> None:
    with caught_warnings():  # of parts of it that need Tensorflow, which are not used
        import umap.umap_  # noqa: F401

        keep_compiled()


def _optimize(
    graph: csr_matrix,
    start: Array,
    n_epochs: int,
    rate: float,
    seed: int,
    should_stop: ShouldStop,
    advance: Advance,
) -> Array:
    """Stochastic gradient descent by umap-learn's own loop.

    Its public layout function stretches every start to a square of one size, which makes early
    frames larger than late ones.
    """
    with alone(_LOCK, should_stop):
        _load()
        from umap.layouts import optimize_layout_euclidean
        from umap.umap_ import find_ab_params, make_epochs_per_sample

        edges = graph.tocoo()
        edges.data[edges.data < edges.data.max() / n_epochs] = 0.0
        edges.eliminate_zeros()
        xy = np.array(start, dtype=np.float32, order="C")
        state = np.random.RandomState(seed).randint(-(2**31) + 1, 2**31 - 1, 3).astype(np.int64)
        a, b = find_ab_params(1.0, 0.1)
        optimize_layout_euclidean(
            xy, xy, edges.row, edges.col, n_epochs, len(xy),
            make_epochs_per_sample(edges.data, n_epochs), a, b, state,
            initial_alpha=rate, negative_sample_rate=NEGATIVES, move_other=True,
        )  # fmt: skip
    _COMPILED.set()
    if should_stop():
        raise Stopped
    advance(1.0)
    return np.asarray(xy, dtype=np.float64)
