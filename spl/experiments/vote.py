"""The vote: the majority label over all settings of a sweep, how many agree, and who is nearest.

Settings make different mistakes. So the label that most of them give is correct more often than
that of a typical setting, and the number of settings that agree tells which labels to trust. No
target label takes part. The setting whose labels are nearest to the vote is a good single one.

References
----------
Hu, Luo, Liang, Foo (2024), Towards Reliable Model Selection for Unsupervised Domain Adaptation: An
Empirical Study and A Certified Baseline, NeurIPS (EnsV): choose the candidate nearest to the
ensemble of all. They average probabilities; Eq. 13's maximum is not one, so labels vote here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.experiments.given import all_given, one_given
from spl.experiments.sweep import RunResult
from spl.measures.evaluation import accuracy

Array = NDArray[Any]

VOTE = "vote"  # key of the score in `spl.measures.scores.RUN_SCORES`
SURE = 0.95  # share of the settings from which on a label counts as agreed
FEWEST = 3  # settings: two can only agree or tie


@dataclass(frozen=True, eq=False)
class Vote:
    """The majority over the settings of one task."""

    task: str  # the pair's title
    digest: str  # of the data
    settings: tuple[SPLParams, ...]
    labels: Array  # (n_target,) ints
    counts: Array  # (n_target,) how many settings give this label
    agreement: Array  # (n_settings,) share of the samples to which a setting gives this label

    @property
    def share(self) -> Array:
        """Share of the settings that give each sample its label, (n_target,), in (0, 1]."""
        return self.counts / len(self.settings)

    @property
    def sure(self) -> Array:
        """Samples on which at least 95 % of the settings agree, (n_target,) bool."""
        return self.share >= SURE

    @property
    def nearest(self) -> SPLParams:
        """The setting that agrees with the vote on most samples; of ties the smallest."""
        best = np.flatnonzero(self.agreement == self.agreement.max())
        return min((self.settings[i] for i in best), key=lambda p: p.size)


def majority(labels: Array) -> tuple[Array, Array]:
    """The most frequent label of each sample, and how many settings give it.

    Time is linear in settings × samples: small whole numbers are sorted by radix. Of labels that
    are given equally often the lowest wins, as in all ties of SPL.

    Parameters
    ----------
    labels : array-like of shape (n_settings, n_target), ints ≥ 0

    Returns
    -------
    winner, counts : ndarrays of shape (n_target,)

    Raises
    ------
    ValueError
        If there is no setting, or `labels` is not a matrix.

    Examples
    --------
    >>> majority(np.array([[0, 2, 1], [0, 2, 0], [1, 1, 2]], dtype=np.uint16))
    (array([0, 2, 0], dtype=uint16), array([2, 2, 1]))
    """
    try:
        labels = np.asarray(labels)
    except ValueError:
        raise ValueError(
            "labels has rows of several lengths; give a label of each sample for each setting."
        ) from None
    if labels.ndim != 2 or not len(labels):
        raise ValueError(
            f"labels has shape {labels.shape}; give one row of labels for each setting."
        )
    ordered = np.sort(labels, axis=0, kind="stable")  # (n_settings, n_target)
    winner = ordered[0].copy()
    counts = np.ones(len(winner), dtype=np.intp)
    run = counts.copy()  # how long the present label's run is
    for before, now in zip(ordered, ordered[1:], strict=False):
        run = np.where(now == before, run + 1, 1)
        longer = run > counts  # and not as long: the lower label came first
        winner[longer], counts[longer] = now[longer], run[longer]
    return winner, counts


def vote(results: Iterable[RunResult]) -> Vote:
    """The majority label over settings on one pair.

    Parameters
    ----------
    results : iterable of RunResult
        Of one task. A setting that occurs twice votes once; results without labels do not vote.

    Raises
    ------
    ValueError
        If they are of several tasks, or fewer than three settings have labels.
    """
    results = all_given(RunResult, results, "results")
    labelled = [result for result in results if len(result.pseudo_labels)]
    if len({(r.task, r.digest) for r in labelled}) > 1:
        raise ValueError("The results are of several tasks; give those of one to the vote.")
    by_setting = {result.params: result for result in labelled}
    voters = list(by_setting.values())
    if len(voters) < FEWEST:
        raise ValueError(
            f"A vote needs the labels of at least {FEWEST} settings, and {len(voters)} have some; "
            "give more values of d1, d2 or T."
        )
    if len(sizes := {len(r.pseudo_labels) for r in voters}) > 1:
        raise ValueError(
            f"The results label {' and '.join(map(str, sorted(sizes)))} samples, though they name "
            "the same data; run the sweep again."
        )
    labels = np.stack([r.pseudo_labels for r in voters])
    winner, counts = majority(labels)
    agreement = (labels == winner).mean(axis=1)
    first = voters[0]
    return Vote(first.task, first.digest, tuple(by_setting), winner, counts, agreement)


def votes(results: Sequence[RunResult]) -> list[Vote]:
    """The vote of each task on which at least three settings have labels.

    Parameters
    ----------
    results : sequence of RunResult

    Raises
    ------
    ValueError
        If results that name the same data label different numbers of samples.
    """
    results = all_given(RunResult, results, "results")
    tasks: dict[tuple[str, str], dict[SPLParams, RunResult]] = {}
    for result in results:
        if len(result.pseudo_labels):
            tasks.setdefault((result.task, result.digest), {})[result.params] = result
    return [vote(runs.values()) for runs in tasks.values() if len(runs) >= FEWEST]


def correct_shares(found: Vote, yt: Array) -> tuple[float, float, float]:
    """Shares of the vote's labels that are correct, where target labels tell.

    Parameters
    ----------
    found : Vote
    yt : ndarray of shape (n_target,), ints
        True classes; −1 where the source lacks the class, −2 where the label is missing.

    Returns
    -------
    tuple of three floats
        Of all samples, of those on which at least 95 % of the settings agree, and of the others;
        nan where there are none.
    """
    labels = one_given(Vote, found, "found").labels.astype(np.intp)  # uint16 would never be −1
    sure, others = (accuracy(labels[rows], yt[rows]) for rows in (found.sure, ~found.sure))
    return accuracy(labels, yt), sure, others


def with_agreement(
    results: Sequence[RunResult], found: Sequence[Vote] | None = None
) -> list[RunResult]:
    """The results with the score "vote": the share of samples that get the majority label.

    Parameters
    ----------
    results : sequence of RunResult
        Without labels, or on a task with fewer than three settings, they stay as they are.
    found : sequence of Vote, optional
        Their `votes`, where these are known.

    Raises
    ------
    ValueError
        As `votes`.
    """
    results = all_given(RunResult, results, "results")
    found = None if found is None else all_given(Vote, found, "found")
    known = {
        (one.task, one.digest, params): float(share)
        for one in (votes(results) if found is None else found)
        for params, share in zip(one.settings, one.agreement, strict=True)
    }
    return [
        replace(result, scores=(*result.scores[:-1], result.scores[-1] | {VOTE: known[key]}))
        if (key := (result.task, result.digest, result.params)) in known
        else result
        for result in results
    ]
