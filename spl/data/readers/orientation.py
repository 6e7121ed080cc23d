"""Which way a matrix lies: its rows are made the samples."""

from __future__ import annotations

import numpy as np

from spl.algorithm.label_values import one_hot_axis
from spl.data.readers.features import Array, shape_text, tidy_labels
from spl.data.words import counted

# Usual lengths of a feature vector: they tell a transposed matrix where there are no labels.
USUAL_WIDTHS = (512, 768, 800, 1000, 1024, 1280, 1536, 2048, 4096)

Said = tuple[str, ...]


def match_labels(
    X: Array, x_name: str, y: Array | None, y_name: str | None, file: str, found: str
) -> tuple[Array, Array | None, Said]:
    """Turn X so that its rows are samples: as many as there are labels.

    Parameters
    ----------
    X : ndarray
        Features as stored.
    x_name, y_name : str
        What the file calls them.
    y : ndarray or None
        Labels as stored.
    file, found : str
        The file's name and what it holds, for messages.

    Returns
    -------
    X : ndarray of shape (n, d)
    y : ndarray of shape (n,), or None
    notes : tuple of str
        What was decided.

    Raises
    ------
    ValueError
        If the labels are not one plain value per sample.
    """
    if y is None:
        X, said = by_common_sense(X)
        return X, None, (*said, "There are no labels.")
    labels = np.asarray(y)
    if labels.ndim == 0 and 1 in X.shape:
        labels = labels.reshape(1)  # the label of the only sample
    _check_plain(labels, y_name, file, found)
    n, what = labels.size, f"`{y_name}` has {counted(labels.size, 'label')}"
    shape, labelled = shape_text(X), f"Labels are `{y_name}`."
    if n and tidy_labels(labels) is None:
        labelled = f"All labels in `{y_name}` are missing: there are no labels."
    if n == 0:
        X, turned = by_common_sense(X)
        return X, None, (*turned, f"`{y_name}` is empty: there are no labels.")
    if X.shape[0] == n:
        square = X.ndim == 2 and X.shape[1] == n
        notes = [f"`{x_name}` is square: its rows are taken as the samples."] if square else []
    elif X.shape[-1] == n:
        X = np.moveaxis(X, -1, 0)
        notes = [f"`{x_name}` was turned: it is {shape} and {what}, so its columns are samples."]
    else:
        raise ValueError(
            f"{file}: {what} but `{x_name}` is {shape}, so neither its rows nor its columns are "
            f"the samples; found {found}."
        )
    flat, flattened = _flat(X)
    return flat, tidy_labels(labels), (labelled, *notes, *flattened)


def _check_plain(labels: Array, name: str | None, file: str, found: str) -> None:
    """Refuse labels that are not one text or number per sample."""
    if labels.size != max(labels.shape, default=0):
        axis = one_hot_axis(labels)
        what = "which is not one label per sample" if axis is None else "one-hot labels"
        remedy = "" if axis is None else f"save the labels as `{name}.argmax(axis={axis})`: "
        raise ValueError(
            f"{file}: `{name}` is {shape_text(labels)}, {what}; {remedy}found {found}."
        )
    plain = labels.dtype.kind in "biufUSmM"
    if labels.dtype.kind == "O":
        values = labels.reshape(-1).tolist()
        plain = all(v is None or isinstance(v, str | int | float) for v in values)
    if not plain:
        what = "cells of several values" if labels.dtype.kind == "O" else f"{labels.dtype} values"
        raise ValueError(
            f"{file}: `{name}` holds {what}, which are not labels; give one text or number per "
            "sample."
        )


def label_column(X: Array, position: int, file: str) -> tuple[Array, Array, str]:
    """Take the column at a position out of a matrix.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    position : int
        From 0, or from −1 at the end.
    file : str
        What the message calls the matrix.

    Returns
    -------
    rest : ndarray of shape (n, d − 1)
    column : ndarray of shape (n,)
    note : str

    Raises
    ------
    ValueError
        If there is no such column, or none would be left.
    """
    width = X.shape[1] if X.ndim == 2 else 0
    if not -width <= position < width:
        raise ValueError(
            f"{file} has no column {position}: its matrix is {shape_text(X)}; count the label "
            "column from 0, or from −1 at the end."
        )
    if width == 1:
        raise ValueError(
            f"{file} has one column, and taken as labels it leaves no features; give a matrix "
            "with more columns."
        )
    note = f"Labels are column {position} of the matrix."
    return np.delete(X, position, axis=1), X[:, position], note


def by_common_sense(X: Array) -> tuple[Array, Said]:
    """Without labels: rows are samples, unless only the rows have a usual feature length.

    Parameters
    ----------
    X : ndarray
        Features as stored, of two dimensions or more.
    """
    if X.ndim == 2 and X.shape[0] in USUAL_WIDTHS and X.shape[1] not in USUAL_WIDTHS:
        note = f"Turned: {X.shape[0]} is a usual number of features, so columns are samples."
        return X.T, (note,)
    flat, notes = _flat(X)
    return flat, (*notes, "Its rows are taken as the samples.")


def _flat(X: Array) -> tuple[Array, Said]:
    if X.ndim == 2:
        return X, ()
    flat = X.reshape(len(X), -1)
    return flat, (f"Each sample of shape {shape_text(X[0])} was made one row.",)
