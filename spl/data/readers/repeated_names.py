"""Rows of a table that hold the names of its columns once more, as files that were joined do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


def refuse_repeated(frame: pd.DataFrame, names: Sequence[str], file: str) -> None:
    """Raise a ValueError if the names of the columns come again among the samples.

    Parameters
    ----------
    frame : DataFrame
        As it was read.
    names : sequence of str
        Of the columns, as the file spells them; none without a header.
    file : str
        Its name, for the message.
    """
    if not names or len(names) != frame.shape[1] or not len(frame):
        return
    again = np.ones(len(frame), dtype=bool)
    for (_, column), name in zip(frame.items(), names, strict=True):
        again[again] = [_is_name(value, name) for value in column[again].tolist()]
        if not again.any():
            return
    rows = np.flatnonzero(again)
    what = f"row {rows[0]} repeats"
    if len(rows) > 1:
        what = f"{len(rows):,} rows (first: row {rows[0]}) repeat"
    raise ValueError(
        f"{file}: {what} the names of the columns; remove {'it' if len(rows) == 1 else 'them'}."
    )


def _is_name(value: object, name: str) -> bool:
    if isinstance(value, str):
        return value.strip().lower() == name.lower()
    try:
        return float(name) == value
    except ValueError:
        return value != value and not name  # an empty cell under no name
