"""The selection class by class: over k, and against a global one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from spl.algorithm.known import select_unknown
from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.data.words import counted
from spl.figures.layout import ABOVE, FONT_SIZE, class_rows, rows_height, styled
from spl.figures.names import listed, shortened, shown_name, shown_names
from spl.figures.palette import GREY, SOURCE, TARGET
from spl.figures.selection import selected_parts

AROUND = 155  # pixels above and below the small charts: title, legend, ticks
MOST_NAMED = 8  # classes that a sentence lists


def selection_over_k(
    states: Sequence[SPLState],
    pair: DomainPair,
    *,
    T: int | None = None,
) -> go.Figure:
    """One small chart per class: its selected samples over k, correct and wrong, and the quota.

    Parameters
    ----------
    states : sequence of SPLState
    pair : DomainPair
    T : int, optional
        Number of iterations: draws the quota ⌊k·n_c/T⌋.
    """
    n = pair.n_classes
    ks, parts, quota = _counts_over_k(states, pair, T)
    columns = min(6 if n <= 24 else 9, n)
    rows = -(-n // columns)
    height = 95 + rows * (240 if rows == 1 else min(125, max(80, 500 // rows)))
    names = list(pair.class_names or ())
    size = FONT_SIZE - 1 if columns <= 6 else FONT_SIZE - 2
    fig = make_subplots(
        rows, columns, shared_xaxes="all", shared_yaxes="all",
        subplot_titles=[shown_name(shortened(name, 120 // columns)) for name in names],
        horizontal_spacing=0.02,
        vertical_spacing=min(30 / (height - AROUND), 1 / rows),  # room for a class's name
    )  # fmt: skip
    traces = [
        {**trace, "xaxis": f"x{c + 1}", "yaxis": f"y{c + 1}", "showlegend": c == 0}
        for c, name in enumerate(names)
        for trace in _small_chart(
            shown_name(name), ks, [(part, color, counts[:, c]) for part, color, counts in parts],
            None if quota is None else quota[:, c],
        )
    ]  # fmt: skip
    fig.add_traces(traces)
    title = "Selected samples of each class (upward) over the iterations k (across)"
    styled(fig, title, height=height)
    fig.update_layout(title={"y": 1 - 22 / height, "yanchor": "middle"})
    fig.update_annotations(font_size=size)
    bars = sum(counts for _, _, counts in parts)
    highest = max(np.max(bars, initial=1), 0 if quota is None else quota.max(initial=0))
    fig.update_yaxes(range=[0, 1.04 * float(highest)], nticks=4)
    fig.update_layout(barmode="stack", bargap=0.1, margin={"t": 115})
    inside = height - fig.layout.margin.t - fig.layout.margin.b
    fig.update_layout(legend={**ABOVE, "y": 1 + 22 / inside})  # above the classes' names
    return fig


def _small_chart(
    name: str, ks: list[int], parts: list[tuple[str, str, Array]], quota: Array | None
) -> list[dict[str, Any]]:
    """Bars of one class (its name as `shown_name`), and its quota as a stair."""
    traces: list[dict[str, Any]] = [
        {
            "type": "bar", "x": ks, "y": counts, "name": part,
            "marker": {"color": color, "line": {"width": 0}},
            "hovertemplate": f"{name}, iteration %{{x}}<br>%{{y}} {part}<extra></extra>",
        }
        for part, color, counts in parts
    ]  # fmt: skip
    if quota is not None:
        traces.append(
            {
                "type": "scatter", "x": ks, "y": quota, "mode": "lines",
                "name": "quota ⌊k·n<sub>c</sub>/T⌋",
                "line": {"color": GREY, "width": 2, "shape": "hvh"},
                "hovertemplate": f"{name}, iteration %{{x}}<br>quota %{{y}}<extra></extra>",
            }
        )  # fmt: skip
    return traces


def describe_selection_over_k(states: Sequence[SPLState], pair: DomainPair) -> str:
    """Alt text of `selection_over_k`.

    Parameters
    ----------
    states, pair
        As for `selection_over_k`.
    """
    ks, parts, _ = _counts_over_k(states, pair, None)
    totals = sum(counts for _, _, counts in parts)
    grown = [int(row.sum()) for row in np.atleast_2d(totals)]
    if not len(ks):
        return "No iteration has selected samples yet."
    return (
        f"Selected samples of {pair.n_classes} classes: {grown[0]:,} in all at iteration {ks[0]}, "
        f"{grown[-1]:,} of {pair.n_target:,} at iteration {ks[-1]}."
    )


def selection_what_if(
    previous: SPLState, k: int, T: int, pair: DomainPair, *, rejected: Array | None = None
) -> go.Figure:
    """Class-wise against global selection of iteration k: samples taken of each pseudo-class.

    Parameters
    ----------
    previous : SPLState
        Iteration k − 1, whose labels are selected from.
    k : int
        Iteration that selects.
    T : int
        Number of iterations.
    pair : DomainPair
    rejected : ndarray of shape (n_target,), bool, optional
        Samples of which none is selected, of an open run at k.
    """
    counts = _what_if(previous, k, T, rejected)
    n, y = previous.n_classes, np.arange(previous.n_classes)
    fig = go.Figure()
    for name, color in (("class-wise", SOURCE), ("global", TARGET)):
        fig.add_bar(
            x=counts[name], y=y, orientation="h", name=name,
            marker={"color": color, "line": {"width": 0}},
            customdata=np.array(shown_names(pair.class_names), dtype=object),
            hovertemplate=f"%{{customdata}}, {name}: %{{x}} samples<extra></extra>",
        )  # fmt: skip
    starved = int(np.count_nonzero((counts["global"] == 0) & (counts["class-wise"] > 0)))
    title = f"Class-wise against global selection at iteration {k}"
    if starved:
        title += f": {counted(starved, 'class', 'classes')} left with none"
    styled(
        fig, title, "selected target samples", "pseudo-class",
        height=rows_height(n, around=170), legend_room=95,
    )  # fmt: skip
    fig.update_yaxes(**class_rows(pair.class_names or ()))
    return fig.update_layout(barmode="group", bargap=0.2)


def describe_what_if(
    previous: SPLState, k: int, T: int, pair: DomainPair, *, rejected: Array | None = None
) -> str:
    """Alt text of `selection_what_if`.

    Parameters
    ----------
    previous, k, T, pair, rejected
        As for `selection_what_if`.
    """
    counts = _what_if(previous, k, T, rejected)
    starved = np.flatnonzero((counts["global"] == 0) & (counts["class-wise"] > 0))
    names = ", ".join((pair.class_names or ())[c] for c in starved[:5])
    more = " and others" if len(starved) > 5 else ""
    tail = f" ({names}{more})" if len(starved) else ""
    return (
        f"At iteration {k} a global selection takes from {counts['global'].min()} to "
        f"{counts['global'].max()} samples of a class, the class-wise one from "
        f"{counts['class-wise'].min()} to {counts['class-wise'].max()}; under the global one "
        f"{counted(len(starved), 'class gets', 'classes get')} none{tail}."
    )


def explain_starved(
    previous: SPLState, k: int, T: int, pair: DomainPair, *, rejected: Array | None = None
) -> str:
    """In words: which classes get few samples or none under a global selection of iteration k.

    Parameters
    ----------
    previous, k, T, pair, rejected
        As for `selection_what_if`.
    """
    if k >= T:
        return f"At k = T = {T} every sample is selected either way: choose a smaller k."
    counts = _what_if(previous, k, T, rejected)
    everywhere, by_class = counts["global"], counts["class-wise"]
    names = np.array(pair.class_names, dtype=object)
    none = np.flatnonzero((everywhere == 0) & (by_class > 0))
    few = np.flatnonzero((everywhere > 0) & (2 * everywhere < by_class))
    parts = []
    for what, starved in (("none", none), ("less than half of the quota", few)):
        if len(starved):
            parts.append(f"{listed(names[starved].tolist(), MOST_NAMED)} would get {what}")
    if not parts:
        return (
            f"At k = {k} no class would get less than half of its quota if the most confident "
            "samples were taken over all classes together."
        )
    rich = int((everywhere - by_class).argmax())
    return (
        f"If the most confident samples were taken over all classes together, at k = {k} "
        f"{'; '.join(parts)}; {names[rich]} would get {everywhere[rich]} instead of "
        f"{by_class[rich]}."
    )


def entered_and_left(state: SPLState, earlier: SPLState) -> tuple[Array, Array]:
    """Target rows that are selected in `state` but not in `earlier`, and the other way round.

    Parameters
    ----------
    state, earlier : SPLState
        Two iterations of one run.
    """
    new, old = state.selected, earlier.selected
    return np.flatnonzero(new & ~old), np.flatnonzero(old & ~new)


def _what_if(previous: SPLState, k: int, T: int, rejected: Array | None = None) -> dict[str, Array]:
    labels, confidence = previous.pseudo_labels, previous.confidence
    return {
        how: np.bincount(
            labels[
                select_unknown(None, labels, confidence, k, T, rejected=rejected, selection=how)
            ],
            minlength=previous.n_classes,
        )
        for how in ("class-wise", "global")
    }


def _counts_over_k(
    states: Sequence[SPLState], pair: DomainPair, T: int | None
) -> tuple[list[int], list[tuple[str, str, Array]], Array | None]:
    """Iterations, then name, colour and counts (iterations, C) of each part, and the quota."""
    n = pair.n_classes
    steps = [(s, p.pseudo_labels) for p, s in zip(states, states[1:], strict=False)]

    nothing = np.zeros(pair.n_target, dtype=int)
    parts = []
    for i, (name, color, _) in enumerate(selected_parts(nothing > 0, nothing, pair)):
        masks = [(y, selected_parts(s.selected, y, pair)[i][2]) for s, y in steps]
        rows = [np.bincount(y[mask], minlength=n) for y, mask in masks]
        parts.append((name, color, np.array(rows, dtype=int).reshape(-1, n)))
    sizes = [np.bincount(y[~s.rejected], minlength=n) for s, y in steps]
    quota = None
    if T is not None:
        quota = np.array([s.k * z // T for (s, _), z in zip(steps, sizes, strict=True)])
    return [s.k for s, _ in steps], parts, quota
