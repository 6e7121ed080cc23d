"""Quotation marks that are opened and not closed: the rows up to the next mark are one cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spl.data.readers.features import short
from spl.data.readers.headers import is_number
from spl.data.words import counted

if TYPE_CHECKING:
    import pandas as pd

BREAK = re.compile(r"\r\n|\n|\r")


def refuse_swallowed(frame: pd.DataFrame, separator: str, row_names: bool, file: str) -> None:
    """Refuse a table in which rows became part of a cell, as `"A` and `"B` in two rows do.

    A text of several lines is left alone: it does not go on as the rows of the table do.

    Parameters
    ----------
    frame : DataFrame
        As it was read.
    separator : str
        Of its fields; a blank stands for any number of them.
    row_names : bool
        Whether the first field of each row is in the frame's index.
    file : str
        The file's name, for the message.

    Raises
    ------
    ValueError
        One sentence that says where the first mark is.
    """
    kinds = [dtype.kind for dtype in [*[frame.index.dtype] * row_names, *frame.dtypes]]
    numeric = [kind in "fiu" for kind in kinds]
    for at, kind in enumerate(kinds):
        if kind in "fiubmM":
            continue
        column = frame.index if at < row_names else frame.iloc[:, at - row_names]
        for row, value in enumerate(column.tolist()):
            if isinstance(value, str) and (lost := _rows_within(value, at, numeric, separator)):
                raise ValueError(
                    f"{file}, row {row}: a quotation mark before "
                    f"`{short(' '.join(BREAK.split(value)[0].split()))}` "
                    f"is closed only {counted(lost, 'line')} further down, so that {lost} "
                    f"row{'s' * (lost > 1)} would be lost; take such marks out, or write every "
                    "text within two."
                )


def _rows_within(cell: str, at: int, numeric: list[bool], separator: str) -> int:
    """How many rows of the table a cell runs on to; none unless each fits the columns."""
    if "\n" not in cell and "\r" not in cell:
        return 0
    width = len(numeric)
    lines = BREAK.split(cell)
    fields = [line.split() if separator == " " else line.split(separator) for line in lines]
    wanted = [width - at, *[width] * (len(lines) - 2), at + 1]
    if width < 2 or [len(row) for row in fields] != wanted:
        return 0
    fields[0] = [""] * at + fields[0]
    for row in fields:
        for i, field in enumerate(row):
            if i != at and numeric[i] and field.strip() and not is_number(field.strip()):
                return 0
    return len(lines) - 1
