"""Confidence of each pseudo-class's samples, in order, with the cut that makes S_k."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.selection import confidence_rank
from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.figures.layout import (
    check_previous,
    class_rows,
    names_of,
    row_pixels,
    row_stroke,
    rows_height,
    styled,
)
from spl.figures.names import hover_data
from spl.figures.palette import GREY
from spl.figures.selection import selected_parts


def confidence_strips(
    state: SPLState, previous: SPLState | None, pair: DomainPair, *, by: str = "rank"
) -> go.Figure:
    """A strip per pseudo-class, the most confident sample first, with the cut of S_k.

    `by` is ``"rank"`` (share of the class that is more confident) or ``"confidence"`` (the raw
    maximum of Eq. 13). Filled marks are selected. `customdata[0]` is a sample's row over both
    domains, source first.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    previous : SPLState or None
        Iteration k − 1; None at k = 0.
    pair : DomainPair
    by : {"rank", "confidence"}
        The axis across.
    """
    if by not in ("rank", "confidence"):
        raise ValueError(f"by={by!r} is not known; use 'rank' or 'confidence'.")
    before = check_previous(state, previous)
    n = state.n_classes
    labels = np.where(state.rejected, n, before.pseudo_labels)  # n: not drawn
    rank, sizes = confidence_rank(labels, before.confidence), np.bincount(labels, minlength=n + 1)
    x = before.confidence if by == "confidence" else 100 * (rank + 0.5) / sizes[labels]
    fig = go.Figure()
    for name, color, symbol, where in _strip_parts(state, labels, pair):
        rows = np.flatnonzero(where)
        fig.add_scattergl(
            x=x[rows], y=labels[rows], mode="markers", name=name,
            marker={"symbol": symbol, "size": min(8, row_pixels(n) - 6), "color": color},
            unselected={"marker": {"opacity": 0.45}},
            customdata=hover_data(
                rows + pair.n_source, rows, names_of(labels[rows], pair.class_names or ()),
                rank[rows], before.confidence[rows],
            ),
            hovertemplate="target sample %{customdata[1]}, %{customdata[2]}<br>rank "
            f"%{{customdata[3]}}, confidence %{{customdata[4]:.4f}}<br>{name}<extra></extra>",
        )  # fmt: skip
    cut = _cuts(state, before, by)
    fig.add_scatter(
        x=cut, y=np.arange(n), mode="markers", name="cut", hoverinfo="skip",
        unselected={"marker": {"opacity": 1}},
        marker=row_stroke(n),
    )  # fmt: skip
    unit = "raw, no unit" if by == "confidence" else "% of the class, most confident first"
    title = f"Confidence of the labels that iteration {state.k} selects from"
    styled(fig, title, f"{by} ({unit})", "pseudo-class", height=rows_height(n), legend_room=95)
    fig.update_yaxes(**class_rows(pair.class_names or ()))
    return fig.update_xaxes(autorange="reversed" if by == "confidence" else None, zeroline=False)


def describe_strips(state: SPLState, previous: SPLState | None, pair: DomainPair) -> str:
    """Alt text of `confidence_strips`.

    Parameters
    ----------
    state, previous, pair
        As for `confidence_strips`.
    """
    before = check_previous(state, previous)
    shown = before.confidence[~state.rejected]
    ends = (shown.min(), shown.max()) if len(shown) else (np.nan, np.nan)
    return (
        f"{len(shown):,} target samples by confidence within {pair.n_classes} "
        f"pseudo-classes, from {ends[1]:.4f} down to {ends[0]:.4f}; the "
        f"{int(state.selected.sum()):,} before the cut are selected at iteration {state.k}."
    )


def _strip_parts(
    state: SPLState, labels: Array, pair: DomainPair
) -> list[tuple[str, str, str, Array]]:
    """Name, colour, symbol and samples of each kind of mark: filled where selected."""
    inside = selected_parts(state.selected, labels, pair)
    outside = selected_parts(~state.selected & ~state.rejected, labels, pair)
    parts = [(name, color, "square", where) for name, color, where in inside]
    for name, color, where in outside:
        shown = GREY if pair.yt is None else color
        parts.append((f"not {name}", shown, "square-open", where))
    return parts


def _cuts(state: SPLState, before: SPLState, by: str) -> Array:
    """Where each class is cut: between its last selected sample and the next; nan if empty."""
    n = before.n_classes
    cuts = np.full(n, np.nan)
    for c in range(n):
        members = np.flatnonzero((before.pseudo_labels == c) & ~state.rejected)
        m = int(state.selected[members].sum())
        if by == "rank":
            cuts[c] = 100 * m / len(members) if len(members) else np.nan
        elif 0 < m < len(members):
            ordered = np.sort(before.confidence[members])[::-1]
            cuts[c] = (ordered[m - 1] + ordered[m]) / 2
    return cuts
