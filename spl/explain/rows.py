"""Rows of samples as callers give them: one that there is not is refused in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any


def checked_row(row: Any, n: int, what: str, of: str = "sample of this run") -> int:
    """A row as an int.

    Parameters
    ----------
    row : int
    n : int
        How many rows there are.
    what, of : str
        What the caller's argument is called, and what it counts.

    Raises
    ------
    ValueError
        If it is no whole number from 0 to n − 1.

    Examples
    --------
    >>> checked_row(3, 4, "target")
    3
    """
    if isinstance(row, bool) or not isinstance(row, Integral) or not 0 <= int(row) < n:
        row = row.item() if hasattr(row, "item") and getattr(row, "ndim", 1) == 0 else row
        shown = repr(row) if len(repr(row)) <= 40 else type(row).__name__
        raise ValueError(f"{what}={shown} is not a {of}; give a whole number from 0 to {n - 1:,}.")
    return int(row)


def checked_rows(rows: Iterable[Any], n: int, what: str) -> list[int]:
    """Target rows as ints.

    Parameters
    ----------
    rows : iterable of int
    n : int
        How many target samples the run has.
    what : str
        What the caller's argument is called.

    Raises
    ------
    ValueError
        If one is no whole number from 0 to n − 1.
    """
    return [checked_row(row, n, f"a row of {what}", "target sample of this run") for row in rows]
