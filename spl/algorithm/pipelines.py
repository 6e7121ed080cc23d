"""Whether a scikit-learn Pipeline around the estimator transformed X, but not X_target."""

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
