"""What a run with a partial or open label set dropped or rejected, and the scores of open sets."""

from __future__ import annotations

import numpy as np

from spl.algorithm.open_set import FIRST, n_rejected_first
from spl.algorithm.params import SPLParams
from spl.algorithm.partial import lacking_note
from spl.algorithm.state import SPLState
from spl.algorithm.tied_classes import tied_note
from spl.data.pair import Array
from spl.data.words import counted, listed
from spl.measures.evaluation import per_class_accuracy

MOST_NAMED = 40  # classes in a sentence


def open_set_scores(labels: Array, yt: Array, n_classes: int) -> dict[str, float]:
    """OS*, UNK and HOS, in [0, 1]; nan where the target has no known or no unknown class.

    Defined as `spl.measures.scores.OPEN_SCORES` has them.

    Parameters
    ----------
    labels : ndarray of shape (n_target,), ints
        Class indices, −1 for a rejected sample (`SPLState.labels`).
    yt : ndarray of shape (n_target,), ints
        True classes; −1 where the source lacks the class, −2 where the label is missing.
    n_classes : int

    Examples
    --------
    >>> scores = open_set_scores(np.array([0, 1, -1, 0]), np.array([0, 1, -1, -1]), 2)
    >>> {name: round(score, 3) for name, score in scores.items()}
    {'os_star': 1.0, 'unk': 0.5, 'hos': 0.667}
    """
    of_class = per_class_accuracy(labels, yt, n_classes)
    held, unknown = ~np.isnan(of_class), yt == -1
    os_star = float(of_class[held].mean()) if held.any() else float("nan")
    unk = float((labels[unknown] < 0).mean()) if unknown.any() else float("nan")
    both = os_star + unk
    hos = 2 * os_star * unk / both if both else both  # 0, or nan
    return {"os_star": os_star, "unk": unk, "hos": hos}


def label_set_notes(
    first: SPLState, last: SPLState, params: SPLParams, names: tuple[str, ...]
) -> list[str]:
    """Sentences about the label set: a hint for a closed run, else what was left out.

    Parameters
    ----------
    first, last : SPLState
        States 0 and the last of a run; none of them needs a target label.
    params : SPLParams
    names : tuple of str
        Of the classes.
    """
    n = len(last.pseudo_labels)
    if params.label_set == "partial":
        dropped = [names[c] for c in np.flatnonzero(last.dropped)]
        of = f"{len(dropped)} of {counted(last.n_classes, 'class', 'classes')} dropped"
        return [f"Label set partial: {of}{': ' if dropped else ''}{listed(dropped, MOST_NAMED)}."]
    if params.label_set == "open":
        out = int(last.rejected.sum())
        if not out:
            return [f"Label set open: nothing is rejected, since {_why_none(last, params)}."]
        return [
            f"Label set open: at k = {last.k}, {out:,} of {counted(n, 'target sample')} are "
            "rejected, as of no class of the source."
        ]
    return [*tied_note(first, names), *lacking_note(first, last)]


def _why_none(last: SPLState, params: SPLParams) -> str:
    """Why an open run rejects nothing, and what to do."""
    n = len(last.pseudo_labels)
    if params.selection == "none":
        return f"selection none ends at k = 0 and samples are rejected from k = {FIRST} on"
    if params.T < FIRST:
        return f"samples are rejected from k = {FIRST} on; choose T of at least {FIRST}"
    if not n_rejected_first(params.reject_share, n):
        of = f"{params.reject_share:g} of {counted(n, 'target sample')}"
        return f"{of} is less than one sample; reject a larger share"
    return "no sample without a given label is left, or the run was stopped before"
