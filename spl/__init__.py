"""Unsupervised domain adaptation by structured prediction based selective pseudo-labeling (SPL)."""

from typing import TYPE_CHECKING, Any

from spl.algorithm.iteration import SPLParams, SPLState, iterate
from spl.data.pair import DomainPair

if TYPE_CHECKING:
    from spl.algorithm.estimator import SPLClassifier

__all__ = ["DomainPair", "SPLClassifier", "SPLParams", "SPLState", "iterate"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load SPLClassifier when first asked for: scikit-learn takes a second and brings pandas."""
    if name == "SPLClassifier":
        from spl.algorithm.estimator import SPLClassifier

        globals()[name] = SPLClassifier
        return SPLClassifier
    raise AttributeError(f"module 'spl' has no attribute {name!r}")
