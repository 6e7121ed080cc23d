"""Which column of a table is what: labels, domains, names of samples, features."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from spl.data.readers.column_cells import (
    column_numbers,
    first_value,
    holds_dates,
    holds_list_text,
    is_list,
    measurements,
    spoilt_number,
    strange_kind,
    stray_text,
)
from spl.data.readers.column_names import (
    Asked,
    asked_for,
    called,
    describe_columns,
    index_column,
    other_labels,
    some,
)
from spl.data.readers.features import Array, short
from spl.data.readers.written_numbers import Unclear

if TYPE_CHECKING:
    import pandas as pd

SAMPLE_NAMES = ("name", "names", "file", "filename", "path", "image", "sample", "id", "index")


@dataclass(frozen=True)
class Roles:
    """Positions of the columns by what they hold."""

    label: int | None
    domain: int | None
    index: int | None  # only counts the rows
    names: int | None  # tells samples apart
    lists: tuple[int, ...]  # each cell a feature vector
    text: tuple[int, ...]  # not used
    numbers: dict[int, Array]  # position: values, with NaN where missing
    measured: int | None = None  # of a feature that has the name of labels
    other_labels: tuple[int, ...] = ()  # labels that are not asked for: not used
    written: dict[int, str] = field(default_factory=dict)  # position: how its numbers are written
    empty: tuple[int, ...] = ()  # without a single value: not used


def column_roles(
    frame: pd.DataFrame, asked: Asked, file: str, header: bool, decimal: str = ""
) -> Roles:
    """Sort the columns of a table by what was asked for, then by name, then by content.

    Parameters
    ----------
    frame : DataFrame
    asked : Asked
        What the user or the other domain says about the columns.
    file : str
        The file's name, for messages.
    header : bool
        Whether the columns have names.
    decimal : "." or "," or ""
        The table's decimal sign, if it is certain.

    Raises
    ------
    ValueError
        If there is no such column, or if a column cannot be used: the sentence names it.
    """
    columns = list(frame.columns)
    label_at, domain_at = asked_for(frame, asked, file)
    used = {i for i in (label_at, domain_at) if i is not None}
    named = label_at is not None or asked.left_out
    others = other_labels(frame, used, asked, decimal) if named else ()
    index = index_column(frame, header, used, asked)
    taken = {*used, *others, index}
    rest = [i for i in range(len(columns)) if i not in taken]
    numbers, written = _numbers(frame, rest, decimal, file)
    empty = tuple(i for i, values in numbers.items() if _is_empty(values))
    left = [i for i in rest if i not in numbers]
    lists, text, names = _rest(frame, left, file)
    free = [i for i in text if columns[i] not in asked.left_out]
    if label_at is None and len(free) > 1:
        raise ValueError(
            f"{file} has {len(free)} columns of text ({some([columns[i] for i in free])}); "
            f"say which one holds the labels, by name or position: found {describe_columns(frame)}."
        )
    measured = None
    if asked.label is None and label_at is not None and columns[label_at] != asked.like_label:
        values = measurements(frame.iloc[:, label_at], decimal) if text else None
        if values is not None:  # `x`, `y` and `species`: y is a feature
            _refuse_measured(frame, label_at, text, file)
            measured, label_at = label_at, text.pop()
            numbers = dict(sorted({**numbers, measured: values}.items()))
    if label_at is None and free:
        label_at = free[0]
        text.remove(label_at)
    return Roles(
        label_at,
        domain_at,
        index,
        names,
        tuple(lists),
        tuple(text),
        {i: values for i, values in numbers.items() if i not in empty},
        measured,
        others,
        written,
        empty,
    )


def _rest(
    frame: pd.DataFrame, positions: list[int], file: str
) -> tuple[list[int], list[int], int | None]:
    """Columns without numbers: lists, text, and the one that names the samples."""
    for i in positions:
        _refuse_unusable(frame, i, file)
    lists = [i for i in positions if is_list(first_value(frame.iloc[:, i]))]
    text = [i for i in positions if i not in lists]
    names = next((i for i in text if _names_samples(frame, i)), None)
    return lists, [i for i in text if i != names], names


def _is_empty(values: Array) -> bool:
    return values.dtype.kind == "f" and bool(np.isnan(values[0]) and np.isnan(values).all())


def _numbers(
    frame: pd.DataFrame, positions: list[int], decimal: str, file: str
) -> tuple[dict[int, Array], dict[int, str]]:
    """Return the columns of numbers, and how they are written where that is unusual."""
    numbers: dict[int, Array] = {}
    written: dict[int, str] = {}
    columns = [column for _, column in frame.items()]  # quicker than by position
    for i in positions:
        try:
            found = column_numbers(columns[i], decimal)
        except Unclear as error:
            raise ValueError(_unclear(frame, i, file, str(error))) from None
        if found is not None:
            numbers[i] = found[0]
            if found[1]:
                written[i] = found[1]
    return numbers, written


def _unclear(frame: pd.DataFrame, i: int, file: str, why: str) -> str:
    return (
        f"{file}, {called(frame, i)}, {why}; write its numbers with a decimal point and without "
        "other signs, or leave the column out."
    )


def _refuse_unusable(frame: pd.DataFrame, i: int, file: str) -> None:
    """Refuse dates, structures and bytes, and the few cells that make text of numbers."""
    column = frame.iloc[:, i]
    if holds_dates(column):
        raise ValueError(
            f"{file}, {called(frame, i)}, holds dates or times, which are not features; leave it "
            "out, or write it as a number with a meaning, e.g. hours since the start."
        )
    if holds_list_text(column):
        text = short(str(first_value(column)), 30)
        raise ValueError(
            f"{file}, {called(frame, i)}, holds lists written as text ({text}); "
            "write a column for each of their numbers, or save the lists as .parquet or .npz."
        )
    if kind := strange_kind(column):
        raise ValueError(
            f"{file}, {called(frame, i)}, holds {kind}, which are not features; leave it out or "
            "write it as columns of numbers."
        )
    if _is_sample_name(frame, i):
        return
    if stray := stray_text(column):
        row, text, n = stray
        if text.strip() == frame.columns[i]:
            rows = f"row {row} repeats" if n == 1 else f"{n} rows (first: row {row}) repeat"
            raise ValueError(
                f"{file}: {rows} the names of the columns; remove {'it' if n == 1 else 'them'}."
            )
        others = f" (nor are {n - 1} more in this column)" if n > 1 else ""
        raise ValueError(
            f"{file}, {called(frame, i)}, row {row}: {short(text)!r} is not a "
            f"number{others}; correct it or remove the row."
        )
    if spoilt := spoilt_number(column):
        raise ValueError(
            _unclear(frame, i, file, f"holds `{spoilt}`, which is not clearly a number")
        )


def _refuse_measured(frame: pd.DataFrame, label_at: int, text: list[int], file: str) -> None:
    """Say that a column is called as labels are but measured, where the labels are not clear."""
    if len(text) > 1:
        columns = [frame.columns[i] for i in text]
        raise ValueError(
            f"{file}, {called(frame, label_at)}, has the name of labels but its numbers are not "
            f"whole, and {len(columns)} columns hold text ({some(columns)}); say which column "
            f"holds the labels (--label on the command line, label= in Python)."
        )


def _names_samples(frame: pd.DataFrame, i: int) -> bool:
    """Whether a column of text tells samples apart and so cannot be their class."""
    return _is_sample_name(frame, i) or (
        len(frame) >= 10 and frame.iloc[:, i].nunique() == len(frame)
    )


def _is_sample_name(frame: pd.DataFrame, i: int) -> bool:
    return str(frame.columns[i]).lower() in SAMPLE_NAMES
