"""What figures of sweeps share: settings, what is shown of each run, means over tasks.

Figures of sweeps take a table with one row per run, as `spl.experiments.tables.results_frame`
makes it: columns ``task``, d1, d2, T, alpha, labeling, selection, and one column per score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spl.experiments.sweep import SWEPT

if TYPE_CHECKING:
    import pandas as pd

KEYS = SWEPT  # their values are a setting


@dataclass(frozen=True)
class Measure:
    """What a figure shows of each run: a column of the table and how to write it."""

    column: str
    name: str
    higher: bool = True  # whether more is better
    unit: str = ""  # "%" for shares, which are then shown times 100

    @property
    def factor(self) -> float:
        """What the column's values are multiplied by."""
        return 100.0 if self.unit == "%" else 1.0

    @property
    def title(self) -> str:
        """Axis title."""
        return f"{self.name} ({self.unit})" if self.unit else self.name

    def text(self, value: float) -> str:
        """A value of the column as text, with its unit; a dash for nan.

        Parameters
        ----------
        value : float
            As in the column: a share in [0, 1] where the unit is %.
        """
        if not np.isfinite(value):
            return "–"
        return f"{100 * value:z.1f} %" if self.unit == "%" else f"{value:z.3f}"


ACCURACY = Measure("accuracy", "accuracy", unit="%")


def settings_table(runs: pd.DataFrame, measure: Measure) -> pd.DataFrame:
    """One row per setting, averaged over tasks: `KEYS`, ``value``, ``n_tasks``; order as it comes.

    ``value`` is nan where no task has one; a task without a value does not count.

    Parameters
    ----------
    runs : DataFrame
        One row per run, as `results_frame` makes it.
    measure : Measure
        What is shown of each run.
    """
    groups = runs.groupby(list(KEYS), sort=False, dropna=False)[measure.column]
    table = groups.agg(["mean", "count"]).reset_index()
    return table.rename(columns={"mean": "value", "count": "n_tasks"})


def best_row(table: pd.DataFrame, measure: Measure) -> pd.Series | None:
    """The row of `settings_table` with the best value that all tasks have; the smallest of ties.

    Parameters
    ----------
    table : DataFrame
        As `settings_table` makes it.
    measure : Measure
        What is shown of each run.
    """
    known = table[table["n_tasks"] == table["n_tasks"].max()].dropna(subset=["value"])
    if known.empty:
        return None
    best = known["value"].max() if measure.higher else known["value"].min()
    return known[known["value"] == best].sort_values(["d1", "d2", "T"], kind="stable").iloc[0]


def setting_of(source: Any) -> tuple[Any, ...]:
    """`KEYS` of an SPLParams or of a table's row, comparable with each other.

    Parameters
    ----------
    source : SPLParams, or a mapping that has `KEYS`
    """
    get = source.__getitem__ if hasattr(source, "keys") else lambda key: getattr(source, key)
    d1, d2, T, alpha, labeling, selection = (get(key) for key in KEYS)
    return int(d1), int(d2), int(T), float(alpha), str(labeling), str(selection)


def words(setting: Sequence[Any]) -> str:
    """A setting as text, variants only where they are not the paper's.

    Parameters
    ----------
    setting : sequence
        Values of `KEYS`.

    Examples
    --------
    >>> words((64, 32, 10, 1.0, "both", "class-wise"))
    'd1 64, d2 32, T 10'
    """
    d1, d2, T, alpha, labeling, selection = setting
    parts = [f"d1 {d1}", f"d2 {d2}", f"T {T}"]
    parts += [f"α {alpha:g}"] if alpha != 1 else []
    parts += [labeling.upper() + " only"] if labeling != "both" else []
    parts += [f"selection {selection}"] if selection != "class-wise" else []
    return ", ".join(parts)
