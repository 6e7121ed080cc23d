"""Unsupervised domain adaptation by structured prediction based selective pseudo-labeling (SPL)."""

from spl.domains import DomainPair
from spl.estimator import SPLClassifier
from spl.iteration import SPLParams, SPLState, iterate

__all__ = ["DomainPair", "SPLClassifier", "SPLParams", "SPLState", "iterate"]
__version__ = "0.1.0"
