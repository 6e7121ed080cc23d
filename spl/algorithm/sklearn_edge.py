"""What scikit-learn checks and scores, where its own words or rules are not ours."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.metrics import accuracy_score
from sklearn.utils.validation import validate_data

from spl.algorithm.checks import check_labels, is_missing


def validated(model: BaseEstimator, X: ArrayLike, *y: ArrayLike, **options: bool) -> Any:
    """As scikit-learn's `validate_data`, which lets the OverflowError of large integers through.

    Parameters
    ----------
    model : BaseEstimator
    X : array-like of shape (n, n_features)
    *y : array-like of shape (n,)
        Labels, in a fit.
    **options : bool
        Of `validate_data`.

    Raises
    ------
    ValueError
        If the input cannot be used.
    """
    try:
        return validate_data(model, X, *y, dtype=[np.float64, np.float32], **options)
    except OverflowError:
        raise ValueError(
            "X is not numeric (it holds a number beyond the range of float64); give a matrix of "
            "numbers, one row per sample."
        ) from None


def labelled_accuracy(
    y: ArrayLike, predicted: NDArray[Any], sample_weight: ArrayLike | None
) -> float:
    """Share of the samples with a label whose label is predicted, in [0, 1].

    Parameters
    ----------
    y : array-like of shape (n,)
        True labels. Samples whose label is None or NaN are left out; one of a class that the
        source lacks counts as wrong.
    predicted : ndarray of shape (n,)
    sample_weight : array-like of shape (n,), optional

    Raises
    ------
    ValueError
        If no sample has a label, or the labels cannot be compared.
    """
    labels = np.asarray(y if hasattr(y, "dtype") else np.asarray(y, dtype=object)).reshape(-1)
    missing = np.array([is_missing(v) for v in labels.tolist()], dtype=bool)
    if not missing.any() or len(missing) != len(predicted):
        return float(accuracy_score(y, predicted, sample_weight=sample_weight))
    if missing.all():
        raise ValueError("y lacks every label, so there is no accuracy; give true labels.")
    kept = check_labels(labels[~missing], int(np.count_nonzero(~missing)), "y", "X")
    weights = None if sample_weight is None else np.asarray(sample_weight)[~missing]
    return float(accuracy_score(kept, predicted[~missing], sample_weight=weights))
