"""Columns of numbers that are not features: row numbers, and columns that give the labels away."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from spl.data.readers.features import Array

ROW_NAME = re.compile(r"(.*[_ .-])?(id|idx|index|row|nr|no|num|number)|unnamed: \d+|rownames")
FEW_ROWS = 10  # in fewer, different whole numbers do not surprise
FEWEST = 6  # samples in which a column can tell the labels by more than chance
GLANCE = 200  # rows that rule most columns out


def giveaways(X: Array, y: Array | None, names: Sequence[str], file: str) -> tuple[str, ...]:
    """Caution about columns that number the rows or have one value for each label.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    y : ndarray of shape (n,) or None
    names : sequence of d str
        What to call the columns.
    file : str
        The file's name.

    Examples
    --------
    >>> X = np.column_stack([np.arange(12), np.arange(12) % 5])
    >>> print(giveaways(X, X[:, 0] > 5, ("id", "size"), "cells.csv")[0][:70])
    Caution: cells.csv, column `id`, has a different whole number in every
    """
    rows = [j for j in range(X.shape[1]) if _numbers_rows(X[:, j], names[j])]
    notes = []
    if rows:
        one = len(rows) == 1
        notes.append(
            f"Caution: {file}, {_columns(rows, names)}, {'has' if one else 'have'} a different "
            f"whole number in every row, as row numbers are; leave {_it(rows)} out unless "
            f"{'it is a measurement' if one else 'they are measurements'}."
        )
    told = [] if y is None else _telling(X, _codes(y))
    if told:
        one = len(told) == 1
        notes.append(
            f"Caution: {file}, {_columns(told, names)}, {'has' if one else 'have'} one value for "
            f"each label, so {'it gives' if one else 'they give'} the labels away; leave "
            f"{_it(told)} out unless {'it is a measurement' if one else 'they are measurements'}."
        )
    return tuple(notes)


def _telling(X: Array, codes: Array) -> list[int]:
    """Columns that have one value for each label, where labels come more than once."""
    n, n_labels = len(codes), int(codes.max()) + 1
    if n_labels < 2 or n < max(2 * n_labels, FEWEST):
        return []
    head = codes[:GLANCE]
    likely = [j for j in range(X.shape[1]) if _one_to_one(X[:GLANCE, j], head)]
    return [j for j in likely if _one_to_one(X[:, j], codes)]


def _it(columns: list[int]) -> str:
    return "it" if len(columns) == 1 else "them"


def _columns(at: list[int], names: Sequence[str]) -> str:
    shown = ", ".join(f"`{names[j]}`" for j in at[:6]) + (", …" if len(at) > 6 else "")
    return f"column{'s' * (len(at) > 1)} {shown}"


def _numbers_rows(column: Array, name: str) -> bool:
    """Whether all values are whole and different; a name says so even for a few rows."""
    named = ROW_NAME.fullmatch(name.lower()) is not None
    if len(column) < (3 if named else FEW_ROWS):
        return False
    return _all_different(column[:GLANCE]) and _all_different(column)


def _all_different(column: Array) -> bool:
    if column.dtype.kind == "f":
        if not np.isfinite(column).all() or (column != np.rint(column)).any():
            return False
    elif column.dtype.kind not in "iu":
        return False
    return len(np.unique(column)) == len(column)


def _one_to_one(column: Array, codes: Array) -> bool:
    """Whether values and labels stand for each other one to one."""
    if column.dtype.kind == "f" and np.isnan(column).any():
        return False
    values, at = np.unique(column, return_inverse=True)
    n_labels = len(np.unique(codes))
    if len(values) != n_labels:
        return False
    pairs = at.reshape(-1).astype(np.int64) * (int(codes.max()) + 1) + codes
    return len(np.unique(pairs)) == n_labels


def _codes(y: Array) -> Array:
    if y.dtype.kind == "O":
        index: dict[object, int] = {}
        return np.array([index.setdefault(v, len(index)) for v in y.tolist()])
    return np.unique(y, return_inverse=True)[1].reshape(-1)
