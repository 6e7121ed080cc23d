"""A table of target samples whose labels are known: a row number and a label on each line."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from spl.data.pair import DomainPair
from spl.data.readers.features import short
from spl.data.readers.sources import is_device

MOST_BYTES = 50_000_000
MOST_DIGITS = 18  # of a row's number
ROW_NAMES = ("row", "rows", "sample", "index", "id")
SEPARATOR = re.compile(r'\s*"?\d+"?\s*([,;\t])')  # the sign behind a row's number


def read_known(file: str | Path, pair: DomainPair) -> dict[int, Any]:
    """Rows of the target, counted from 0, and their labels.

    Parameters
    ----------
    file : path
        Text with two columns, separated by a comma, a semicolon or a tab: row and label. A first
        line that does not begin with a number is a heading.
    pair : DomainPair
        Says which labels the source has: each is recognised by its text or its class name. Where
        a text is the label of one class and the name of another, the heading says which is meant:
        ``row,label`` or ``row,class``.

    Raises
    ------
    ValueError
        If the file cannot be read, or a line does not name a target sample and a label.
    """
    return known_from_lines(lines_of(file, "labels"), str(file), pair)


def lines_of(file: str | Path, beside: str) -> list[str]:
    """Lines of a text file that names target rows.

    Parameters
    ----------
    file : path
    beside : str
        What stands beside each row, for messages.

    Raises
    ------
    ValueError
        If it cannot be read as text, or is too large.
    """
    path = Path(file)
    wanted = f"give a text file of target rows and {beside}."
    try:
        if is_device(path):
            raise ValueError(f"{path} is a device; {wanted}")
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"{path} has more than 50 MB; {wanted}")
        return text_lines(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise ValueError(f"{path} cannot be read ({reason}); {wanted}") from None


def text_lines(text: str) -> list[str]:
    """Cut text where files have line ends; a label may hold what else Unicode calls one.

    Parameters
    ----------
    text : str
    """
    return re.split("\r\n|\r|\n", text)


def known_from_lines(lines: Sequence[str], name: str, pair: DomainPair) -> dict[int, Any]:
    """`read_known` of lines that are read already.

    Parameters
    ----------
    lines : sequence of str
    name : str
        Of the file, for messages.
    pair : DomainPair

    Raises
    ------
    ValueError
        If a line does not name a target sample and a label.
    """
    by_name, by_label = _spellings(pair)
    asked = _heading(lines) in ("label", "class")
    spelled = by_label | by_name if _heading(lines) == "class" else by_name | by_label
    unsure = {text for text in by_name if by_label.get(text, by_name[text]) != by_name[text]}
    known: dict[int, Any] = {}
    for where, cells in rows_of(lines, name):
        row, label = _row_and_label(cells, where, pair.n_target, spelled)
        if not asked and cells[1].strip() in unsure:
            raise ValueError(
                f"{where} says {cells[1].strip()}, which is the label of one class and the name of "
                "another; write a first line, row,label or row,class, that says which is meant."
            )
        if known.setdefault(row, label) != label:
            raise ValueError(f"{where} gives row {row} a second label ({label!s}); give one.")
    if not known:
        raise ValueError(f"{name} names no target sample; give a row and a label on each line.")
    return known


def _spellings(pair: DomainPair) -> tuple[dict[str, Any], dict[str, Any]]:
    """Labels of the source by the names of their classes, and by their own text."""
    classes = pair.classes.tolist()
    names = map(str, pair.class_names or ())
    return dict(zip(names, classes, strict=False)), {str(c): c for c in classes}


def _heading(lines: Sequence[str]) -> str:
    """What the first line calls the second column; what stands there if it is no heading."""
    cells = re.split("[,;\t]", lines[0]) if lines else []
    return cells[1].strip(' "').lower() if len(cells) == 2 else ""


def known_table(known: Mapping[int, Any]) -> str:
    r"""The table that `read_known` reads.

    Parameters
    ----------
    known : mapping of int to label
        Target rows and their labels.

    Examples
    --------
    >>> known_table({17: "mug", 3: "bike"})
    'row,label\n3,bike\n17,mug\n'
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([("row", "label"), *sorted(known.items())])
    return out.getvalue()


def rows_of(lines: Sequence[str], name: str) -> Iterator[tuple[str, list[str]]]:
    """Where each row with something in it ends, for messages, and its cells.

    Parameters
    ----------
    lines : sequence of str
        A first line that does not begin with a number is a heading, and left out.
    name : str
        Of the file.

    Raises
    ------
    ValueError
        If a cell is too long, or a heading names the rows second.
    """
    _refuse_swapped(lines[0] if lines else "", name)
    number = 0
    while number < len(lines):
        found = SEPARATOR.match(lines[number])
        rest = (lines[i] + "\n" for i in range(number, len(lines)))
        reader = csv.reader(rest, delimiter=found[1] if found else ",")
        try:
            cells = next(reader)
        except csv.Error:
            raise ValueError(
                f"{name}, line {number + 1}, is too long for a row and what stands beside it; "
                "write for example 17,mug."
            ) from None
        number += reader.line_num  # a label in quotation marks may run over several lines
        if any(cells) and (number > 1 or _is_numbered(cells[0])):
            yield f"{name}, line {number}", cells


def _refuse_swapped(heading: str, name: str) -> None:
    """Refuse a heading such as `label,row`: labels that are numbers would be taken for rows."""
    cells = [cell.strip(' "').lower() for cell in re.split("[,;\t]", heading)]
    if len(cells) == 2 and cells[1] in ROW_NAMES and cells[0] not in ROW_NAMES:
        raise ValueError(
            f"{name}, line 1, names the row second; write the row first, for example 17,mug."
        )


def _is_numbered(cell: str) -> bool:
    """Whether a cell begins with a number, whatever sign stands before it."""
    return next((sign for sign in cell if sign.isalnum()), "a").isnumeric()


def row_number(cell: str, where: str, n_target: int) -> int | None:
    """Row of the target; None if the cell is not a whole number.

    Parameters
    ----------
    cell : str
    where : str
        For messages.
    n_target : int

    Raises
    ------
    ValueError
        If the target has no such row.
    """
    row = cell.strip()
    if not row.isdecimal():
        return None
    if len(row) > MOST_DIGITS or int(row) >= n_target:
        shown = row if len(row) <= MOST_DIGITS else f"{row[:MOST_DIGITS]}…"
        raise ValueError(f"{where} names row {shown}, but the target has rows 0 to {n_target - 1}.")
    return int(row)


def _row_and_label(
    cells: list[str], where: str, n_target: int, spelled: dict[str, Any]
) -> tuple[int, Any]:
    first, label = (*cells, "")[:2]
    row = row_number(first, where, n_target)
    if len(cells) != 2 or row is None:
        raise ValueError(f"{where} is not a row number and a label; write for example 17,mug.")
    label = label if label in spelled else label.strip()  # a label may begin with a blank
    if label not in spelled:
        some = ", ".join(list(spelled)[:5])
        raise ValueError(
            f"{where} has the label {short(label)!r}, which the source lacks; it has {some} …"
        )
    return row, spelled[label]
