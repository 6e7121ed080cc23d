"""What every kind of frame needs: one record, distances that mean something, placing the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.iteration import SPLState
from spl.embedding.neighbors import ShouldStop, nearest_neighbors, trustworthiness

Array = NDArray[Any]

PLACE_NEIGHBORS = 5  # embedded neighbours that a placed point is interpolated on
DIRECTIONS = np.linspace(0, np.pi, 90, endpoint=False)


@dataclass(frozen=True, eq=False)
class Frame:
    """The 2-D picture of one iteration."""

    k: int  # iteration
    xy: Array  # (n_source + n_target, 2) float32, source rows first
    method: str  # "pca", "tsne" or "umap"
    trustworthiness: float  # k = 15, of xy against [z_source; z_target]; 1 is perfect
    displacement: float  # mean way to frame k + 1, as a share of the diameter; nan for the last
    placed: Array | None  # (n,) True where put by interpolation on neighbours; None if none were


def make_frame(
    k: int,
    xy: Array,
    method: str,
    Z: Array,
    successor: Frame | None,
    placed: Array | None = None,
    should_stop: ShouldStop | None = None,
) -> Frame:
    """A frame with its trustworthiness, and its displacement to the successor."""
    xy = np.ascontiguousarray(xy, dtype=np.float32)
    xy.flags.writeable = False
    displacement = float("nan")
    if successor is not None:
        way = np.linalg.norm(xy - successor.xy, axis=1).mean()
        displacement = float(way / max(diameter(xy), np.finfo(np.float32).tiny))
    trust = trustworthiness(Z, xy, should_stop=should_stop)
    return Frame(k, xy, method, trust, displacement, placed)


def diameter(xy: Array) -> float:
    """Largest distance between two points of a picture (to within 0.02 %), linear in n."""
    directions = np.array([np.cos(DIRECTIONS), np.sin(DIRECTIONS)], dtype=np.float32)
    return float(np.ptp(directions.T @ xy.T, axis=1).max())


def checked_states(states: Sequence[SPLState]) -> list[SPLState]:
    """The states as a list; ValueError unless all are finite and of the same samples."""
    states = list(states)
    if not states:
        raise ValueError("states is empty; give the states of a run, as iterate() yields them.")
    sizes = {(len(s.z_source), len(s.z_target)) for s in states}
    if len(sizes) > 1:
        raise ValueError(
            f"states are of different samples (source and target sizes {sorted(sizes)}); "
            "give the states of one run."
        )
    for s in states:
        if not (np.isfinite(s.z_source).all() and np.isfinite(s.z_target).all()):
            raise ValueError(
                f"z of state k={s.k} is not finite; check the features for NaN or inf."
            )
    return states


def joint(state: SPLState) -> Array:
    """[z_source; z_target] as float32, (n, d2)."""
    return np.vstack([state.z_source, state.z_target]).astype(np.float32)


def rotate_onto(Z: Array, reference: Array) -> Array:
    """Z under the rotation or reflection that brings it closest to `reference` (Procrustes)."""
    if Z.shape != reference.shape:
        raise ValueError(
            f"z has shapes {Z.shape} and {reference.shape} in two states; "
            "give the states of one run, with one d2."
        )
    return np.asarray(Z @ _rotation(Z, reference))


def _rotation(Z: Array, reference: Array) -> Array:
    U, _, Vt = np.linalg.svd(Z.T.astype(np.float64) @ reference)
    return (U @ Vt).astype(np.float32)


def turn_onto(frames: Sequence[Frame], picture: Frame, reference: Frame) -> list[Frame]:
    """Frames of one run, all turned and mirrored alike, to lie as those of another run lie.

    A picture has no preferred direction: beside another one it should not look as if the other
    settings had turned the data.

    Parameters
    ----------
    frames : sequence of Frame
        By any method; their distances stay as they are.
    picture : Frame
        One of the same run, which is to lie as `reference` does, a frame of the other run.
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
    over = within - np.repeat(quota, sizes)  # negative: within the quota; the rest fills up
    return np.sort(order[np.argsort(over, kind="stable")[:max_points]])


def place(
    Z: Array, subset: Array, xy: Array, should_stop: ShouldStop | None = None
) -> tuple[Array, Array]:
    """Positions of all points from those of a subset, and which ones were interpolated.

    A point's weights fall with its distance to its nearest embedded neighbours.
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
