"""What scikit-learn checks and scores, where its own words or rules are not ours."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import (
    BaseEstimator,
    ClassifierMixin,
    ClassNamePrefixFeaturesOutMixin,
    TransformerMixin,
)
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from spl.algorithm.checks import check_features, check_labels, is_missing, refuse_masked
from spl.algorithm.column_names import column_names, refuse_dates
from spl.algorithm.label_values import unrounded
from spl.algorithm.spelling import nearly
from spl.algorithm.state import SPLState

Array = NDArray[Any]
UNFITTED = "This %(name)s is not fitted yet; call fit(X, y, X_target) first."
NO_TARGET = (
    "X_target is missing, so X itself is used as the target and nothing is adapted; pass the "
    "unlabelled samples of the target domain."
)
# Of labels; all others are numbers.
KINDS = {"U": "text", "M": "dates", "m": "times", "b": "True and False"}


class SubspaceEstimator(
    ClassNamePrefixFeaturesOutMixin, ClassifierMixin, TransformerMixin, BaseEstimator
):
    """A classifier that also transforms; scikit-learn can make frames of what it returns."""

    state_: SPLState
    _columns: tuple[object, ...] | None

    @property
    def _n_features_out(self) -> int:
        """What `get_feature_names_out` numbers: the subspace's dimensions."""
        return int(self.state_.projection.shape[1])

    def _take_names(self, checked: SubspaceEstimator) -> None:
        """Take over what a fit has learned of X's columns, once its input is known to be good."""
        for name in ("_columns", "n_features_in_", "feature_names_in_"):
            if hasattr(checked, name):
                setattr(self, name, getattr(checked, name))
            elif hasattr(self, name):
                delattr(self, name)


def validated(
    model: BaseEstimator, X: ArrayLike, *y: ArrayLike, name: str = "X", **options: bool
) -> Any:
    """As scikit-learn's `validate_data`, but what is wrong is said in one sentence of ours.

    Parameters
    ----------
    model : BaseEstimator
    X : array-like of shape (n, n_features)
    *y : array-like of shape (n,)
        Labels, in a fit.
    name : str
        What messages call X.
    **options : bool
        Of `validate_data`.

    Raises
    ------
    ValueError, TypeError
        If the input cannot be used; the type is the one that scikit-learn raises.
    """
    try:
        return validate_data(model, X, *y, dtype=[np.float64, np.float32], **options)
    except (TypeError, ValueError, OverflowError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(_sentence(error, model, X, y, name)) from None


def _sentence(error: Exception, model: Any, X: Any, y: tuple[Any, ...], name: str) -> str:
    """What is wrong with X or y; it holds the words that scikit-learn's own checks look for."""
    try:
        A = check_features(X, name)
    except ValueError as ours:
        text = str(ours)
        if 0 in np.shape(X)[1:]:
            reason = f"0 feature(s) (shape={np.shape(X)}) while a minimum of 1 is required"
            return f"{name} has {reason}; give a matrix with a column for each feature."
        if isinstance(error, TypeError) and not hasattr(X, "toarray"):
            reason = text.split("; give")[0]
            return f"{reason}; each argument must be a number, or a string that holds a number."
        return text
    names = column_names(X) or ()
    if len(set(map(str, names))) < len(names):
        return f"{name} has columns of the same name; give every column a name of its own."
    if any(isinstance(c, str) for c in names) and not all(isinstance(c, str) for c in names):
        return (
            f"{name} has columns whose names are text and others whose names are not; name all by "
            f"text, e.g. {name}.columns = {name}.columns.astype(str)."
        )
    if any(str(dtype).startswith("Sparse") for dtype in getattr(X, "dtypes", ())):
        return f"{name} has sparse columns; give dense ones, e.g. {name}.sparse.to_dense()."
    wanted = getattr(model, "n_features_in_", A.shape[1])
    if not y and A.shape[1] != wanted:
        return (
            f"{name} has {A.shape[1]} features, but {type(model).__name__} is expecting {wanted} "
            "features as input; give the columns of the fit, from the same extractor."
        )
    if y:
        try:
            check_labels(y[0], len(A), "y", name)
        except ValueError as ours:
            return str(ours)
    return " ".join(str(error).split())


def exact_labels(y: ArrayLike) -> ArrayLike:
    """Labels that scikit-learn cannot change: it rounds numbers and makes 1 of pandas' True.

    Parameters
    ----------
    y : array-like of shape (n,)
        Anything else is returned as it is.

    Raises
    ------
    ValueError
        If a label is missing, or they are not of one type.
    """
    exact = unrounded(y)
    changes = np.ma.is_masked(y) or isinstance(y, list | tuple) or hasattr(y, "iloc")
    changes |= getattr(getattr(y, "dtype", None), "kind", "") == "T"  # it does not know this text
    if exact is y and not changes:
        return y
    return check_labels(exact, len(exact), "y", "X")


def check_classes(y: ArrayLike, n: int) -> Array:
    """Labels of the fit as `check_labels` returns them; continuous numbers are refused.

    Parameters
    ----------
    y : array-like of shape (n,)
    n : int
        Number of samples.

    Raises
    ------
    ValueError
        If they cannot be used; in the words that scikit-learn's own checks look for.
    """
    labels = check_labels(y, n, "y", "X")
    try:
        check_classification_targets(labels)
    except ValueError:
        raise ValueError(
            "y holds continuous numbers (Unknown label type: continuous); give class labels that "
            "repeat, as whole numbers or text."
        ) from None
    return labels


def refuse_unready(model: BaseEstimator, X: ArrayLike) -> None:
    """Refuse a model that is not fitted, and samples that scikit-learn would misread.

    Parameters
    ----------
    model : SPLClassifier
    X : array-like of shape (n, n_features)

    Raises
    ------
    NotFittedError, ValueError
        One sentence that says what to do.
    """
    check_is_fitted(model, "state_", msg=UNFITTED)
    refuse_misread(X, "X")


def refuse_misread(X: ArrayLike | None, name: str) -> None:
    """Refuse what scikit-learn would misread.

    Parameters
    ----------
    X : array-like of shape (n, n_features), or None
    name : str
        What messages call X.

    Raises
    ------
    ValueError
        If values are masked, which it would bring back, or dates, of which it would make numbers.
    """
    refuse_masked(X, name)
    refuse_dates(X, name)


def _weights(sample_weight: ArrayLike, n: int) -> Array:
    """Weights of n samples; ValueError if they are not numbers from 0 on, one for each."""
    weights = np.asarray(sample_weight)
    if weights.shape != (n,):
        raise ValueError(
            f"sample_weight has shape {weights.shape} but X has {n} rows; give one for each."
        )
    if weights.dtype.kind not in "fiub" or not (weights >= 0).all() or np.isinf(weights).any():
        raise ValueError("sample_weight must be a number from 0 on, and finite, for each row of X.")
    return weights.astype(float)


def labelled_accuracy(
    y: ArrayLike, predicted: Array, sample_weight: ArrayLike | None, classes: Array
) -> float:
    """Share of the samples with a label whose label is predicted, in [0, 1].

    Parameters
    ----------
    y : array-like of shape (n,)
        True labels. Samples whose label is None or NaN are left out; one of a class that the
        source lacks counts as wrong.
    predicted : ndarray of shape (n,)
    sample_weight : array-like of shape (n,), optional
    classes : ndarray of shape (C,)
        The labels of the fit.

    Raises
    ------
    ValueError
        If no sample has a label, or the labels cannot be compared.
    """
    n = len(predicted)
    weights = None if sample_weight is None else _weights(sample_weight, n)
    y = unrounded(y)
    values = np.asarray(y if hasattr(y, "dtype") else np.asarray(y, dtype=object))
    known = ~np.array([is_missing(v) for v in values.reshape(-1).tolist()], dtype=bool)
    if np.ma.is_masked(y) and len(known) == n:
        known &= ~np.asarray(np.ma.getmaskarray(y)).reshape(-1)  # type: ignore[arg-type]
    if known.all() or len(known) != n:
        known, labels = np.ones(n, dtype=bool), check_labels(y, n, "y", "X")
    elif not known.any():
        raise ValueError("y lacks every label, so there is no accuracy; give true labels.")
    else:
        kept = values.reshape(-1)[known]
        labels = check_labels(kept, len(kept), "y", "X")
    given, fitted = (KINDS.get(a.dtype.kind, "numbers") for a in (labels, predicted))
    if given != fitted:
        raise ValueError(
            f"y holds {given} where the fitted labels are {fitted}; give labels as in the fit."
        )
    strange = np.setdiff1d(labels, classes)
    if near := nearly(strange.tolist(), classes):
        warnings.warn(
            f"y has labels that the fit did not have but are spelled alike ({near}); they count as "
            "wrong: write each class in one way.",
            stacklevel=3,
        )
    correct = labels.astype(object) == predicted[known].astype(object)  # compared without rounding
    try:
        return float(np.average(correct, weights=None if weights is None else weights[known]))
    except ZeroDivisionError:
        raise ValueError(
            "sample_weight is zero for every sample with a label; give some a weight."
        ) from None
