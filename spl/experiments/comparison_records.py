"""A comparison for files and scripts, and its means over tasks: shares from 0 to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spl.experiments.comparison import MethodResult, agreement_with, ranked
from spl.methods import METHODS


def comparison_records(
    task: str, results: Sequence[MethodResult], score: str = "back_to_source"
) -> list[dict[str, Any]]:
    """As `comparison_lines` for files and scripts: shares from 0 to 1, names without spaces.

    Parameters
    ----------
    task : str
        The pair's title.
    results, score
        As for `ranked`.
    """
    records: list[dict[str, Any]] = []
    for r in ranked(results, score):
        record: dict[str, Any] = {"task": task, "method": r.method, "kind": METHODS[r.method].kind}
        if r.accuracy is not None:
            record["accuracy"] = r.accuracy
            record["mean_over_classes"] = r.mean_over_classes
        record |= {"seconds": round(r.seconds, 3), **r.scores}
        record["agreement_with_spl"] = agreement_with(r, results)
        records.append(record | {"d1": r.d1, "note": r.note})
    for r in results:
        if r.refused:
            head = {"task": task, "method": r.method, "kind": METHODS[r.method].kind}
            records.append(head | {"note": r.refused})
    return records


def mean_accuracies(tasks: Mapping[str, Sequence[MethodResult]]) -> dict[str, float]:
    """Mean accuracy of each method that ran on every task, best first, in [0, 1].

    Parameters
    ----------
    tasks : mapping of str to sequence of MethodResult
        Results by task, of pairs with target labels.
    """
    reached = [
        {r.method: r.accuracy for r in of if r.accuracy is not None} for of in tasks.values()
    ]
    everywhere = [name for name in reached[0] if all(name in of for of in reached)]
    means = {name: float(np.mean([of[name] for of in reached])) for name in everywhere}
    return dict(sorted(means.items(), key=lambda item: -item[1]))
