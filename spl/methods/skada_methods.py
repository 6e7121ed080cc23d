"""CORAL, subspace alignment, optimal-transport mapping and its own TCA, computed by skada.

skada switches scikit-learn's metadata routing on for the thread that imports it, overwrites the
labels it is given and refuses text: it is imported and used inside `config_context`, with copies
of class indices. It is an extra: everything else runs without it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.preprocessing import l2_normalize
from spl.data.extras import missing, need
from spl.measures.baselines import linear_svm, nearest_neighbor

Array = NDArray[Any]

PACKAGES = ("skada", "ot")
UNKNOWN = -1  # what skada takes for "no label"
TCA_NOTE = (
    "skada 0.6 takes the eigenvectors of a matrix that is not symmetric as if it were, so its "
    "results may differ from those of TCA as its paper defines it."
)
SOURCE, TARGET = 1, -2  # its domains: positive for sources, negative for targets


def has_skada() -> bool:
    """Whether skada and POT are installed."""
    return not missing(PACKAGES)


def coral_labels(Xs: Array, ys: Array, Xt: Array) -> Array:
    """CORAL (Sun, Feng & Saenko 2016): the source gets the target's covariance; then a linear SVM.

    Parameters
    ----------
    Xs, ys, Xt
        As for `spl.measures.baselines.nearest_neighbor`.

    Raises
    ------
    ValueError
        If a domain's covariance has no inverse.
    """
    _check_sizes(Xs, Xt)
    for X, domain in ((Xs, "source"), (Xt, "target")):
        if _covariance_rank(X) < X.shape[1]:
            raise ValueError(
                f"the {domain}'s covariance has no inverse, as its samples are too few or too much "
                "alike; give more samples, or leave this method out"
            )
    return linear_svm(*_adapted("CORALAdapter", Xs, ys, Xt))


def sa_labels(Xs: Array, ys: Array, Xt: Array, *, dim: int = 30) -> Array:
    """Subspace alignment (Fernando et al. 2013) of `dim` principal axes, then 1-NN.

    Parameters
    ----------
    Xs, ys, Xt
        As for `spl.measures.baselines.nearest_neighbor`.
    dim : int
        Principal axes of each domain, capped at the rank of either.
    """
    _check_sizes(Xs, Xt)
    ranks = [_rank(X) for X in (Xs, Xt)]
    if 0 in ranks:
        raise ValueError(
            f"all samples of the {'target' if ranks[0] else 'source'} are the same point, which "
            "has no principal axes; check the features, or leave this method out"
        )
    dim = min(dim, *ranks)  # axes beyond the rank are arbitrary
    options = {"n_components": dim, "random_state": 0}
    return nearest_neighbor(*_adapted("SubspaceAlignmentAdapter", Xs, ys, Xt, **options))


def ot_labels(Xs: Array, ys: Array, Xt: Array) -> Array:
    """Optimal transport (Courty et al. 2017): source samples moved onto the target, then 1-NN.

    Parameters
    ----------
    Xs, ys, Xt
        As for `spl.measures.baselines.nearest_neighbor`.
    """
    return nearest_neighbor(*_adapted("OTMappingAdapter", Xs, ys, Xt))


def ot_entropic_labels(Xs: Array, ys: Array, Xt: Array, *, entropy: float = 0.1) -> Array:
    """Optimal transport smoothed by its entropy (Courty et al. 2017, OT-IT), then 1-NN.

    The exact plan ties each source sample to a few target samples, so it follows noise and breaks
    where classes are not equally frequent. The paper chooses the weight on the data; here it is
    fixed. Sinkhorn's iteration ends once the plan's sums are within 1e-4.

    Parameters
    ----------
    Xs, ys, Xt
        As for `spl.measures.baselines.nearest_neighbor`.
    entropy : float
        Weight of the plan's entropy, beside squared distances of rows of length 1 (0 to 4).
    """
    options = {"reg_e": entropy, "tol": 1e-4}
    return nearest_neighbor(*_adapted("EntropicOTMappingAdapter", Xs, ys, Xt, **options))


def skada_tca_labels(
    Xs: Array, ys: Array, Xt: Array, *, dim: int = 100, regularizer: float = 1.0
) -> Array:
    """TCA (Pan et al. 2011) as skada computes it, then 1-NN on components scaled to length 1.

    Kernel, number of components and regularisation are those of `spl.methods.jda.tca_labels`;
    skada's μ multiplies the discrepancy, which that function divides by its norm, 1/n_s + 1/n_t.

    Note: skada (0.6) takes `eigh` of (I + μKLK)⁻¹KHK, which is not symmetric (`TCA_NOTE`), and
    holds up to twelve n × n matrices.

    Parameters
    ----------
    Xs, ys, Xt, dim, regularizer
        As for `spl.methods.jda.tca_labels`.
    """
    Xs, Xt = l2_normalize(np.asarray(Xs, float)), l2_normalize(np.asarray(Xt, float))
    mu = 1 / (regularizer * (1 / len(Xs) + 1 / len(Xt)))
    dim = min(dim, len(Xs) + len(Xt), Xs.shape[1])
    options = {"kernel": "linear", "n_components": dim, "mu": mu}
    Zs, ys, Zt = _adapted("TransferComponentAnalysisAdapter", Xs, ys, Xt, **options)
    return nearest_neighbor(l2_normalize(Zs), ys, l2_normalize(Zt))


def _covariance_rank(X: Array) -> int:
    """Numerical rank of the Ledoit–Wolf covariance that skada estimates."""
    from sklearn.covariance import ledoit_wolf
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler()
    covariance = ledoit_wolf(scaler.fit_transform(X))[0]
    return int(np.linalg.matrix_rank(scaler.scale_[:, None] * covariance * scaler.scale_))


def _rank(X: Array) -> int:
    """Number of directions in which samples differ by more than rounding does."""
    rounding = float(np.abs(X).max()) * max(X.shape) * np.finfo(X.dtype).eps
    return int(np.linalg.matrix_rank(X - X.mean(axis=0), tol=rounding))


def _check_sizes(Xs: Array, Xt: Array) -> None:
    if min(len(Xs), len(Xt)) < 2:
        raise ValueError(
            f"a covariance needs at least 2 samples of each domain, and there are {len(Xs)} of "
            f"the source and {len(Xt)} of the target; give more, or leave this method out"
        )


def _adapted(
    adapter: str, Xs: Array, ys: Array, Xt: Array, **options: Any
) -> tuple[Array, Array, Array]:
    """Source features, labels and target features after an adapter of skada."""
    import sklearn

    need(adapter, *PACKAGES)
    n_source = len(Xs)
    X = np.concatenate([Xs, Xt])
    y = np.concatenate([ys, np.full(len(Xt), UNKNOWN)])  # a copy: skada writes into it
    domain = np.repeat([SOURCE, TARGET], [n_source, len(Xt)])
    with sklearn.config_context(enable_metadata_routing=True):
        import skada

        Z = getattr(skada, adapter)(**options).fit_transform(X, y, sample_domain=domain)
    Z = np.asarray(Z, dtype=float)
    return Z[:n_source], ys, Z[n_source:]
