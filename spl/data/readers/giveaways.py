"""Columns of numbers that are not features: row numbers, times, and what gives the labels away."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from spl.data.readers.features import Array
from spl.data.words import listed

ROW_NAME = re.compile(r"(.*[_ .-])?(id|idx|index|row|nr|no|num|number)|unnamed: \d+|rownames")
USE_NAME = re.compile(
    r"(cv|k|outer|inner|test|train)?[_ -]?folds?|splits?|groups|"
    r"(sample|instance|case)[_ -]?weights?"
)
FEW_ROWS = 10  # in fewer, different whole numbers do not surprise
FEWEST = 6  # samples in which a column can tell the labels by more than chance
FEWEST_EACH = 4  # samples of each label, where several columns tell them together
TIME_NAME = re.compile(
    r"(.*[_ .-])?(date|time|datetime|timestamp|ts|epoch|unix|created|updated)(_at)?"
)
SINCE_1970 = (631_152_000, 4_102_444_800)  # seconds until 1990 and until 2100
FRACTIONS = (1, 1e3, 1e6, 1e9)  # of a second
GLANCE = 200  # rows that rule most columns out


def giveaways(X: Array, y: Array | None, names: Sequence[str], file: str) -> tuple[str, ...]:
    """Caution about columns that number the rows, hold dates or times, or tell the labels.

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

    def note(at: list[int], one: str, many: str) -> list[str]:
        if not at:
            return []
        single = len(at) == 1
        return [
            f"Caution: {file}, {_columns(at, names)}, {one if single else many}; leave "
            f"{'it' if single else 'them'} out unless "
            f"{'it is a measurement' if single else 'they are measurements'}."
        ]

    number = "a different whole number in every row, as row numbers are"
    times = [j for j in range(X.shape[1]) if _counts_time(X[:, j], names[j])]
    rows = [j for j in range(X.shape[1]) if j not in times and _numbers_rows(X[:, j], names[j])]
    dates = [j for j in range(X.shape[1]) if j not in rows and _holds_dates(X[:, j])]
    used = [j for j in range(X.shape[1]) if USE_NAME.fullmatch(names[j].lower())]
    value = "one value for each label, so"
    use = "by its name how samples are used, not what they are"
    alone, together = ([], []) if y is None else _telling(X, _codes(y))
    values = "hold whole numbers that are dates, such as 20240131"
    since = "times since 1970 in seconds or a fraction of them"
    return (
        *note(times, f"holds {since}", f"hold {since}"),
        *note(rows, f"has {number}", f"have {number}"),
        *note(dates, values.replace("hold", "holds", 1), values),
        *note(used, f"says {use}", f"say {use}".replace("its name", "their names")),
        *note(
            alone,
            f"has {value} it gives the labels away",
            f"have {value} they give the labels away",
        ),
        *note(
            together,
            "",
            "have one combination of values for each label, so together they give the labels away",
        ),
    )


def _telling(X: Array, codes: Array) -> tuple[list[int], list[int]]:
    """Columns that each have one value for each label; and others that do so only together."""
    n, n_labels = len(codes), int(codes.max()) + 1
    if n_labels < 2 or n < max(2 * n_labels, FEWEST):
        return [], []
    _, first = np.unique(codes, return_index=True)
    head = X[:GLANCE] == X[first[codes[:GLANCE]]]
    likely = np.flatnonzero(head.all(axis=0))
    fixed = [j for j in likely.tolist() if (X[:, j] == X[first, j][codes]).all()]
    different = {j: len(np.unique(X[first, j])) for j in fixed}
    alone = [j for j in fixed if different[j] == n_labels]
    others = [j for j in fixed if 1 < different[j] < n_labels]
    if n < FEWEST_EACH * n_labels or not others:
        return alone, []
    all_labels = len(np.unique(X[first][:, others], axis=0)) == n_labels
    return alone, others if all_labels else []


def _holds_dates(column: Array) -> bool:
    """Whether all are whole numbers that can only be dates: year, month, day in eight digits."""
    if not _dates(column[:GLANCE]):
        return False
    return _dates(column) and len(np.unique(column)) > 1


def _counts_time(column: Array, name: str) -> bool:
    """Whether all are times since 1970 by their size, and by their name or since they only grow."""
    named = TIME_NAME.fullmatch(name.lower()) is not None
    if len(column) < (3 if named else FEW_ROWS) or not _times(column[:GLANCE], named):
        return False
    return _times(column, named)


def _times(column: Array, named: bool) -> bool:
    if column.dtype.kind not in "fiu":
        return False
    low, high = float(column.min()), float(column.max())  # NaN is in no range
    if not any(SINCE_1970[0] * f <= low < high < SINCE_1970[1] * f for f in FRACTIONS):
        return False
    steps = np.sign(np.diff(column.astype(np.float64)))
    return named or bool(steps[0] and (steps == steps[0]).all())


def _dates(column: Array) -> bool:
    if column.dtype.kind not in "fiu" or len(column) < FEWEST:
        return False
    if not ((column >= 1900_01_01) & (column <= 2100_12_31) & (column == np.rint(column))).all():
        return False
    whole = column.astype(np.int64)
    month, day = whole // 100 % 100, whole % 100
    return bool(((month >= 1) & (month <= 12) & (day >= 1) & (day <= 31)).all())


def _columns(at: list[int], names: Sequence[str]) -> str:
    return f"column{'s' * (len(at) > 1)} {listed([f'`{names[j]}`' for j in at])}"


def _numbers_rows(column: Array, name: str) -> bool:
    """Whether all values are whole and different; a name says so even for a few rows."""
    named = ROW_NAME.fullmatch(name.lower()) is not None
    if len(column) < (3 if named else FEW_ROWS):
        return False
    return _all_different(column[:GLANCE]) and _all_different(column)


def _all_different(column: Array) -> bool:
    if column.dtype.kind == "f":
        if not (np.abs(column) < 2.0**53).all():  # beyond it every float is whole
            return False
        if (column != np.rint(column)).any():
            return False
    elif column.dtype.kind not in "iu":
        return False
    return len(np.unique(column)) == len(column)


def _codes(y: Array) -> Array:
    if y.dtype.kind == "O":
        index: dict[object, int] = {}
        return np.array([index.setdefault(v, len(index)) for v in y.tolist()])
    return np.unique(y, return_inverse=True)[1].reshape(-1)
