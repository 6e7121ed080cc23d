"""SPL beside other methods: bars of accuracy or a score, and which classes fail for whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from spl.data.pair import DomainPair
from spl.data.words import counted, percent
from spl.experiments.comparison import MethodResult, ranked
from spl.figures.cells import heatmap
from spl.figures.layout import FONT_SIZE, class_axis, named_axis, rows_height, styled
from spl.figures.names import hover_data, name_column
from spl.figures.palette import GREY, class_colors, sequential_colors
from spl.measures.scores import LABELING_SCORES
from spl.methods import METHODS, SPL

MOST_HEIGHT = 650
MOST_TEXT_CELLS = 360  # beyond, numbers in a heatmap's cells overlap
OWN, REPORTED = "run here", "reported by the paper"
DEEP = "reported by the paper, deep network"
REPORTED_LOOKS = (  # whether deep, name, symbol, colour
    (False, REPORTED, "circle-open", "#CC79A7"),
    (True, DEEP, "diamond-open", "#E69F00"),
)


def method_bars(
    results: Sequence[MethodResult],
    pair: DomainPair,
    score: str = "back_to_source",
    reported: Mapping[str, float] | None = None,
    deep: Mapping[str, bool] | None = None,
    *,
    dark: bool = False,
) -> go.Figure:
    """A bar per method, best on top; the paper's figures as hollow marks.

    Parameters
    ----------
    results : sequence of MethodResult
    pair : DomainPair
        Without target labels bars show `score`, and nothing that is reported.
    score : str
        One of `LABELING_SCORES`.
    reported, deep : mappings, optional
        The paper's accuracy in percent by method, and whether it is a deep network.
    dark : bool
        Colours for a dark page.
    """
    known = pair.yt is not None
    reported = dict(reported or {}) if known else {}
    values = {r.method: _value(r, score) for r in results if r.labels is not None}
    best = {name: max(values.get(name, -9), reported.get(name, -9)) for name in values | reported}
    order = sorted(best, key=lambda name: values.get(name, best[name]))
    at = {name: i for i, name in enumerate(order)}
    fig = go.Figure()
    adaptation, own = class_colors(2, dark=dark)
    colors = {"this project": own, "adaptation": adaptation, "source only": GREY}
    title, unit = ("accuracy", " %") if known else (LABELING_SCORES[score].name, _unit(score))
    for kind, color in colors.items():
        of_kind = [
            (r, values[r.method], at[r.method])
            for r in results
            if r.method in values and METHODS[r.method].kind == kind
        ]
        if of_kind:
            _add_bars(fig, of_kind, f"{kind}, {OWN}", color, unit)
    for is_deep, what, symbol, color in REPORTED_LOOKS:
        names = [name for name in reported if bool((deep or {}).get(name)) == is_deep]
        if names:
            fig.add_scatter(
                x=[reported[name] for name in names], y=[at[name] for name in names],
                mode="markers", name=what, customdata=[[name] for name in names],
                marker={"symbol": symbol, "size": 11, "color": color, "line": {"width": 2.5}},
                hovertemplate=f"%{{customdata[0]}}<br>%{{x:.1f}} %, {what}<extra></extra>",
            )  # fmt: skip
    what = "Accuracy on the target" if known else title.capitalize()
    axis = f"{title} ({unit.strip() or 'no unit'})"
    height = min(rows_height(len(order), least=240, around=130), MOST_HEIGHT)
    styled(fig, f"{what}, method by method", axis, height=height, legend_room=100)
    fig.update_yaxes(**named_axis(order), range=[-0.6, len(order) - 0.4])
    if known:
        fig.update_xaxes(range=[0, 102])
    return fig.update_layout(barmode="overlay")


def _add_bars(
    fig: go.Figure, of_kind: Sequence[tuple[MethodResult, float, int]], name: str, color: str,
    unit: str,
) -> None:  # fmt: skip
    """Bars of one kind of method: result, value and place of each."""
    digits = ".1f" if unit else ".3f"
    results, values, places = zip(*of_kind, strict=True)
    fig.add_bar(
        x=values, y=places, orientation="h", width=0.75, name=name,
        marker={"color": color}, customdata=[[r.method, r.seconds] for r in results],
        text=[f"{value:{digits}}" for value in values], textposition="auto",
        textfont={"size": FONT_SIZE - 2}, insidetextanchor="end", constraintext="none",
        hovertemplate=f"%{{customdata[0]}}<br>%{{x:{digits}}}{unit}<br>%{{customdata[1]:.2f}} s"
        "<extra></extra>",
    )  # fmt: skip


def _value(result: MethodResult, score: str) -> float:
    """Accuracy, or the score, as it is drawn: shares in percent."""
    if result.accuracy is not None:
        return 100 * result.accuracy
    value = result.scores[score]
    return 100 * value if _unit(score) else value


def _unit(score: str) -> str:
    return " %" if LABELING_SCORES[score].unit else ""


def describe_bars(
    results: Sequence[MethodResult],
    pair: DomainPair,
    score: str = "back_to_source",
    reported: Mapping[str, float] | None = None,
) -> str:
    """Alt text of `method_bars`: the methods in order, and what the paper reports.

    Parameters
    ----------
    results, pair, score, reported
        As for `method_bars`.
    """
    order = ranked(results, score)
    if not order:
        return "No method has run yet."
    known = pair.yt is not None
    what = "accuracy" if known else LABELING_SCORES[score].name
    unit = " %" if known else _unit(score)
    digits = ".1f" if unit else ".3f"
    parts = ", ".join(f"{r.method} {_value(r, score):{digits}}{unit}" for r in order)
    text = f"Methods by {what}, best first: {parts}."
    if reported and known:
        text += " The paper reports " + ", ".join(f"{n} {v:.1f} %" for n, v in reported.items())
        text += "."
    return text


def class_heatmap(
    results: Sequence[MethodResult], pair: DomainPair, *, dark: bool = False
) -> go.Figure:
    """Accuracy of each class (row) by each method (column), best method first.

    Only for pairs with target labels. `customdata` of a cell is class, method and the number of
    its target samples.

    Parameters
    ----------
    results : sequence of MethodResult
    pair : DomainPair
    dark : bool
        Colours for a dark page.
    """
    order = [r for r in ranked(results) if r.per_class is not None]
    names = list(pair.class_names or ())
    if not order:
        raise ValueError("class_heatmap got no result with accuracies; run a method first.")
    z = 100 * np.stack([np.asarray(r.per_class) for r in order], axis=1)  # (C, methods)
    yt = np.asarray(pair.yt)
    counts = np.bincount(yt[yt >= 0], minlength=len(names))
    methods = [r.method for r in order]
    fig = heatmap(
        z, hover_data(name_column(names), methods, counts[:, None]),
        "%{customdata[0]}, %{customdata[1]}<br>%{z:.1f} % of %{customdata[2]} samples labelled "
        "correctly", "accuracy (%)", sequential_colors(6, dark=dark),
        x=list(range(len(order))), y=list(range(len(names))), zmin=0, zmax=100, xgap=1, ygap=1,
        texttemplate="%{z:.0f}" if z.size <= MOST_TEXT_CELLS else None,
        textfont={"size": FONT_SIZE - 3},
    )  # fmt: skip
    height = min(rows_height(len(names), around=170), MOST_HEIGHT)
    styled(fig, "Accuracy of each class by each method", "", "true class", height=height)
    fig.update_xaxes(**named_axis(methods), side="bottom", tickangle=-35)
    most = max(10, (height - 170) // 14)
    fig.update_yaxes(**class_axis(names, most=most), range=[len(names) - 0.5, -0.5], showgrid=False)
    return fig


def describe_classes(results: Sequence[MethodResult], pair: DomainPair) -> str:
    """Alt text of `class_heatmap`: the hardest class, and in how many SPL is not the best.

    Parameters
    ----------
    results, pair
        As for `class_heatmap`.
    """
    order = [r for r in ranked(results) if r.per_class is not None]
    names = list(pair.class_names or ())
    z = np.stack([np.asarray(r.per_class) for r in order], axis=1)
    filled = np.isfinite(z).all(axis=1)
    if not filled.any():
        return "No class has target samples."
    means = np.where(filled, z.mean(axis=1), np.inf)
    hardest = int(means.argmin())
    text = (
        f"Accuracy of {counted(int(filled.sum()), 'class', 'classes')} by "
        f"{counted(len(order), 'method')}. Hardest on average is "
        f"{names[hardest]} with {percent(float(means[hardest]))}."
    )
    methods = [r.method for r in order]
    if SPL in methods and len(order) > 1:
        spl = methods.index(SPL)
        others = np.delete(z, spl, axis=1)[filled].max(axis=1)
        behind = int((z[filled, spl] < others).sum())
        text += f" In {counted(behind, 'class', 'classes')} another method is above SPL."
    return text


def chosen_cell(cell: list[Any], results: Sequence[MethodResult]) -> tuple[int, MethodResult]:
    """Class and method of a cell of `class_heatmap` that was clicked.

    Parameters
    ----------
    cell : list
        `customdata` of the click; row and column of the cell are last.
    results : sequence of MethodResult
        Those of the figure.
    """
    order = [r for r in ranked(results) if r.per_class is not None]
    return int(cell[-2]), order[int(cell[-1])]
