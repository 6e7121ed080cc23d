"""Numbers such as 1.234 whose point may separate thousands or decimals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from spl.data.readers.features import Array

if TYPE_CHECKING:
    import pandas as pd

UNSURE, WHOLE = re.compile(r"[-+]?[1-9]\d{0,2}[.,]\d{3}"), re.compile(r"[-+]?\d{1,3}")
MOST_COLUMNS = 50  # of a long table that are read once more as text


def unsure_numbers(columns: Iterable[Sequence[str]]) -> list[str]:
    """Numbers like 1.234 in columns that hold no other decimals, but whole numbers beside them.

    Parameters
    ----------
    columns : iterable of sequences of str
        The cells of each, without blanks around them.

    Examples
    --------
    >>> unsure_numbers([["714", "2.148"], ["1.5", "2.148"], ["1.234", "2.148"]])
    ['2.148']
    """
    found = []
    for column in columns:
        unsure = [field for field in column if UNSURE.fullmatch(field)]
        others = [field for field in column if field and not UNSURE.fullmatch(field)]
        if others and all(WHOLE.fullmatch(field) for field in others):
            found += unsure
    return found


def caution_of(number: str) -> str:
    """Say that a point was taken for a decimal one.

    Parameters
    ----------
    number : str
    """
    return (
        f"Caution: numbers such as `{number}` were read with a decimal point; take the points out "
        "if they separate thousands."
    )


def columns_to_look_at(frame: pd.DataFrame) -> list[int]:
    """Positions of columns of numbers that may hold such a one, whichever row it stands in.

    Parameters
    ----------
    frame : DataFrame
        As it was read with a decimal point.
    """
    floats = (i for i, dtype in enumerate(frame.dtypes) if dtype == np.float64)
    found = (i for i in floats if _with_thousandths(frame.iloc[:, i].to_numpy()))
    return [i for i, _ in zip(found, range(MOST_COLUMNS), strict=False)]


def _with_thousandths(values: Array) -> bool:
    """Whether numbers have three decimals or none, and stay below 1,000 as 1.234 and 714 do."""
    return 0 < len(_thousandths(values)) < int(np.count_nonzero(np.isfinite(values)))


def _thousandths(values: Array) -> Array:
    """Those that are not whole, from 1 to 1,000; none if one has more than three decimals."""
    known = values[np.isfinite(values)]
    rest = known[known != np.rint(known)]
    if not len(rest) or np.abs(known).max() >= 1000 or np.abs(rest).min() < 1:
        return rest[:0]
    exact = np.abs(1000 * rest - np.rint(1000 * rest)) < 1e-6
    return rest if exact.all() else rest[:0]


def thousandth(X: Array) -> str:
    """A number of a column in which at least half of what is not whole has three decimals.

    Parameters
    ----------
    X : ndarray of shape (n, d)

    Returns
    -------
    number, empty where each column has other numbers

    Examples
    --------
    >>> thousandth(np.array([[0.5, 3.896], [1.5, 1.702]])), thousandth(np.array([[1.25], [2.5]]))
    ('3.896', '')
    """
    for column in X.T if X.dtype.kind == "f" else ():
        rest = _thousandths(column.astype(np.float64))
        if len(rest) and np.mean(np.rint(1000 * rest) % 10 != 0) >= 0.5:  # not 1.5 and 2.25
            return f"{rest[0]:.3f}"
    return ""
