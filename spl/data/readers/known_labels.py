"""The labels of a file that are there, beside those that are missing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from spl.data.readers.features import Array, tidy_labels
from spl.data.target_labels import missing_labels
from spl.data.words import counted


def known_labels(y: Array | None) -> Array:
    """Return the labels that are there, whole numbers as integers.

    Parameters
    ----------
    y : ndarray of shape (n,), or None
    """
    if y is None:
        return np.empty(0)
    if y.dtype.kind == "O":
        y = np.array([v for v in y.tolist() if v is not None])
    if y.dtype.kind in "fmM":
        y = y[np.isfinite(y)]
    tidy = tidy_labels(y) if len(y) else None
    return y if tidy is None else tidy


def complete(y: Array | None) -> bool:
    """Whether there are labels and none is missing.

    Parameters
    ----------
    y : ndarray of shape (n,), or None
    """
    return y is not None and len(known_labels(y)) == len(y)


def on_known(y: Array, change: Callable[[Array], Array]) -> Array:
    """Change the labels that are there, whole numbers as integers; None stays where one is missing.

    Parameters
    ----------
    y : ndarray of shape (n,)
    change : callable
        Labels (m,) in, labels (m,) out.
    """
    missing = missing_labels(y)
    if not missing.any():
        return change(known_labels(y))
    changed = np.full(len(y), None, dtype=object)
    changed[~missing] = change(known_labels(y[~missing])).tolist()
    return changed


def unlabelled(missing: Array) -> str:
    """Say how many target samples have no label, and what becomes of them.

    Parameters
    ----------
    missing : ndarray of shape (n_target,), bool

    Examples
    --------
    >>> unlabelled(np.array([False, True, True]))[:56]
    '2 target samples of 3 have no label (first: row 1); they'
    """
    one = np.count_nonzero(missing) == 1
    return (
        f"{counted(int(np.count_nonzero(missing)), 'target sample')} of {len(missing):,} "
        f"{'has' if one else 'have'} no label (first: row {int(np.argmax(missing))}); "
        f"{'it takes' if one else 'they take'} part in the run, and no accuracy counts "
        f"{'it' if one else 'them'}."
    )
