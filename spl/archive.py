"""A run as plain arrays in a .npz file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.domains import DomainPair
from spl.evaluation import accuracy
from spl.iteration import SPLParams, SPLState

Array = NDArray[Any]


def run_arrays(pair: DomainPair, params: SPLParams, states: Sequence[SPLState]) -> dict[str, Array]:
    """Everything that a run decided, as arrays that need no unpickling.

    Returns
    -------
    dict of str to ndarray
        ``pseudo_labels``, ``selected``, ``confidence``, ``cluster_labels`` of shape
        (T+1, n_target); ``matching`` (T+1, C); ``classes`` (C,); ``accuracy`` (T+1,) where target
        labels exist; and each parameter under its name.
    """
    arrays = {
        name: np.stack([getattr(state, name) for state in states])
        for name in ("pseudo_labels", "selected", "confidence", "matching", "cluster_labels")
    }
    arrays["classes"] = np.asarray(pair.classes)
    if pair.yt is not None:
        arrays["accuracy"] = np.array([accuracy(s.pseudo_labels, pair.yt) for s in states])
    arrays |= {name: np.asarray(value) for name, value in asdict(params).items()}
    return arrays


def save_run(
    path: str | Path, pair: DomainPair, params: SPLParams, states: Sequence[SPLState]
) -> None:
    """Write `run_arrays` to a compressed .npz file, readable without unpickling."""
    with open(path, "wb") as file:
        np.savez_compressed(file, allow_pickle=False, **run_arrays(pair, params, states))
