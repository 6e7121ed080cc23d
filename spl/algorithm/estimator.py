"""SPLClassifier: a thin scikit-learn shell over `iterate`."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from copy import copy
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from spl.algorithm.checks import check_domains
from spl.algorithm.column_names import column_names, in_order
from spl.algorithm.iteration import iterate_prepared
from spl.algorithm.known import check_known, known_of
from spl.algorithm.open_set import nearer
from spl.algorithm.params import SPLParams
from spl.algorithm.pipelines import cut_note, untransformed_note
from spl.algorithm.preparation import Prepared, prepare_arrays, run_notes
from spl.algorithm.preprocessing import l2_normalize, project_on_axes, within_range
from spl.algorithm.projection import center_and_normalize
from spl.algorithm.pseudo_labels import centers_by_class, class_probabilities, fuse
from spl.algorithm.row_names import warn_of_order
from spl.algorithm.same_samples import SAME_SAMPLES
from spl.algorithm.sklearn_edge import (
    NO_TARGET,
    SubspaceEstimator,
    check_classes,
    exact_labels,
    labelled_accuracy,
    refuse_misread,
    refuse_unready,
    validated,
)
from spl.algorithm.spelling import spelled_alike
from spl.algorithm.state import UNKNOWN, SPLState, with_unknown
from spl.algorithm.threads import one_blas_thread

Array = NDArray[Any]


class SPLClassifier(SubspaceEstimator):
    """Classifier for an unlabelled target domain, by selective pseudo-labeling.

    `score` is accuracy on the samples it is given, and `GridSearchCV` gives it held-out *source*
    samples unless told otherwise: choose by a scorer of `spl.measures.scorers`, which rates the
    target without labels. In a `Pipeline` name X_target as an input to transform:

    >>> import sklearn
    >>> from sklearn.pipeline import Pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     last = SPLClassifier(d1=3, d2=2, T=2).set_fit_request(X_target=True)
    ...     steps = [("scale", StandardScaler()), ("spl", last)]
    ...     pipeline = Pipeline(steps, transform_input=["X_target"])  # then .fit(X, y, X_target=…)

    Parameters
    ----------
    d1, d2, T, labeling, selection, quota, alpha, label_set, drop_below, reject_share
        As in `SPLParams`.
    normalize_features, normalize_centers
        As in `SPLParams`.
    keep_states : bool
        Keep every `SPLState` in `states_`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Labels of the source.
    transduction_ : ndarray of shape (n_target,)
        Labels of the fitted target samples. With ``label_set="open"`` a rejected sample has
        "unknown" where labels are text; else −1, or one below the least label where that is less.
    labeled_iter_ : ndarray of shape (n_target,)
        First iteration in which a target sample was selected; −1 if it never was.
    n_iter_ : int
        Iterations done.
    components_ : ndarray of shape (n_features, d1)
        Principal axes (Eq. 1).
    params_ : SPLParams
        What the fit used, d1 and d2 as the data allowed them.
    state_ : SPLState
        The last state.
    states_ : list of SPLState
        All of them, with ``keep_states=True``.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> y = np.repeat(["a", "b"], 20)
    >>> X = rng.normal(size=(40, 3)) + 4 * np.eye(3)[np.repeat([0, 1], 20)]
    >>> model = SPLClassifier(d1=3, d2=2, T=2).fit(X, y, X + 0.5)
    >>> float((model.transduction_ == y).mean())
    1.0
    """

    def __init__(
        self,
        d1: int = 128,
        d2: int = 128,
        T: int = 10,
        labeling: str = "both",
        selection: str = "class-wise",
        quota: str = "floor",
        alpha: float = 1.0,
        normalize_features: bool = True,
        normalize_centers: bool = True,
        label_set: str = "closed",
        drop_below: float = 0.35,
        reject_share: float = 0.2,
        keep_states: bool = False,
    ) -> None:
        self.d1 = d1
        self.d2 = d2
        self.T = T
        self.labeling = labeling
        self.selection = selection
        self.quota = quota
        self.alpha = alpha
        self.normalize_features = normalize_features
        self.normalize_centers = normalize_centers
        self.label_set = label_set
        self.drop_below = drop_below
        self.reject_share = reject_share
        self.keep_states = keep_states

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        X_target: ArrayLike | None = None,
        y_target: ArrayLike | None = None,
    ) -> SPLClassifier:
        """Adapt from the labelled source (X, y) to the unlabelled X_target.

        Parameters
        ----------
        X : array-like of shape (n_source, n_features)
        y : array-like of shape (n_source,)
        X_target : array-like of shape (n_target, n_features), optional
            Without it X itself is the target, with a warning.
        y_target : array-like of shape (n_target,), optional
            Labels that are given as known: −1, NaN or None for an unknown one. They train the
            model (`iterate`'s `known`); leave evaluation labels out.

        Raises
        ------
        ValueError
            If the input cannot be used; see `iterate`.
        """
        for _ in self.iter_fit(X, y, X_target, y_target):
            pass
        return self

    def iter_fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        X_target: ArrayLike | None = None,
        y_target: ArrayLike | None = None,
    ) -> Iterator[SPLState]:
        """Fit step by step: an iterator of states; the estimator is usable after each of them.

        Parameters
        ----------
        X, y, X_target, y_target
            As in `fit`.

        Raises
        ------
        ValueError
            At the call, if the input cannot be used; see `iterate`.
        """
        if y is None:
            raise ValueError(
                "requires y to be passed, but the target y is None; give the source's labels."
            )
        if X_target is not None:
            for note in filter(None, (untransformed_note(self, X), cut_note(X_target))):
                warnings.warn(note, stacklevel=3)
        for given, name in ((X, "X"), (X_target, "X_target")):
            refuse_misread(given, name)
        warn_of_order(y, X, "y", "X")
        warn_of_order(y_target, X_target, "y_target", "X_target")
        y = exact_labels(y)
        checked = copy(self)  # a fit that fails leaves a fitted model as it was
        checked._columns = columns = column_names(X)
        X, y = validated(checked, X, y)
        y = check_classes(y, len(np.asarray(X)))
        said: tuple[str, ...] = ()
        if X_target is None:
            warnings.warn(NO_TARGET, stacklevel=3)
            X_target, said = X, (SAME_SAMPLES,)
        else:
            X_target = in_order(X_target, columns, "X_target", "X")
            X_target = validated(checked, X_target, name="X_target", reset=False)
        Xs, ys, Xt, classes = check_domains(X, y, X_target)
        params = SPLParams(**{f.name: getattr(self, f.name) for f in fields(SPLParams)})
        known = check_known(known_of(y_target, len(Xt)), len(Xt), classes)
        for note in (*run_notes(Xs, Xt, params), spelled_alike(classes.tolist(), "y")):
            if note and note not in said:
                warnings.warn(note, stacklevel=3)
        return self._iter_fit(checked, known, prepare_arrays(Xs, ys, Xt, classes, params))

    def _iter_fit(
        self, checked: SPLClassifier, known: Array | None, prepared: Prepared
    ) -> Iterator[SPLState]:
        self._take_names(checked)
        self.classes_ = prepared.classes
        self.params_ = prepared.params  # set_params after the fit changes only the next one
        self.states_: list[SPLState] = []
        self.components_ = prepared.axes
        self.labeled_iter_ = np.full(len(prepared.Xt), -1)
        for state in iterate_prepared(prepared, known=known):
            self.state_ = state
            self.n_iter_ = max(state.k, 1)
            self.labeled_iter_[state.selected & (self.labeled_iter_ < 0)] = state.k
            self.transduction_ = self._named(state.labels)
            if self.keep_states:
                self.states_.append(state)
            yield state

    def transform(self, X: ArrayLike) -> Array:
        """Project samples of either domain into the subspace (Eq. 3, Eq. 8), (n, d2).

        Parameters
        ----------
        X : array-like of shape (n, n_features)
        """
        return self._projected(X)  # scikit-learn's set_output makes a frame of what is returned

    def _projected(self, X: ArrayLike) -> Array:
        refuse_unready(self, X)
        X = in_order(X, self._columns, "X", "the fitted X")
        features: Array = validated(self, X, reset=False)
        features = within_range((features,), by_row=True)[0]  # only directions count
        normalize = self.params_.normalize_features
        with one_blas_thread():
            scores = project_on_axes(features, self.components_, normalize_features=normalize)
            projected = l2_normalize(scores) @ self.state_.projection
        return center_and_normalize(projected, self.state_.z_mean)

    def predict_proba(self, X: ArrayLike) -> Array:
        """Class probabilities of target samples, (n, n_classes): Eq. 13, rows rescaled to sum 1.

        With ``label_set="open"`` also of samples that `predict` calls unknown.

        Parameters
        ----------
        X : array-like of shape (n, n_features)
        """
        proba = self._fused(self._projected(X))
        return proba / proba.sum(axis=1, keepdims=True)

    def predict(self, X: ArrayLike) -> Array:
        """Labels of samples of the target domain (Eq. 14), fitted or new, (n,).

        With ``label_set="open"`` a sample that lies nearer to a rejected fitted sample than to one
        that is not rejected (S_T, at the end) is unknown, and has the label of `transduction_` for
        that. So fitted samples get the labels of `transduction_`.

        Parameters
        ----------
        X : array-like of shape (n, n_features)
        """
        Z, state = self._projected(X), self.state_
        labels = self._fused(Z).argmax(axis=1)
        out, fitted = state.rejected, state.z_target
        if out.all():
            labels[:] = UNKNOWN
        elif out.any():
            labels[nearer(Z, fitted[out], fitted[~out])] = UNKNOWN
        return self._named(labels)

    def score(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Share of samples whose label is predicted, of those that have a label, in [0, 1].

        Parameters
        ----------
        X : array-like of shape (n, n_features)
        y, sample_weight : array-like of shape (n,)
            As for `labelled_accuracy`: samples whose label is missing are left out.
        """
        warn_of_order(y, X, "y", "X")
        return labelled_accuracy(y, self.predict(X), sample_weight, self.classes_)

    def _named(self, labels: Array) -> Array:
        """The user's labels, and one for unknown samples where the label set is open."""
        is_open = self.params_.label_set == "open"
        return (with_unknown(self.classes_) if is_open else self.classes_)[labels]

    def _fused(self, Z: Array) -> Array:
        state = self.state_
        by_class = centers_by_class(state.centers, state.matching)
        return fuse(
            class_probabilities(Z, state.prototypes, state.dropped),
            class_probabilities(Z, by_class, state.dropped),
            self.params_.used_labeling,
        )
