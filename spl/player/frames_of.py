"""Frames of any method of domain adaptation, as the states that embeddings and player take.

A frame is both domains in one space: features after CORAL or optimal transport, or a network's
layer after an epoch. The label of a target sample is that of the nearest class mean of the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from spl.algorithm.projection import class_sums
from spl.algorithm.pseudo_labels import distances
from spl.algorithm.state import SPLState
from spl.data.caught import caught_warnings
from spl.data.pair import DomainPair

Array = NDArray[Any]

MOST_EXPONENT = 24  # of the largest coordinate, from which frames are scaled
_OURS = {"X_source": "Zs", "X_target": "Zt", "y_source": "ys", "y_target": "yt"}


@dataclass(frozen=True, eq=False)
class AdaptedFrames:
    """Frames of one method: a pair whose features are those of all frames, and their states."""

    pair: DomainPair
    states: list[SPLState]
    notes: tuple[str, ...] = ()  # what was found odd in the arrays, in sentences


def adapted_frames(frames: Iterable[Sequence[Any]], title: str = "") -> AdaptedFrames:
    """Check frames and make states of them.

    Parameters
    ----------
    frames : iterable of (Zs, ys, Zt) or (Zs, ys, Zt, yt)
        Zs of shape (n_source, d), ys of shape (n_source,), Zt of shape (n_target, d), yt of shape
        (n_target,) or None. All frames have the same samples in the same order; d may differ from
        frame to frame.
    title : str
        What to call them.

    Raises
    ------
    ValueError
        One sentence that names the frame, what was given and what is needed.
    """
    with caught_warnings("always", UserWarning) as found:
        pairs = [_checked(frame, i) for i, frame in enumerate(frames)]
    if not pairs:
        raise ValueError("The list of frames is empty; give at least one (Zs, ys, Zt).")
    for i, pair in enumerate(pairs[1:], start=1):
        _check_same(pairs[0], pair, i)
    d = max(pair.n_features for pair in pairs)
    states = [_state(k, pair, d) for k, pair in enumerate(pairs)]
    features = [np.hstack([getattr(p, name) for p in pairs]) for name in ("X_source", "X_target")]
    first = pairs[0]
    # The digest, by which blobs are kept, must tell all frames apart, not only the first.
    with caught_warnings("ignore", UserWarning):  # said of the frames
        whole = DomainPair(features[0], first.y_source, features[1], first.y_target, name=title)
    said = [str(item.message) for item in found]
    # `show` says of every label that the source lacks what the pair says of near ones.
    notes = dict.fromkeys(_in_our_words(text) for text in said if not text.startswith("y_target: "))
    return AdaptedFrames(whole, states, tuple(notes))


def _checked(frame: Sequence[Any], i: int) -> DomainPair:
    if not isinstance(frame, tuple | list) or len(frame) not in (3, 4):
        given = f"{len(frame)} parts" if isinstance(frame, tuple | list) else type(frame).__name__
        raise ValueError(
            f"Frame {i} is not (Zs, ys, Zt) or (Zs, ys, Zt, yt) but {given}; give the coordinates "
            "of both domains and the labels of the source."
        )
    try:
        return DomainPair(*frame)
    except ValueError as error:
        raise ValueError(f"Frame {i}: {_in_our_words(str(error))}") from None


def _in_our_words(words: str) -> str:
    for name, ours in _OURS.items():
        words = words.replace(name, ours)
    return words


def _check_same(first: DomainPair, pair: DomainPair, i: int) -> None:
    """Raise ValueError unless a frame is of the same samples as the first one."""
    sizes = (pair.n_source, pair.n_target)
    if sizes != (first.n_source, first.n_target):
        raise ValueError(
            f"Frame {i} has {sizes[0]} source and {sizes[1]} target samples but frame 0 has "
            f"{first.n_source} and {first.n_target}; give the same samples in every frame."
        )
    for name, labels in (("ys", "y_source"), ("yt", "y_target")):
        mine, other = getattr(pair, labels), getattr(first, labels)
        if mine is None and other is None:
            continue
        if mine is None or other is None:
            lacking, has = (i, 0) if mine is None else (0, i)
            raise ValueError(
                f"Frame {lacking} has no {name} but frame {has} has it; give it in every frame or "
                "in none."
            )
        if not np.array_equal(mine.astype(str), other.astype(str)):
            raise ValueError(
                f"{name} of frame {i} differs from that of frame 0; give the samples of every "
                "frame in the same order."
            )


def _state(k: int, pair: DomainPair, d: int) -> SPLState:
    """One frame as a state: clusters are the target's classes, by the nearest class mean."""
    # Coordinates are float32: a power of two keeps their squares within its range, and the picture.
    largest = max(float(np.abs(Z).max()) for Z in (pair.X_source, pair.X_target))
    exponent = int(np.frexp(largest)[1])
    shift = -exponent if abs(exponent) > MOST_EXPONENT else 0
    Zs, Zt = (_padded(np.ldexp(Z, shift), d) for Z in (pair.X_source, pair.X_target))
    C = pair.n_classes
    means = class_sums(Zs, pair.ys, C) / np.bincount(pair.ys, minlength=C)[:, None]
    away = distances(Zt, means)
    proba = softmax(-away / max(float(away.mean()), np.finfo(float).tiny), axis=1)
    labels = away.argmin(axis=1)
    counts = np.bincount(labels, minlength=C)[:, None]
    centers = np.where(counts > 0, class_sums(Zt, labels, C) / np.maximum(counts, 1), means)
    return SPLState(
        k=k, classes=pair.classes, projection=np.eye(1), z_source=Zs, z_target=Zt,
        prototypes=means, centers=centers, cluster_labels=labels, matching=np.arange(C),
        proba_ncp=proba, proba_sp=proba.copy(), proba=proba.copy(), pseudo_labels=labels.copy(),
        selected=np.ones(len(Zt), bool), z_mean=np.zeros(d),
    )  # fmt: skip


def _padded(Z: Array, d: int) -> Array:
    """Z with columns of zeros up to d, which leave all distances as they are; a copy."""
    padded = np.zeros((len(Z), d), np.float32)
    padded[:, : Z.shape[1]] = Z
    return padded
