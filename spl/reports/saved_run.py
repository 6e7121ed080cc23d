"""A run as plain arrays in a .npz file."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.iteration import SPLParams, SPLState, iterate
from spl.data.pair import DomainPair
from spl.data.samples import open_data
from spl.measures.evaluation import accuracy

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
    path: str | Path,
    pair: DomainPair,
    params: SPLParams,
    states: Sequence[SPLState],
    origin: Mapping[str, Any] | None = None,
) -> None:
    """Write `run_arrays`, and nothing else, to a compressed .npz file.

    `origin` says where the pair came from (the command line's DATA and its options); with it
    `read_run` opens the data again. It is not an array: it becomes the comment of the file, which
    is a zip archive.
    """
    arrays = run_arrays(pair, params, states)
    with open(path, "wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    with zipfile.ZipFile(path, "a") as archive:
        archive.comment = json.dumps(dict(origin or {})).encode()


def read_run(
    path: str | Path, data: Sequence[str] | None = None
) -> tuple[DomainPair, SPLParams, list[SPLState]]:
    """Open a saved run's data again and repeat the run.

    Parameters
    ----------
    path : path
        What `save_run` wrote.
    data : sequence of str, optional
        Where the data are now, if not where they were.

    Raises
    ------
    ValueError
        If the file is not a saved run, its data are gone, or they no longer give the same labels.
    """
    saved, origin = _saved_run(Path(path))
    named = data or origin.get("data")
    if not named:
        raise ValueError(f"{path} does not say where its data are; name them with --data.")
    pair, _ = open_data(
        [str(item) for item in named],
        **{name: origin[name] for name in ORIGIN[1:] if name in origin},
    )
    params = SPLParams(**{f.name: saved[f.name].item() for f in fields(SPLParams)})
    states = list(iterate(pair.X_source, pair.y_source, pair.X_target, params))
    labels = np.stack([s.pseudo_labels for s in states])
    if not np.array_equal(labels, saved["pseudo_labels"]):
        raise ValueError(
            f"the data no longer give the labels saved in {path}; run `spl run` again on them."
        )
    return pair, params, states


ORIGIN = ("data", "label", "domain", "source_domain", "target_domain")


def _saved_run(path: Path) -> tuple[dict[str, Array], dict[str, Any]]:
    """The arrays, and where the data came from."""
    try:
        with np.load(path, allow_pickle=False) as file:
            saved = dict(file)
        with zipfile.ZipFile(path) as archive:
            comment = json.loads(archive.comment or "{}")
    except Exception as error:  # numpy, zipfile and zlib each raise their own on a damaged file
        known = isinstance(error, FileNotFoundError)
        why = "there is no such file" if known else "it is not an .npz file of plain arrays"
        raise ValueError(f"{path} cannot be read as a saved run: {why}.") from None
    missing = {"pseudo_labels", *(f.name for f in fields(SPLParams))} - saved.keys()
    if missing:
        raise ValueError(
            f"{path} is not a run that `spl run … --out` wrote: it lacks "
            f"{', '.join(sorted(missing))}."
        )
    for f in fields(SPLParams):
        if saved[f.name].ndim:
            raise ValueError(
                f"{path} is not a run that `spl run … --out` wrote: its {f.name} is an array of "
                f"shape {saved[f.name].shape} and should be a single value; run `spl run` again."
            )
    return saved, comment if isinstance(comment, dict) else {}
