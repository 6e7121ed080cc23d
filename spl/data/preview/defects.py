"""What may be wrong with features and labels: where it is, in words, and files without it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from spl.data.readers.features import Array, FeatureFile
from spl.data.words import listed


def turned(file: FeatureFile) -> FeatureFile:
    """The matrix with its columns as samples: names and pictures belonged to its rows.

    Parameters
    ----------
    file : FeatureFile
        X of shape (n, d).
    """
    square = file.X.shape[0] == file.X.shape[1]
    kept = file if square else replace(file, sample_names=None, thumbnails=None)
    return replace(kept, X=file.X.T, feature_names=())


def kept_rows(file: FeatureFile, kept: Array) -> FeatureFile:
    """The samples of a file that a mask keeps, with all that belongs to them.

    Parameters
    ----------
    file : FeatureFile
        n samples.
    kept : ndarray of shape (n,), bool
    """

    def take(values: Array | None) -> Array | None:
        return None if values is None else values[kept]

    return replace(
        file,
        X=file.X[kept],
        y=take(file.y),
        padded=take(file.padded),
        domain=take(file.domain),
        sample_names=take(file.sample_names),
        thumbnails=take(file.thumbnails),
    )


def kept_columns(file: FeatureFile, kept: Array) -> FeatureFile:
    """The features of a file that a mask keeps.

    Parameters
    ----------
    file : FeatureFile
        d features.
    kept : ndarray of shape (d,), bool
    """
    names = file.feature_names
    left = tuple(n for n, keep in zip(names, kept, strict=True) if keep) if names else ()
    return replace(file, X=file.X[:, kept], feature_names=left)


def finite(X: Array) -> Array:
    """Where a matrix has neither NaN nor infinity.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    """
    return np.isfinite(X) if X.dtype.kind in "fc" else np.ones(X.shape, bool)


def mostly_missing(X: Array) -> Array:
    """Columns that are NaN or infinite in more than half of the rows.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    """
    return 2 * np.count_nonzero(~finite(X), axis=0) > len(X)


def constant_columns(Xs: Array, Xt: Array) -> Array:
    """Columns with the same value in every row of both matrices.

    Parameters
    ----------
    Xs : ndarray of shape (n_source, d)
    Xt : ndarray of shape (n_target, d)
    """
    if not len(Xs):
        return np.zeros(Xs.shape[1], bool)
    first = Xs[:1]
    return np.asarray((first == Xs).all(axis=0) & (first == Xt).all(axis=0))


def places(at: Array, what: str) -> str:
    """Positions in words: `rows 3, 5`.

    Parameters
    ----------
    at : ndarray of int
        Positions from 0.
    what : str
        Singular: row, column.
    """
    plural = what + "s" if len(at) > 1 else what
    return f"{plural} {listed([str(i) for i in at])}"
