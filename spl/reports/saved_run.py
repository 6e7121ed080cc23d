"""A run as plain arrays in a .npz file."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.iteration import iterate
from spl.algorithm.params import OF_LABEL_SETS, SPLParams
from spl.algorithm.state import SPLState
from spl.data.generators import GENERATORS
from spl.data.on_disk import exists, is_file
from spl.data.pair import DomainPair
from spl.data.readers.bounds import TooLarge
from spl.data.readers.features import short
from spl.data.readers.numpy_files import read_npz
from spl.data.readers.sources import Opened, is_device
from spl.data.replaced import replaced
from spl.data.samples import open_data, sample_sets
from spl.data.words import counted, listed
from spl.measures.evaluation import accuracy

Array = NDArray[Any]


def run_arrays(pair: DomainPair, params: SPLParams, states: Sequence[SPLState]) -> dict[str, Array]:
    """Everything that a run decided, as arrays that need no unpickling.

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
    states : sequence of SPLState
        Iterations k = 0 … of the run; fewer than T + 1 if it was stopped.

    Returns
    -------
    dict of str to ndarray
        ``pseudo_labels``, ``selected``, ``confidence``, ``cluster_labels`` of shape
        (T+1, n_target), with the label −1, unknown, for a rejected sample; ``rejected``
        (T+1, n_target) with an open label set, ``dropped`` (C,) with a partial one; ``matching``
        (T+1, C); ``classes`` (C,); ``accuracy`` (T+1,) where target
        labels exist; and each parameter under its name.
    """
    arrays = {
        name: np.stack([getattr(state, name) for state in states])
        for name in ("selected", "confidence", "matching", "cluster_labels")
    }
    arrays["pseudo_labels"] = np.stack([state.labels for state in states])
    if params.label_set == "partial":
        arrays["dropped"] = states[-1].dropped
    if params.label_set == "open":
        arrays["rejected"] = np.stack([state.rejected for state in states])
    arrays["classes"] = np.asarray(pair.classes)
    if pair.yt is not None:
        arrays["accuracy"] = np.array([accuracy(s.labels, pair.yt) for s in states])
    arrays |= {name: np.asarray(value) for name, value in asdict(params).items()}
    return arrays


def save_run(
    path: str | Path,
    pair: DomainPair,
    params: SPLParams,
    states: Sequence[SPLState],
    origin: Mapping[str, Any] | None = None,
    without: Mapping[int, int] | None = None,
) -> None:
    """Write `run_arrays`, and nothing else but `without`, to a compressed .npz file.

    Parameters
    ----------
    path : str or Path
        Replaced as a whole.
    pair, params, states
        As for `run_arrays`.
    origin : mapping, optional
        Where the pair came from (the command line's DATA and its options), so that `read_run` can
        open the data again. It is not an array: it becomes the comment of the zip archive that
        the file is.
    without : mapping of int to int, optional
        Target rows that were kept out of S_k, and the first iteration from which: saved as
        ``without`` (m, 2).
    """
    arrays = run_arrays(pair, params, states)
    if without:
        arrays["without"] = np.array(sorted(without.items()))
    with replaced(path) as beside:
        with beside.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)
        with zipfile.ZipFile(beside, "a") as archive:
            archive.comment = json.dumps(dict(origin or {})).encode()


def read_run(
    path: str | Path, data: Sequence[str] | None = None
) -> tuple[DomainPair, SPLParams, list[SPLState]]:
    """Open a saved run's data again and repeat the run.

    Parameters
    ----------
    path : str or Path
        A file that `save_run` wrote.
    data : sequence of str, optional
        Where the data are now, if not where they were.

    Raises
    ------
    ValueError
        If the file is not a saved run, its data are gone, have other classes or another number of
        target samples, or no longer give the same labels.
    """
    saved, origin = _saved_run(Path(path))
    named = list(data or _places(Path(path), origin))
    if not named:
        raise ValueError(f"{path} does not say where its data are; name them with --data.")
    if not data:
        _check_there(path, named)
    pair, _ = open_data(named, **{name: origin[name] for name in ORIGIN[1:] if name in origin})
    _check_same(path, saved, pair)
    params = SPLParams(
        **{f.name: saved[f.name].item() for f in fields(SPLParams) if f.name in saved}
    )
    known, without = _by_hand(saved)
    given = pair.X_source, pair.y_source, pair.X_target, params
    run = iterate(*given, known=known, without=without)
    states = list(islice(run, len(saved["pseudo_labels"])))  # fewer than all of a stopped run
    labels = np.stack([s.labels for s in states])
    if not np.array_equal(labels, saved["pseudo_labels"]):
        raise ValueError(
            f"the data no longer give the labels saved in {path}; run `spl run` again on them."
        )
    return pair, params, states


def _check_same(path: str | Path, saved: Mapping[str, Array], pair: DomainPair) -> None:
    """Refuse data of other classes or of another number of target samples than the run's."""
    instead = f"give the data that {path} was made from, with --data, or run `spl run` again."
    n = saved["pseudo_labels"].shape[1]
    if n != pair.n_target:
        raise ValueError(
            f"{path} has labels of {counted(n, 'target sample')}, but the target of {pair.title} "
            f"has {pair.n_target:,}; {instead}"
        )
    ours, theirs = ([str(v) for v in a.tolist()] for a in (saved["classes"], pair.classes))
    if ours != theirs:
        raise ValueError(
            f"{path} has {counted(len(ours), 'class', 'classes')} ({_told(ours, theirs)}), but "
            f"{pair.title} has {len(theirs)} ({_told(theirs, ours)}); {instead}"
        )


def _told(classes: Sequence[str], others: Sequence[str]) -> str:
    """Classes by which these differ from others; all where only their order does."""
    apart = [short(label) for label in classes if label not in others]
    return f"{listed(apart)} among them" if apart else listed([short(v) for v in classes])


def saved_by_hand(path: str | Path) -> tuple[dict[int, Any], dict[int, int]]:
    """Return ``known`` and ``without`` of a saved run, as `spl.iterate` takes them.

    Parameters
    ----------
    path : str or Path
        A file that `save_run` wrote.
    """
    return _by_hand(_saved_run(Path(path))[0])


def _by_hand(saved: Mapping[str, Array]) -> tuple[dict[int, Any], dict[int, int]]:
    without = dict(saved["without"].tolist()) if "without" in saved else {}
    return _known(saved), without


def _known(saved: Mapping[str, Array]) -> dict[int, Any]:
    """Target samples of known label: nothing else is selected at k = 0."""
    rows = np.flatnonzero(saved["selected"][0])
    labels = saved["classes"][saved["pseudo_labels"][0, rows]]
    return dict(zip(rows.tolist(), labels.tolist(), strict=True))


def _check_there(path: str | Path, named: Sequence[str]) -> None:
    """Say which data of a run are gone; names of samples are always there."""
    known = {*sample_sets(), *GENERATORS}
    for item in named:
        if item.partition(":")[0] not in known and not is_file(item):
            raise ValueError(
                f"{path} was made from {item}, which no longer exists there; give its new place "
                "with --data."
            )


ORIGIN = ("data", "label", "domain", "source_domain", "target_domain")


def saved_data(path: str | Path) -> list[str]:
    """Where the data of a saved run are, as far as the run says; samples by their names.

    Parameters
    ----------
    path : str or Path
        A file that `save_run` wrote; of any other nothing is known.
    """
    try:
        return _places(Path(path), _origin(Path(path)))
    except (OSError, ValueError, zipfile.BadZipFile):
        return []  # reading the run says what is wrong


def _places(path: Path, origin: Mapping[str, Any]) -> list[str]:
    """The data of a run: files as they are reached from the run's folder, else as they stand."""
    beside = [path.absolute().parent / item for item in origin.get("data", ())]
    return [
        str(place) if is_file(place) else item
        for place, item in zip(beside, origin.get("data", ()), strict=True)
    ]


def _origin(path: Path) -> dict[str, Any]:
    """What the comment of the file says of the data; nothing where it is not ours."""
    if is_device(path):
        raise ValueError(f"{path} cannot be read as a saved run: it is a device.")
    with zipfile.ZipFile(path) as archive:
        comment = archive.comment
    try:
        said = json.loads(comment)
    except (ValueError, RecursionError):  # another program's
        return {}
    if not isinstance(said, dict):
        return {}
    known = {n: said[n] for n in ORIGIN[1:] if isinstance(said.get(n), str | int)}
    data = said.get("data")
    if isinstance(data, list) and all(isinstance(item, str) and "\0" not in item for item in data):
        known["data"] = data
    return known


def _saved_run(path: Path) -> tuple[dict[str, Array], dict[str, Any]]:
    """The arrays, and where the data came from."""
    try:
        origin = _origin(path)
        saved = read_npz(Opened(path.name, path))
    except TooLarge:
        raise
    except (OSError, ValueError, zipfile.BadZipFile):
        why = (
            "it is not an .npz file of plain arrays" if exists(path) else "the file does not exist"
        )
        raise ValueError(f"{path} cannot be read as a saved run: {why}.") from None
    _check_arrays(path, saved)
    return saved, origin


def _check_arrays(path: Path, saved: Mapping[str, Array]) -> None:
    """Refuse what `save_run` did not write: arrays that are missing or of another kind."""
    wrong = ""
    of_run = ("pseudo_labels", "selected", "classes")
    needed = {*of_run, *(f.name for f in fields(SPLParams) if f.name not in OF_LABEL_SETS)}
    if missing := needed - saved.keys():
        wrong = f"it lacks {', '.join(sorted(missing))}"
    for name in [f.name for f in fields(SPLParams) if f.name in saved and not missing]:
        if saved[name].ndim:
            wrong = (
                f"its {name} is an array of shape {saved[name].shape} and should be a single value"
            )
    if not wrong and not _agree(*(saved[name] for name in of_run)):
        kinds = [f"{name} {saved[name].dtype} {saved[name].shape}" for name in of_run]
        wrong = f"its arrays do not belong together ({', '.join(kinds)})"
    without = saved.get("without")
    if not wrong and without is not None:
        if without.dtype.kind not in "iu" or without.shape[1:] != (2,):
            wrong = "its without is not a table of rows and iterations"
    if wrong:
        raise ValueError(
            f"{path} is not a run that `spl run … --out` wrote: {wrong}; run `spl run` again."
        )


def _agree(labels: Array, selected: Array, classes: Array) -> bool:
    """Whether the labels number the classes, in as many samples as were selected from."""
    whole = labels.dtype.kind in "iu" and labels.ndim == 2 and labels.size > 0
    plain = selected.dtype == bool and selected.shape == labels.shape and classes.ndim == 1
    return bool(whole and plain and -1 <= labels.min() <= labels.max() < len(classes))
