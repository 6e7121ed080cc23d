"""What frames show: the subspace of each state, and the features before adaptation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.algorithm.projection import center_and_normalize
from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.data.prepared import prepare

Array = NDArray[Any]

BEFORE = -1  # the k of the frame before adaptation
SAME = 0.99  # cosine between a state's row and the row that its pair gives, from which both agree


@dataclass(frozen=True, eq=False)
class Space:
    """What one frame shows: the samples' coordinates in one space."""

    k: int  # iteration; BEFORE for the features before adaptation
    Z: Array  # (n, d) float32, source rows first
    n_source: int
    y_source: Array | None = None  # (n_source,) ints; None: no classes nearby are told


@dataclass(frozen=True, eq=False)
class Spaces:
    """The spaces of one run, each made when it is asked for."""

    states: list[SPLState]
    before: DomainPair | None
    y_source: Array | None  # (n_source,) ints
    params: SPLParams | None  # those of the run; None: the default preprocessing

    def __len__(self) -> int:
        return len(self.states) + (self.before is not None)

    def of_state(self, i: int) -> Space:
        """The subspace of a state, (n, d2).

        Parameters
        ----------
        i : int
            Position of the state.
        """
        state = self.states[i]
        return Space(state.k, joint(state), len(state.z_source), self.y_source)

    def before_adaptation(self) -> Space:
        """The features as SPL gets them, (n, d1): L2, joint PCA, L2 (Eq. 1–3)."""
        assert self.before is not None
        Xs, Xt = before_features(self.before, self.params or self._default())
        X = np.vstack([Xs, Xt]).astype(np.float32)
        return Space(BEFORE, X, len(Xs), self.y_source)

    def _default(self) -> SPLParams:
        d1, d2 = self.states[0].projection.shape
        return SPLParams(d1=d1, d2=d2)


def before_features(pair: DomainPair, params: SPLParams) -> tuple[Array, Array]:
    """Features as SPL gets them: L2, joint PCA, L2 (Eq. 1–3).

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
        d1 and `normalize_features` of the preprocessing.

    Returns
    -------
    Xs, Xt : ndarrays of shape (n_source, d1) and (n_target, d1)
    """
    prepared = prepare(pair, params)
    return prepared.Xs, prepared.Xt


def run_spaces(
    states: Sequence[SPLState],
    before: DomainPair | None = None,
    y_source: Array | None = None,
    params: SPLParams | None = None,
) -> Spaces:
    """The spaces of a run, checked.

    Parameters
    ----------
    states : sequence of SPLState
        States k = 0 … T of one run, or a part of them.
    before : DomainPair, optional
        The pair of the run: adds the features before adaptation.
    y_source : ndarray of shape (n_source,), ints, optional
        Classes of the source samples; those of `before` if None.
    params : SPLParams, optional
        Those of the run, of which the preprocessing is needed for `before`.

    Raises
    ------
    ValueError
        If a state is not finite, or states, pair and labels are not of the same samples.
    """
    states = checked_states(states)
    sizes = len(states[0].z_source), len(states[0].z_target)
    if before is not None and (before.n_source, before.n_target) != sizes:
        raise ValueError(
            f"before has {before.n_source} source and {before.n_target} target samples but the "
            f"states have {sizes[0]} and {sizes[1]}; give the pair of the same run."
        )
    if y_source is None and before is not None:
        y_source = before.ys
    if y_source is not None and np.asarray(y_source).dtype.kind not in "iu":
        raise ValueError(
            f"y_source holds {np.asarray(y_source).dtype}; give one class index, an int, for each "
            "of the source samples."
        )
    if y_source is not None and np.shape(y_source) != sizes[:1]:
        raise ValueError(
            f"y_source has shape {np.shape(y_source)} but the states have {sizes[0]} source "
            "samples; give one class index for each."
        )
    return Spaces(states, before, y_source, params)


def checked_states(states: Sequence[SPLState]) -> list[SPLState]:
    """The states as a list.

    Parameters
    ----------
    states : sequence of SPLState

    Raises
    ------
    ValueError
        Unless all are finite, of the same samples and classes, and in the order of k.
    """
    given: list[Any] = list(states) if hasattr(states, "__iter__") else [states]
    foreign = [type(s).__name__ for s in given if not hasattr(s, "z_source")]
    if foreign:
        raise ValueError(
            f"states holds a {foreign[0]}; give the states of a run, as iterate() yields them."
        )
    states = given
    if not states:
        raise ValueError("states is empty; give the states of a run, as iterate() yields them.")
    if any(not len(s.z_source) or not len(s.z_target) for s in states):
        raise ValueError("states have no coordinates, as after light(); give whole states.")
    sizes = {(len(s.z_source), len(s.z_target)) for s in states}
    if len(sizes) > 1:
        raise ValueError(
            f"states are of different samples (source and target sizes {sorted(sizes)}); "
            "give the states of one run."
        )
    classes = [s.classes for s in states if hasattr(s, "classes")]  # other methods have none
    if any(not np.array_equal(classes[0], others) for others in classes):
        raise ValueError("states are of different classes; give the states of one run.")
    ks = [s.k for s in states]
    if sorted(set(ks)) != ks:
        raise ValueError(f"states has k = {ks}; give those of one run in the order of k.")
    for s in states:
        if not (np.isfinite(s.z_source).all() and np.isfinite(s.z_target).all()):
            raise ValueError(
                f"z of state k={s.k} is not finite; check the features for NaN or inf."
            )
    return states


def of_other_data(
    states: Sequence[SPLState], before: DomainPair | None, params: SPLParams | None
) -> str:
    """A sentence where the states do not follow from the pair; empty where they do (Eq. 8).

    Axes of nearly equal variance may differ between machines, so most rows must agree, not all.

    Parameters
    ----------
    states : sequence of SPLState
        Of one run.
    before : DomainPair or None
        Said to be the pair of the run.
    params : SPLParams or None
        Those of the run; None: the default preprocessing.
    """
    if before is None:
        return ""
    features = before_features(before, params or SPLParams(*states[0].projection.shape))
    for state in (states[0], states[-1]):  # the others would take long
        for X, Z in zip(features, (state.z_source, state.z_target), strict=True):
            fits = X.shape[1] == len(state.projection) and len(X) == len(Z)
            if not fits or (Z.any() and _median_cosine(X, Z, state) <= SAME):
                return (
                    "The coordinates of the states do not follow from the features of the pair, so "
                    "the frame before adaptation may be of other data; give the pair of the run, "
                    "and its params if the run did not use the default ones."
                )
    return ""


def _median_cosine(X: Array, Z: Array, state: SPLState) -> float:
    """Of the coordinates that the projection gives X to the state's own, (n, d1) and (n, d2)."""
    given = center_and_normalize(X @ state.projection, state.z_mean)
    return float(np.median(np.einsum("ij,ij->i", given, Z)))


def joint(state: SPLState) -> Array:
    """[z_source; z_target] of a state as float32, (n, d2).

    Parameters
    ----------
    state : SPLState
        z of shapes (n_source, d2) and (n_target, d2).
    """
    return np.vstack([state.z_source, state.z_target]).astype(np.float32)
