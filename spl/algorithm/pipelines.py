"""What scikit-learn did with X_target around the estimator: left it as it was, or cut it."""

from __future__ import annotations

import inspect
from types import FrameType
from typing import Any

import numpy as np

NEAR = 12  # frames between an estimator's fit and the Pipeline's that calls it: decorators, mixins


def untransformed_note(model: Any, X: Any) -> str | None:
    """A sentence where the Pipeline that is fitting `model` left X_target as it was.

    Nothing that reaches the last step's `fit` tells how X_target was treated, so the Pipeline is
    looked for among the callers.

    Parameters
    ----------
    model : estimator
        The last step, in its `fit`.
    X : array-like of shape (n_source, n_features)
        What it was given.
    """
    frame = inspect.currentframe()
    for _ in range(NEAR):
        frame = frame.f_back if frame else None
        if frame is not None and _fits(frame, model):
            pipeline, given = frame.f_locals["self"], frame.f_locals.get("X")
            if "X_target" in (pipeline.transform_input or ()) or _same(given, X):
                return None
            steps = ", ".join(name for name, _ in pipeline.steps[:-1])
            return (
                f"The pipeline's earlier steps ({steps}) transformed X but not X_target, so the "
                'two differ for no reason; give the Pipeline transform_input=["X_target"], with '
                "sklearn.set_config(enable_metadata_routing=True) and "
                "SPLClassifier().set_fit_request(X_target=True)."
            )
    return None


def cut_note(X_target: Any) -> str | None:
    """A sentence where a search or a cross-validation seems to have cut X_target as it cuts X.

    scikit-learn takes every argument of `fit` that has as many rows as X for one entry for each
    sample of X. Nothing in the rows that are left tells, so its split is looked for among the
    callers.

    Parameters
    ----------
    X_target : array-like of shape (n_target, n_features)
        What the estimator was given.
    """
    frame = inspect.currentframe()
    for _ in range(2 * NEAR):
        frame = frame.f_back if frame else None
        if frame is None:
            return None
        names = frame.f_locals
        inside = str(frame.f_globals.get("__name__", "")).startswith("sklearn.model_selection.")
        if inside and "train" in names and "X" in names:
            n, kept = _rows(names["X"]), _rows(names["train"])
            if kept == n or kept != _rows(X_target):
                return None
            return (
                f"X_target has {kept} rows, as many as this split takes of X, so scikit-learn "
                f"seems to have left out the others of {n}, as it does where X_target and X have "
                "as many rows; search with cv=[(rows, rows)], rows = numpy.arange(len(X))."
            )
    return None


def _rows(given: Any) -> int:
    shape = getattr(given, "shape", None)
    return shape[0] if shape else len(given) if hasattr(given, "__len__") else -1


def _fits(frame: FrameType, model: Any) -> bool:
    """Whether the frame is a method of a Pipeline whose last step is the model."""
    owner = frame.f_locals.get("self")
    if owner is None or not hasattr(owner, "transform_input"):
        return False
    return bool(owner.steps) and owner.steps[-1][1] is model


def _same(given: Any, X: Any) -> bool:
    """Whether no step changed anything."""
    if given is X:
        return True
    given, X = np.asarray(given), np.asarray(X)
    return given.shape == X.shape and bool((given == X).all())
