"""Algorithm 1: learn a projection, pseudo-label the target, select, repeat.

`iterate` yields one `SPLState` for each k = 0 … T, as it is computed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from spl.algorithm.checks import check_domains
from spl.algorithm.preprocessing import (
    l2_normalize,
    reduce_dimension,
    scale_to_unit_length,
    warn_if_same_point,
)
from spl.algorithm.projection import LabelledRows, project
from spl.algorithm.pseudo_labels import (
    centers_by_class,
    class_probabilities,
    class_prototypes,
    cluster,
    distances,
    fuse,
    match_clusters,
)
from spl.algorithm.selection import confidence_rank, select

Array = NDArray[Any]

CHOICES = {
    "labeling": ("both", "ncp", "sp"),
    "selection": ("class-wise", "global", "all", "none"),
    "quota": ("floor", "authors"),
}


@dataclass(frozen=True)
class SPLParams:
    """Everything a run depends on besides its data.

    Parameters
    ----------
    d1 : int
        Dimension after PCA (Eq. 3), at least 1; capped at min(n, d) with a warning.
    d2 : int
        Dimension of the SLPP subspace (Eq. 7); capped at d1 with a warning.
    T : int
        Number of iterations.
    labeling : {"both", "ncp", "sp"}
        Which probabilities label the target: their maximum (Eq. 13), Eq. 10 or Eq. 12 alone.
    selection : {"class-wise", "global", "all", "none"}
        How S_k is chosen: the paper's class-wise quota; the most confident over all classes; no
        selection (every sample, from k = 1); no pseudo-labelling (only state 0).
    quota : {"floor", "authors"}
        ⌊k·n_c/T⌋ of each class as in the paper's text, or the rule of the authors' code.
    alpha : float
        Weight of the regulariser I in Eq. 6–7, above 0.
    normalize_features, normalize_centers : bool
        L2 on the raw features before PCA; L2 on the cluster centres before distances.

    Raises
    ------
    ValueError
        If a value is out of range; the message names the argument, its value and what would do.
    """

    d1: int = 128
    d2: int = 128
    T: int = 10
    labeling: str = "both"
    selection: str = "class-wise"
    quota: str = "floor"
    alpha: float = 1.0
    normalize_features: bool = True
    normalize_centers: bool = True

    def __post_init__(self) -> None:
        for name in ("d1", "d2", "T"):
            value = getattr(self, name)
            whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
            if not whole or value < 1:
                raise ValueError(f"{name}={value!r} must be a whole number of at least 1.")
            object.__setattr__(self, name, int(value))
        for name, allowed in CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                options = ", ".join(map(repr, allowed))
                raise ValueError(f"{name}={value!r} is not known; use one of {options}.")
        numeric = isinstance(self.alpha, int | float | np.number)
        if not numeric or not 0 < self.alpha < np.inf:
            raise ValueError(f"alpha={self.alpha!r} must be a number above 0; the paper's is 1.")
        for name in ("normalize_features", "normalize_centers"):
            value = getattr(self, name)
            if not isinstance(value, bool | np.bool_):
                raise ValueError(f"{name}={value!r} must be True or False.")

    def capped(self, n_samples: int, n_features: int) -> SPLParams:
        """These parameters with d1 ≤ min(n, d) and d2 ≤ d1; warns where that changes one."""
        d1 = min(self.d1, n_samples, n_features)
        d2 = min(self.d2, d1)
        if d1 < self.d1:
            warnings.warn(
                f"d1={self.d1} is more than {n_samples} samples with {n_features} features allow; "
                f"using d1={d1}.",
                stacklevel=3,
            )
        if d2 < min(self.d2, self.d1):
            warnings.warn(f"d2={self.d2} is more than d1={d1}; using d2={d2}.", stacklevel=3)
        elif self.d2 > self.d1:
            warnings.warn(f"d2={self.d2} is more than d1={self.d1}; using d2={d2}.", stacklevel=3)
        return replace(self, d1=d1, d2=d2)


@dataclass(frozen=True, eq=False)
class SPLState:
    """What the algorithm knows after iteration k. Arrays are read-only.

    Classes are ints 0 … C−1; `classes` holds the user's labels. Probabilities are unit-free;
    `proba` is the raw elementwise maximum of Eq. 13, whose rows do not sum to 1.
    """

    k: int  # iteration, 0 … T
    classes: Array  # (C,) the user's labels
    projection: Array  # (d1, d2) P_k, scaled so that Pᵀ(XLXᵀ + αI)P = I
    z_source: Array  # (n_source, d2) projected, centred on the joint mean, L2-normalised
    z_target: Array  # (n_target, d2)
    prototypes: Array  # (C, d2) source class means, L2-normalised (Eq. 9)
    centers: Array  # (C, d2) target cluster centres, row i = cluster i
    cluster_labels: Array  # (n_target,) cluster of each target sample
    matching: Array  # (C,) class of cluster i: a permutation (Eq. 11)
    proba_ncp: Array  # (n_target, C) Eq. 10
    proba_sp: Array  # (n_target, C) Eq. 12
    proba: Array  # (n_target, C) Eq. 13
    pseudo_labels: Array  # (n_target,) Eq. 14
    selected: Array  # (n_target,) bool: S_k, whose labels from state k−1 trained P_k
    z_mean: Array = field(repr=False)  # (d2,) joint mean that z was centred on

    def __post_init__(self) -> None:
        for f in fields(self):
            value = getattr(self, f.name)
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    @property
    def n_classes(self) -> int:
        """Number of classes C."""
        return len(self.classes)

    @cached_property
    def confidence(self) -> Array:
        """Largest entry of `proba` for each target sample: orders samples, is not "% sure"."""
        return np.asarray(self.proba.max(axis=1))

    @cached_property
    def margin(self) -> Array:
        """Largest minus second largest entry of `proba`, (n_target,)."""
        top = np.partition(self.proba, -2, axis=1)
        return np.asarray(top[:, -1] - top[:, -2])

    @cached_property
    def rank(self) -> Array:
        """Confidence rank within each pseudo-class, 0 = most confident, (n_target,)."""
        return confidence_rank(self.pseudo_labels, self.confidence)

    @cached_property
    def ncp_labels(self) -> Array:
        """Class that NCP alone would give each target sample."""
        return np.asarray(self.proba_ncp.argmax(axis=1))

    @cached_property
    def sp_labels(self) -> Array:
        """Class that SP alone would give each target sample."""
        return np.asarray(self.proba_sp.argmax(axis=1))

    @property
    def decided_by_sp(self) -> Array:
        """True where the pseudo-label's probability is SP's, False where NCP's, (n_target,)."""
        i = np.arange(len(self.pseudo_labels))
        p1, p2 = (p[i, self.pseudo_labels] for p in (self.proba_ncp, self.proba_sp))
        return (p1 != p2) & (p2 == self.confidence)

    @cached_property
    def matching_cost(self) -> Array:
        """Distance of each cluster centre (row) to each class prototype (column), (C, C)."""
        return distances(self.centers, self.prototypes)

    @property
    def matching_moved(self) -> int:
        """Number of clusters whose class is not the one K-means started them from."""
        return int(np.count_nonzero(self.matching != np.arange(len(self.matching))))


def iterate(
    X_source: ArrayLike,
    y_source: ArrayLike,
    X_target: ArrayLike,
    params: SPLParams | None = None,
) -> Iterator[SPLState]:
    """Run SPL and yield its state after each iteration, k = 0 … T.

    Parameters
    ----------
    X_source : array-like of shape (n_source, n_features)
    y_source : array-like of shape (n_source,)
        Labels of any type.
    X_target : array-like of shape (n_target, n_features)
    params : SPLParams, optional

    Returns
    -------
    iterator of SPLState
        Lazy: state k is available before k + 1 is computed, and iteration may stop at any state.
        ``selection="none"`` yields state 0 alone.

    Raises
    ------
    ValueError
        At the call, before the first state, if the input cannot be used.

    References
    ----------
    Wang & Breckon (2020), Unsupervised Domain Adaptation via Structured Prediction Based
    Selective Pseudo-Labeling, AAAI, Algorithm 1.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> y = np.repeat([0, 1], 20)
    >>> X = rng.normal(size=(40, 3)) + 4 * np.eye(3)[y]
    >>> states = list(iterate(X, y, X + 0.5, SPLParams(d1=3, d2=2, T=2)))
    >>> [int(s.selected.sum()) for s in states]
    [0, 20, 40]
    """
    Xs, ys, Xt, classes = check_domains(X_source, y_source, X_target)
    params = (params or SPLParams()).capped(len(Xs) + len(Xt), Xs.shape[1])
    warn_if_same_point(Xs, Xt, normalize_features=params.normalize_features)
    return _reduce_and_iterate(Xs, ys, Xt, classes, params)


def _reduce_and_iterate(
    Xs: Array, ys: Array, Xt: Array, classes: Array, params: SPLParams
) -> Iterator[SPLState]:
    Xs, Xt, _ = reduce_dimension(Xs, Xt, params.d1, normalize_features=params.normalize_features)
    for X in (Xs, Xt):
        scale_to_unit_length(X)
    yield from iterate_reduced(Xs, ys, Xt, classes, params)


def iterate_reduced(
    Xs: Array,
    ys: Array,
    Xt: Array,
    classes: Array,
    params: SPLParams,
    *,
    first: SPLState | None = None,
    labelled: LabelledRows | None = None,
) -> Iterator[SPLState]:
    """Algorithm 1 from its line 3 on: samples are reduced (Eq. 3) and L2-normalised.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d1) and (n_target, d1), float64
    ys : ndarray of shape (n_source,), ints in [0, C)
    classes : ndarray of shape (C,)
    params : SPLParams
        With d1 and d2 that fit (`SPLParams.capped`).
    first, labelled : SPLState and LabelledRows, optional
        State 0 and the source's statistics where another run has them already.
    """
    labelled = labelled or LabelledRows(Xs, ys, Xt, len(classes))
    pseudo_labels, confidence = np.zeros(len(Xt), dtype=np.intp), np.zeros(len(Xt))
    for k in range(1 if params.selection == "none" else params.T + 1):
        if k == 0 and first is not None:
            pseudo_labels, confidence = first.pseudo_labels, first.confidence
            yield first
            continue
        selected = select(
            pseudo_labels,
            confidence,
            k,
            params.T,
            selection=params.selection,
            quota=params.quota,
        )  # S_k
        yt = np.where(selected, pseudo_labels, -1)
        P = labelled.projection(yt, params.d2, alpha=params.alpha)  # Eq. 7
        state = label(Xs, ys, Xt, classes, params, k, P, selected)
        pseudo_labels, confidence = state.pseudo_labels, state.confidence
        yield state


def label(
    Xs: Array,
    ys: Array,
    Xt: Array,
    classes: Array,
    params: SPLParams,
    k: int,
    P: Array,
    selected: Array,
) -> SPLState:
    """The state that follows from projection P: Eq. 8–14."""
    Zs, Zt, mean = project(Xs, Xt, P)  # Eq. 8
    prototypes = class_prototypes(Zs, ys, len(classes))  # Eq. 9
    cluster_labels, centers = cluster(Zt, prototypes)
    if params.normalize_centers:
        centers = l2_normalize(centers)
    matching = match_clusters(centers, prototypes)  # Eq. 11
    proba_ncp = class_probabilities(Zt, prototypes)  # Eq. 10
    proba_sp = class_probabilities(Zt, centers_by_class(centers, matching))  # Eq. 12
    proba = fuse(proba_ncp, proba_sp, params.labeling)  # Eq. 13
    return SPLState(
        k=k,
        classes=classes,
        projection=P,
        z_source=Zs,
        z_target=Zt,
        prototypes=prototypes,
        centers=centers,
        cluster_labels=cluster_labels,
        matching=matching,
        proba_ncp=proba_ncp,
        proba_sp=proba_sp,
        proba=proba,
        pseudo_labels=proba.argmax(axis=1),  # Eq. 14
        selected=selected,
        z_mean=mean,
    )
