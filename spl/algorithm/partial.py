"""Partial label sets: the target may lack classes of the source.

After Wang & Breckon, Source class selection with label propagation for partial domain adaptation,
ICIP 2021. One-to-one matching forces a cluster on every class. So the classes that the target lacks
are dropped first: SPL runs with nearest class prototypes only, which force nothing; each class that
gets less than a share of the mean class size is dropped; both repeat until none drops. Then SPL
runs on the source samples of the classes that are left.

Chosen by measurement (`tests/benchmarks/label_sets.py`): classes are counted after a whole run
with NCP. Counted at k = 0 already, true classes whose samples have not crossed the gap yet are
dropped. The principal components stay those of all samples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.algorithm.preparation import Prepared
from spl.algorithm.projection import center_and_normalize
from spl.algorithm.pseudo_labels import class_prototypes
from spl.algorithm.state import SPLState
from spl.algorithm.threads import one_blas_thread

Array = NDArray[Any]
MANY = 1 / 3  # share of the classes: shipped pairs leave at most 27 % nearly empty at k = 0, icons
# and Office-31 with a third of their classes in the target 44 to 68 %
STILL = 1 / 6  # at the last iteration: a class that is only far away at first has samples by then
LEAST = 5  # target samples per class from which their numbers tell something
Run = Callable[[Prepared, Array | None], Iterator[SPLState]]
GoOn = Callable[[int, int], bool]  # given k and how many classes are left; False ends the run


def iterate_partial(
    prepared: Prepared, known: Array | None, run: Run, on_count: GoOn | None = None
) -> Iterator[SPLState]:
    """SPL on the source classes that the target seems to have.

    Where no class is dropped this is the closed run, bit for bit.

    Parameters
    ----------
    prepared : Prepared
    known : ndarray of shape (n_target,), ints, optional
        Class index of a target sample whose label is given, −1 for the others. Its class is kept.
    run : callable
        Algorithm 1 on a closed label set: states of a `Prepared` and its known labels.
    on_count : callable, optional
        Called after each iteration of the runs that classes are counted after, with k and the
        number of classes left. Where it returns False this ends, without a state.
    """
    params = prepared.params
    closed = replace(prepared, params=replace(params, label_set="closed"))
    counting = replace(closed, params=replace(closed.params, labeling="ncp"))
    kept = np.ones(len(prepared.classes), dtype=bool)
    while True:
        for last in run(restricted(counting, kept), _known_of(known, kept)):
            if on_count is not None and not on_count(last.k, last.n_classes):
                return
        sizes = np.zeros(len(kept), dtype=np.intp)
        sizes[kept] = np.bincount(last.ncp_labels, minlength=last.n_classes)
        few = kept & nearly_empty(sizes, kept, params.drop_below)
        if known is not None:
            few[known[known >= 0]] = False
        if not few.any():
            break
        kept = kept & ~few
    for state in run(restricted(closed, kept), _known_of(known, kept)):
        yield widened(state, prepared, kept)


def nearly_empty(sizes: Array, kept: Array, share: float) -> Array:
    """Classes that get less than a share of the mean size of the kept ones, (C,) bool.

    Never all of them, and at least two are left: those below the second largest size.

    Parameters
    ----------
    sizes : ndarray of shape (C,), ints
        Target samples labelled as each class.
    kept : ndarray of shape (C,), bool
    share : float
        Of the mean size, from 0 to 1.

    Examples
    --------
    >>> nearly_empty(np.array([6, 1, 5, 0]), np.ones(4, dtype=bool), 0.35)
    array([False,  True, False,  True])
    """
    second = np.sort(sizes[kept])[-2]
    return np.asarray((sizes < share * sizes[kept].mean()) & (sizes < second))


def lacking_note(first: SPLState, last: SPLState) -> tuple[str, ...]:
    """A hint, without any label, that the target may lack classes; empty where nothing hints at it.

    Parameters
    ----------
    first, last : SPLState
        State 0 of a closed run and its last one, which may be the same. With fewer than C / 2
        dimensions they hint at nothing: these leave classes empty whether or not the target has
        them.
    """
    C, too_few_dimensions = first.n_classes, 2 * first.projection.shape[1] < first.n_classes
    if too_few_dimensions or len(first.pseudo_labels) < LEAST * C:
        return ()
    many, still = (_n_nearly_empty(state) for state in (first, last))
    if many <= MANY * C or still <= STILL * C:
        return ()
    return (
        f"Nearest prototypes leave {still} of {C} classes nearly empty: the target may lack them, "
        "and one-to-one matching forces a cluster on every class; try the label set partial.",
    )


def _n_nearly_empty(state: SPLState) -> int:
    sizes = np.bincount(state.ncp_labels, minlength=state.n_classes)
    every = np.ones(state.n_classes, dtype=bool)
    return int(np.count_nonzero(nearly_empty(sizes, every, SPLParams.drop_below)))


def restricted(prepared: Prepared, kept: Array) -> Prepared:
    """Only the source samples of the kept classes; the target and its scores as they were.

    Parameters
    ----------
    prepared : Prepared
    kept : ndarray of shape (C,), bool
    """
    if kept.all():
        return prepared
    rows = kept[prepared.ys]
    return replace(
        prepared,
        Xs=prepared.Xs[rows],
        ys=(np.cumsum(kept) - 1)[prepared.ys[rows]],
        classes=prepared.classes[kept],
        lengths=(prepared.lengths[0][rows], prepared.lengths[1]),
    )


def widened(state: SPLState, prepared: Prepared, kept: Array) -> SPLState:
    """The state with all classes of the source, of which the dropped ones have no target sample.

    A dropped class keeps a prototype, the mean of its source samples as the state projects them,
    and an empty cluster that stays there; its probabilities are 0.

    Parameters
    ----------
    state : SPLState
        Of the kept classes.
    prepared : Prepared
        Of all classes.
    kept : ndarray of shape (C,), bool
    """
    if kept.all():
        return state
    index, rows, C = np.flatnonzero(kept), kept[prepared.ys], len(kept)
    Zs = np.empty((len(rows), state.projection.shape[1]))
    Zs[rows] = state.z_source
    with one_blas_thread():
        Zs[~rows] = center_and_normalize(prepared.Xs[~rows] @ state.projection, state.z_mean)
        prototypes = class_prototypes(Zs, prepared.ys, C)
    prototypes[index] = state.prototypes  # known target samples count in these
    centers, matching = prototypes.copy(), np.arange(C)
    centers[index], matching[index] = state.centers, index[state.matching]
    probabilities: dict[str, Any] = {}
    for name in ("proba_ncp", "proba_sp", "proba"):
        probabilities[name] = np.zeros((len(state.pseudo_labels), C))
        probabilities[name][:, index] = getattr(state, name)
    return replace(
        state,
        classes=prepared.classes,
        z_source=Zs,
        prototypes=prototypes,
        centers=centers,
        matching=matching,
        cluster_labels=index[state.cluster_labels],
        pseudo_labels=index[state.pseudo_labels],
        dropped=~kept,
        **probabilities,
    )


def _known_of(known: Array | None, kept: Array) -> Array | None:
    """Known labels as indices of the kept classes."""
    return None if known is None else np.where(known >= 0, (np.cumsum(kept) - 1)[known], -1)
