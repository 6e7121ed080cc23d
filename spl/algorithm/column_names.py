"""Columns that have names: the same ones in another order are put in order, others refused."""

from __future__ import annotations

import datetime
import numbers
import warnings
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

SHOWN = 4  # names in a sentence
KINDS = (str, numbers.Integral, tuple)  # of names; tuples where columns have names of two levels
TIMES = ("datetime", "timedelta", "date", "time", "duration", "period")
DATES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)


def column_names(X: Any) -> tuple[Any, ...] | None:
    """Names of a frame's columns; None for an array, or where the names are not of one kind.

    Whole numbers are names too: a frame whose columns were chosen in another order still has them.

    Parameters
    ----------
    X : array-like or pandas or polars frame of shape (n, d)
    """
    columns = getattr(X, "columns", None)
    if columns is None or not hasattr(X, "dtypes"):
        return None
    names = list(columns)
    kinds = {kind for name in names for kind in KINDS if isinstance(name, kind)}
    same = len(kinds) == 1 and all(isinstance(name, tuple(kinds)) for name in names)
    return tuple(names) if same else None


def column_order(
    names: Sequence[Any], reference: Sequence[Any], what: str, other: str
) -> list[int] | None:
    """Where each column of the reference is among `names`; None if nothing has to move.

    Parameters
    ----------
    names, reference : sequence of str, int or tuple
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
    reference : sequence of str, int or tuple, or None
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
    return X[list(reference)]


def moved(what: str, other: str) -> str:
    """Say that columns were put in order.

    Parameters
    ----------
    what, other : str
        The data whose columns were moved, and those that give the order.
    """
    return f"The columns of {what} were put in the order of {other}, by their names."


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
        If a frame has such columns, or an array is of such a type.
    """
    dtypes = getattr(X, "dtypes", None)
    if dtypes is not None and getattr(X, "columns", None) is not None:
        types = zip(list(X.columns), list(dtypes), strict=True)
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
    """Whether only one side has names of text: the others number the columns."""
    return isinstance(names[0], str) != isinstance(reference[0], str)


def _some(names: Sequence[Any]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:SHOWN])
    return shown + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
