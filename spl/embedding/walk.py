"""t-SNE and UMAP frames of a run: one common layout, then every frame from it on its own graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from spl.algorithm.threads import one_blas_thread
from spl.embedding.frames import Frame, lay_onto, make_frame, place, stratified_subset
from spl.embedding.layouts import LAYOUTS, check_method
from spl.embedding.neighbors import ShouldStop, Stopped, nearest_neighbors
from spl.embedding.spaces import BEFORE, Space, Spaces
from spl.embedding.starts import pca_start
from spl.embedding.tsne import EXAGGERATED, FRAME, PLAIN
from spl.measures.given import limit

Array = NDArray[Any]
OnProgress = Callable[[float, str], None]  # share of the whole sequence that is done; the step

NAMES = {"pca": "PCA", "tsne": "t-SNE", "umap": "UMAP"}
MIN_POINTS = 5  # below it t-SNE and UMAP have no neighbourhoods
ALL_GRAPHS_UP_TO = 5_000  # points: of more, the mean graph is that of k = 0, T/2 and T
COMMON = EXAGGERATED + PLAIN  # the cost of the common layout, in t-SNE iterations
COMPILING = " (the first UMAP loads or compiles its code: up to a minute, once)"


@dataclass(frozen=True, eq=False)
class Options:
    """How to lay out a run."""

    seed: int = 0
    n_neighbors: int = 15
    max_points: int = 20_000
    start_from: Array | None = None  # (n, 2) the picture shown now
    first: int = 0  # the state whose frame comes after the last one's
    should_stop: ShouldStop | None = None
    on_progress: OnProgress | None = None


class Walk:
    """The layouts of one run by one method, and the progress through them.

    Parameters
    ----------
    method : str
        A key of `LAYOUTS`.
    spaces : Spaces
        The subspaces to lay out, one per iteration.
    options : Options
        Seed, neighbours, most points, order of the frames, and whom to tell.
    """

    def __init__(self, method: str, spaces: Spaces, options: Options) -> None:
        check_method(method)
        self.method, self.layout, self.spaces = method, LAYOUTS[method], spaces
        self.seed, last = options.seed, spaces.states[-1]
        n = len(last.z_source) + len(last.z_target)
        _check(method, n, options)
        self.subset = stratified_subset(last, options.max_points, options.seed)
        self.rows = slice(None) if self.subset is None else self.subset
        n_embedded = n if self.subset is None else len(self.subset)
        # With nearly all points as neighbours everything would attract everything: one heap.
        self.n_neighbors = min(options.n_neighbors, max(2, (n_embedded - 1) // 3))
        self.start_from, self.first = options.start_from, options.first
        self.should_stop = options.should_stop or (lambda: False)
        self.on_progress = options.on_progress or (lambda fraction, step: None)
        self.graphs: dict[int, csr_matrix] = {}  # of the states, by position
        self.seen: list[tuple[csr_matrix, Frame]] = []
        self.search = 20 + n_embedded / 200  # one neighbour search in t-SNE iterations: grows as n²
        self.total = (self.search + FRAME) * len(spaces) + COMMON
        self.done = 0.0  # of `total`

    def frames(self) -> Iterator[Frame]:
        """Yield the frames of T, `first`, 0, before, and the others, until done or told to stop."""
        try:
            yield from self._frames()
        except Stopped:
            return

    def _frames(self) -> Iterator[Frame]:
        common = self._common()
        T = len(self.spaces.states) - 1
        final = self._frame(T, common, None)
        yield final
        if 0 < self.first < T:
            yield self._frame(self.first, common, final)
        start = self._frame(0, common, final) if T else final
        if T:
            yield start
        if self.spaces.before is not None:
            yield self._frame(BEFORE, start.xy[self.rows], final)
        for i in range(1, T):
            if i != self.first:
                yield self._frame(i, common, final)

    @one_blas_thread()
    def _common(self) -> Array:
        """Layout of the mean graph, (n_embedded, 2), centred."""
        T = len(self.spaces.states) - 1
        n = len(self.subset) if self.subset is not None else len(self._space(T).Z)
        chosen = range(T + 1) if n <= ALL_GRAPHS_UP_TO else sorted({0, T // 2, T})
        for i in chosen:
            self.graphs[i] = self._graph(self._space(i))
        mean = csr_matrix(sum(self.graphs[i] for i in chosen) / len(chosen))
        now, cold = self.start_from, self.start_from is None
        Z = self._space(T).Z[self.rows]
        start = pca_start(Z, self.seed) if now is None else now[self.rows]
        step = f"the {NAMES[self.method]} that all frames start from"
        xy = self._lay_out(self.layout.common, COMMON, step, mean, start, cold)
        return xy - xy.mean(axis=0) if cold else lay_onto(xy, start, self.layout.scaled)

    @one_blas_thread()
    def _frame(self, i: int, common: Array, final: Frame | None) -> Frame:
        """The frame of the i-th state, or before adaptation; equal graphs share one."""
        space = self._space(i)
        graph = self.graphs.pop(i) if i in self.graphs else self._graph(space)
        frame = None if i == BEFORE else self._twin(graph)
        if frame is not None:
            self.done += FRAME
            frame = replace(frame, k=space.k)
        else:
            step = f"{NAMES[self.method]} of {_named(space.k)}"
            xy = self._lay_out(self.layout.frame, FRAME, step, graph, common)
            xy = lay_onto(xy, common, self.layout.scaled)
            frame = self._measured(space, xy, final)
        if i != BEFORE:
            self.seen.append((graph, frame))
        self._tell(f"frame of {_named(space.k)}")
        return frame

    def _measured(self, space: Space, xy: Array, final: Frame | None) -> Frame:
        """The frame of all points from the positions of the embedded ones."""
        placed = None
        if self.subset is not None:
            xy, placed = place(space.Z, self.subset, xy, self.should_stop)
        last = None if final is None else final.class_in_subspace
        return make_frame(space, xy, self.method, last, placed, self.should_stop)

    def _twin(self, graph: csr_matrix) -> Frame | None:
        """The frame of an earlier state with the same graph."""
        same = (frame for other, frame in self.seen if _equal(graph, other))
        return next(same, None)

    def _space(self, i: int) -> Space:
        return self.spaces.before_adaptation() if i == BEFORE else self.spaces.of_state(i)

    def _graph(self, space: Space) -> csr_matrix:
        self._tell(f"neighbours of {_named(space.k)}")
        Z = space.Z[self.rows]
        knn = nearest_neighbors(Z, self.n_neighbors, should_stop=self.should_stop)
        graph = self.layout.graph(Z, knn, self.seed)
        graph.sort_indices()
        self.done += self.search
        return graph

    def _lay_out(
        self, layout: Callable[..., Array], cost: float, step: str, graph: csr_matrix, *start: Any
    ) -> Array:
        self._tell(step + COMPILING if self.layout.compiling() else step)
        xy = layout(
            graph,
            *start,
            self.seed,
            self.should_stop,
            lambda part: self._tell(step, part * cost),
        )
        self.done += cost
        return xy

    def _tell(self, step: str, more: float = 0.0) -> None:
        self.on_progress(min(1.0, (self.done + more) / self.total), step)


def _named(k: int) -> str:
    return "the features before adaptation" if k == BEFORE else f"iteration {k}"


def _equal(a: csr_matrix, b: csr_matrix) -> bool:
    """Whether two graphs have the same edges, with weights that differ only by rounding."""
    return (
        a.nnz == b.nnz
        and np.array_equal(a.indices, b.indices)
        and np.array_equal(a.indptr, b.indptr)
        and np.allclose(a.data, b.data, rtol=1e-3)
    )


def _check(method: str, n: int, options: Options) -> None:
    if n < MIN_POINTS:
        raise ValueError(
            f"{n} points are too few for {method}; use method='pca' below {MIN_POINTS}."
        )
    for name in ("seed", "n_neighbors", "max_points"):
        limit(getattr(options, name), name)
    if not 2 <= options.n_neighbors:
        raise ValueError(f"n_neighbors={options.n_neighbors!r} must be at least 2; 15 is usual.")
    if not MIN_POINTS <= options.max_points:
        raise ValueError(
            f"max_points={options.max_points!r} must be at least {MIN_POINTS}; 20000 is usual."
        )
    start = options.start_from
    if start is not None and (np.shape(start) != (n, 2) or not np.isfinite(start).all()):
        raise ValueError(
            f"start_from has shape {np.shape(start)}; give finite positions of shape ({n}, 2), "
            "as the xy of a frame of the same samples."
        )
