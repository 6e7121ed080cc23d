"""Columns that are found by what they are called or by where they are."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spl.data.readers.column_cells import measurements
from spl.data.readers.features import DOMAIN_NAMES, LABEL_NAMES, first_named, short
from spl.data.words import counted, listed

if TYPE_CHECKING:
    import pandas as pd

INDEX_NAMES = ("", "unnamed: 0", "index", "id")


@dataclass(frozen=True)
class Asked:
    """What is known of a table's columns before it is read."""

    label: str | int | None = None
    domain: str | int | None = None
    features: Collection[str] = ()  # features of the other domain, whatever they are called
    like_label: str | None = None  # the labels of the other domain
    left_out: Collection[str] = ()  # its text that is neither features nor labels


def describe_columns(frame: pd.DataFrame) -> str:
    """List the columns of a table: its size, then names and types, the middle of many left out.

    Parameters
    ----------
    frame : DataFrame
        n rows, one per sample.
    """
    n = frame.shape[1]
    at = list(range(n)) if n <= 12 else [*range(6), *range(n - 5, n)]
    words = {"object": "not numbers", "str": "text"}
    types = [words.get(str(dtype), str(dtype)) for dtype in frame.dtypes.iloc[at]]
    parts = [f"`{short(frame.columns[i])}` {t}" for i, t in zip(at, types, strict=True)]
    shown = parts if n <= 12 else [*parts[:6], "…", *parts[6:]]
    sizes = f"{counted(len(frame), 'row')} of {counted(n, 'column')}"
    return f"{sizes}: {', '.join(shown)}" if n else sizes


def some(names: list[str]) -> str:
    """List a few names.

    Parameters
    ----------
    names : list of str
    """
    return listed([f"`{short(n)}`" for n in names])


def called(frame: pd.DataFrame, position: int) -> str:
    """Name a column, by position where it has no name.

    Parameters
    ----------
    frame : DataFrame
        n rows, one per sample.
    position : int
        Of the column, from 0.
    """
    name = str(frame.columns[position])
    unnamed = not name or name.startswith(("Unnamed: ", "column "))
    return f"column {position}" if unnamed else f"column `{short(name)}`"


def asked_for(frame: pd.DataFrame, asked: Asked, file: str) -> tuple[int | None, int | None]:
    """Positions of labels and domains: as asked for, as in the other domain, or by name.

    Parameters
    ----------
    frame : DataFrame
        n rows, one per sample.
    asked : Asked
        What is known of its columns.
    file : str
        The file's name, for messages.
    """
    columns, found = list(frame.columns), describe_columns(frame)
    label_at = _position(columns, asked.label, "label", file, found)
    domain_at = _position(columns, asked.domain, "domain", file, found)
    if domain_at is None:
        domain_at = _named_position(columns, DOMAIN_NAMES, {label_at})
    if label_at is None and asked.like_label in columns:
        same = columns.index(str(asked.like_label))
        label_at = None if same == domain_at else same
    if label_at is None:
        features = set(asked.features)
        features |= set(asked.left_out)
        known = {i for i, name in enumerate(columns) if name in features}
        label_at = _named_position(columns, LABEL_NAMES, {domain_at, *known})
    return label_at, domain_at


def _position(
    columns: list[str], wanted: str | int | None, what: str, file: str, found: str
) -> int | None:
    """Where a column is that was asked for by name or position; text is a name if there is one."""
    if wanted is None:
        return None
    beyond = isinstance(wanted, int) and not -len(columns) <= wanted < len(columns)
    if wanted in columns or (beyond and str(wanted) in columns):
        return columns.index(str(wanted))
    try:
        at = int(wanted)
    except ValueError:
        lower = [c.lower() for c in columns]
        if str(wanted).lower() in lower:
            return lower.index(str(wanted).lower())
        raise ValueError(f"{file} has no column `{wanted}` ({what}); found {found}.") from None
    if not -len(columns) <= at < len(columns):
        raise ValueError(
            f"{file} has no column {at} ({what}): positions run from 0 to {len(columns) - 1}; "
            f"found {found}."
        )
    return at % len(columns)


def _is_plain(name: str) -> bool:
    return name[-2:-1] != "."  # acc.x, acc.y, acc.z are not labels


def _named_position(
    columns: list[str], names: tuple[str, ...], taken: set[int | None]
) -> int | None:
    free = [c for i, c in enumerate(columns) if i not in taken and _is_plain(c)]
    name = first_named(free, names)
    return None if name is None else columns.index(name)


def other_labels(
    frame: pd.DataFrame, used: set[int], asked: Asked, decimal: str
) -> tuple[int, ...]:
    """Columns named as labels are, beside the labels; numbers that are not whole are features.

    Parameters
    ----------
    frame : DataFrame
        n rows, one per sample.
    used : set of int
        Positions that are taken.
    asked : Asked
        What is known of its columns.
    decimal : "." or "," or ""
        The table's decimal sign, if it is certain.
    """
    columns = list(frame.columns)
    bare = [re.sub(r"\.\d+$", "", name) for name in columns]  # pandas numbers doubled names
    there = set(columns)
    names = [b if b in there else name for b, name in zip(bare, columns, strict=True)]
    named = [
        i
        for i, name in enumerate(names)
        if i not in used
        and _is_plain(name)
        and name.lower().rsplit(".", 1)[-1] in LABEL_NAMES
        and columns[i] not in asked.features
    ]
    return tuple(i for i in named if measurements(frame.iloc[:, i], decimal) is None)


def index_column(frame: pd.DataFrame, header: bool, used: set[int], asked: Asked) -> int | None:
    """Find a first column that only counts the rows, as DataFrame.to_csv writes it.

    Parameters
    ----------
    frame : DataFrame
        n rows, one per sample.
    header : bool
        Whether the columns have names.
    used : set of int
        Positions that are taken.
    asked : Asked
        What is a feature of the other domain counts no rows here, and ids that go on from the
        other file's do.
    """
    if 0 in used or frame.shape[1] < 2 or frame.dtypes.iloc[0].kind != "i":
        return None
    values = frame.iloc[:, 0].to_numpy()
    name = str(frame.columns[0]).lower()
    if header and name in INDEX_NAMES[:2]:
        return 0
    if header and asked.features:
        other = {*asked.features, *asked.left_out}
        apart = name in INDEX_NAMES and len(np.unique(values)) == len(values)
        return 0 if apart and str(frame.columns[0]) not in other else None
    counts = bool((values[1:] - values[:-1] == 1).all()) and values[0] in (0, 1)
    # Without a header five consecutive numbers are hardly an accident.
    return 0 if counts and (name in INDEX_NAMES if header else len(values) >= 5) else None
