"""What SPL knows after one iteration."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.pseudo_labels import distances
from spl.algorithm.selection import confidence_rank

Array = NDArray[Any]

UNKNOWN = -1  # label of a rejected sample, and of a target class that the source lacks
UNKNOWN_NAME = "unknown"  # what it is called


@dataclass(frozen=True, eq=False, repr=False)
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
    z_mean: Array  # (d2,) joint mean that z was centred on
    dropped: Array = None  # type: ignore[assignment]  # (C,) bool: left out by label_set="partial"
    rejected: Array = None  # type: ignore[assignment]  # (n_target,) bool: by label_set="open"

    def __post_init__(self) -> None:
        for name, n in (("dropped", len(self.classes)), ("rejected", len(self.pseudo_labels))):
            if getattr(self, name) is None:
                object.__setattr__(self, name, np.zeros(n, dtype=bool))
        for f in fields(self):
            value = getattr(self, f.name)
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    def __repr__(self) -> str:
        d1, d2 = self.projection.shape
        n = len(self.selected)
        return (
            f"<SPLState k={self.k}: {self.n_classes} classes, d1={d1}, d2={d2}, "
            f"{self.selected.sum()} of {n} target samples selected>"
        )

    def light(self) -> SPLState:
        """The same decisions without coordinates and probabilities, which take most of the memory.

        Labels (also those of NCP and SP) and confidence stay; what needs the arrays of z and
        proba, which are empty then, is gone.
        """
        heavy = ("z_source", "z_target", "proba_ncp", "proba_sp", "proba")
        empty = {name: np.empty((0, getattr(self, name).shape[1])) for name in heavy}
        kept = replace(self, **empty)  # type: ignore[arg-type]
        for name in ("labels", "confidence", "ncp_labels", "sp_labels"):
            kept.__dict__[name] = getattr(self, name)
        return kept

    @property
    def n_classes(self) -> int:
        """Number of classes C."""
        return len(self.classes)

    @cached_property
    def labels(self) -> Array:
        """`pseudo_labels` with −1, unknown, for a rejected sample, (n_target,).

        The pseudo-label of a rejected sample is the known class that it is nearest to.
        """
        return np.where(self.rejected, UNKNOWN, self.pseudo_labels)

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
        """Confidence rank within each pseudo-class, 0 = most confident, (n_target,).

        Rejected samples are ranked among themselves.
        """
        groups = np.where(self.rejected, self.n_classes, self.pseudo_labels)
        return confidence_rank(groups, self.confidence)

    @cached_property
    def ncp_labels(self) -> Array:
        """Class that NCP on its own gives each target sample."""
        return np.asarray(self.proba_ncp.argmax(axis=1))

    @cached_property
    def sp_labels(self) -> Array:
        """Class that SP on its own gives each target sample."""
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


def with_unknown(classes: Array) -> Array:
    """The user's labels and, last, one for unknown samples: index −1 finds it.

    Parameters
    ----------
    classes : ndarray of shape (C,)
        Sorted labels of the source.

    Returns
    -------
    ndarray of shape (C + 1,)
        The last is "unknown" (with underscores before it while a class is called so) among text;
        among numbers −1, or one below the least where that is not above −1.

    Examples
    --------
    >>> with_unknown(np.array(["bike", "mug"])).tolist(), with_unknown(np.array([0, 1])).tolist()
    (['bike', 'mug', 'unknown'], [0, 1, -1])
    """
    if classes.dtype.kind in "iuf":
        signed = classes.astype(np.int64) if classes.dtype.kind == "u" else classes
        return np.append(signed, min(-1, signed.min() - 1))
    name = UNKNOWN_NAME
    while name in classes.astype(str):
        name = f"_{name}"
    return np.append(classes.astype(str), name)
