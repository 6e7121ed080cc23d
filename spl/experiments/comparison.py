"""SPL beside other methods on one pair: labels, time, accuracy and scores that need no labels."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.algorithm.preparation import Prepared
from spl.data.pair import DomainPair
from spl.data.prepared import prepare
from spl.data.readers.features import reason_text
from spl.experiments.given import all_given
from spl.experiments.method_settings import SETTINGS, params_of
from spl.experiments.reverse import ReverseValidation
from spl.measures.evaluation import accuracy, per_class_accuracy
from spl.measures.scores import AGREEMENT_WITH_SPL, LABELING_SCORES
from spl.methods import METHODS, SPL, USUAL, Method, capls_params
from spl.methods.options import most_dim
from spl.paper import result_table, task_of

Array = NDArray[Any]

SILHOUETTE_SAMPLES = 2000


@dataclass(frozen=True, eq=False)
class MethodResult:
    """What a method gave on a pair, or why it did not run."""

    method: str
    params: SPLParams | None = None  # of SPL and CAPLS
    d1: int | None = None  # principal axes it got
    labels: Array | None = None  # (n_target,) class indices
    seconds: float = float("nan")  # its own time, after the preprocessing that all share
    accuracy: float | None = None  # None without target labels
    per_class: Array | None = None  # (C,) accuracy of each class
    scores: dict[str, float] = field(default_factory=dict)  # by the keys of `LABELING_SCORES`
    refused: str | None = None  # one sentence
    options: Mapping[str, float] = field(default_factory=dict)  # its own parameters that were set
    most_dim: int | None = None  # columns of its projection that these data allow

    @property
    def mean_over_classes(self) -> float | None:
        """Mean of `per_class` over the classes that the target has."""
        return None if self.per_class is None else float(np.nanmean(self.per_class))

    @property
    def capped(self) -> str:
        """A sentence where `dim` was set to more than these data allow; else nothing."""
        dim = self.options.get("dim", 0)
        if self.most_dim is None or dim <= self.most_dim:
            return ""
        return (
            f"{self.method}: dim={dim:g} is more than these data allow with d1={self.d1}; at most "
            f"{self.most_dim:,} components were used."
        )

    @property
    def note(self) -> str:
        """The method's parameters, those set here last, and its caveat."""
        method = METHODS[self.method]
        here = ", ".join(f"{name} = {value:g}" for name, value in self.options.items())
        parts = [method.settings, here and f"Here {here}.", self.capped, method.note]
        return " ".join(filter(None, parts))


def compare(
    pair: DomainPair,
    params: SPLParams,
    names: Sequence[str] = USUAL,
    done: Collection[MethodResult] = (),
    options: Mapping[str, Mapping[str, float]] | None = None,
    settings: str = "same",
) -> Iterator[MethodResult]:
    """Run the methods one by one, SPL first, those with large matrices last.

    Parameters
    ----------
    pair : DomainPair
        Its target labels reach no method; they only serve to count correct labels.
    params : SPLParams
        SPL's parameters; d1 and `normalize_features` are every method's preprocessing. With "own"
        settings only the label set and `normalize_features` are taken from them.
    names : sequence of str
        Keys of `METHODS`.
    done : collection of MethodResult
        Results whose methods are not run again.
    options : mapping of str to mapping, optional
        Parameters of methods by name, where they are not the published ones
        (`spl.methods.options`).
    settings : str
        A key of `SETTINGS`.

    Raises
    ------
    ValueError
        At the call, if a name or the settings are not known.
    """
    check_names(names)
    if settings not in SETTINGS:
        raise ValueError(f"settings={settings!r} is not known; use one of {', '.join(SETTINGS)}.")
    had = {result.method for result in done}
    missing = [name for name in METHODS if name in names and name not in had]
    sizes = pair.n_source, pair.n_target
    missing.sort(key=lambda name: (name != SPL, METHODS[name].weight(*sizes)))
    given = {name: params_of(name, pair, params, settings) for name in missing}
    return _compare(pair, given, options or {})


def check_names(names: Sequence[str]) -> None:
    """Refuse names that are not methods.

    Parameters
    ----------
    names : sequence of str
        What should be keys of `METHODS`.

    Raises
    ------
    ValueError
        If a name is not known.
    """
    names = all_given(str, names, "names")
    unknown = [name for name in names if name not in METHODS]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is not a method; use one of {', '.join(METHODS)}.")


def _compare(
    pair: DomainPair,
    given: Mapping[str, SPLParams],
    options: Mapping[str, Mapping[str, float]],
) -> Iterator[MethodResult]:
    reverse = None
    for name, params in given.items():
        refused = METHODS[name].refusal(pair.n_source, pair.n_target)
        if refused:
            yield MethodResult(name, refused=refused)
            continue
        features = prepare(pair, params)
        if reverse is None:
            reverse = ReverseValidation(pair, normalize_features=params.normalize_features)
        yield _run(pair, features, METHODS[name], reverse, options.get(name, {}))


def _run(
    pair: DomainPair,
    features: Prepared,
    method: Method,
    reverse: ReverseValidation,
    options: Mapping[str, float],
) -> MethodResult:
    start = time.perf_counter()
    try:
        labels = np.asarray(method.label(features, **options)).astype(np.uint16)
    except (ValueError, ImportError, MemoryError, np.linalg.LinAlgError) as error:
        reason = reason_text(error, limit=200)
        return MethodResult(method.name, refused=f"{method.name} failed on these data: {reason}.")
    seconds = time.perf_counter() - start
    return MethodResult(
        method.name,
        params={SPL: features.params, "CAPLS": capls_params(features.params)}.get(method.name),
        d1=features.params.d1,
        labels=labels,
        seconds=seconds,
        accuracy=None if pair.yt is None else accuracy(labels, pair.yt),
        per_class=None if pair.yt is None else per_class_accuracy(labels, pair.yt, pair.n_classes),
        scores={
            "back_to_source": reverse.score(labels),
            "silhouette": _silhouette(features.Xt, labels),
            "balance": _balance(labels, pair.n_classes),
        },
        options=options,
        most_dim=most_dim(method.name, features.params.d1, pair.n_source, pair.n_target),
    )


def _silhouette(Z: Array, labels: Array) -> float:
    """Silhouette, of evenly spaced samples where there are many; nan for fewer than 2 classes."""
    from sklearn.metrics import silhouette_score

    rows = np.unique(np.linspace(0, len(Z) - 1, min(len(Z), SILHOUETTE_SAMPLES)).astype(int))
    n_found = len(np.unique(labels[rows]))
    if not 2 <= n_found < len(rows):
        return float("nan")
    return float(silhouette_score(Z[rows], labels[rows]))


def _balance(labels: Array, n_classes: int) -> float:
    shares = np.bincount(labels, minlength=n_classes) / len(labels)
    shares = shares[shares > 0]
    entropy = -(shares * np.log(shares)).sum() / np.log(n_classes)
    return max(0.0, float(entropy))  # a lone class gives -0.0


def agreement_with(result: MethodResult, results: Sequence[MethodResult]) -> float:
    """Share of target samples that SPL labels alike; nan where one of the two has not run.

    Parameters
    ----------
    result : MethodResult
    results : sequence of MethodResult
        Of the same pair; SPL's is looked for among them.
    """
    spl = next((r for r in results if r.method == SPL and r.labels is not None), None)
    if spl is None or result.labels is None:
        return float("nan")
    return float((result.labels == spl.labels).mean())


def ranked(results: Sequence[MethodResult], score: str = "back_to_source") -> list[MethodResult]:
    """Results of methods that ran, best first: by accuracy or, without target labels, by a score.

    Parameters
    ----------
    results : sequence of MethodResult
    score : str
        A key of `LABELING_SCORES`.
    """
    results = all_given(MethodResult, results, "results")
    ran = [r for r in results if r.labels is not None]

    def value(result: MethodResult) -> float:
        found = result.scores[score] if result.accuracy is None else result.accuracy
        return found if np.isfinite(found) else -np.inf

    return sorted(ran, key=value, reverse=True)


def comparison_lines(
    results: Sequence[MethodResult], score: str = "back_to_source"
) -> list[dict[str, Any]]:
    """One line per method, best first, then the refused ones. Shares are in percent.

    Parameters
    ----------
    results, score
        As for `ranked`.
    """
    lines = []
    for r in ranked(results, score):
        method = METHODS[r.method]
        line: dict[str, Any] = {"method": r.method, "kind": method.kind}
        if r.accuracy is not None and r.mean_over_classes is not None:
            line["accuracy (%)"] = 100 * r.accuracy
            line["mean over classes (%)"] = 100 * r.mean_over_classes
        line["seconds"] = r.seconds
        for key, shown in LABELING_SCORES.items():
            line[shown.column] = (100 if shown.unit else 1) * r.scores[key]
        line[AGREEMENT_WITH_SPL.column] = 100 * agreement_with(r, results)
        line["d1"] = r.d1
        lines.append(line | {"note": r.note})
    for r in results:
        if r.refused:
            lines.append({"method": r.method, "kind": METHODS[r.method].kind, "note": r.refused})
    return lines


def reported_figures(pair: DomainPair) -> tuple[str, dict[str, float], dict[str, bool]]:
    """What the paper reports for this pair's task.

    Parameters
    ----------
    pair : DomainPair
        Recognised by its domains' names and its number of classes.

    Returns
    -------
    where : str
        The task, the features it was reported on and whether these are as wide; empty where the
        pair is not a task of the paper.
    figures : dict of str to float
        Accuracy in percent by method, deep networks among them.
    deep : dict of str to bool
        Whether the method is a network trained end to end.
    """
    found = task_of(pair)
    if found is None:
        return "", {}, {}
    rows = result_table(found.dataset.key).methods
    figures = {row.name: value for row in rows if (value := row.accuracy.get(found.task))}
    width = "as wide as" if found.same_width else "other than"
    where = (
        f"{found.dataset.title} {found.task}, on {found.dataset.features} features ({width} these)"
    )
    return where, figures, {row.name: row.deep for row in rows}
