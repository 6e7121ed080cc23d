"""A table of target samples whose labels are known: a row number and a label on each line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from spl.data.pair import DomainPair
from spl.data.readers.sources import is_device

MOST_BYTES = 50_000_000


def read_known(file: str | Path, pair: DomainPair) -> dict[int, Any]:
    """Rows of the target, counted from 0, and their labels.

    Parameters
    ----------
    file : path
        Text with two columns, separated by a comma, a semicolon or a tab: row and label. A first
        line that does not begin with a number is a heading.
    pair : DomainPair
        Says which labels the source has: each is recognised by its text or its class name.

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
        return path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise ValueError(f"{path} cannot be read ({reason}); {wanted}") from None


def known_from_lines(lines: Iterable[str], name: str, pair: DomainPair) -> dict[int, Any]:
    """`read_known` of lines that are read already.

    Parameters
    ----------
    lines : iterable of str
    name : str
        Of the file, for messages.
    pair : DomainPair

    Raises
    ------
    ValueError
        If a line does not name a target sample and a label.
    """
    classes = pair.classes.tolist()
    spelled = dict(zip(map(str, pair.class_names or ()), classes, strict=False))
    spelled |= {str(c): c for c in classes}
    known: dict[int, Any] = {}
    for where, cells in rows_of(lines, name):
        row, label = _row_and_label(cells, where, pair.n_target, spelled)
        if known.setdefault(row, label) != label:
            raise ValueError(f"{where} gives row {row} a second label ({label!s}); give one.")
    if not known:
        raise ValueError(f"{name} names no target sample; give a row and a label on each line.")
    return known


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


def rows_of(lines: Iterable[str], name: str) -> Iterator[tuple[str, list[str]]]:
    """Where each line with something on it stands, for messages, and its cells.

    Parameters
    ----------
    lines : iterable of str
        A first line that does not begin with a number is a heading, and left out.
    name : str
        Of the file.
    """
    for number, line in enumerate(lines, start=1):
        cells = _cells(line)
        if any(cells) and (number > 1 or cells[0].lstrip("-").isdigit()):
            yield f"{name}, line {number}", cells


def _cells(line: str) -> list[str]:
    """Cells of a line, separated by a tab, a semicolon or a comma."""
    separator = next((s for s in ("\t", ";", ",") if s in line), ",")
    return [cell.strip() for cell in next(csv.reader([line], delimiter=separator), [""])]


def _row_and_label(
    cells: list[str], where: str, n_target: int, spelled: dict[str, Any]
) -> tuple[int, Any]:
    row, label = (*cells, "")[:2]
    if len(cells) != 2 or not row.isdigit():
        raise ValueError(f"{where} is not a row number and a label; write for example 17,mug.")
    if int(row) >= n_target:
        raise ValueError(f"{where} names row {row}, but the target has rows 0 to {n_target - 1}.")
    if label not in spelled:
        some = ", ".join(list(spelled)[:5])
        raise ValueError(
            f"{where} has the label {label!r}, which the source lacks; it has {some} …"
        )
    return int(row), spelled[label]
