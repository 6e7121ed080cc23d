"""A comparison as one page to take away."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.experiments.comparison import (
    MethodResult,
    comparison_lines,
    ranked,
    reported_figures,
)
from spl.experiments.method_settings import parameters_used, params_of, settings_note
from spl.measures.scores import AGREEMENT_WITH_SPL, LABELING_SCORES
from spl.methods import METHODS, SPL, USUAL
from spl.paper import task_of
from spl.reports.page import Section, check_figures, report_html, reproduction


def comparison_report(
    pair: DomainPair,
    params: SPLParams,
    results: Sequence[MethodResult],
    *,
    score: str = "back_to_source",
    command: str = "",
    settings: str = "same",
) -> str:
    """HTML page with results, figures, methods, the paper's table and how to reproduce it.

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
        SPL's parameters.
    results : sequence of MethodResult
        Of this pair.
    score : str
        A key of `LABELING_SCORES`: what orders the methods where the target has no labels.
    command : str
        A command that computes the same, e.g. ``"spl compare icons:filled icons:outline"``.
    settings : str
        A key of `SETTINGS`: how the methods were set.
    """
    note = settings_note(pair, params, settings)
    sections = [_results(pair, results, score, note)]
    if pair.yt is not None and ranked(results):
        sections.append(_classes(pair, results))
    sections.append(_methods(results))
    if pair.yt is not None and task_of(pair):
        sections.append(_paper(pair))
    if command:
        command = f"{command} {_options(params, results, settings)}".rstrip()
    used = params_of(SPL, pair, params, settings)
    sections.append(reproduction(pair, used, command, note))
    return report_html(f"Methods compared on {pair.title}", sections)


def _results(pair: DomainPair, results: Sequence[MethodResult], score: str, note: str) -> Section:
    check_figures()
    from spl.figures.comparison import describe_bars, method_bars

    _, figures, deep = reported_figures(pair)
    text = "Seconds count each method's own time, after the preprocessing that all methods share."
    if pair.yt is None:
        text = f"The target has no labels, so there is no accuracy. {text}"
    text = f"{note}\n\n{text}"
    meanings = [*LABELING_SCORES.values(), AGREEMENT_WITH_SPL]
    text += "\n\n" + "\n\n".join(f"{shown.name}: {shown.help}" for shown in meanings)
    return Section(
        "Results",
        text,
        comparison_lines(results, score),
        method_bars(results, pair, score, figures, deep) if ranked(results) else None,
        describe_bars(results, pair, score, figures),
    )


def _classes(pair: DomainPair, results: Sequence[MethodResult]) -> Section:
    from spl.figures.comparison import class_heatmap, describe_classes

    return Section(
        "Classes",
        "Accuracy in percent of each true class.",
        class_lines(results, pair),
        class_heatmap(results, pair),
        describe_classes(results, pair),
    )


def class_lines(results: Sequence[MethodResult], pair: DomainPair) -> list[dict[str, Any]]:
    """One line per class: its number of target samples, and each method's accuracy in percent.

    Parameters
    ----------
    results : sequence of MethodResult
    pair : DomainPair
        With target labels.
    """
    yt = np.asarray(pair.yt)
    counts = np.bincount(yt[yt >= 0], minlength=pair.n_classes)
    lines = []
    for c, name in enumerate(pair.class_names or ()):
        line: dict[str, Any] = {"class": name, "samples": int(counts[c])}
        for r in ranked(results):
            line[r.method] = 100 * float(np.asarray(r.per_class)[c])
        lines.append(line)
    return lines


def _methods(results: Sequence[MethodResult]) -> Section:
    rows = [
        {
            "method": m.name,
            "what it does": m.summary,
            "reference": m.reference or "–",
            "parameters": m.settings or "–",
        }
        for m in METHODS.values()
        if m.name in {r.method for r in results}
    ]
    return Section("Methods", rows=rows)


def _paper(pair: DomainPair) -> Section:
    where, figures, deep = reported_figures(pair)
    rows = [
        {
            "method": name,
            "kind": "deep network, end to end" if deep[name] else "on features",
            "accuracy (%)": value,
        }
        for name, value in figures.items()
    ]
    text = f"Reported by the SPL paper for {where}. This program did not compute them."
    return Section("Reported by the paper", text, rows)


def _options(params: SPLParams, results: Sequence[MethodResult], settings: str) -> str:
    """Command-line options that give these methods, with what they use of the parameters."""
    names = [name for name in METHODS if name in {r.method for r in results}]
    options = [] if names == list(USUAL) else ["--methods", shlex.quote(",".join(names))]
    used = parameters_used(names, settings)
    for f in fields(params):
        value, name = getattr(params, f.name), f.name.replace("_", "-")
        if f.name not in used:
            continue
        if isinstance(value, bool):
            options += [] if value else [f"--no-{name}"]
        elif f.name in ("d1", "d2", "T") or value != f.default:
            options.append(f"--{name} {value}")
    return " ".join([*options, *(["--settings own"] if settings == "own" else [])])
