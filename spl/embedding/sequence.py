"""2-D frames of a run, coherent over its iterations: what moves is what the algorithm changed.

PCA frames are immediate. t-SNE and UMAP frames come last first: the last frame is laid out from
its PCA picture, then every earlier frame starts from its successor's positions. (Forwards, frames
would stay stuck in the unseparated layout of k = 0.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.iteration import SPLState
from spl.embedding.frames import (
    Frame,
    checked_states,
    joint,
    make_frame,
    place,
    rotate_onto,
    stratified_subset,
)
from spl.embedding.layouts import (
    EXAGGERATED,
    PLAIN,
    WARM,
    principal_axes,
    tsne_layout,
    umap_is_compiled,
    umap_layout,
)
from spl.embedding.neighbors import ShouldStop, Stopped, nearest_neighbors

Array = NDArray[Any]
OnProgress = Callable[[float, str], None]  # share of the whole sequence that is done; the step

NAMES = {"pca": "PCA", "tsne": "t-SNE", "umap": "UMAP"}
LAYOUTS = {"tsne": tsne_layout, "umap": umap_layout}
UNCHANGED = 1e-3  # a point of unit length that moved less than this in Z has not changed


def embed(states: Sequence[SPLState], method: str, **options: Any) -> Iterator[Frame]:
    """Frames by the method's name; options go to `tsne_frames` or `umap_frames`.

    Raises
    ------
    ValueError
        If the method is not known, or an input is bad; before the first frame is computed.
    """
    if method == "pca":
        return iter(pca_frames(states))
    if method == "tsne":
        return tsne_frames(states, **options)
    if method == "umap":
        return umap_frames(states, **options)
    raise ValueError(f"method={method!r} is not known; use one of {', '.join(map(repr, NAMES))}.")


def pca_frames(states: Sequence[SPLState]) -> list[Frame]:
    """Frames k = 0 … T on the two principal axes of the last Z.

    Every Z_k is first rotated onto Z_T (orthogonal Procrustes in d2 dimensions), since a subspace
    has no preferred axes.
    """
    states = checked_states(states)
    last = joint(states[-1])
    axes, mean = principal_axes(last), last.mean(axis=0)
    frames: list[Frame] = []
    for state in reversed(states):
        Z = joint(state)
        xy = (rotate_onto(Z, last) - mean) @ axes
        frames.append(make_frame(state.k, xy, "pca", Z, frames[-1] if frames else None))
    return frames[::-1]


def tsne_frames(
    states: Sequence[SPLState],
    *,
    seed: int = 0,
    n_neighbors: int = 15,
    max_points: int = 20_000,
    should_stop: ShouldStop | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[Frame]:
    """t-SNE frames, the last iteration first.

    Parameters
    ----------
    states : sequence of SPLState
        A whole run, k = 0 … T (or any part of one).
    seed : int
        The same seed gives the same frames.
    n_neighbors : int
        Neighbours of each point that the picture tries to keep.
    max_points : int
        Of more points than this a stratified subset is embedded and the rest placed by weighted
        interpolation on their nearest embedded neighbours (`Frame.placed` says which).
    should_stop : callable, optional
        Looked at between blocks of the neighbour search and every 5 iterations; when it says True
        the iterator ends, and frames already yielded stay good.
    on_progress : callable, optional
        Called with the share of the whole sequence that is done, and the step's name.

    Raises
    ------
    ValueError
        If an input is bad; before the first frame is computed.
    """
    walk = _Walk("tsne", states, seed, n_neighbors, max_points, should_stop, on_progress)
    return walk.frames()


def umap_frames(
    states: Sequence[SPLState],
    *,
    seed: int = 0,
    n_neighbors: int = 15,
    max_points: int = 20_000,
    should_stop: ShouldStop | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[Frame]:
    """UMAP frames, the last iteration first; parameters as for `tsne_frames`.

    The first use in a process compiles for up to 40 s. `should_stop` is not looked at while a
    single frame is laid out.
    """
    walk = _Walk("umap", states, seed, n_neighbors, max_points, should_stop, on_progress)
    return walk.frames()


COMPILING = " (the first UMAP compiles its code: up to a minute, once)"


class _Walk:
    """Backwards through the states, each frame from its successor's positions."""

    def __init__(
        self,
        method: str,
        states: Sequence[SPLState],
        seed: int,
        n_neighbors: int,
        max_points: int,
        should_stop: ShouldStop | None,
        on_progress: OnProgress | None,
    ) -> None:
        self.states = checked_states(states)
        n = len(joint(self.states[-1]))
        _check_sizes(method, n, n_neighbors, max_points)
        self.method, self.layout, self.seed = method, LAYOUTS[method], seed
        self.subset = stratified_subset(self.states[-1], max_points, seed)
        n_embedded = n if self.subset is None else len(self.subset)
        # With nearly all points as neighbours everything would attract everything: one heap.
        self.n_neighbors = min(n_neighbors, max(2, (n_embedded - 1) // 3))
        self.should_stop = should_stop or (lambda: False)
        self.on_progress = on_progress or (lambda fraction, step: None)
        self.Z_successor: Array | None = None
        self.search_share, self.layout_shares = _shares(n_embedded, len(self.states))

    def frames(self) -> Iterator[Frame]:
        """Yield frames until done or told to stop."""
        successor: Frame | None = None
        done = 0.0
        try:
            for state, share in zip(reversed(self.states), self.layout_shares, strict=True):
                successor = self.frame(state, successor, done, share)
                done = min(1.0, done + self.search_share + share)
                self.on_progress(done, f"frame of iteration {state.k}")
                yield successor
        except Stopped:
            return

    def frame(self, state: SPLState, successor: Frame | None, done: float, share: float) -> Frame:
        """The frame of one state; its successor's with another k where no Z changed."""
        Z = joint(state)
        unchanged = self.unchanged(Z)
        self.Z_successor = Z
        if successor is not None and unchanged.all():
            return replace(successor, k=state.k, displacement=0.0)
        rows = slice(None) if self.subset is None else self.subset
        self.on_progress(done, f"neighbours of iteration {state.k}")
        knn = nearest_neighbors(Z[rows], self.n_neighbors, should_stop=self.should_stop)
        done += self.search_share
        step = f"{NAMES[self.method]} of iteration {state.k}"
        first = self.method == "umap" and not umap_is_compiled()
        self.on_progress(done, step + COMPILING if first else step)
        xy = self.layout(
            Z[rows],
            knn,
            None if successor is None else successor.xy[rows].astype(np.float64),
            unchanged[rows],
            self.seed,
            self.should_stop,
            lambda part: self.on_progress(min(1.0, done + part * share), step),
        )
        placed = None
        if self.subset is not None:
            xy, placed = place(Z, self.subset, xy, self.should_stop)
            if successor is not None:
                xy = np.where((placed & unchanged)[:, None], successor.xy, xy)
        return make_frame(state.k, xy, self.method, Z, successor, placed, self.should_stop)

    def unchanged(self, Z: Array) -> Array:
        """Which points' Z is the successor's, as it is or after rotating all; none for the last."""
        if self.Z_successor is None:
            return np.zeros(len(Z), bool)
        moved = Z - self.Z_successor
        turned = rotate_onto(Z, self.Z_successor) - self.Z_successor
        change = np.minimum(np.linalg.norm(moved, axis=1), np.linalg.norm(turned, axis=1))
        return np.asarray(change <= UNCHANGED)


def _check_sizes(method: str, n: int, n_neighbors: int, max_points: int) -> None:
    if n < 5:
        raise ValueError(f"{n} points are too few for {method}; use method='pca' below 5.")
    if not 2 <= n_neighbors:
        raise ValueError(f"n_neighbors={n_neighbors!r} must be at least 2; 15 is usual.")
    if not 5 <= max_points:
        raise ValueError(f"max_points={max_points!r} must be at least 5; 20000 is usual.")


def _shares(n_embedded: int, n_frames: int) -> tuple[float, list[float]]:
    """What part of all work each neighbour search and each layout is, last frame first.

    Counted in t-SNE iterations: the search grows with n², an iteration with n.
    """
    search = 20 + n_embedded / 200
    layouts = [EXAGGERATED + PLAIN] + [WARM] * (n_frames - 1)
    total = search * n_frames + sum(layouts)
    return search / total, [layout / total for layout in layouts]
