"""Figures that the paper reports: its result tables, ablation and baselines, as data.

All accuracies are in percent, as printed. Deep networks trained end to end cannot run on features,
so these figures are all that can be shown of them. Where the paper's text and tables differ (its
text gives 90.5 for the average of SPL on ImageCLEF-DA), the tables are followed: their averages
agree with their cells.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from spl.paper.tasks import DATASETS, PaperDataset, PaperTask, task_of

__all__ = [
    "AVERAGE",
    "DATASETS",
    "DEEP",
    "FEATURES",
    "MethodRow",
    "PaperDataset",
    "PaperTask",
    "ResultTable",
    "ablation_table",
    "baseline_table",
    "reported",
    "result_table",
    "task_of",
]

AVERAGE = "average"
DEEP = "deep end-to-end"
FEATURES = "features"


@dataclass(frozen=True)
class MethodRow:
    """One method's row of a result table.

    `accuracy` maps tasks, and ``"average"``, to percent; None where the paper has a dash. `marks`
    says which of them it prints bold (``"best"``) or underlined (``"second"``).
    """

    name: str
    kind: str  # DEEP or FEATURES
    accuracy: dict[str, float | None]
    marks: dict[str, str]

    @property
    def deep(self) -> bool:
        """Whether it is a network trained end to end, which cannot run on features only."""
        return self.kind == DEEP


@dataclass(frozen=True)
class ResultTable:
    """One of the paper's four result tables, rows and tasks in its order."""

    dataset: PaperDataset
    tasks: tuple[str, ...]  # "A→W", … without the average
    methods: tuple[MethodRow, ...]

    def row(self, method: str) -> MethodRow:
        """The row of a method.

        Parameters
        ----------
        method : str
            As the table names it, e.g. ``"SPL"`` or ``"MEDA"``.

        Raises
        ------
        ValueError
            If the table has no such row.
        """
        for row in self.methods:
            if row.name == method:
                return row
        names = ", ".join(row.name for row in self.methods)
        raise ValueError(f"{method!r} is not in this table; it has {names}.")


@cache
def result_table(name: str) -> ResultTable:
    """One of the paper's four result tables.

    Parameters
    ----------
    name : {"office_caltech", "office31", "imageclef_da", "office_home"}

    Raises
    ------
    ValueError
        If the paper has no such table.

    Examples
    --------
    >>> table = result_table("office31")
    >>> table.row("SPL").accuracy["A→W"], table.row("SymNets").deep
    (92.7, True)
    """
    if name not in DATASETS:
        raise ValueError(f"{name!r} is not a table of the paper; use one of {', '.join(DATASETS)}.")
    tasks: dict[str, None] = {}
    methods: dict[str, MethodRow] = {}
    for line in _lines(f"{name}.csv"):
        row = methods.setdefault(line["method"], MethodRow(line["method"], line["kind"], {}, {}))
        row.accuracy[line["task"]] = float(line["accuracy"]) if line["accuracy"] else None
        if line["mark"]:
            row.marks[line["task"]] = line["mark"]
        if line["task"] != AVERAGE:
            tasks[line["task"]] = None
    return ResultTable(DATASETS[name], tuple(tasks), tuple(methods.values()))


def reported(name: str, method: str = "SPL", task: str = AVERAGE) -> float | None:
    """One cell of the paper's result tables, in percent; None where the paper has no value.

    Parameters
    ----------
    name : str
        As for `result_table`.
    method : str
        A row of the table.
    task : str
        A column, e.g. ``"A→W"``, or `AVERAGE`.
    """
    return result_table(name).row(method).accuracy.get(task)


@cache
def ablation_table() -> dict[str, tuple[float, ...]]:
    """The paper's ablation: nine averages in percent by data set, in the order of `ABLATION`."""
    table: dict[str, tuple[float, ...]] = {}
    for line in _lines("ablation.csv"):
        table[line["table"]] = (*table.get(line["table"], ()), float(line["accuracy"]))
    return table


@cache
def baseline_table() -> dict[str, dict[str, float]]:
    """Averages in percent without adaptation: ``{"1-NN": {data set: …}, "SVM": {…}}``."""
    table: dict[str, dict[str, float]] = {}
    for line in _lines("baselines.csv"):
        table.setdefault(line["method"], {})[line["table"]] = float(line["accuracy"])
    return table


def _lines(file: str) -> Iterator[dict[str, str]]:
    text = files("spl.paper").joinpath(file).read_text(encoding="utf-8")
    yield from csv.DictReader(text.splitlines())
