"""Rows that have names: labels and features of the same names in another order are said."""

from __future__ import annotations

import warnings
from typing import Any


def warn_of_order(y: Any, X: Any, name: str, features: str, level: int = 3) -> None:
    """Warn where the index of labels holds the names of the rows of X in another order.

    Rows are joined by position, as scikit-learn joins them; the index may say that this is wrong.

    Parameters
    ----------
    y, X : pandas Series or DataFrame
        Anything else has no names of rows.
    name, features : str
        What messages call them.
    level : int
        As `warnings.warn` counts it, from the caller of this function.
    """
    if not (hasattr(y, "iloc") and hasattr(X, "iloc")):
        return
    ours, theirs = y.index, X.index
    if len(ours) != len(theirs) or ours.equals(theirs):
        return
    same = set(ours.tolist())
    if len(same) == len(ours) and same == set(theirs.tolist()):
        warnings.warn(
            f"The index of {name} holds the row names of {features} in another order, but rows are "
            f"joined by position; if their names tell which belong together, give "
            f"{name}.loc[{features}.index].",
            UserWarning,
            stacklevel=level,
        )
