"""Arrays as callers give them: what does not fit together is refused in one sentence."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.checks import is_missing, refuse_masked
from spl.algorithm.column_names import column_names, in_order

if TYPE_CHECKING:
    from spl.algorithm.params import SPLParams
    from spl.algorithm.state import SPLState
    from spl.data.pair import DomainPair

Array = NDArray[Any]

ANY: Any = object()  # any number of classes
LARGEST = 1e100  # in size; 1 / LARGEST is the smallest, but 0


def same_length(labels: Any, yt: Any, n_classes: Any = ANY) -> tuple[Array, Array]:
    """Labels and true classes as arrays of ints, one of each for a sample.

    Parameters
    ----------
    labels, yt : array-like of shape (n,), ints
    n_classes : int, optional
        All are below it.

    Raises
    ------
    ValueError
        If they are not.
    """
    refuse_masked(labels, "pseudo_labels")
    refuse_masked(yt, "yt")
    labels, yt = np.asarray(labels), np.asarray(yt)
    for name, y in (("pseudo_labels", labels), ("yt", yt)):
        if y.ndim != 1 or (y.dtype.kind not in "iu" and y.size):
            raise ValueError(
                f"{name} has shape {y.shape} and type {y.dtype}; give one class index, an int, for "
                "each target sample."
            )
    if len(labels) != len(yt):
        raise ValueError(
            f"pseudo_labels has {len(labels)} labels and yt {len(yt)}; give both for the same "
            "target samples."
        )
    if n_classes is not ANY:
        largest = max((int(y.max()) for y in (labels, yt) if y.size), default=-1)
        if not isinstance(n_classes, int | np.integer) or n_classes <= max(largest, 0):
            raise ValueError(
                f"n_classes={n_classes!r} but the labels go up to {largest}; give the number of "
                "the source's classes."
            )
    return labels.astype(np.int64, copy=False), yt.astype(np.int64, copy=False)


def limit(value: Any, name: str, least: int = 0) -> int:
    """A largest number as an int.

    Parameters
    ----------
    value : int
    name : str
        What the caller's argument is called.
    least : int
        Below it nothing can be told.

    Raises
    ------
    ValueError
        If it is no whole number from `least` on.
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(f"{name}={value!r} must be a whole number from {least} on.")
    return int(value)


def whole_state(state: Any, name: str = "state") -> None:
    """Refuse what is no state, and one whose coordinates and probabilities are gone.

    Parameters
    ----------
    state : SPLState
    name : str
        What the caller's argument is called.

    Raises
    ------
    ValueError
        If it is not one, or if it comes from `light()`.
    """
    if not hasattr(state, "proba") or not hasattr(state, "z_target"):
        raise ValueError(
            f"{name} is a {type(state).__name__}; give one state of a run, as iterate() yields it."
        )
    if not len(state.proba):
        raise ValueError(
            f"{name} has no coordinates and probabilities, as after light(); give the whole state."
        )


def follows(state: SPLState, previous: SPLState | None, params: SPLParams | None = None) -> None:
    """Refuse a state before this one that is of another run or of another iteration.

    Parameters
    ----------
    state, previous : SPLState
        Iterations k and k − 1 of one run; None at k = 0.
    params : SPLParams, optional
        Said to be those of the run.

    Raises
    ------
    ValueError
        If they are not.
    """
    if params is not None and params.T < state.k:
        raise ValueError(f"params has T={params.T} but k={state.k}; give the params of the run.")
    if previous is None:
        if state.k > 0:
            raise ValueError(f"previous is missing; give iteration {state.k - 1} of the run.")
        return
    one_run(state, previous)
    if previous.k != state.k - 1:
        raise ValueError(
            f"previous is iteration {previous.k} and state iteration {state.k}; give the state "
            "just before, of the same run."
        )


def one_run(*states: SPLState, pair: DomainPair | None = None) -> None:
    """Refuse states of different runs, or a pair not theirs, as far as sizes and classes tell.

    Parameters
    ----------
    *states : SPLState
    pair : DomainPair, optional

    Raises
    ------
    ValueError
        If their numbers of samples or their classes differ.
    """
    sizes = {(len(s.pseudo_labels), len(s.classes)) for s in states}
    if pair is not None:
        sizes.add((pair.n_target, pair.n_classes))
    sources = {len(s.z_source) for s in states if len(s.z_source)}  # some keep labels only
    sources |= set() if pair is None else {pair.n_source}
    if len(sizes) > 1 or len(sources) > 1:
        shown = " and ".join(f"{n} target samples of {c} classes" for n, c in sorted(sizes))
        if len(sizes) == 1:
            shown = " and ".join(f"{n} source samples" for n in sorted(sources))
        raise ValueError(f"These are not of one run ({shown}); give the states and pair of one.")
    classes = [s.classes for s in states] + ([] if pair is None else [pair.classes])
    if any(not np.array_equal(classes[0], others) for others in classes[1:]):
        raise ValueError(
            "These are not of one run (their classes differ); give the states and pair of one."
        )


def two_domains(Zs: Any, Zt: Any, ys: Any = None) -> tuple[Array, Array]:
    """Both domains as matrices of floats with as many columns, joined by names where they have any.

    Whole numbers and float16 become float64, so that squares and sums are within range.

    Parameters
    ----------
    Zs, Zt : array-like of shape (n, d)
    ys : array-like of shape (n_source,), optional
        Classes of the source.

    Raises
    ------
    ValueError
        If they are not, if one of them has no row, or if not every source sample has a class.
    """
    for given, what in ((Zs, "The source"), (Zt, "The target"), (ys, "ys")):
        refuse_masked(given, what)
    Zt = in_order(Zt, column_names(Zs), "the target", "the source")
    Zs, Zt = np.asarray(Zs), np.asarray(Zt)
    for name, Z in (("source", Zs), ("target", Zt)):
        if Z.ndim != 2 or Z.dtype.kind not in "fiub" or 0 in Z.shape:
            raise ValueError(
                f"The {name} has shape {Z.shape} and type {Z.dtype}; give a matrix of numbers with "
                "one row per sample and one column per feature."
            )
        if not np.isfinite(Z).all():
            raise ValueError(f"The {name} has NaN or infinity; remove or fill these first.")
        largest = float(np.abs(Z).max())
        if largest and not 1 / LARGEST <= largest <= LARGEST:  # squares would be 0 or infinite
            raise ValueError(
                f"The largest number of the {name} is {largest:.0e}, whose square is beyond the "
                "range of floats; divide both domains by one number first."
            )
    if Zs.shape[1] != Zt.shape[1]:
        raise ValueError(
            f"The source has {Zs.shape[1]} columns and the target {Zt.shape[1]}; give both the "
            "same features."
        )
    if ys is not None and np.shape(ys) != (len(Zs),):
        raise ValueError(
            f"ys has shape {np.shape(ys)} but the source has {len(Zs)} rows; give one class for "
            "each."
        )
    if ys is not None and any(map(is_missing, np.asarray(ys).tolist())):
        raise ValueError("ys has missing values; give one class for each row of the source.")
    return _wide(Zs), _wide(Zt)


def _wide(Z: Array) -> Array:
    return Z if Z.dtype == np.float32 else Z.astype(np.float64, copy=False)
