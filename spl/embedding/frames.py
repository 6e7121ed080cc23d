"""What every kind of frame needs: its record, movement, alignment, and placing the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.state import SPLState
from spl.embedding.neighbors import ShouldStop, nearest_neighbors, trustworthiness
from spl.embedding.spaces import Space
from spl.embedding.truth import ahead_of_time, nearby

Array = NDArray[Any]

PLACE_NEIGHBORS = 5  # embedded neighbours that a placed point is interpolated on
DIRECTIONS = np.linspace(0, np.pi, 90, endpoint=False)


@dataclass(frozen=True, eq=False)
class Frame:
    """The 2-D picture of one iteration, and what reveals where it is not true."""

    k: int  # iteration; BEFORE for the features before adaptation
    xy: Array  # (n_source + n_target, 2) float32, source rows first
    method: str  # "pca", "tsne" or "umap"
    trustworthiness: float  # k = 15, of xy against [z_source; z_target]; 1 is perfect
    placed: Array | None  # (n,) True where put by interpolation on neighbours; None if none were
    class_in_picture: Array | None = None  # (n_target,) ints, majority of 5 nearest source samples
    class_in_subspace: Array | None = None  # (n_target,) the same in Z_k; −1: not looked at
    mixing_picture: float = float("nan")  # share of the 15 nearest that are of the other domain
    mixing_subspace: float = float("nan")  # the same in Z_k
    ahead: float | None = None  # share of the n_changing that xy shows at the class of Z_T already
    n_changing: int | None = None  # target samples whose class in Z_k is not yet that in Z_T


def make_frame(
    space: Space,
    xy: Array,
    method: str,
    last: Array | None = None,
    placed: Array | None = None,
    should_stop: ShouldStop | None = None,
) -> Frame:
    """A picture with the numbers that say how true it is.

    Parameters
    ----------
    space : Space
        What the picture shows.
    xy : ndarray of shape (n, 2)
    method : str
    last : ndarray of shape (n_target,), ints, or None
        `class_in_subspace` of the last iteration; None if this is the last.
    placed : ndarray of shape (n,), bool, or None
    should_stop : callable, optional
        Looked at between blocks of the neighbour search.

    Raises
    ------
    Stopped
        If `should_stop` said True.
    """
    xy = np.ascontiguousarray(xy, dtype=np.float32)
    xy.flags.writeable = False
    trust = trustworthiness(space.Z, xy, should_stop=should_stop)
    picture = nearby(xy, space.n_source, space.y_source, should_stop)
    subspace = nearby(space.Z, space.n_source, space.y_source, should_stop)
    ahead, n_changing = None, None
    if picture.classes is not None and subspace.classes is not None:
        final = subspace.classes if last is None else last
        ahead, n_changing = ahead_of_time(picture.classes, subspace.classes, final)
    return Frame(
        space.k, xy, method, trust, placed, picture.classes, subspace.classes,
        picture.mixing, subspace.mixing, ahead, n_changing,
    )  # fmt: skip


def displacement(frame: Frame, successor: Frame) -> float:
    """Mean distance a sample moves from one frame to another, as a share of the first's diameter.

    Parameters
    ----------
    frame, successor : Frame
        Two frames of the same samples, xy of shape (n, 2) each.
    """
    way = np.linalg.norm(frame.xy - successor.xy, axis=1).mean()
    return float(way / max(diameter(frame.xy), np.finfo(np.float32).tiny))


def diameter(xy: Array) -> float:
    """Largest distance between two points of a picture (to within 0.02 %), in time linear in n.

    Parameters
    ----------
    xy : ndarray of shape (n, 2)
    """
    directions = np.array([np.cos(DIRECTIONS), np.sin(DIRECTIONS)], dtype=np.float32)
    return float(np.ptp(directions.T @ xy.T, axis=1).max())


def rotate_onto(Z: Array, reference: Array) -> Array:
    """Z under the rotation or reflection that brings it closest to the reference (Procrustes).

    Parameters
    ----------
    Z, reference : ndarrays of shape (n, d)

    Raises
    ------
    ValueError
        If the shapes differ.
    """
    if Z.shape != reference.shape:
        raise ValueError(
            f"z has shapes {Z.shape} and {reference.shape} in two states; "
            "give the states of one run, with one d2."
        )
    return np.asarray(Z @ _rotation(Z, reference))


def _rotation(Z: Array, reference: Array) -> Array:
    U, _, Vt = np.linalg.svd(Z.T.astype(np.float64) @ reference)
    return (U @ Vt).astype(np.float32)


def lay_onto(xy: Array, reference: Array, scale: bool = False) -> Array:
    """A picture rotated or mirrored, and shifted, to lie as close to another one as possible.

    Parameters
    ----------
    xy, reference : ndarrays of shape (n, 2)
    scale : bool
        Also scale it to the other's root mean square distance from the mean. (The scale of
        least squares would shrink a picture more, the less it resembles the other.)

    Returns
    -------
    ndarray of shape (n, 2), float64
    """
    own, there = (np.asarray(a - a.mean(axis=0), np.float64) for a in (xy, reference))
    U, _, Vt = np.linalg.svd(own.T @ there)
    factor = np.linalg.norm(there) / max(np.linalg.norm(own), np.finfo(float).tiny) if scale else 1
    return np.asarray(factor * own @ (U @ Vt) + reference.mean(axis=0))


def turn_onto(frames: Sequence[Frame], picture: Frame, reference: Frame) -> list[Frame]:
    """Frames of one run, all turned and mirrored alike, so that they lie like those of another run.

    A picture has no preferred direction: beside another one it should not look as if the other
    settings had turned the data.

    Parameters
    ----------
    frames : sequence of Frame
        By any method; their distances stay as they are.
    picture, reference : Frame
        One frame of the same run, and the frame of the other run that it should lie like, each
        with xy of shape (n, 2).
    """
    rotation = _rotation(picture.xy, reference.xy)
    turned = []
    for frame in frames:
        xy = np.ascontiguousarray(frame.xy @ rotation)
        xy.flags.writeable = False
        turned.append(replace(frame, xy=xy))
    return turned


def stratified_subset(state: SPLState, max_points: int, seed: int) -> Array | None:
    """Sorted indices of at most `max_points` rows of `joint(state)`; None if all fit.

    Strata are domain × class: the target's pseudo-labels, and for the source, whose labels a state
    does not hold, the nearest prototype. Half of the places go to strata by size, half to each
    stratum alike, so that a rare class is seen.

    Parameters
    ----------
    state : SPLState
        z of shapes (n_source, d2) and (n_target, d2).
    max_points : int
    seed : int
        Of the choice within each stratum.

    Returns
    -------
    ndarray of shape (max_points,), ints, or None
    """
    n = len(state.z_source) + len(state.z_target)
    if n <= max_points:
        return None
    source = (state.z_source @ state.prototypes.T).argmax(axis=1)  # all of unit length
    strata = np.concatenate([2 * source, 2 * np.asarray(state.pseudo_labels) + 1])
    _, codes, sizes = np.unique(strata, return_inverse=True, return_counts=True)
    quota = np.minimum(sizes, (0.5 * max_points * (sizes / n + 1 / len(sizes))).astype(int))
    order = np.lexsort((np.random.default_rng(seed).random(n), codes))  # shuffled in each stratum
    within = np.arange(n) - np.repeat(np.cumsum(sizes) - sizes, sizes)  # place in its stratum
    # Position minus the stratum's quota: negative means inside it. Sorting by this takes all quotas
    # first, then the others.
    over = within - np.repeat(quota, sizes)
    return np.sort(order[np.argsort(over, kind="stable")[:max_points]])


def place(
    Z: Array, subset: Array, xy: Array, should_stop: ShouldStop | None = None
) -> tuple[Array, Array]:
    """Positions of all points from those of a subset, and which ones were interpolated.

    An interpolated point lies among its nearest embedded neighbours; a neighbour's weight falls
    with the fourth power of its distance.

    Parameters
    ----------
    Z : ndarray of shape (n, d)
    subset : ndarray of shape (m,), ints
        Rows of Z that have positions.
    xy : ndarray of shape (m, 2)
        Their positions.
    should_stop : callable, optional
        Looked at between blocks of the neighbour search.

    Returns
    -------
    positions : ndarray of shape (n, 2), float64
    placed : ndarray of shape (n,), bool
        True for the interpolated rows.

    Raises
    ------
    Stopped
        If `should_stop` said True.
    """
    placed = np.ones(len(Z), bool)
    placed[subset] = False
    k = min(PLACE_NEIGHBORS, len(subset))
    near, d = nearest_neighbors(Z[subset], k, Z[placed], should_stop)
    nearest = np.maximum(d[:, :1], np.finfo(np.float32).eps)
    weights = (np.maximum(d, nearest) / nearest) ** -4.0  # 1 for the nearest
    weights /= weights.sum(axis=1, keepdims=True)
    full = np.empty((len(Z), 2))
    full[subset] = xy
    full[placed] = (weights[:, :, None] * xy[near]).sum(axis=1)
    return full, placed
