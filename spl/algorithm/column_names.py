"""Columns that have names: the same ones in another order are put in order, others refused."""

from __future__ import annotations

import datetime
import warnings
from collections import Counter
from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np

SHOWN, LONGEST = 4, 60  # names in a sentence, and characters of each
TIMES = ("datetime", "timedelta", "date", "time", "duration", "period")
DATES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)


def column_names(X: Any) -> tuple[Any, ...] | None:
    """Names of a frame's columns; None for an array.

    Numbers, dates and intervals are names too: a frame whose columns were chosen in another order
    still has them. Bytes, as FITS and HDF5 have them, are text.

    Parameters
    ----------
    X : array-like or pandas or polars frame or Arrow table of shape (n, d)
    """
    if is_lazy(X):
        return None
    columns = getattr(X, "columns", None)
    if _is_arrow(X):
        columns = X.schema.names
    elif columns is None or not hasattr(X, "dtypes"):
        return None
    return tuple(c.decode("utf-8", "replace") if isinstance(c, bytes) else c for c in columns)


def is_lazy(X: Any) -> bool:
    """Whether this is a plan of a frame, as of polars, which has no values yet.

    Parameters
    ----------
    X : object
    """
    return hasattr(X, "collect") and not hasattr(X, "__array__")


def refuse_lazy(X: Any, name: str) -> None:
    """Refuse a plan of a frame, or a tensor that NumPy cannot read, and say how its values are had.

    Parameters
    ----------
    X : object
    name : str
        What messages call X.

    Raises
    ------
    ValueError
        If it is one.
    """
    if is_lazy(X):
        raise ValueError(
            f"{name} is a {type(X).__name__}, which has no values yet; give {name}.collect()."
        )
    if hasattr(X, "device") and not isinstance(X, np.ndarray):  # a tensor of any library
        try:
            np.asarray(X)
        except Exception as error:  # on a GPU, of bfloat16, or with a gradient
            why = str(error).split(". ")[0].rstrip(".")
            raise ValueError(
                f"{name} is a {type(X).__name__} that cannot be read as an array ({why}); give a "
                f"NumPy array, which {name}.detach().cpu().float().numpy() is in PyTorch."
            ) from None


def _is_arrow(X: Any) -> bool:
    """Whether this is a table or a batch of Apache Arrow."""
    return type(X).__module__.startswith("pyarrow") and hasattr(X, "schema")


def column_order(
    names: Sequence[Any], reference: Sequence[Any], what: str, other: str
) -> list[int] | None:
    """Where each column of the reference is among `names`; None if nothing has to move.

    Parameters
    ----------
    names, reference : sequence of hashable
        Names of the columns to put in order, and the order wanted; empty where there are none.
    what, other : str
        What messages call the data with these columns.

    Raises
    ------
    ValueError
        If a name is only on one side, or several columns that would have to move share a name.

    Examples
    --------
    >>> column_order(("b", "a"), ("a", "b"), "X_target", "X_source")
    [1, 0]
    >>> column_order(("a", "c"), ("a", "b"), "X_target", "X_source")
    Traceback (most recent call last):
        ...
    ValueError: X_target lacks the column `b` of X_source and has `c`, which X_source lacks; give \
both the same columns, or neither any names to join them by position.
    """
    if not names or not reference or tuple(names) == tuple(reference):
        return None
    if set(map(str, names)) == set(map(str, reference)):  # a file makes text of numbers
        names, reference = [str(name) for name in names], [str(name) for name in reference]
        if names == reference:
            return None
    here, there = set(names), set(reference)
    if here != there and (_counted(names) or _counted(reference) or _differ(names, reference)):
        return None
    lacking = [name for name in reference if name not in here]
    added = [name for name in names if name not in there]
    if lacking or added:
        parts = []
        if lacking:
            parts.append(f"lacks the column{'s' * (len(lacking) > 1)} {_some(lacking)} of {other}")
        if added:
            parts.append(f"has {_some(added)}, which {other} lacks")
        raise ValueError(
            f"{what} {' and '.join(parts)}; give both the same columns, or neither any names to "
            "join them by position."
        )
    if len(set(names)) < len(names) or len(names) != len(reference):
        doubled = Counter(names).most_common(1)[0][0]
        raise ValueError(
            f"{what} has several columns called `{doubled}`, and its columns are not in the order "
            f"of {other}; give every column a name of its own."
        )
    at = {name: i for i, name in enumerate(names)}
    return [at[name] for name in reference]


def in_order(X: Any, reference: Sequence[Any] | None, what: str, other: str) -> Any:
    """A frame with its columns in the order of the reference, with a warning if they move.

    Parameters
    ----------
    X : array-like or frame of shape (n, d)
        What has no column names is returned as it is.
    reference : sequence of hashable, or None
        Names of the other data's columns, in their order.
    what, other : str
        What messages call X and the other data.

    Raises
    ------
    ValueError
        As in `column_order`.
    """
    order = column_order(column_names(X) or (), () if reference is None else reference, what, other)
    if order is None or reference is None:
        return X
    warnings.warn(moved(what, other), UserWarning, stacklevel=4)
    if _is_arrow(X):
        return X.select(order)
    return X.iloc[:, order] if hasattr(X, "iloc") else X[:, order]


def moved(what: str, other: str) -> str:
    """Say that columns were put in order.

    Parameters
    ----------
    what, other : str
        The data whose columns were moved, and those that give the order.
    """
    return f"The columns of {what} were put in the order of {other}, by their names."


def refuse_named_rows(X: Any, name: str) -> None:
    """Refuse a list of rows that each carry names, which a list would join by position.

    Parameters
    ----------
    X : object
    name : str
        What messages call X.

    Raises
    ------
    ValueError
        If the rows are named tuples, or Series whose index holds names.
    """
    row: Any = X[0] if isinstance(X, list | tuple) and len(X) else None
    names = getattr(row, "_fields", None) or getattr(row, "index", None)
    if np.ndim(row) == 1 and np.iterable(names):
        names = list(names)
        if not _counted(names):
            raise ValueError(
                f"{name} is a list of rows whose values have names ({_some(names)}), which "
                f"a list joins by position; give pandas.DataFrame({name})."
            )


def refuse_dates(X: Any, name: str) -> None:
    """Refuse dates and times, which are not features, and say in which columns they are.

    Parameters
    ----------
    X : array-like or frame of shape (n, d)
    name : str
        What messages call X.

    Raises
    ------
    ValueError
        If a frame has such columns, an array is of such a type, or `refuse_lazy` or
        `refuse_named_rows` refuses X.
    """
    refuse_lazy(X, name)
    refuse_named_rows(X, name)
    types = _types(X)
    if types:
        dates = [str(column) for column, dtype in types if _is_time(dtype)]
        where = f" in {_some(dates)}" if dates else ""
    else:
        dates = [name] if _is_time(getattr(X, "dtype", "")) else []
        where = ""
    if dates or _holds_dates(X):
        raise ValueError(
            f"{name} holds dates or times{where}, which are not features; leave them out, or "
            "write them as numbers with a meaning, e.g. hours since the start."
        )


def _types(X: Any) -> list[tuple[Any, Any]]:
    """Name and type of each column of a frame or an Arrow table; nothing for an array."""
    if _is_arrow(X):
        return list(zip(X.schema.names, X.schema.types, strict=True))
    if not hasattr(X, "dtypes") or getattr(X, "columns", None) is None:
        return []
    return list(zip(list(X.columns), list(X.dtypes), strict=True))


def _is_time(dtype: Any) -> bool:
    return str(dtype).lower().startswith(TIMES)


def _holds_dates(X: Any) -> bool:
    """Whether lists or objects hold a date, of which numpy may make a number."""
    kind = getattr(getattr(X, "dtype", None), "kind", "")
    frame = getattr(X, "columns", None) is not None and hasattr(X, "dtypes")
    numeric = frame and "object" not in map(str, X.dtypes)
    if (kind and kind != "O") or numeric or hasattr(X, "toarray"):
        return False
    try:
        A = np.asarray(X)
    except ValueError:  # rows that differ in length are refused later
        return False
    if A.dtype.kind == "O":
        return any(isinstance(v, DATES) for v in A.reshape(-1).tolist())
    return A.dtype.kind in "mM"


def _counted(names: Sequence[Any]) -> bool:
    """Whether these are positions and not names."""
    return [str(name) for name in names] == [str(i) for i in range(len(names))]


def _differ(names: Sequence[Any], reference: Sequence[Any]) -> bool:
    """Whether one side has names of text and the other numbers its columns."""
    sides = (names, reference)
    texts = [all(isinstance(name, str) for name in side) for side in sides]
    numbers = [all(isinstance(name, Real) for name in side) for side in sides]
    return any(texts[i] and numbers[1 - i] for i in (0, 1))


def _some(names: Sequence[Any]) -> str:
    texts = [str(name) for name in names[:SHOWN]]
    shown = ", ".join(f"`{t if len(t) <= LONGEST else t[: LONGEST - 1] + '…'}`" for t in texts)
    return shown + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
