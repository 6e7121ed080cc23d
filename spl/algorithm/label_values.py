"""Labels as users hold them: a frame's column with gaps, or a matrix with a column for each class.

numpy makes floats of whole numbers beside gaps, and so two neighbours beyond 2**53 become one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.column_names import is_lazy

Array = NDArray[Any]
LISTING = ("to_list", "tolist", "to_pylist")  # pandas and polars, pandas' arrays, Arrow


def unrounded(y: Any) -> Any:
    """A column of whole numbers and gaps as objects; everything else as it is.

    Parameters
    ----------
    y : array-like of shape (n,), or a frame with one column

    Returns
    -------
    y : array-like, or ndarray of objects of shape (n,)
        With None in the gaps.

    Examples
    --------
    >>> import pandas as pd
    >>> unrounded(pd.Series([2**53 + 1, None], dtype="Int64")).tolist()
    [9007199254740993, None]
    """
    if y is None or isinstance(y, np.ndarray | list | tuple) or is_lazy(y):
        return y
    column = y
    if hasattr(y, "dtypes") and len(getattr(y, "columns", ())) == 1:
        column = y[list(y.columns)[0]]
    listing = next((name for name in LISTING if hasattr(column, name)), None)
    try:
        if listing is None or np.asarray(column).dtype.kind != "f":
            return y
    except (TypeError, ValueError):  # of lists that differ in length, …
        return y
    values = getattr(column, listing)()
    if not any(isinstance(v, int) for v in values):
        return y
    kept = np.empty(len(values), dtype=object)
    kept[:] = [v if isinstance(v, int) else None for v in values]
    return kept


def one_hot_axis(labels: Array) -> int | None:
    """The axis along which a matrix has a single 1 among zeros: 1, 0, or None for neither.

    Parameters
    ----------
    labels : ndarray of any shape

    Examples
    --------
    >>> one_hot_axis(np.array([[1, 0, 0], [0, 1, 0]])), one_hot_axis(np.ones((2, 2)))
    (1, None)
    """
    if labels.ndim != 2 or labels.dtype.kind not in "biuf" or 1 in labels.shape:
        return None
    ones = labels == 1
    if not (ones | (labels == 0)).all():
        return None
    return next((axis for axis in (1, 0) if (ones.sum(axis=axis) == 1).all()), None)


def matrix_of_labels(y: Any, n: int, name: str, features: str) -> str:
    """Say that there is a row of numbers for each sample instead of a label; else nothing.

    Parameters
    ----------
    y : array-like
    n : int
        Number of samples.
    name, features : str
        What messages call y and the matrix whose rows it labels.
    """
    labels = y.toarray() if hasattr(y, "toarray") else np.asarray(y)
    if labels.ndim != 2 or 1 in labels.shape or 0 in labels.shape or n not in labels.shape:
        return ""
    if labels.dtype.kind not in "biuf":
        return ""
    axis = 1 if labels.shape[0] == n else 0
    dense = f"{name}.toarray()" if hasattr(y, "toarray") else f"np.asarray({name})"
    if one_hot_axis(labels) == axis:
        what, remedy = "one-hot labels, a column for each class", "give"
    elif not (labels * (1 - labels.astype(float))).any():
        return (
            f"{name} has shape {labels.shape}: labels of which a sample can have several or none; "
            f"give one label for each row of {features}."
        )
    else:
        what, remedy = "a number for each class", "if the largest tells the class, give"
    if axis == 0:
        what = what.replace("column", "row")
    return (
        f"{name} has shape {labels.shape}: {what}, where each row of {features} needs one label; "
        f"{remedy} {dense}.argmax(axis={axis})."
    )


def refuse_rounded(labels: Array, name: str) -> None:
    """Refuse whole numbers that floats do not tell from their neighbours.

    Parameters
    ----------
    labels : ndarray of shape (n,), float
        Without NaN and infinity.
    name : str
        What messages call them.

    Raises
    ------
    ValueError
        If all are whole and one is 2**53 or more.
    """
    if (labels == np.rint(labels)).all() and float(np.abs(labels).max(initial=0)) >= 2**53:
        raise ValueError(  # 2**53 is beyond float16
            f"{name} has whole numbers of 2**53 or more as {labels.dtype.name}, which does not "
            "keep neighbouring ones apart; give them as integers or as text."
        )


def labels_of_numbers(labels: Array, name: str) -> Array:
    """Numbers as int64, uint64 or float64, none of them rounded.

    Parameters
    ----------
    labels : ndarray of objects of shape (n,)
        Numbers only.
    name : str
        What messages call them.

    Raises
    ------
    ValueError
        If no type keeps them apart.
    """
    numbers = labels.tolist()
    found = np.array(numbers)  # floats, if one is a float or an integer fits no integer type
    if found.dtype.kind in "fO" and any(
        isinstance(v, int | np.integer) and abs(int(v)) > 2**53 for v in numbers
    ):
        raise ValueError(
            f"{name} has whole numbers beyond 2**53, which these labels together cannot keep "
            "apart; give them as text, e.g. [str(v) for v in labels]."
        )
    return found
