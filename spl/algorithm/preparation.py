"""Lines 1–2 of Algorithm 1: what every run, method and measure on a pair starts from."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from numpy.typing import NDArray

from spl.algorithm.lost_digits import lost_digits_note
from spl.algorithm.params import SPLParams
from spl.algorithm.preprocessing import (
    l2_normalize,
    reduce_dimension,
    same_point_note,
    scale_to_unit_length,
)
from spl.algorithm.same_samples import same_samples_note
from spl.algorithm.threads import one_blas_thread

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Prepared:
    """Samples of both domains after L2, joint PCA and L2 (Eq. 1–3). Arrays are read-only."""

    Xs: Array  # (n_source, d1) float64, rows of length 1
    ys: Array  # (n_source,) class indices 0 … C−1
    Xt: Array  # (n_target, d1)
    classes: Array  # (C,) the user's labels
    params: SPLParams  # d1 and d2 as the data allow them
    lengths: tuple[Array, Array] = field(repr=False)  # (n_source,), (n_target,) before the last L2
    axes: Array = field(repr=False)  # (d, d1) principal axes
    notes: tuple[str, ...] = ()  # sentences: what was capped, what may be wrong with the data

    def __post_init__(self) -> None:
        for array in (self.Xs, self.Xt, *self.lengths, self.axes):
            array.flags.writeable = False

    @property
    def n_bytes(self) -> int:
        """Memory of its arrays, in bytes."""
        return sum(a.nbytes for a in (self.Xs, self.Xt, *self.lengths, self.axes))

    @property
    def scores(self) -> tuple[Array, Array]:
        """PCA scores of both domains before the last L2, (n_source, d1) and (n_target, d1)."""
        return self.Xs * self.lengths[0][:, None], self.Xt * self.lengths[1][:, None]

    @cached_property
    def centred(self) -> tuple[Array, Array]:
        """Scores of each domain centred on its own mean, rows of length 1."""
        Ss, St = self.scores
        return l2_normalize(Ss - Ss.mean(axis=0)), l2_normalize(St - St.mean(axis=0))

    def cut(self, d1: int) -> Prepared:
        """The same samples on the first d1 axes.

        Parameters
        ----------
        d1 : int
            At most the d1 of these scores.
        """
        Xs, Xt = self.Xs[:, :d1].copy(), self.Xt[:, :d1].copy()
        shares = scale_to_unit_length(Xs), scale_to_unit_length(Xt)
        lengths = self.lengths[0] * shares[0], self.lengths[1] * shares[1]
        params = self.params.capped(len(Xs) + len(Xt), d1)
        return Prepared(
            Xs, self.ys, Xt, self.classes, params, lengths, self.axes[:, :d1], self.notes
        )


def prepare_arrays(Xs: Array, ys: Array, Xt: Array, classes: Array, params: SPLParams) -> Prepared:
    """Reduce both domains to d1 dimensions and scale their samples to length 1 (Eq. 1–3).

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d), float
        Checked features (`check_domains`).
    ys : ndarray of shape (n_source,), ints in [0, C)
    classes : ndarray of shape (C,)
    params : SPLParams
        d1 and d2 are capped at what the data allow.
    """
    capped = params.capped(len(Xs) + len(Xt), Xs.shape[1])
    with one_blas_thread():
        Xs, Xt, axes = reduce_dimension(
            Xs, Xt, capped.d1, normalize_features=capped.normalize_features
        )
        lengths = scale_to_unit_length(Xs), scale_to_unit_length(Xt)
    return Prepared(Xs, ys, Xt, classes, capped, lengths, axes)


def run_notes(
    Xs: Array, Xt: Array, params: SPLParams, same_samples: str | None = None
) -> tuple[str, ...]:
    """What a user should know before a run, one sentence each.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d), float
    params : SPLParams
        As the user gave them, so that a note can say what is capped.
    same_samples : str, optional
        What `same_samples_note` says, where it was asked before.
    """
    lost = lost_digits_note(Xs, Xt)  # often why all are the same point
    same = lost or same_point_note(Xs, Xt, normalize_features=params.normalize_features)
    notes = params.cap_notes(len(Xs) + len(Xt), Xs.shape[1])
    if same is None:
        same = same_samples_note(Xs, Xt) if same_samples is None else same_samples
    return (*notes, *filter(None, [same]))
