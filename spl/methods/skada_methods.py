"""CORAL, subspace alignment and optimal-transport mapping, computed by skada.

skada switches scikit-learn's metadata routing on for the thread that imports it, overwrites the
labels it is given and refuses text: it is imported and used inside `config_context`, with copies
of class indices. It is an extra: everything else runs without it.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.baselines import linear_svm, nearest_neighbor

Array = NDArray[Any]

INSTALL = "needs skada, which is not installed; run pip install -e '.[compare]' to add it."
UNKNOWN = -1  # what skada takes for "no label"
SOURCE, TARGET = 1, -2  # its domains: positive for sources, negative for targets


def has_skada() -> bool:
    """Whether skada and POT are installed."""
    return all(find_spec(name) is not None for name in ("skada", "ot"))


def coral_labels(Xs: Array, ys: Array, Xt: Array) -> Array:
    """CORAL (Sun, Feng & Saenko 2016): source covariance made the target's; linear SVM as there."""
    return linear_svm(*_adapted("CORALAdapter", Xs, ys, Xt))


def sa_labels(Xs: Array, ys: Array, Xt: Array, *, dim: int = 30) -> Array:
    """Subspace alignment (Fernando et al. 2013) of `dim` principal axes, then 1-NN."""
    dim = min(dim, len(Xs), len(Xt), Xs.shape[1])
    options = {"n_components": dim, "random_state": 0}
    return nearest_neighbor(*_adapted("SubspaceAlignmentAdapter", Xs, ys, Xt, **options))


def ot_labels(Xs: Array, ys: Array, Xt: Array) -> Array:
    """Optimal transport (Courty et al. 2017): source samples moved onto the target, then 1-NN."""
    return nearest_neighbor(*_adapted("OTMappingAdapter", Xs, ys, Xt))


def _adapted(
    adapter: str, Xs: Array, ys: Array, Xt: Array, **options: Any
) -> tuple[Array, Array, Array]:
    """Source features, labels and target features after an adapter of skada."""
    import sklearn

    if not has_skada():
        raise ImportError(f"{adapter} {INSTALL}")
    n_source = len(Xs)
    X = np.concatenate([Xs, Xt])
    y = np.concatenate([ys, np.full(len(Xt), UNKNOWN)])  # a copy: skada writes into it
    domain = np.repeat([SOURCE, TARGET], [n_source, len(Xt)])
    with sklearn.config_context(enable_metadata_routing=True):
        import skada

        Z = getattr(skada, adapter)(**options).fit_transform(X, y, sample_domain=domain)
    Z = np.asarray(Z, dtype=float)
    return Z[:n_source], ys, Z[n_source:]
