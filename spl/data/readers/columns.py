"""Which column of a table is what: labels, domains, names of samples, features."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spl.data.readers.features import DOMAIN_NAMES, LABEL_NAMES, Array, first_named
from spl.data.readers.sniffing import INDEX_NAMES, MISSING, SAMPLE_NAMES

if TYPE_CHECKING:
    import pandas as pd


# A column of numbers may hold this much text: more is a column of text.
STRAY_CELLS, STRAY_SHARE = 3, 0.05


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


def column_roles(
    frame: pd.DataFrame,
    label: str | int | None,
    domain: str | int | None,
    file: str,
    header: bool,
    features: Collection[str] = (),
) -> Roles:
    """Sort the columns of a table by what was asked for, then by name, then by content.

    `features` are columns known to be features, whatever their names look like.
    """
    columns, found = list(frame.columns), describe_columns(frame)
    label_at = _position(columns, label, "label", file, found)
    domain_at = _position(columns, domain, "domain", file, found)
    if domain_at is None:
        domain_at = _named_position(columns, DOMAIN_NAMES, {label_at})
    if label_at is None:
        known = {columns.index(name) for name in features if name in columns}
        label_at = _named_position(columns, LABEL_NAMES, {domain_at, *known})
    used = {i for i in (label_at, domain_at) if i is not None}
    index = _index_column(frame, header, used)
    rest = [i for i in range(len(columns)) if i not in used and i != index]
    values = {i: _numbers(frame.iloc[:, i]) for i in rest}
    numbers = {i: v for i, v in values.items() if v is not None}
    lists = [i for i in rest if i not in numbers and _is_list(frame.iloc[0, i])]
    text = [i for i in rest if i not in numbers and i not in lists]
    for i in text:
        _refuse_stray_text(frame, i, file)
    names = next((i for i in text if _names_samples(frame, i)), None)
    text = [i for i in text if i != names]
    if label_at is None and len(text) > 1:
        raise ValueError(
            f"{file} has {len(text)} columns of text ({some([columns[i] for i in text])}); "
            f"say which one holds the labels, by name or position: found {found}."
        )
    measured = None
    if label is None and label_at is not None and len(text) == 1:
        measurements = _measurements(frame.iloc[:, label_at])
        if measurements is not None:  # `x`, `y` and `species`: y is no label
            measured, label_at = label_at, None
            numbers = dict(sorted({**numbers, measured: measurements}.items()))
    if label_at is None and text:
        label_at = text.pop()
    return Roles(label_at, domain_at, index, names, tuple(lists), tuple(text), numbers, measured)


def describe_columns(frame: pd.DataFrame) -> str:
    """List the columns of a table: its size, then names and types, the middle of many left out."""
    parts = [f"`{c}` {t}" for c, t in zip(frame.columns, frame.dtypes, strict=True)]
    shown = parts if len(parts) <= 12 else [*parts[:6], "…", *parts[-5:]]
    return f"{len(frame)} rows of {len(parts)} columns: {', '.join(shown)}"


def some(names: list[str]) -> str:
    """List a few names."""
    shown = [f"`{n}`" for n in names[:6]]
    return ", ".join(shown + (["…"] if len(names) > 6 else []))


def called(frame: pd.DataFrame, position: int) -> str:
    """Name a column, by position where it has no name."""
    name = str(frame.columns[position])
    unnamed = not name or name.startswith(("Unnamed: ", "column "))
    return f"column {position}" if unnamed else f"column `{name}`"


def _position(
    columns: list[str], wanted: str | int | None, what: str, file: str, found: str
) -> int | None:
    """Where a column is that was asked for by name or position."""
    if wanted is None:
        return None
    if wanted in columns:
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


def _named_position(
    columns: list[str], names: tuple[str, ...], taken: set[int | None]
) -> int | None:
    free = [c for i, c in enumerate(columns) if i not in taken]
    free = [c for c in free if c[-2:-1] != "."]  # acc.x, acc.y, acc.z are no labels
    name = first_named(free, names)
    return None if name is None else columns.index(name)


def _index_column(frame: pd.DataFrame, header: bool, used: set[int]) -> int | None:
    """Find a first column that only counts the rows, as DataFrame.to_csv writes it."""
    if 0 in used or frame.shape[1] < 2 or frame.dtypes.iloc[0].kind != "i":
        return None
    values = frame.iloc[:, 0].to_numpy()
    name = str(frame.columns[0]).lower()
    if header and name in INDEX_NAMES[:2]:
        return 0
    counts = bool((np.diff(values) == 1).all()) and values[0] in (0, 1)
    # Without a header five rows in a row that count are no accident.
    return 0 if counts and (name in INDEX_NAMES if header else len(values) >= 5) else None


def _numbers(column: pd.Series) -> Array | None:
    """Return a column's numbers, with NaN for what is marked as missing; None for text."""
    import pandas as pd

    if column.dtype.kind in "fiub":
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        return values if column.dtype.kind == "f" or column.hasnans else column.to_numpy()
    if isinstance(column.dtype, pd.CategoricalDtype) or _is_list(column.iloc[0]):
        return None
    marked = column.isna() | column.isin(MISSING)
    numbers = pd.to_numeric(column.where(~marked), errors="coerce")
    if marked.all() or numbers[~marked].isna().any():
        return None
    return numbers.to_numpy(dtype=np.float64, na_value=np.nan)


def _measurements(column: pd.Series) -> Array | None:
    """Return a column's numbers where some are not whole, which labels are."""
    values = _numbers(column)
    if values is None or values.dtype.kind != "f":
        return None
    known = values[np.isfinite(values)]
    return values if (known != np.rint(known)).any() else None


def _refuse_stray_text(frame: pd.DataFrame, i: int, file: str) -> None:
    """Point at the few cells that make text of a column of numbers."""
    import pandas as pd

    column = frame.iloc[:, i]
    if isinstance(column.dtype, pd.CategoricalDtype) or _is_sample_name(frame, i):
        return
    at = np.flatnonzero(~(column.isna() | column.isin(MISSING)).to_numpy())
    text = column.iloc[at].astype(str)
    stray = pd.to_numeric(text.str.replace(",", "."), errors="coerce").isna().to_numpy()
    n_stray, n = int(np.count_nonzero(stray)), len(text)
    if not 0 < n_stray <= max(STRAY_CELLS, STRAY_SHARE * n) or n - n_stray < 3 * n_stray:
        return  # text: at least three numbers for each stray cell make a column of numbers
    first = int(np.argmax(stray))
    others = f" (nor are {n_stray - 1} more in this column)" if n_stray > 1 else ""
    raise ValueError(
        f"{file}, {called(frame, i)}, row {at[first]}: {text.iloc[first]!r} is not a "
        f"number{others}; correct it or remove the row."
    )


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple | np.ndarray)


def _names_samples(frame: pd.DataFrame, i: int) -> bool:
    """Whether a column of text tells samples apart and so cannot be their class."""
    return _is_sample_name(frame, i) or (
        len(frame) >= 10 and frame.iloc[:, i].nunique() == len(frame)
    )


def _is_sample_name(frame: pd.DataFrame, i: int) -> bool:
    return str(frame.columns[i]).lower() in SAMPLE_NAMES
