"""Tables of results on disk, written and read without pandas.

Note: Python's `csv` refuses cells of more than 131,072 characters unless it is told otherwise; the
labels of some 98,000 samples are longer.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from spl.data.readers.features import Damaged, short
from spl.data.replaced import replaced

ROUNDING = 1e-9  # by which a number may miss its bounds
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_lines(
    path: str | Path, lines: Sequence[Mapping[str, Any]], heads: Sequence[str] = ()
) -> None:
    """Write mappings as csv: a line each, and columns in the order in which they first occur.

    Parameters
    ----------
    path : str or Path
        Replaced as a whole.
    lines : sequence of mappings
        A column that a line lacks stays empty there.
    heads : sequence of str, optional
        Columns that come first, and are there even without a line.
    """
    heads = list(dict.fromkeys([*heads, *(head for line in lines for head in line)]))
    with replaced(path) as beside, beside.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, heads, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def csv_cell(value: Any) -> Any:
    """A value as csv has it: nothing for NaN, and a number with all its digits.

    Parameters
    ----------
    value : object
    """
    if isinstance(value, float):
        return "" if math.isnan(value) else repr(float(value))
    return value


def guarded(name: str) -> str:
    """A text for a csv cell, with an apostrophe before it if a spreadsheet would compute it.

    Parameters
    ----------
    name : str
        Text from outside, e.g. the title of a pair.
    """
    return f"'{name}" if name.startswith(FORMULA) else name


def csv_rows(path: str | Path) -> tuple[list[str], list[dict[str, Any]]]:
    """Heads of a csv file, and its rows as text.

    Parameters
    ----------
    path : path

    Raises
    ------
    ValueError
        If rows differ in length.
    """
    csv.field_size_limit(2**31 - 1)  # the labels of many samples are one long cell
    with Path(path).open(newline="", encoding="utf-8-sig") as file:
        reader = csv.DictReader(file, strict=True)
        rows = list(reader)
        heads = list(reader.fieldnames or ())
    if any(None in row or None in row.values() for row in rows):
        raise ValueError("its rows differ in length")
    return heads, rows


def parquet_rows(path: str | Path) -> tuple[list[str], list[dict[str, Any]]]:
    """Heads and rows of a parquet file; needs the extra ``files``.

    Parameters
    ----------
    path : path
    """
    import pandas as pd

    frame = pd.read_parquet(path)
    return list(frame.columns), frame.to_dict("records")


def number_in(
    row: Mapping[str, Any],
    i: int,
    name: str,
    bounds: tuple[float, float] = (0, 1),
    *,
    empty: bool = True,
) -> float:
    """A number of a row; nan where its cell is empty and may be.

    Parameters
    ----------
    row : mapping
    i : int
        What the message calls the row.
    name : str
        Of the column.
    bounds : (float, float)
        The least and the largest that the number may be.
    empty : bool
        Whether the cell may be empty.

    Raises
    ------
    Damaged
        If it is not a number within the bounds.
    """
    cell = row[name]
    if empty and (cell in ("", None) or isinstance(cell, float) and math.isnan(cell)):
        return math.nan
    try:
        number = float(cell)
    except (TypeError, ValueError):
        number = math.nan
    if not bounds[0] - ROUNDING <= number <= bounds[1] + ROUNDING:
        needed = f"a number from {bounds[0]:g} to {bounds[1]:,.0f}"
        raise Damaged(f"row {i} has {short(str(cell))!r} as {name}, which is not {needed}")
    return number
