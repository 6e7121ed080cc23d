"""2-D frames of a run, coherent over its iterations: each one true, and what changes moves.

PCA frames are immediate. For t-SNE and UMAP the mean of all states' neighbour graphs is laid out
once. Every frame starts from this common layout, shrunk, and is laid out on the graph of its own
iteration. (A frame that starts from its successor's positions is calm, but shows repairs that SPL
has not made yet.)
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.algorithm.threads import one_blas_thread
from spl.data.pair import DomainPair
from spl.embedding.frames import Frame, lay_onto, make_frame, rotate_onto
from spl.embedding.neighbors import ShouldStop
from spl.embedding.spaces import of_other_data, run_spaces
from spl.embedding.starts import principal_axes
from spl.embedding.walk import NAMES, OnProgress, Options, Walk
from spl.measures.given import limit

Array = NDArray[Any]


def embed(
    states: Sequence[SPLState],
    method: str,
    before: DomainPair | None = None,
    *,
    y_source: Array | None = None,
    params: SPLParams | None = None,
    **options: Any,
) -> Iterator[Frame]:
    """2-D frames of a run, by the method's name.

    Parameters
    ----------
    states : sequence of SPLState
        A whole run, k = 0 … T (or any part of one).
    method : str
        ``"pca"``, ``"tsne"`` or ``"umap"``.
    before : DomainPair, optional
        The pair of the run. Adds the frame of the features before adaptation, with k = −1.
    y_source : ndarray of shape (n_source,), ints, optional
        Classes of the source samples, as indices; those of `before` if None. Without them frames
        do not tell which class lies nearby.
    params : SPLParams, optional
        Those of the run; needed with `before` if features were not normalised.
    **options
        For `tsne_frames` or `umap_frames`.

    Warns
    -----
    UserWarning
        If the coordinates of the states do not follow from the features of `before`.

    Yields
    ------
    Frame
        xy of shape (n_source + n_target, 2). For the order see `tsne_frames`.

    Raises
    ------
    ValueError
        If the method is not known, or an input is bad; before the first frame is computed.
    """
    states = run_spaces(states, before, y_source, params).states
    if said := of_other_data(states, before, params):
        warnings.warn(said, UserWarning, stacklevel=2)
    return frames_by(method, states, before, y_source=y_source, params=params, **options)


def frames_by(
    method: str, states: Sequence[SPLState], before: DomainPair | None = None, **options: Any
) -> Iterator[Frame]:
    """As `embed`, but whether the states follow from the pair is not looked at.

    Parameters
    ----------
    method, states, before, **options
        As for `embed`.

    Raises
    ------
    ValueError
        As `embed`.
    """
    if not isinstance(method, str) or method not in NAMES:
        raise ValueError(
            f"method={repr(method)[:40]} is not known; use one of {', '.join(map(repr, NAMES))}."
        )
    known = [field.name for field in fields(Options)]
    if unknown := options.keys() - {"y_source", "params", *known}:
        raise ValueError(
            f"{min(unknown)!r} is not an option of frames; use one of {', '.join(known)}."
        )
    limit(options.get("first", 0), "first")
    if method == "pca":  # which needs none of the others
        shared = {name: options.get(name) for name in ("y_source", "params")}
        return iter(pca_frames(states, before, **shared))
    return (tsne_frames if method == "tsne" else umap_frames)(states, before, **options)


@one_blas_thread()
def pca_frames(
    states: Sequence[SPLState],
    before: DomainPair | None = None,
    *,
    y_source: Array | None = None,
    params: SPLParams | None = None,
) -> list[Frame]:
    """PCA frames on the two principal axes of the last Z, in the order of k.

    Every Z_k is first rotated onto Z_T (orthogonal Procrustes in d2 dimensions), since a subspace
    has no preferred axes. The features before adaptation have d1 dimensions and no counterpart of
    the axes of Z_T: their frame shows their own two principal axes, rotated or mirrored, and
    shifted, onto the frame of k = 0 (orthogonal Procrustes in the picture, no scaling: rows of all
    spaces have length 1).

    Parameters
    ----------
    states, before, y_source, params
        As for `embed`; z of shapes (n_source, d2) and (n_target, d2).

    Raises
    ------
    ValueError
        If an input is bad.
    """
    spaces = run_spaces(states, before, y_source, params)
    last = spaces.of_state(len(spaces.states) - 1)
    axes, mean = principal_axes(last.Z), last.Z.mean(axis=0)
    final: Array | None = None  # classes nearby in the last subspace
    frames: list[Frame] = []
    for i in reversed(range(len(spaces.states))):
        space = spaces.of_state(i)
        xy = (rotate_onto(space.Z, last.Z) - mean) @ axes
        frames.append(make_frame(space, xy, "pca", final))
        final = frames[0].class_in_subspace
    if before is not None:
        space = spaces.before_adaptation()
        xy = lay_onto(space.Z @ principal_axes(space.Z), frames[-1].xy)
        frames.append(make_frame(space, xy, "pca", final))
    return frames[::-1]


def tsne_frames(
    states: Sequence[SPLState],
    before: DomainPair | None = None,
    *,
    y_source: Array | None = None,
    params: SPLParams | None = None,
    seed: int = 0,
    n_neighbors: int = 15,
    max_points: int = 20_000,
    start_from: Array | None = None,
    first: int = 0,
    should_stop: ShouldStop | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[Frame]:
    """t-SNE frames, each laid out for its own iteration from a common start.

    Parameters
    ----------
    states, before, y_source, params
        As for `embed`; z of shapes (n_source, d2) and (n_target, d2).
    seed : int
        The same seed gives the same frames.
    n_neighbors : int
        Neighbours of each point that the picture tries to keep.
    max_points : int
        Of more points than this a stratified subset is embedded and the rest placed by weighted
        interpolation on their nearest embedded neighbours (`Frame.placed` says which).
    start_from : ndarray of shape (n_source + n_target, 2), optional
        The picture that is shown now, of the same samples: the common start grows out of it, so
        that points move to their new places. Else it grows out of the PCA picture of the last Z.
    first : int
        The iteration that is looked at: its frame comes after the last one's.
    should_stop : callable, optional
        Looked at between blocks of the neighbour search and every 5 iterations; when it says True
        the iterator ends, and frames already yielded stay good.
    on_progress : callable, optional
        Called with the share of the whole sequence that is done, and the step's name.

    Yields
    ------
    Frame
        T, `first`, 0, −1 (with `before`), and the others in order; states with the same
        neighbours have the same frame.

    Raises
    ------
    ValueError
        If an input is bad; before the first frame is computed.
    """
    options = Options(seed, n_neighbors, max_points, start_from, first, should_stop, on_progress)
    return Walk("tsne", run_spaces(states, before, y_source, params), options).frames()


def umap_frames(
    states: Sequence[SPLState],
    before: DomainPair | None = None,
    *,
    y_source: Array | None = None,
    params: SPLParams | None = None,
    seed: int = 0,
    n_neighbors: int = 15,
    max_points: int = 20_000,
    start_from: Array | None = None,
    first: int = 0,
    should_stop: ShouldStop | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[Frame]:
    """UMAP frames, each laid out for its own iteration from a common start.

    They move more than t-SNE's: 2 to 9 % of the diameter a step. The first use in a process
    loads code for 3 s of CPU, or compiles it for up to 40 s. `should_stop` is not looked at while
    a single frame is laid out.

    Parameters
    ----------
    states, before, y_source, params, seed, n_neighbors, max_points, start_from, first,
    should_stop, on_progress
        As for `tsne_frames`, in the same shapes.

    Yields
    ------
    Frame
        T, `first`, 0, −1 (with `before`), and the others in order.

    Raises
    ------
    ValueError
        If an input is bad; before the first frame is computed.
    """
    options = Options(seed, n_neighbors, max_points, start_from, first, should_stop, on_progress)
    return Walk("umap", run_spaces(states, before, y_source, params), options).frames()
