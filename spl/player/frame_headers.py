"""The numbers that the player shows of each frame, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.data.target_labels import UNLABELLED
from spl.embedding.frames import Frame, displacement
from spl.embedding.truth import correct_nearby


def frame_headers(
    frames: Sequence[Frame], blobs: Sequence[str], labels: Array
) -> list[dict[str, Any]]:
    """One JSON-able dict for each frame.

    Parameters
    ----------
    frames : sequence of Frame
        Of any methods, in any order; k = −1 is the frame before adaptation.
    blobs : sequence of str
        The digest of each frame's coordinates.
    labels : ndarray of shape (n_target,), ints
        True classes of the target samples, else their last pseudo-labels: `expected`.

    Returns
    -------
    list of dict
        With ``"k"``, ``"method"``, ``"blob"``, ``"placed"`` (number of interpolated samples) and,
        null where unknown: ``"trustworthiness"``; ``"displacement"``, the mean way to frame k + 1
        as a share of the diameter; ``"nearby"``, the shares [frame, subspace] of target samples
        whose nearest source samples are of their class; ``"ahead"``, [share, n_changing]: of the
        n_changing target samples whose nearest class still changes until k = T, the share that
        the frame already shows there; ``"mixing"``, the shares [frame, subspace] of the 15
        nearest neighbours that are of the other domain.
    """
    by_place = {(frame.method, frame.k): frame for frame in frames}
    return [
        _header(frame, by_place.get((frame.method, frame.k + 1)), blob, labels)
        for frame, blob in zip(frames, blobs, strict=True)
    ]


def expected(pair: DomainPair, states: Sequence[SPLState], params: SPLParams) -> Array:
    """The labels that classes nearby are compared with: true ones, else the last pseudo-labels.

    No class of the source can lie rightly near a sample of an unknown class, or a rejected one:
    an open run, which is to find these, does not count them.

    Parameters
    ----------
    pair : DomainPair
    states : sequence of SPLState
        Of the run so far.
    params : SPLParams

    Returns
    -------
    ndarray of shape (n_target,), ints
        −2 for samples that do not count.
    """
    if params.label_set != "open":
        return states[-1].pseudo_labels if pair.yt is None else pair.yt
    labels = states[-1].labels if pair.yt is None else pair.yt
    return np.where(labels < 0, UNLABELLED, labels)


def _header(frame: Frame, successor: Frame | None, blob: str, labels: Array) -> dict[str, Any]:
    placed = np.asarray(0 if frame.placed is None else frame.placed)
    return {
        "k": int(frame.k),
        "method": str(frame.method),
        "blob": blob,
        "trustworthiness": _number(frame.trustworthiness),
        "displacement": None if successor is None else _number(displacement(frame, successor)),
        "placed": int(placed.sum()),
        "nearby": _nearby(frame, labels),
        "ahead": None if frame.ahead is None else [_number(frame.ahead), frame.n_changing],
        "mixing": _pair(frame.mixing_picture, frame.mixing_subspace),
    }


def _nearby(frame: Frame, labels: Array) -> list[float] | None:
    if frame.class_in_picture is None or frame.class_in_subspace is None:
        return None
    return _pair(
        correct_nearby(frame.class_in_picture, labels),
        correct_nearby(frame.class_in_subspace, labels),
    )


def _pair(frame: float, subspace: float) -> list[float] | None:
    if not np.isfinite([frame, subspace]).all():
        return None
    return [round(float(frame), 5), round(float(subspace), 5)]


def _number(value: float) -> float | None:
    return round(float(value), 5) if np.isfinite(value) else None
