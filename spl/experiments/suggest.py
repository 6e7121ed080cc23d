"""Which setting to take: label-free scores, how far they can be trusted, and one suggestion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.data.words import percent
from spl.experiments.given import all_given
from spl.experiments.sweep import RunResult
from spl.experiments.vote import VOTE, with_agreement
from spl.measures.scores import RUN_SCORES

Array = NDArray[Any]


REVERSE = "reverse_validation"  # key of a score, as VOTE is
STAND_INS = VOTE, REVERSE  # what stands in for accuracy without target labels, in this order
TOLERANCE = 0.01  # as a share of samples
ROUNDING = 1e-9  # 0.10 − 0.01 is above 0.09 in floating point
ORDER = ("d1", "d2", "T")  # of `SPLParams.size`: smaller is quicker


@dataclass(frozen=True)
class Trust:
    """How well a score would have chosen, where target labels tell."""

    correlation: float  # Spearman's, with accuracy: 1 where the score orders settings alike
    regret: float  # percentage points of accuracy lost by its pick


def rank_scores(results: Sequence[RunResult]) -> dict[str, Trust]:
    """Trust in each label-free score that may choose, by its key; best correlation first.

    Over several tasks the score and the accuracy of each setting are averaged first. The sign of
    the correlation is turned where a lower score is better; it is nan where the score or accuracy
    is the same everywhere.

    Parameters
    ----------
    results : sequence of RunResult
        All with target labels; at least two settings.

    Raises
    ------
    ValueError
        If a result has no accuracy.
    """
    from scipy.stats import rankdata

    results = all_given(RunResult, results, "results")
    if any(result.accuracy is None for result in results):
        raise ValueError(
            "Without target labels nothing tells how well a score picks; give results of labelled "
            "pairs."
        )
    settings, reached = mean_accuracies(results)
    found = {}
    for name, score in RUN_SCORES.items():
        if not score.chooses:
            continue
        _, values = _mean(results, partial(_score, name))
        goodness = values if score.higher else -values
        known = np.isfinite(goodness)
        if known.sum() < 2:
            continue
        ranks = [rankdata(goodness[known]), rankdata(reached[known])]
        constant = any(np.ptp(r) == 0 for r in ranks)
        correlation = np.nan if constant else np.corrcoef(ranks)[0, 1]
        lost = np.nanmax(reached) - reached[_first_smallest(goodness, settings)]
        found[name] = Trust(float(correlation), float(100 * lost))
    return dict(sorted(found.items(), key=lambda item: -np.nan_to_num(item[1].correlation, nan=-2)))


def best_setting(results: Sequence[RunResult]) -> tuple[SPLParams, float]:
    """The setting of the highest mean accuracy, the smallest of ties, and that accuracy.

    Parameters
    ----------
    results : sequence of RunResult
        All with target labels.
    """
    settings, reached = mean_accuracies(results)
    best = _first_smallest(reached, settings)
    return settings[best], float(reached[best])


def suggest(results: Sequence[RunResult]) -> tuple[SPLParams, str]:
    """A good, small setting, and the rule that chose it in a sentence.

    With target labels: of the settings whose accuracy (averaged over tasks) is within one
    percentage point of the best, the one with the smallest d1, then d2, then T. Without them: the
    setting nearest to the vote, which means that it gives most samples their majority label. Where
    the results have no labels to vote with, reverse validation takes the place of accuracy.

    Parameters
    ----------
    results : sequence of RunResult
        Of one task or several.

    Raises
    ------
    ValueError
        If there is no result, or none has a score to go by.
    """
    results = all_given(RunResult, results, "results")
    if not results:
        raise ValueError("There are no results to choose from; run at least one setting.")
    if all(result.accuracy is not None for result in results):
        return _small_and_good(results, "accuracy", _accuracy)
    by_vote, by_reverse = pick(results, VOTE), pick(results, REVERSE)
    if by_vote is None:
        chosen, rule = _small_and_good(results, RUN_SCORES[REVERSE].name, partial(_score, REVERSE))
        return chosen, f"{rule} {_DOUBT}"
    second = ""
    if by_reverse is not None:
        same = by_reverse[0] == by_vote[0]
        other = "chooses the same setting" if same else f"would choose {words(by_reverse[0])}"
        second = f" As a second opinion, reverse validation {other}."
    n = len({result.params for result in results})
    return by_vote[0], (
        f"Rule: of {n} settings, the one whose labels agree with the vote of all on most "
        f"samples{_over(results)} ({percent(by_vote[1])}).{second} {_DOUBT}"
    )


_DOUBT = "This pick uses no target labels, so look at the other scores too."


def pick(results: Sequence[RunResult], name: str) -> tuple[SPLParams, float] | None:
    """The setting with the best mean of a label-free score, the smallest of ties, and the mean.

    Parameters
    ----------
    results : sequence of RunResult
        Of one task or several.
    name : str
        A key of `RUN_SCORES`.

    Returns
    -------
    (setting, value), or None where no result has the score.
    """
    results = all_given(RunResult, results, "results")
    if name == VOTE and not any(VOTE in result.scores[-1] for result in results):
        results = with_agreement(results)
    settings, values = _mean(results, partial(_score, name))
    if np.isnan(values).all():
        return None
    best = _first_smallest(values if RUN_SCORES[name].higher else -values, settings)
    return settings[best], float(values[best])


def _over(results: Sequence[RunResult]) -> str:
    tasks = len({(result.task, result.digest) for result in results})
    return f", averaged over {tasks} tasks," if tasks > 1 else ""


def _small_and_good(
    results: Sequence[RunResult], name: str, value: Callable[[RunResult], float]
) -> tuple[SPLParams, str]:
    """The smallest of the settings within the tolerance of the best, and the rule in words."""
    settings, reached = _mean(results, value)
    if not np.isfinite(reached).any():
        raise ValueError(f"No result has {name} to choose by; run the sweep with it.")
    best = np.nanmax(reached)
    good = np.flatnonzero(reached >= best - TOLERANCE - ROUNDING)
    return settings[min(good, key=lambda i: settings[i].size)], (
        f"Rule: of {len(settings)} settings, those whose {name}{_over(results)} is within 1 "
        f"percentage point of the best ({percent(best)}), which are {len(good)}; of these the one "
        "with the smallest d1, then d2, then T."
    )


def mean_accuracies(results: Sequence[RunResult]) -> tuple[list[SPLParams], Array]:
    """The settings with results on the most tasks, and their accuracy, averaged over tasks.

    Parameters
    ----------
    results : sequence of RunResult
        Of one task or several; accuracy is nan where a task has no target labels.
    """
    return _mean(all_given(RunResult, results, "results"), _accuracy)


def words(params: SPLParams) -> str:
    """A setting as text; variants only where they are not the defaults.

    Parameters
    ----------
    params : SPLParams
        The setting.

    Examples
    --------
    >>> words(SPLParams(64, 32, 10, labeling="ncp"))
    'd1=64 d2=32 T=10 labeling=ncp'
    """
    default = SPLParams()
    variants = [
        f" {name}={getattr(params, name)}"
        for name in SPLParams.__dataclass_fields__
        if name not in ORDER and getattr(params, name) != getattr(default, name)
    ]
    return f"d1={params.d1} d2={params.d2} T={params.T}{''.join(variants)}"


def _accuracy(result: RunResult) -> float:
    return result.accuracy[-1] if result.accuracy else float("nan")


def _score(name: str, result: RunResult) -> float:
    return result.scores[-1].get(name, float("nan"))


def _mean(
    results: Sequence[RunResult], value: Callable[[RunResult], float]
) -> tuple[list[SPLParams], Array]:
    """Settings with results on the most tasks (on all, at a sweep's end), and a value's mean."""
    values: dict[SPLParams, dict[tuple[str, str], float]] = {}
    for result in results:
        values.setdefault(result.params, {})[result.task, result.digest] = value(result)
    most = max(len(by_task) for by_task in values.values())
    full = {params: by_task for params, by_task in values.items() if len(by_task) == most}
    return list(full), np.array([np.mean(list(by_task.values())) for by_task in full.values()])


def _first_smallest(goodness: Array, settings: Sequence[SPLParams]) -> int:
    """Position of the largest value that is not nan; of ties, that of the smallest setting."""
    best = np.flatnonzero(goodness == np.nanmax(goodness)).tolist()
    return int(min(best, key=lambda i: settings[i].size))
