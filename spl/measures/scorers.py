"""Scorers for scikit-learn's model selection that need no target label.

`GridSearchCV` without a scorer takes `SPLClassifier.score`: accuracy on the samples that it holds
out, which are *source* samples. They tell how well the source is classified, not how well the
target is. The scorers here rate what a fitted `SPLClassifier` found out about its target; they do
not look at the held-out samples. So nothing needs to be held out: give one split, with all samples
on both sides, as in the example.

Two traps of scikit-learn:

- It cuts every array that is passed to `fit` and has as many rows as X to the rows of the split.
  With other splits a target of the source's size would lose samples; `SPLClassifier` warns.
- A `Pipeline` transforms X, but X_target only where ``transform_input=["X_target"]`` says so, with
  metadata routing on. `SPLClassifier` warns about a target that was not transformed.

Examples
--------
>>> import numpy as np
>>> from sklearn.model_selection import GridSearchCV
>>> from spl import SPLClassifier, load_sample
>>> pair = load_sample("styles", "outline", "filled")
>>> rows = np.arange(pair.n_source)
>>> search = GridSearchCV(
...     SPLClassifier(d1=64, T=2),
...     {"d2": [2, 25]},
...     scoring=SCORERS["agreement"],
...     cv=[(rows, rows)],
... )
>>> search = search.fit(pair.X_source, pair.ys, X_target=pair.X_target)
>>> search.best_params_
{'d2': 25}
>>> accuracy = (search.best_estimator_.transduction_ == pair.yt).mean()  # for once there are labels
>>> bool(accuracy > 0.7)
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sklearn.utils.validation import check_is_fitted

from spl.algorithm.sklearn_edge import UNFITTED
from spl.algorithm.state import SPLState
from spl.measures.evaluation import agreement, neighborhood_density, silhouette


@dataclass(frozen=True)
class TargetScorer:
    """Callable ``scorer(estimator, X, y)``: a score of the target that the estimator was fitted to.

    Parameters
    ----------
    key : str
        Of the score in `spl.measures.scores.RUN_SCORES`, which says what it is.
    score : callable
        Gives it for an `SPLState`; higher is better.
    """

    key: str
    score: Callable[[SPLState], float]

    def __call__(self, estimator: Any, X: Any = None, y: Any = None) -> float:
        """Score a fitted model.

        Parameters
        ----------
        estimator : SPLClassifier, or a Pipeline that ends in one
            Fitted.
        X, y : ignored
            What scikit-learn holds out: samples of the source.

        Raises
        ------
        ValueError
            If the estimator is not an SPLClassifier, or is not fitted.
        """
        model = getattr(estimator, "_final_estimator", estimator)
        if not hasattr(model, "iter_fit"):
            raise ValueError(
                f"{self.key} needs an SPLClassifier, or a Pipeline that ends in one, and got a "
                f"{type(model).__name__}; choose a scorer that fits it."
            )
        check_is_fitted(model, "state_", msg=UNFITTED)
        return float(self.score(model.state_))


SCORERS: Mapping[str, TargetScorer] = {
    scorer.key: scorer
    for scorer in (
        TargetScorer("agreement", agreement),
        TargetScorer("silhouette", silhouette),
        TargetScorer("neighborhood_density", neighborhood_density),
    )
}
