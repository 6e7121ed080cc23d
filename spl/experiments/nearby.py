"""What runs of one d1 share while they go on: X D Xᵀ, and projections for the same labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import blas

from spl.algorithm.projection import GRAMS_BYTES, LabelledRows, class_sums

Array = NDArray[Any]

WORTHWHILE = 0.5  # share of all samples up to which changing weights is quicker than a new Gram
N_PROJECTIONS = 16  # kept for each d1


class NearbyRows(LabelledRows):
    """`LabelledRows` that runs on the same samples share.

    X D Xᵀ = Σ_i w_i x_i x_iᵀ, where w_i is the size of sample i's class (0 if it takes no part).
    Other runs of a sweep often select nearly the same samples at the same k, so that few weights
    differ from those of a matrix that is known. Where one Gram matrix is kept for each class
    (`incremental`), nothing changes.

    Where no target sample takes part (k = 0) or all do (k = T), several runs tend to have the same
    labels: there Eq. 7 is solved for the largest d2, and others take its first columns.

    Parameters
    ----------
    Xs, ys, Xt, n_classes
        As for `LabelledRows`.
    d2 : sequence of int
        Every d2 that `projection` will be asked for.
    """

    def __init__(self, Xs: Array, ys: Array, Xt: Array, n_classes: int, d2: Sequence[int]) -> None:
        super().__init__(Xs, ys, Xt, n_classes)
        self._kept: list[tuple[Array, Array]] = []  # (n,) and (d1, d1); copies share the list
        d1 = Xs.shape[1]
        self._room = max(2, GRAMS_BYTES // (8 * d1**2))
        self._source_sums = class_sums(Xs, ys, n_classes)
        self._below = max((size for size in d2 if size < d1), default=0)
        self._projections: dict[tuple[float, bool, bytes], Array] = {}

    def projection(self, pseudo_labels: Array, d2: int, *, alpha: float = 1.0) -> Array:
        """P of Eq. 7, (d1, d2); computed once for the same labels at k = 0 and k = T.

        Parameters
        ----------
        pseudo_labels, d2, alpha
            As for `LabelledRows.projection`.
        """
        n = int(np.count_nonzero(pseudo_labels >= 0))
        if 0 < n < len(pseudo_labels):
            return super().projection(pseudo_labels, d2, alpha=alpha)
        whole = d2 == self.Xs.shape[1]  # another basis of the same scaling: see `slpp`
        key = alpha, whole, pseudo_labels.astype(np.int32).tobytes()
        if key not in self._projections:
            while len(self._projections) >= N_PROJECTIONS:
                del self._projections[next(iter(self._projections))]
            size = d2 if whole else self._below
            self._projections[key] = super().projection(pseudo_labels, size, alpha=alpha)
        return self._projections[key][:, :d2]

    def statistics(self, pseudo_labels: Array) -> tuple[Array, Array]:
        """X D Xᵀ and the class sums, from the nearest matrix that is known where one is near.

        Parameters
        ----------
        pseudo_labels
            As for `LabelledRows.statistics`.
        """
        if self.incremental:
            return super().statistics(pseudo_labels)
        taking_part = np.flatnonzero(pseudo_labels >= 0)
        of_target = class_sums(self.Xt[taking_part], pseudo_labels[taking_part], self.n_classes)
        sums = self._source_sums + of_target
        labels = np.concatenate([self.ys, pseudo_labels])
        counts = np.bincount(labels + 1, minlength=self.n_classes + 1)[1:]
        weights = np.where(labels >= 0, counts[labels], 0).astype(float)
        differ = [int(np.count_nonzero(w != weights)) for w, _ in self._kept]
        if differ and min(differ) <= WORTHWHILE * np.count_nonzero(weights):
            known, XDX = self._kept[int(np.argmin(differ))]
            XDX = XDX.copy(order="F")
            self._add_weighted(XDX, weights - known)
        else:
            XDX = np.zeros((self.Xs.shape[1],) * 2, order="F")
            self._add_weighted(XDX, weights)
        self._kept.append((weights, XDX))
        del self._kept[: -self._room]
        return XDX, sums

    def _add_weighted(self, XDX: Array, weights: Array) -> None:
        """Add Σ_i w_i x_i x_iᵀ, upper triangle, in place."""
        ws, wt = weights[: len(self.Xs)], weights[len(self.Xs) :]
        for sign in (1.0, -1.0):
            rows_s, rows_t = np.flatnonzero(sign * ws > 0), np.flatnonzero(sign * wt > 0)
            if len(rows_s) + len(rows_t):
                x = np.concatenate([self.Xs[rows_s], self.Xt[rows_t]])
                x *= np.sqrt(np.abs(np.concatenate([ws[rows_s], wt[rows_t]])))[:, None]
                blas.dsyrk(sign, x.T, beta=1.0, c=XDX, overwrite_c=True)
