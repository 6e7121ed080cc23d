"""The paper's ablation: nine combinations of its four components, on one pair or on many."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.iteration import iterate_prepared
from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.data.prepared import prepare
from spl.data.samples import load_sample, sample_sets
from spl.experiments.csv_files import guarded, write_lines
from spl.experiments.given import all_given
from spl.experiments.sharing import relabelled
from spl.measures.evaluation import accuracy, label_free_scores

Array = NDArray[Any]


@dataclass(frozen=True)
class AblationRow:
    """One row of the paper's Table 5: which of its four components take part."""

    pseudo_labeling: bool  # PL
    selective: bool  # S
    ncp: bool
    sp: bool

    @property
    def labeling(self) -> str:
        """The row's `SPLParams.labeling`."""
        return "both" if self.ncp and self.sp else "ncp" if self.ncp else "sp"

    @property
    def selection(self) -> str:
        """The row's `SPLParams.selection`."""
        if not self.pseudo_labeling:
            return "none"
        return "class-wise" if self.selective else "all"

    @property
    def marks(self) -> tuple[str, str, str, str]:
        """The row as the paper prints it: ✓ or ✗ for PL, S, NCP, SP."""
        pl, s, ncp, sp = (
            "✓" if on else "✗" for on in (self.pseudo_labeling, self.selective, self.ncp, self.sp)
        )
        return pl, s, ncp, sp

    @property
    def name(self) -> str:
        """What takes part, in short: ``PL + S + NCP``."""
        return " + ".join(
            part for part, mark in zip(COMPONENTS, self.marks, strict=True) if mark == "✓"
        )

    def apply(self, params: SPLParams) -> SPLParams:
        """Parameters of the row's runs.

        Parameters
        ----------
        params : SPLParams
            What all rows have in common; `labeling` and `selection` are replaced.
        """
        return replace(params, labeling=self.labeling, selection=self.selection)


COMPONENTS = {
    "PL": "pseudo-labelling: target samples with pseudo-labels take part in learning the "
    "projection, for T iterations; without it there is iteration 0 only.",
    "S": "selection: in iteration k only the k/T most confident samples of each pseudo-class; "
    "without it all of them from the first iteration on.",
    "NCP": "nearest class prototype (Eq. 10): a target sample is labelled by the source class "
    "whose mean is nearest.",
    "SP": "structured prediction (Eq. 11–12): the target is clustered, clusters are matched with "
    "classes one-to-one, and a sample is labelled by its nearest cluster.",
}
NO_OPEN = (
    "The ablation needs a closed or partial label set: an open one has labels by prototypes (NCP) "
    "only, so rows with SP would repeat those with NCP."
)
ABLATION = tuple(
    AblationRow(pl, s, ncp, sp)
    for pl, s in ((False, False), (True, False), (True, True))
    for ncp, sp in ((True, False), (False, True), (True, True))
)
FULL = ABLATION[-1]


@dataclass(frozen=True, eq=False)
class AblationResult:
    """One row on one task.

    `scores` holds values over k = 0 … T by name: only ``"accuracy"`` where the target has labels,
    else the label-free scores of `label_free_scores`.
    """

    task: str  # pair.title
    row: AblationRow
    params: SPLParams
    scores: dict[str, tuple[float, ...]]
    seconds: float  # without what the rows share

    def final(self, score: str) -> float:
        """Value of the last iteration.

        Parameters
        ----------
        score : str
            ``"accuracy"`` or a key of `RUN_SCORES`, whichever `scores` holds.
        """
        return self.scores[score][-1]


def ablation(
    pair: DomainPair, params: SPLParams, done: Iterable[AblationResult] = ()
) -> Iterator[AblationResult]:
    """Run the paper's nine combinations on a pair, in the paper's order.

    PCA and state 0 are computed once: labellings are readings of the same probabilities.

    Parameters
    ----------
    pair : DomainPair
        Target labels are looked at after each state, for its accuracy.
    params : SPLParams
        What all rows have in common.
    done : iterable of AblationResult
        Rows on this pair that are not computed again.

    Raises
    ------
    ValueError
        If the label set is open: the rows with SP would repeat those with NCP.
    """
    if params.label_set == "open":
        raise ValueError(NO_OPEN)
    had = {result.row for result in done if result.task == pair.title}
    missing = [row for row in ABLATION if row not in had]
    if not missing:
        return
    prepared = prepare(pair, params)
    first = next(iterate_prepared(prepared))
    for row in missing:
        start, of_row = time.perf_counter(), row.apply(prepared.params)
        states = iterate_prepared(
            replace(prepared, params=of_row), first=relabelled(first, row.labeling)
        )
        scores = _scores(states, pair.yt)
        yield AblationResult(pair.title, row, of_row, scores, time.perf_counter() - start)


def ablation_of_set(
    name: str, params: SPLParams, done: Sequence[AblationResult] = ()
) -> Iterator[AblationResult]:
    """Run `ablation` on all directions of a sample set, one after the other.

    Parameters
    ----------
    name : str
        A key of `sample_sets()`, e.g. ``"icons"``.
    params, done
        As for `ablation`; `done` may be of any direction.
    """
    counts = {title: sum(r.task == title for r in done) for title in titles_of_set(name)}
    for (source, target), n in zip(sample_sets()[name].directions, counts.values(), strict=True):
        if n < len(ABLATION):
            yield from ablation(load_sample(name, source, target), params, done)


def titles_of_set(name: str) -> list[str]:
    """The `title` that the pair of each direction of a sample set has.

    Parameters
    ----------
    name : str
        A key of `sample_sets()`.
    """
    return [f"{name}: {source} → {target}" for source, target in sample_sets()[name].directions]


def _scores(states: Iterator[SPLState], yt: Array | None) -> dict[str, tuple[float, ...]]:
    """Values over k by name; target labels are only looked at here, after each state."""
    rows: list[dict[str, float]] = []
    previous = None
    for state in states:
        if yt is None:
            rows.append(label_free_scores(state, previous))
            previous = state
        else:
            rows.append({"accuracy": accuracy(state.labels, yt)})
    return {name: tuple(row[name] for row in rows) for name in rows[0]}


@dataclass(frozen=True)
class RowSummary:
    """One row over all tasks: nan where there is nothing yet.

    `mean` is over tasks that have all nine rows; differences are to the full method on the same
    task, and their spread is over those tasks. Shares, not percent.
    """

    row: AblationRow
    values: dict[str, float]  # by task
    mean: float
    differences: dict[str, float]  # by task

    @property
    def difference(self) -> float:
        """Mean difference to the full method."""
        return float(np.mean([*self.differences.values()])) if self.differences else float("nan")

    @property
    def spread(self) -> float:
        """Standard deviation of the differences over tasks; nan for fewer than two."""
        values = [*self.differences.values()]
        return float(np.std(values, ddof=1)) if len(values) > 1 else float("nan")


def summarize(results: Iterable[AblationResult], score: str = "accuracy") -> list[RowSummary]:
    """The nine rows over all tasks, in the paper's order.

    Parameters
    ----------
    results : iterable of AblationResult
        On any number of tasks; a row that was not run counts nothing.
    score : str
        ``"accuracy"`` or a key of `RUN_SCORES` that every result has.
    """
    table: dict[AblationRow, dict[str, float]] = {row: {} for row in ABLATION}
    for result in all_given(AblationResult, results, "results"):
        table[result.row][result.task] = result.final(score)
    tasks = [task for task in table[ABLATION[0]] if all(task in row for row in table.values())]
    full = table[FULL]
    return [
        RowSummary(
            row,
            values,
            float(np.mean([values[task] for task in tasks])) if tasks else float("nan"),
            {task: value - full[task] for task, value in values.items() if task in full},
        )
        for row, values in table.items()
    ]


def write_ablation(path: str | Path, results: Iterable[AblationResult]) -> None:
    """Write one line per task and row: each score's final value, and those of all k.

    Columns are called as in the table of a sweep: accuracy, accuracy_0 … accuracy_T. Shares lie
    from 0 to 1.

    Parameters
    ----------
    path : str or Path
        A csv file, replaced as a whole.
    results : iterable of AblationResult
    """
    write_lines(path, ablation_lines(results), ["task"])


def ablation_lines(results: Iterable[AblationResult]) -> list[dict[str, Any]]:
    """What `write_ablation` writes, as dictionaries.

    Parameters
    ----------
    results : iterable of AblationResult
    """
    return [
        {
            "task": guarded(result.task),
            **dict(zip(COMPONENTS, result.row.marks, strict=True)),
            **{name: getattr(result.params, name) for name in SPLParams.__dataclass_fields__},
            "seconds": round(result.seconds, 3),
            **{score: values[-1] for score, values in result.scores.items()},
            **{
                f"{score}_{k}": value
                for score, values in result.scores.items()
                for k, value in enumerate(values)
            },
        }
        for result in all_given(AblationResult, results, "results")
    ]
