"""The columns of a table that name classes and domains, as they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from spl.algorithm.label_values import one_hot_axis
from spl.data.readers.column_cells import DATES, first_value, is_list
from spl.data.readers.column_names import called
from spl.data.readers.features import Array, as_number, is_padded, short, tidy_labels
from spl.data.readers.sources import Opened

if TYPE_CHECKING:
    import pandas as pd

CODE = re.compile(r"\d+[eE]\d+")  # 12e4 is a name: programs write a point or a sign
WHOLE = re.compile(r"\s*[-+]?[0-9]{1,4000}(\.0*)?\s*")  # Python reads 4,300 digits


def label_column(
    frame: pd.DataFrame, at: int, file: Opened, again: Callable[[int], Sequence[Any]] | None
) -> tuple[Array | None, Array | None, tuple[str, ...]]:
    """Labels of a column, the same as text where they are numbers but some begin with 0, and notes.

    The column is read again where pandas may have merged two labels. It rounds large whole numbers
    beside gaps, and takes `01` and `1`, or `1.10` and `1.1`, for one number: where both are
    written, or codes such as `12e4`, the labels are text.

    Parameters
    ----------
    frame : DataFrame
    at : int
        Position of the column.
    file : Opened
        Where it comes from.
    again : callable or None
        Reads the cells of a column once more, as text or as they are stored.

    Raises
    ------
    ValueError
        If it holds lists.
    """
    column = frame.iloc[:, at]
    if is_list(first_value(column)):
        raise ValueError(_lists_as_labels(column, called(frame, at), file.name))
    cells = _trimmed(column)
    if again is None or column.dtype.kind not in "if":
        return tidy_labels(cells), None, ()
    values = again(at)
    if column.dtype.kind == "f" and float(column.abs().max()) >= 2**53:
        if all(v is None or isinstance(v, int) or _is_whole(v) for v in values):
            cells = np.array([v and int(str(v).split(".")[0]) for v in values], dtype=object)
    texts = {v.strip() for v in values if isinstance(v, str)}
    if not any(map(is_padded, texts)):
        return tidy_labels(cells), None, ()
    written: dict[str, str] = {}
    for text in sorted(texts):
        written.setdefault(as_number(text), text)
    padded = tidy_labels(
        np.array([v and written[as_number(v.strip())] for v in values], dtype=object)
    )
    if len(written) == column.nunique():
        codes = any(map(CODE.fullmatch, texts))
        return (padded, None, ()) if codes else (tidy_labels(cells), padded, ())
    numbers: dict[float, str] = {}
    pairs = ((numbers.setdefault(float(text), text), text) for text in written.values())
    one, other = next(pair for pair in pairs if pair[0] != pair[1])
    note = (
        f"Caution: {file.name}, {called(frame, at)}, holds labels that are one number but are "
        f"written differently (`{short(one)}`, `{short(other)}`); they are taken as different "
        "labels."
    )
    return padded, None, (note,)


def domain_column(
    frame: pd.DataFrame, at: int, file: Opened, again: Callable[[int], Sequence[Any]] | None
) -> Array:
    """Names of the domains as they are written: pandas takes `01` and `1` for one number.

    Parameters
    ----------
    frame, at, file, again
        As for `label_column`.

    Raises
    ------
    ValueError
        If a name is missing.
    """
    column = frame.iloc[:, at]
    missing = column.isna().to_numpy()
    if missing.any():
        raise ValueError(
            f"{file.name} names no domain in {np.count_nonzero(missing)} of {len(column)} rows "
            f"(first: row {int(np.argmax(missing))}); fill its domain column."
        )
    if again is not None and column.dtype.kind in "if":
        texts = [v.strip() if isinstance(v, str) else "" for v in again(at)]
        if any(map(is_padded, texts)):
            return np.array(texts)
    return _trimmed(column).astype(str)


def _is_whole(value: Any) -> bool:
    return isinstance(value, str) and WHOLE.fullmatch(value) is not None


def _lists_as_labels(column: pd.Series, name: str, file: str) -> str:
    rows = [np.asarray(v) for v in column if is_list(v)]
    one_hot = len({row.shape for row in rows}) == 1 and one_hot_axis(np.stack(rows)) == 1
    what = "one-hot lists, a number for each class" if one_hot else "lists"
    remedy = "np.stack(column).argmax(axis=1)" if one_hot else "one text or number for each sample"
    return f"{file}, {name}, holds {what}, which are not labels; write {remedy}."


def _trimmed(column: pd.Series) -> Array:
    """Values of a column, texts without the blanks that some programs pad them with."""
    if column.dtype.kind in "fiub" and not column.hasnans:
        return np.asarray(column.to_numpy())
    missing = column.isna().to_numpy()
    if column.dtype.kind in "mM":
        column = column.astype(str)  # dates may be labels, as text
    trimmed = np.empty(len(column), dtype=object)
    trimmed[:] = [_label(v) for v in column.tolist()]  # numpy would round a category's numbers
    trimmed[missing] = None
    return trimmed


def _label(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip() or None
    return str(value) if isinstance(value, DATES) else value
