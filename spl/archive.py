"""A run as plain arrays in a .npz file."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.datasets.samples import open_data
from spl.domains import DomainPair
from spl.evaluation import accuracy
from spl.iteration import SPLParams, SPLState, iterate

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
    """Write `run_arrays` to a compressed .npz file, readable without unpickling.

    `origin` says where the pair came from (the command line's DATA and its options); with it
    `read_run` opens the data again.
    """
    arrays = run_arrays(pair, params, states)
    arrays |= {name: np.asarray(value) for name, value in (origin or {}).items()}
    with open(path, "wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


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
        If the file is no saved run, its data are gone, or they no longer give the same labels.
    """
    saved = _saved_arrays(Path(path))
    options = {n: _plain(saved[n]) for n in ORIGIN[1:] if n in saved}
    pair, _ = open_data(data or [str(item) for item in saved["data"]], **options)
    params = SPLParams(**{f.name: saved[f.name].item() for f in fields(SPLParams)})
    states = list(iterate(pair.X_source, pair.y_source, pair.X_target, params))
    labels = np.stack([s.pseudo_labels for s in states])
    if not np.array_equal(labels, saved["pseudo_labels"]):
        raise ValueError(
            f"the data no longer give the labels saved in {path}; run `spl run` again on them."
        )
    return pair, params, states


ORIGIN = ("data", "label", "domain", "source_domain", "target_domain")


def _plain(value: Array) -> str | int:
    item = value.item()
    return item if isinstance(item, int) else str(item)


def _saved_arrays(path: Path) -> dict[str, Array]:
    try:
        with np.load(path, allow_pickle=False) as file:
            saved = dict(file)
    except (ValueError, OSError, zipfile.BadZipFile, EOFError) as error:
        known = isinstance(error, FileNotFoundError)
        why = "there is no such file" if known else "it is no .npz file of plain arrays"
        raise ValueError(f"{path} cannot be read as a saved run: {why}.") from None
    missing = {"data", "pseudo_labels", *(f.name for f in fields(SPLParams))} - saved.keys()
    if missing:
        raise ValueError(
            f"{path} is no run that `spl run … --out` wrote: it lacks {', '.join(sorted(missing))}."
        )
    return saved
