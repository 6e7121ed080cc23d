"""A page about a sweep: the paper's figure of hyper-parameters, a table, and how to repeat it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.data.words import counted
from spl.experiments.sweep import RunResult
from spl.experiments.tables import results_frame
from spl.figures.runs import ACCURACY, KEYS, Measure, setting_of, settings_table
from spl.reports.page import Section, check_figures, report_html, reproduction

AGREEMENT = Measure("agreement", "agreement", unit="%")  # of NCP with SP


def sweep_report(
    pairs: Sequence[DomainPair],
    results: Sequence[RunResult],
    base: SPLParams,
    *,
    command: str = "",
) -> str:
    """HTML page with one parameter varied at a time, and every setting's mean over the tasks.

    Parameters
    ----------
    pairs : sequence of DomainPair
        What was swept.
    results : sequence of RunResult
        Of these pairs.
    base : SPLParams
        What the other parameters stay at in the figure.
    command : str
        A command that computes the same.
    """
    check_figures()
    from spl.figures.sweep_lines import describe_one_at_a_time, one_at_a_time

    labelled = all(result.accuracy is not None for result in results)
    measure = ACCURACY if labelled else AGREEMENT
    runs = results_frame(results)
    first, setting = pairs[0], setting_of(base)
    where = first.title if len(pairs) == 1 else f"mean of {counted(len(pairs), 'task')}"
    text = "Thin lines are tasks." if len(pairs) > 1 else ""
    if not labelled:
        text = f"The target has no labels: agreement is NCP's with SP's, not accuracy. {text}"
    sections = [
        Section(
            "One parameter at a time",
            text,
            figure=one_at_a_time(runs, measure, setting, first.n_classes, where=where),
            alt=describe_one_at_a_time(runs, measure, setting),
        ),
        Section("All settings", f"Averages over {counted(len(pairs), 'task')}.",
                _rows(runs, measure)),
        reproduction(first, base, command, "" if len(pairs) == 1 else "The first task is shown."),
    ]  # fmt: skip
    return report_html(f"Settings of SPL: {where}", sections)


def _rows(runs: Any, measure: Measure) -> list[dict[str, Any]]:
    table = settings_table(runs, measure)
    return [
        {
            **{key: row[key] for key in KEYS},
            f"mean {measure.title}": 100 * row["value"],
            "tasks": row["n_tasks"],
        }
        for row in table.to_dict("records")
    ]
