"""The selection class by class: over k, by confidence rank, and against a global one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from spl.domains import DomainPair
from spl.figures.layout import (
    FONT_SIZE,
    check_previous,
    class_axis,
    names_of,
    rows_height,
    styled,
)
from spl.figures.palette import GREY, RIGHT, SOURCE, TARGET, WRONG
from spl.iteration import SPLState
from spl.selection import select

Array = NDArray[Any]

ABOVE = {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "normal"}


def selection_over_k(
    states: Sequence[SPLState],
    pair: DomainPair,
    *,
    T: int | None = None,
    classes: Sequence[int] | None = None,
    columns: int = 6,
) -> go.Figure:
    """One small chart per class: its selected samples over k, right and wrong, and the quota.

    Parameters
    ----------
    states : sequence of SPLState
    pair : DomainPair
    T : int, optional
        Number of iterations: draws the quota ⌊k·n_c/T⌋.
    classes : sequence of int, optional
        Only these.
    columns : int
        Charts in a row, at most.
    """
    shown = list(range(pair.n_classes)) if classes is None else list(classes)
    ks, parts, quota = _counts_over_k(states, pair, T)
    columns = min(columns, max(len(shown), 1))
    rows = max(1, -(-len(shown) // columns))
    height = 95 + 125 * rows
    names = list(pair.class_names or ())
    fig = make_subplots(
        rows, columns, shared_xaxes="all", shared_yaxes="all",
        subplot_titles=[names[c] for c in shown], horizontal_spacing=0.02,
        vertical_spacing=min(34 / height, 1 / rows),
    )  # fmt: skip
    for i, c in enumerate(shown):
        at = {"row": i // columns + 1, "col": i % columns + 1}
        for name, color, counts in parts:
            hover = f"{names[c]}, iteration %{{x}}<br>%{{y}} {name}<extra></extra>"
            bar = {"marker": {"color": color, "line": {"width": 0}}, "hovertemplate": hover}
            fig.add_bar(x=ks, y=counts[:, c], name=name, showlegend=i == 0, **bar, **at)
        if quota is not None:
            fig.add_scatter(
                x=ks, y=quota[:, c], mode="lines", name="quota ⌊k·n<sub>c</sub>/T⌋",
                line={"color": GREY, "width": 2, "shape": "hvh"}, showlegend=i == 0,
                hovertemplate=f"{names[c]}, iteration %{{x}}<br>quota %{{y}}<extra></extra>", **at,
            )  # fmt: skip
    styled(fig, "Selected samples of each class (samples) over iterations k", height=height)
    fig.update_annotations(font_size=FONT_SIZE - 1)
    fig.update_layout(barmode="stack", bargap=0.1, margin={"t": 105})
    fig.update_layout(legend={**ABOVE, "y": 1 + 28 / height})
    return fig


def describe_selection_over_k(states: Sequence[SPLState], pair: DomainPair) -> str:
    """Alt text of `selection_over_k`."""
    ks, parts, _ = _counts_over_k(states, pair, None)
    totals = sum(counts for _, _, counts in parts)
    grown = [int(row.sum()) for row in np.atleast_2d(totals)]
    if not len(ks):
        return "No iteration has selected samples yet."
    return (
        f"Selected samples of {pair.n_classes} classes: {grown[0]} in all at iteration {ks[0]}, "
        f"{grown[-1]} of {pair.n_target} at iteration {ks[-1]}."
    )


def confidence_strips(
    state: SPLState, previous: SPLState | None, pair: DomainPair, *, by: str = "rank"
) -> go.Figure:
    """A strip per pseudo-class, most confident sample first, with the cut of S_k.

    `by` is ``"rank"`` (share of the class that is more confident) or ``"confidence"`` (the raw
    maximum of Eq. 13). Filled marks are selected. `customdata[0]` is a sample's row over both
    domains, source first.
    """
    if by not in ("rank", "confidence"):
        raise ValueError(f"by={by!r} is not known; use 'rank' or 'confidence'.")
    before = check_previous(state, previous)
    labels, n = before.pseudo_labels, state.n_classes
    sizes = np.bincount(labels, minlength=n)
    x = before.confidence if by == "confidence" else 100 * (before.rank + 0.5) / sizes[labels]
    fig = go.Figure()
    for name, color, symbol, where in _strip_parts(state, labels, pair):
        rows = np.flatnonzero(where)
        fig.add_trace(
            go.Scattergl(
                x=x[rows], y=labels[rows], mode="markers", name=name,
                marker={"symbol": symbol, "size": 8, "color": color},
                customdata=_strip_hover(rows, before, pair),
                hovertemplate="target sample %{customdata[1]}, %{customdata[2]}<br>rank "
                f"%{{customdata[3]}}, confidence %{{customdata[4]:.4f}}<br>{name}<extra></extra>",
            )
        )  # fmt: skip
    cut = _cuts(state, before, by)
    fig.add_trace(
        go.Scatter(
            x=cut, y=np.arange(n), mode="markers", name="cut", hoverinfo="skip",
            marker={"symbol": "line-ns-open", "size": 18, "color": GREY, "line": {"width": 3}},
        )
    )  # fmt: skip
    unit = "raw, no unit" if by == "confidence" else "% of the class, most confident first"
    title = f"Confidence of the labels that iteration {state.k} selects from"
    styled(fig, title, f"{by} ({unit})", "pseudo-class", height=rows_height(n))
    fig.update_yaxes(
        **class_axis(pair.class_names or (), most=100), range=[n - 0.5, -0.5], showgrid=False
    )
    fig.update_xaxes(autorange="reversed" if by == "confidence" else None, zeroline=False)
    fig.update_layout(legend=ABOVE, margin={"t": 95})
    return fig


def describe_strips(state: SPLState, previous: SPLState | None, pair: DomainPair) -> str:
    """Alt text of `confidence_strips`."""
    before = check_previous(state, previous)
    ends = before.confidence.min(), before.confidence.max()
    return (
        f"{len(before.confidence)} target samples by confidence within {pair.n_classes} "
        f"pseudo-classes, from {ends[1]:.4f} down to {ends[0]:.4f}; the "
        f"{int(state.selected.sum())} before the cut are selected at iteration {state.k}."
    )


def selection_what_if(previous: SPLState, k: int, T: int, pair: DomainPair) -> go.Figure:
    """Class-wise against global selection of iteration k: samples taken of each pseudo-class."""
    counts = _what_if(previous, k, T)
    n, y = previous.n_classes, np.arange(previous.n_classes)
    fig = go.Figure()
    for name, color in (("class-wise", SOURCE), ("global", TARGET)):
        fig.add_trace(
            go.Bar(
                x=counts[name], y=y, orientation="h", name=name,
                marker={"color": color, "line": {"width": 0}},
                customdata=np.array(pair.class_names, dtype=object),
                hovertemplate=f"%{{customdata}}, {name}: %{{x}} samples<extra></extra>",
            )
        )  # fmt: skip
    starved = int(np.count_nonzero((counts["global"] == 0) & (counts["class-wise"] > 0)))
    title = f"Class-wise against global selection at iteration {k}: {starved} classes starve"
    styled(fig, title, "selected target samples", "pseudo-class", height=rows_height(n, around=170))
    fig.update_yaxes(
        **class_axis(pair.class_names or (), most=100), range=[n - 0.5, -0.5], showgrid=False
    )
    fig.update_layout(barmode="group", bargap=0.2, legend=ABOVE, margin={"t": 95})
    return fig


def describe_what_if(previous: SPLState, k: int, T: int, pair: DomainPair) -> str:
    """Alt text of `selection_what_if`."""
    counts = _what_if(previous, k, T)
    starved = np.flatnonzero((counts["global"] == 0) & (counts["class-wise"] > 0))
    names = ", ".join(names_of(starved[:5], pair.class_names or ()))
    more = " and others" if len(starved) > 5 else ""
    tail = f" ({names}{more})" if len(starved) else ""
    return (
        f"At iteration {k} a global selection takes from {counts['global'].min()} to "
        f"{counts['global'].max()} samples of a class, the class-wise one from "
        f"{counts['class-wise'].min()} to {counts['class-wise'].max()}; under the global one "
        f"{len(starved)} classes get none{tail}."
    )


def entered_and_left(state: SPLState, earlier: SPLState) -> tuple[Array, Array]:
    """Target rows that are selected in `state` but not in `earlier`, and the other way round."""
    new, old = state.selected, earlier.selected
    return np.flatnonzero(new & ~old), np.flatnonzero(old & ~new)


def _what_if(previous: SPLState, k: int, T: int) -> dict[str, Array]:
    labels = previous.pseudo_labels
    return {
        how: np.bincount(
            labels[select(labels, previous.confidence, k, T, selection=how)],
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

    def count(which: Any) -> Array:
        rows = [np.bincount(y[s.selected & which(y)], minlength=n) for s, y in steps]
        return np.array(rows, dtype=int).reshape(-1, n)

    parts = [("selected", RIGHT, count(lambda y: True))]
    if pair.yt is not None:
        parts = [
            ("selected, right", RIGHT, count(lambda y: y == pair.yt)),
            ("selected, wrong", WRONG, count(lambda y: y != pair.yt)),
        ]
    sizes = [np.bincount(y, minlength=n) for _, y in steps]
    quota = None
    if T is not None:
        quota = np.array([s.k * z // T for (s, _), z in zip(steps, sizes, strict=True)])
    return [s.k for s, _ in steps], parts, quota


def _strip_parts(
    state: SPLState, labels: Array, pair: DomainPair
) -> list[tuple[str, str, str, Array]]:
    inside = state.selected
    if pair.yt is None:
        return [
            ("selected", RIGHT, "square", inside),
            ("not selected", GREY, "square-open", ~inside),
        ]
    right = labels == pair.yt
    return [
        ("selected, right", RIGHT, "square", inside & right),
        ("selected, wrong", WRONG, "square", inside & ~right),
        ("not selected, right", RIGHT, "square-open", ~inside & right),
        ("not selected, wrong", WRONG, "square-open", ~inside & ~right),
    ]


def _strip_hover(rows: Array, before: SPLState, pair: DomainPair) -> Array:
    data = np.empty((len(rows), 5), dtype=object)
    data[:, 0] = rows + pair.n_source
    data[:, 1] = rows
    data[:, 2] = names_of(before.pseudo_labels[rows], pair.class_names or ())
    data[:, 3] = before.rank[rows]
    data[:, 4] = before.confidence[rows]
    return data


def _cuts(state: SPLState, before: SPLState, by: str) -> Array:
    """Where each class is cut: between its last selected sample and the next; nan if empty."""
    n = before.n_classes
    cuts = np.full(n, np.nan)
    for c in range(n):
        members = np.flatnonzero(before.pseudo_labels == c)
        m = int(state.selected[members].sum())
        if by == "rank":
            cuts[c] = 100 * m / len(members) if len(members) else np.nan
        elif 0 < m < len(members):
            ordered = np.sort(before.confidence[members])[::-1]
            cuts[c] = (ordered[m - 1] + ordered[m]) / 2
    return cuts
