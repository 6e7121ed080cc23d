"""Features, labels and masks as users pass them: checked once, at the edge."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from spl.algorithm.column_names import column_names, in_order, refuse_dates, refuse_lazy
from spl.algorithm.label_values import (
    labels_of_numbers,
    matrix_of_labels,
    refuse_rounded,
    unrounded,
)
from spl.algorithm.row_names import warn_of_order

Array = NDArray[Any]
NUMBERS = int | float | np.integer | np.floating


def check_domains(
    X_source: ArrayLike, y_source: ArrayLike, X_target: ArrayLike
) -> tuple[Array, Array, Array, Array]:
    """Validate what every run starts from.

    Parameters
    ----------
    X_source : array-like of shape (n_source, n_features)
    y_source : array-like of shape (n_source,)
        Labels of any type.
    X_target : array-like of shape (n_target, n_features)

    Returns
    -------
    Xs, codes, Xt, classes : ndarrays
        Floating features (n_source, d) and (n_target, d), class indices (n_source,), and the
        sorted labels (C,).

    Raises
    ------
    ValueError
        One sentence that says what was given, what is needed and what to do.
    """
    warn_of_order(y_source, X_source, "y_source", "X_source", 4)
    X_target = in_order(X_target, column_names(X_source), "X_target", "X_source")
    Xs = check_features(X_source, "X_source")
    Xt = check_features(X_target, "X_target")
    if Xs.shape[1] != Xt.shape[1]:
        raise ValueError(
            f"X_target has {Xt.shape[1]} columns but X_source has {Xs.shape[1]}; "
            "both need features from the same extractor."
        )
    labels = check_labels(y_source, len(Xs), "y_source", "X_source")
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(
            f"y_source has only one class ({classes[0]!s}); adaptation needs source samples of at "
            "least 2 classes."
        )
    if len(classes) == len(labels) and labels.dtype.kind == "f":
        raise ValueError(
            f"y_source has {len(labels)} distinct numbers for {len(labels)} samples, so it looks "
            "like a measurement; give class labels that repeat."
        )
    return Xs, codes.reshape(-1).astype(np.intp), Xt, classes


def check_features(X: ArrayLike, name: str) -> Array:
    """Return X as a finite float32 or float64 matrix; other input is refused.

    Parameters
    ----------
    X : array-like of shape (n, d)
    name : str
        What messages call X.

    Raises
    ------
    ValueError
        One sentence that says what was given, what is needed and what to do.
    """
    if hasattr(X, "toarray"):
        raise ValueError(f"{name} is a sparse matrix; give a dense array, e.g. {name}.toarray().")
    refuse_masked(X, name)
    refuse_dates(X, name)
    try:
        A = np.asarray(X)
        if A.dtype.kind not in "fiubc":
            A = A.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"{name} is not numeric ({_not_numbers(X)}); give a matrix of numbers, one row per "
            "sample."
        ) from None
    if A.ndim != 2 or 0 in A.shape:
        raise ValueError(
            f"{name} has shape {A.shape}; give a matrix with one row per sample and one column "
            "per feature. Reshape your data with .reshape(-1, 1) if it has a single feature."
        )
    if A.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {name} is {A.dtype}; give real numbers.")
    if A.dtype not in (np.float32, np.float64):
        small = A.dtype.itemsize <= 2  # float16 and small integers are exact in float32
        A = A.astype(np.float32 if small else np.float64)
    finite = np.isfinite(A).all(axis=1)
    if not finite.all():
        raise ValueError(
            f"{name} has NaN or infinity in {np.count_nonzero(~finite)} of {len(A)} rows (first: "
            f"row {int(np.argmin(finite))}); remove these rows or fill their missing values."
        )
    return A


def _not_numbers(X: ArrayLike) -> str:
    """Say what keeps X from being a matrix of numbers."""
    if getattr(getattr(X, "dtype", None), "names", None):
        return "it has named fields; numpy.lib.recfunctions.structured_to_unstructured makes it one"
    try:
        A = np.asarray(X, dtype=object)
    except ValueError:
        return "its rows differ in length"
    if not A.ndim:
        return f"it is of type {type(X).__name__}"
    for place, value in np.ndenumerate(A):
        if isinstance(value, list | tuple | np.ndarray):
            if A.ndim > 1:
                return "a cell holds several values"
            alike = len({np.shape(row) for row in A.tolist()}) == 1
            return (
                "numpy.stack makes a matrix of its rows" if alike else "its rows differ in length"
            )
        try:
            float(value)
        except OverflowError:
            return f"row {place[0]} holds a number beyond the range of float64"
        except (TypeError, ValueError):
            found = "a missing value" if is_missing(value) else repr(value)
            return f"row {place[0]} holds {found if len(found) <= 60 else found[:59] + '…'}"
    return f"it is {A.dtype.name} of shape {A.shape}"


def refuse_masked(X: ArrayLike | None, name: str) -> None:
    """Refuse a numpy masked array that hides values: a plain array would bring them back.

    Parameters
    ----------
    X : array-like or None
    name : str
        What messages call X.

    Raises
    ------
    ValueError
        If a value is masked.
    """
    if isinstance(X, list | tuple) and any(np.ma.is_masked(row) for row in X):
        X = np.ma.array(X)  # rows whose masks numpy.asarray would drop
    if np.ma.is_masked(X):
        mask: Array = np.asarray(np.ma.getmaskarray(X))  # type: ignore[arg-type]
        rows = mask.reshape(len(mask), -1).any(axis=1)
        raise ValueError(
            f"{name} has masked values in {np.count_nonzero(rows)} of {len(mask)} rows (first: row "
            f"{int(np.argmax(rows))}); remove these rows or fill their missing values."
        )


def check_labels(y: ArrayLike, n: int, name: str, features: str) -> Array:
    """Return y as a one-dimensional array of sortable labels, one for each of n samples.

    Whole numbers that are stored as floats become int64.

    Parameters
    ----------
    y : array-like of shape (n,) or (n, 1)
    n : int
        Number of samples.
    name, features : str
        What messages call y and the matrix whose rows it labels.

    Raises
    ------
    ValueError
        If a label is missing, or the labels are not of one sortable type.
    """
    if y is None:
        raise ValueError(f"{name} is missing; give one label for each row of {features}.")
    refuse_lazy(y, name)
    y = unrounded(y)
    try:
        labels = np.asarray(y)
    except ValueError:  # numpy's own message is about shapes
        raise ValueError(
            f"{name} holds lists of different lengths, which are not labels; give one text or "
            f"number for each row of {features}."
        ) from None
    if labels.dtype.kind in "Ufiu" and not hasattr(y, "dtype"):
        # numpy would spell out NaN and numbers in a list, round large whole numbers, count True
        labels = np.asarray(y, dtype=object)
    masked: Array | None = None
    if np.ma.is_masked(y):
        masked = np.asarray(np.ma.getmaskarray(y))  # type: ignore[arg-type]
    if labels.ndim == 2 and 1 in labels.shape:
        labels = labels.reshape(-1)
    if labels.ndim != 1 or len(labels) != n:
        raise ValueError(
            matrix_of_labels(y, n, name, features)
            or f"{name} has shape {labels.shape} but {features} has {n} rows; give one label for "
            "each."
        )
    if masked is not None:
        _refuse_missing(masked.reshape(-1), name)
    if labels.dtype.kind == "S":
        labels = np.char.decode(labels, "utf-8", "backslashreplace")  # never two classes as one
    if labels.dtype.kind == "T":  # numpy's text of any length
        labels = labels.astype(object)
    if labels.dtype.kind == "O":
        labels = _labels_of_objects(labels, name)
    if labels.dtype.kind not in "biufUmM":
        raise ValueError(
            f"{name} holds {labels.dtype.name} labels; give text, whole numbers or real numbers."
        )
    _refuse_missing(_lacking(labels), name)
    if labels.dtype.kind == "f" and (labels == np.rint(labels)).all():
        refuse_rounded(labels, name)
        labels = labels.astype(np.int64)  # 1.0, 2.0 from MATLAB and CSV are classes 1, 2
    return labels


def is_missing(value: Any) -> bool:
    """Whether a label is None, NaN, NaT or pandas' NA.

    Parameters
    ----------
    value : object
    """
    try:
        return value is None or bool(value != value)  # NaN, NaT
    except (TypeError, ArithmeticError):  # pandas.NA has no truth value; a signalling NaN
        return True
    except ValueError:  # an array is not one value
        return False


def plain_number(value: Any) -> Any:
    """Return a Decimal or Fraction as an int, or a float if it is not whole; others as they are.

    Parameters
    ----------
    value : object
    """
    if not isinstance(value, Decimal | Fraction):
        return value
    number = float(value)
    return int(value) if number.is_integer() else number


def _lacking(labels: Array) -> Array:
    """Which are NaN, infinity, NaT, or blanks only, as an empty cell of a table is."""
    if labels.dtype.kind == "U":
        return np.asarray(np.char.strip(labels) == "")
    return ~np.isfinite(labels) if labels.dtype.kind in "fmM" else np.zeros(len(labels), bool)


def _refuse_missing(missing: Array, name: str) -> None:
    if missing.any():
        raise ValueError(
            f"{name} lacks {np.count_nonzero(missing)} of {len(missing)} labels (first: row "
            f"{int(np.argmax(missing))}); give every sample a label or remove it."
        )


def _labels_of_objects(labels: Array, name: str) -> Array:
    _refuse_missing(np.array([is_missing(v) for v in labels], dtype=bool), name)
    labels = labels.copy()
    labels[:] = [plain_number(v) for v in labels]
    kinds = {str if isinstance(v, str) else type(v) for v in labels}
    if kinds == {str}:
        if any(v.endswith("\0") for v in labels):
            raise ValueError(
                f"{name} has text that ends in a NUL character, which numpy drops; remove it with "
                '.rstrip("\\0").'
            )
        return labels.astype(str)
    truths = [isinstance(v, bool | np.bool_) for v in labels]  # True is not the class 1
    if all(truths) or not any(truths) and all(isinstance(v, NUMBERS) for v in labels):
        return labels_of_numbers(labels, name)
    raise ValueError(
        f"{name} mixes labels of several types ({', '.join(sorted(t.__name__ for t in kinds))}); "
        "make them all text or all numbers."
        if len(kinds) > 1
        else f"{name} holds {kinds.pop().__name__} labels; give text or numbers, e.g. "
        f"[str(v) for v in {name}]."
    )
