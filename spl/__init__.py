"""Unsupervised domain adaptation by structured prediction based selective pseudo-labeling (SPL)."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spl.algorithm.estimator import SPLClassifier
    from spl.algorithm.iteration import iterate
    from spl.algorithm.params import SPLParams
    from spl.algorithm.state import SPLState
    from spl.data.pair import DomainPair
    from spl.data.readers.files import read_pair
    from spl.data.samples import load_sample
    from spl.embedding.sequence import embed
    from spl.player.show import show

__all__ = [
    "DomainPair",
    "SPLClassifier",
    "SPLParams",
    "SPLState",
    "embed",
    "iterate",
    "load_sample",
    "read_pair",
    "show",
]
__version__ = "0.1.0"

_MODULES = {
    "DomainPair": "spl.data.pair",
    "SPLClassifier": "spl.algorithm.estimator",
    "SPLParams": "spl.algorithm.params",
    "SPLState": "spl.algorithm.state",
    "embed": "spl.embedding.sequence",
    "iterate": "spl.algorithm.iteration",
    "load_sample": "spl.data.samples",
    "read_pair": "spl.data.readers.files",
    "show": "spl.player.show",
}


def __getattr__(name: str) -> Any:
    """Load a public name when first asked for: some bring scikit-learn, pandas or openTSNE."""
    if name not in _MODULES:
        raise AttributeError(f"module 'spl' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
