"""Rows of a text table that end too early: without their last fields, or within a cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from spl.data.readers.features import short
from spl.data.readers.headers import is_number
from spl.data.readers.sniffing import Dialect
from spl.data.readers.sources import Opened
from spl.data.words import counted

if TYPE_CHECKING:
    import pandas as pd

FEWEST = 3  # rows above the last one that tell what a whole cell looks like
TAIL = 256  # bytes


def short_rows(file: Opened, dialect: Dialect, frame: pd.DataFrame) -> tuple[str, ...]:
    """Caution about rows that end too early: their last fields look like empty ones.

    Parameters
    ----------
    file : Opened
    dialect : Dialect
        How it is written.
    frame : DataFrame
        As it was read.
    """
    if dialect.separator == " " or frame.empty or not frame.iloc[:, -1].isna().any():
        return ()
    width = frame.shape[1] + dialect.row_names
    above = max(dialect.skipped, default=-1) + 1 + (dialect.header and not dialect.given)
    early: list[int] = []
    with file.open() as stream, io.TextIOWrapper(stream, dialect.encoding, newline="") as text:
        reader = csv.reader(text, delimiter=dialect.separator, skipinitialspace=True)
        try:
            for number, row in enumerate(reader):
                if number >= above and 0 < len(row) < width:
                    early.append(reader.line_num)
        except csv.Error:  # a longer field than was seen above
            return ()
    if not early:
        return ()
    lines = counted(len(early), "line has", "lines have")
    return (
        f"Caution: in {file.name} {lines} fewer than {width} fields (first: line {early[0]}); what "
        "is missing at the end was read as empty.",
    )


def cut_off(file: Opened, cells: Callable[[], Sequence[str | None]]) -> tuple[str, ...]:
    """Caution about a file that seems to end within its last cell: `co`, where others are `cow`.

    Parameters
    ----------
    file : Opened
    cells : callable
        Reads the last column as text; not called where the file ends with a line break.
    """
    if _ends_with_a_line(file):
        return ()
    *above, last = (None if text is None else text.strip() for text in cells())
    others = {text for text in above if text is not None}
    if not last or last in others or len(above) < FEWEST or not others:
        return ()
    begun = not is_number(last) and any(text.startswith(last) for text in others)
    if not begun and len(last) >= min(map(len, others)):
        return ()
    return (
        f"Caution: {file.name} does not end with a line break, and its last cell, `{short(last)}`, "
        "looks like the beginning of one; get the file again if it is cut off.",
    )


def _ends_with_a_line(file: Opened) -> bool:
    with file.open() as stream:
        size = stream.seek(0, io.SEEK_END)
        stream.seek(max(size - TAIL, 0))
        tail = stream.read().rstrip(b" \t\0")
    return tail.endswith((b"\n", b"\r"))
