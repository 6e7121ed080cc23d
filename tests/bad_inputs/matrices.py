"""Input that cannot be used, with the sentence each case must produce.

Each case is (id, X_source, y_source, X_target, fragment of the message). Used by the tests of the
library; other edges (command line, pages) may run the same table.
"""

import datetime

import numpy as np
import pandas as pd
from scipy.sparse import csr_array

X = np.arange(12.0).reshape(6, 2) % 5 + 1
Y = np.array(["a", "a", "a", "b", "b", "b"])
DAY = datetime.date(2020, 1, 31)
ONE_HOT = np.eye(3)[[0, 1, 2, 0, 1, 2]]
ONE_HOT_SAID = (
    "y_source has shape (6, 3): one-hot labels, a column for each class, where each row of "
    "X_source needs one label"
)


def put(value, dtype=float):
    """X with one entry replaced."""
    changed = X.astype(dtype)
    changed[4, 1] = value
    return changed


CASES = [
    (
        "columns differ",
        X,
        Y,
        np.ones((4, 3)),
        "X_target has 3 columns but X_source has 2; both need features from the same extractor.",
    ),
    (
        "NaN in the source",
        put(np.nan),
        Y,
        X,
        "X_source has NaN or infinity in 1 of 6 rows (first: row 4); remove these rows or fill",
    ),
    (
        "infinity in the target",
        X,
        Y,
        put(-np.inf),
        "X_target has NaN or infinity in 1 of 6 rows (first: row 4); remove these rows or fill",
    ),
    (
        "one dimension",
        X[:, 0],
        Y,
        X,
        "X_source has shape (6,); give a matrix with one row per sample and one column per feature",
    ),
    (
        "a series of rows",
        pd.Series(list(X)),
        Y,
        X,
        "X_source is not numeric (numpy.stack makes a matrix of its rows); give a matrix",
    ),
    (
        "an array with named fields",
        np.array(list(map(tuple, X)), dtype=[("a", float), ("b", float)]),
        Y,
        X,
        "X_source is not numeric (it has named fields; numpy.lib.recfunctions.structured_to_unstr",
    ),
    (
        "a series of rows that differ",
        pd.Series([[1.0], [1.0, 2.0]] * 3),
        Y,
        X,
        "X_source is not numeric (its rows differ in length); give a matrix of numbers",
    ),
    (
        "a list of masked rows",
        [np.ma.masked_less(row, 2) for row in X],
        Y,
        X,
        "X_source has masked values in 3 of 6 rows (first: row 0); remove these rows or fill",
    ),
    ("three dimensions", X, Y, X.reshape(3, 2, 2), "X_target has shape (3, 2, 2); give a matrix"),
    ("no target sample", X, Y, X[:0], "X_target has shape (0, 2); give a matrix"),
    ("no feature", X[:, :0], Y, X[:, :0], "X_source has shape (6, 0); give a matrix"),
    ("no source", X[:0], Y[:0], X, "X_source has shape (0, 2); give a matrix"),
    ("text", X, Y, [["1", "two"]], "X_target is not numeric (row 0 holds 'two'); give a matrix"),
    ("ragged", [[1.0], [1.0, 2.0]], Y, X, "X_source is not numeric (its rows differ in length)"),
    ("objects", X, Y, [[{}, 1.0]], "X_target is not numeric (row 0 holds {})"),
    ("too large a number", X, Y, [[10**400, 1.0]], "(row 0 holds a number beyond the range"),
    ("a cell of several values", X, Y, [[[1], [2]], [[1], [2, 3]]], "(a cell holds several"),
    ("a generator", X, Y, (row for row in X), "X_target is not numeric (it is of type generator)"),
    ("complex", X.astype(complex), Y, X, "X_source is complex128; give real numbers."),
    ("sparse", X, Y, csr_array(X), "X_target is a sparse matrix; give a dense array"),
    ("labels missing", X, None, X, "y_source is missing; give one label for each row of X_source."),
    (
        "too few labels",
        X,
        Y[:5],
        X,
        "y_source has shape (5,) but X_source has 6 rows; give one label for each.",
    ),
    (
        "labels in a matrix",
        X,
        np.ones((6, 2)),
        X,
        "y_source has shape (6, 2): labels of which a sample can have several or none; give one "
        "label for each row of X_source.",
    ),
    ("one-hot labels", X, ONE_HOT, X, f"{ONE_HOT_SAID}; give np.asarray(y_source).argmax(axis=1)."),
    (
        "one-hot labels in a list",
        X,
        ONE_HOT.astype(bool).tolist(),
        X,
        f"{ONE_HOT_SAID}; give np.asarray(y_source).argmax(axis=1).",
    ),
    (
        "one-hot labels, sparse",
        X,
        csr_array(ONE_HOT),
        X,
        f"{ONE_HOT_SAID}; give y_source.toarray().argmax(axis=1).",
    ),
    (
        "one-hot labels on their side",
        X,
        ONE_HOT.T,
        X,
        "y_source has shape (3, 6): one-hot labels, a row for each class, where each row of "
        "X_source needs one label; give np.asarray(y_source).argmax(axis=0).",
    ),
    (
        "scores of the classes as labels",
        X,
        ONE_HOT + 0.25,
        X,
        "y_source has shape (6, 3): a number for each class, where each row of X_source needs one "
        "label; if the largest tells the class, give np.asarray(y_source).argmax(axis=1).",
    ),
    (
        "text in a matrix as labels",
        X,
        np.column_stack([Y, Y]),
        X,
        "y_source has shape (6, 2) but X_source has 6 rows; give one label for each.",
    ),
    (
        "a list of dates as labels",
        X,
        [DAY] * 6,
        X,
        "y_source holds date labels; give text or numbers, e.g. [str(v) for v in y_source]",
    ),
    ("a list of dates as features", X, Y, [[DAY, 1.0]], "X_target holds dates or times, which"),
    ("numpy's dates in a list", X, Y, [[np.datetime64(DAY)] * 2], "X_target holds dates or times"),
    (
        "times in objects",
        X,
        Y,
        put(np.timedelta64(3, "s"), object),
        "X_target holds dates or times",
    ),
    (
        "whole numbers beyond 2**53 beside a gap",
        X,
        pd.Series([2**53, None, 2**53 + 1] * 2, dtype="Int64"),
        X,
        "y_source lacks 2 of 6 labels (first: row 1); give every sample a label or remove it.",
    ),
    (
        "one class",
        X,
        ["a"] * 6,
        X,
        "y_source has only one class (a); adaptation needs source samples of at least 2 classes.",
    ),
    (
        "NaN label",
        X,
        [0, 0, 1, 1, np.nan, 1],
        X,
        "y_source lacks 1 of 6 labels (first: row 4); give every sample a label or remove it.",
    ),
    (
        "None label",
        X,
        ["a", None, "b", "b", None, "b"],
        X,
        "y_source lacks 2 of 6 labels (first: row 1); give every sample a label or remove it.",
    ),
    (
        "measurements",
        X,
        np.linspace(0, 1, 6),
        X,
        "y_source has 6 distinct numbers for 6 samples, so it looks like a measurement; give class",
    ),
    ("complex labels", X, [1j, 1j, 1j, 2, 2, 2], X, "y_source holds complex128 labels; give text"),
    (
        "labels beyond 2**53 among floats",
        X,
        [2**53, 2**53 + 1, 2**53, 0.5, 0.5, 0.5],
        X,
        "y_source has whole numbers beyond 2**53, which these labels together cannot keep apart",
    ),
    (
        "labels beyond 64 bits",
        X,
        [2**64, 2**64 + 1, 2**64, 1, 1, 1],
        X,
        "y_source has whole numbers beyond 2**53",
    ),
    (
        "labels beyond 64 bits, signed",
        X,
        [2**63, 2**63 + 1, -1, -1, -1, -1],
        X,
        "y_source has whole numbers beyond 2**53",
    ),
    (
        "labels that end in NUL",
        X,
        ["a", "a\0", "a", "b", "b", "b"],
        X,
        "y_source has text that ends in a NUL character, which numpy drops; remove it",
    ),
    (
        "labels in tuples",
        X,
        np.array([(1, 2)] * 3 + [None], dtype=object)[[0, 1, 2] * 2],
        X,
        "y_source holds tuple labels; give text",
    ),
    (
        "mixed types",
        X,
        np.array(["a", "a", 1, 1, 2, 2], dtype=object),
        X,
        "y_source mixes labels of several types (int, str); make them all text or all numbers.",
    ),
]
