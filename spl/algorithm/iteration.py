"""Algorithm 1: learn a projection, pseudo-label the target, select, repeat.

`iterate` yields one `SPLState` for each k = 0 … T, as it is computed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from spl.algorithm.checks import check_domains
from spl.algorithm.known import WEIGHT, as_known, check_known, select_unknown
from spl.algorithm.left_out import check_left_out, leave_out
from spl.algorithm.open_set import reject
from spl.algorithm.params import SPLParams
from spl.algorithm.partial import GoOn, iterate_partial, lacking_note
from spl.algorithm.preparation import Prepared, prepare_arrays, run_notes
from spl.algorithm.preprocessing import l2_normalize
from spl.algorithm.projection import LabelledRows, project
from spl.algorithm.pseudo_labels import (
    centers_by_class,
    class_probabilities,
    class_prototypes,
    cluster,
    fuse,
    match_clusters,
)
from spl.algorithm.spelling import spelled_alike
from spl.algorithm.state import SPLState
from spl.algorithm.threads import one_blas_thread
from spl.algorithm.tied_classes import tied_note

Array = NDArray[Any]


def iterate(
    X_source: ArrayLike,
    y_source: ArrayLike,
    X_target: ArrayLike,
    params: SPLParams | None = None,
    *,
    known: Mapping[int, Any] | None = None,
    without: Mapping[int, int] | None = None,
) -> Iterator[SPLState]:
    """Run SPL and yield its state after each iteration, k = 0 … T.

    Parameters
    ----------
    X_source : array-like of shape (n_source, n_features)
    y_source : array-like of shape (n_source,)
        Labels of any type.
    X_target : array-like of shape (n_target, n_features)
    params : SPLParams, optional
    known : mapping of int to label, optional
        Rows of target samples, counted from 0, whose labels are given: they are selected with
        their own label at every k, also 0, are never re-labelled, and count in the prototypes.
        Without any, the run is the paper's, bit for bit.
    without : mapping of int to int, optional
        Rows of target samples and the first iteration k ≥ 1 from which each is left out of S_k.
        It is labelled as ever, but no projection learns from its label, and no other sample takes
        its place. Without any, the run is the paper's, bit for bit.

    Returns
    -------
    iterator of SPLState
        Lazy: state k is available before k + 1 is computed, and iteration may stop at any state.
        ``selection="none"`` yields only state 0.

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
    params = SPLParams() if params is None else params
    if not isinstance(params, SPLParams):
        raise ValueError(
            f"params is a {type(params).__name__}; give spl.SPLParams(d1=…, d2=…, T=…)."
        )
    Xs, ys, Xt, classes = check_domains(X_source, y_source, X_target)
    codes = check_known(known, len(Xt), classes)
    left_out = check_left_out(without, len(Xt), codes)
    alike = spelled_alike(classes.tolist(), "y_source")
    notes = (*run_notes(Xs, Xt, params), *filter(None, [alike]))
    for note in notes:
        warnings.warn(note, stacklevel=2)
    one_point = any("same point" in note for note in notes)  # says more than that classes tie
    # at the call: the arrays are the user's, who may change them before the first state
    prepared = prepare_arrays(Xs, ys, Xt, classes, params)
    return _iterate_and_warn(codes, left_out, prepared, say_ties=not one_point)


def _iterate_and_warn(
    known: Array | None, left_out: Array | None, prepared: Prepared, *, say_ties: bool
) -> Iterator[SPLState]:
    first = None
    for state in iterate_prepared(prepared, known=known, left_out=left_out):
        if first is None:
            first = state
            for note in tied_note(first) if say_ties else ():
                warnings.warn(note, stacklevel=2)
        yield state
    if first is not None and prepared.params.label_set == "closed":
        for note in lacking_note(first, state):
            warnings.warn(note, stacklevel=2)


def iterate_prepared(
    prepared: Prepared,
    *,
    first: SPLState | None = None,
    labelled: LabelledRows | None = None,
    known: Array | None = None,
    on_count: GoOn | None = None,
    left_out: Array | None = None,
) -> Iterator[SPLState]:
    """Algorithm 1 from its line 3 on, with the label set that the parameters assume.

    Parameters
    ----------
    prepared : Prepared
        Its params may be another run's on the same samples, with the same d1.
    first, labelled : SPLState and LabelledRows, optional
        State 0 and the source's statistics where another run has them already. Only a closed run
        uses them.
    known : ndarray of shape (n_target,), ints, optional
        Class index of a target sample whose label is given, −1 for the others (`check_known`).
    on_count : callable, optional
        Of a partial run, as in `iterate_partial`.
    left_out : ndarray of shape (n_target,), ints, optional
        First iteration that leaves a target sample out of S_k (`check_left_out`).
    """
    run = partial(_iterate_all_classes, left_out=left_out)
    if prepared.params.label_set == "partial":
        return iterate_partial(prepared, known, run, on_count)
    if prepared.params.label_set == "open":
        return run(prepared, known)
    return run(prepared, known, first, labelled)


def _iterate_all_classes(
    prepared: Prepared,
    known: Array | None = None,
    first: SPLState | None = None,
    labelled: LabelledRows | None = None,
    left_out: Array | None = None,
) -> Iterator[SPLState]:
    """Algorithm 1 from its line 3 on; with an open label set the rejected are one more class."""
    p, params, n_target, C = prepared, prepared.params, len(prepared.Xt), len(prepared.classes)
    is_open = params.label_set == "open"
    with one_blas_thread():
        labelled = labelled or LabelledRows(p.Xs, p.ys, p.Xt, C + is_open)
    pseudo_labels, confidence = np.zeros(n_target, dtype=np.intp), np.zeros(n_target)
    rejected = np.zeros(n_target, dtype=bool)
    if known is not None:
        pseudo_labels = np.maximum(known, 0)
    for k in range(1 if params.selection == "none" else params.T + 1):
        if k == 0 and first is not None:
            state = first
        else:
            with one_blas_thread():
                if is_open and k > 0:
                    rejected = reject(state, k, params.reject_share, known)
                selected = select_unknown(
                    known,
                    pseudo_labels,
                    confidence,
                    k,
                    params.T,
                    rejected=rejected,
                    selection=params.selection,
                    quota=params.quota,
                )
                selected = leave_out(selected, left_out, k)  # S_k
                yt = np.where(selected, pseudo_labels, np.where(rejected, C, -1))
                P = labelled.projection(yt, params.d2, alpha=params.alpha)  # Eq. 7
                state = label(p, k, P, selected, known, rejected)  # Eq. 8–14
        pseudo_labels, confidence = state.pseudo_labels, state.confidence
        yield state
        if not is_open:
            del state  # unless the caller keeps it, before the next one is computed


def label(
    prepared: Prepared,
    k: int,
    P: Array,
    selected: Array,
    known: Array | None = None,
    rejected: Array | None = None,
) -> SPLState:
    """The state that follows from a projection: Eq. 8–14.

    Parameters
    ----------
    prepared : Prepared
    k : int
        Iteration.
    P : ndarray of shape (d1, d2)
    selected : ndarray of shape (n_target,), bool
        S_k, whose labels trained P.
    known : ndarray of shape (n_target,), ints, optional
        Class index of a target sample whose label is given, −1 for the others.
    rejected : ndarray of shape (n_target,), bool, optional
        Samples taken to be of no class of the source.
    """
    params, n_classes = prepared.params, len(prepared.classes)
    Zs, Zt, mean = project(prepared.Xs, prepared.Xt, P)  # Eq. 8
    prototypes = class_prototypes(Zs, prepared.ys, n_classes, Zt, known, WEIGHT)  # Eq. 9
    cluster_labels, centers = cluster(Zt, prototypes)
    if params.normalize_centers:
        centers = l2_normalize(centers)
    matching = match_clusters(centers, prototypes)  # Eq. 11
    proba_ncp = class_probabilities(Zt, prototypes)  # Eq. 10
    proba_sp = class_probabilities(Zt, centers_by_class(centers, matching))  # Eq. 12
    proba = as_known(fuse(proba_ncp, proba_sp, params.used_labeling), known)  # Eq. 13
    return SPLState(
        k=k,
        classes=prepared.classes,
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
        rejected=np.zeros(len(Zt), dtype=bool) if rejected is None else rejected,
    )
