"""How right the labels inside S_k are against those outside, class by class."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.iteration import SPLState
from spl.data.pair import Array, DomainPair
from spl.figures.layout import (
    ABOVE,
    check_previous,
    class_rows,
    percent,
    row_pixels,
    rows_height,
    shown_names,
    styled,
)
from spl.figures.palette import AGREE, DISAGREE, GREY


def precision_by_class(state: SPLState, previous: SPLState | None, pair: DomainPair) -> go.Figure:
    """Per pseudo-class, the share of good labels inside the selection and outside it.

    Good is: right, where target labels exist; without them: NCP and SP agree.
    """
    inside, outside, counts = _by_class(state, previous, pair)
    n, y = state.n_classes, np.arange(state.n_classes)
    what = "right" if pair.yt is not None else "NCP and SP agree"
    sizes = (9, 14) if row_pixels(n) > 18 else (7, 10)
    ends = np.stack([100 * inside, 100 * outside, np.full(n, np.nan)], axis=1)
    fig = go.Figure(
        go.Scatter(
            x=ends.ravel(), y=np.repeat(y, 3), mode="lines", hoverinfo="skip", showlegend=False,
            line={"color": GREY, "width": 2},
        )
    )  # fmt: skip
    for j, (name, values, color, symbol) in enumerate(
        (("inside", inside, AGREE, "circle"), ("outside", outside, DISAGREE, "square-open"))
    ):
        data = np.empty((n, 2), dtype=object)
        data[:, 0], data[:, 1] = shown_names(pair.class_names), counts[:, j]
        fig.add_scatter(
            x=100 * values, y=y, mode="markers", name=f"{name} S<sub>k</sub>",
            marker={"color": color, "symbol": symbol, "size": sizes[j],
                    "line": {"width": 0 if j == 0 else 2.5}}, customdata=data,
            hovertemplate=f"%{{customdata[0]}}, {name} the selection<br>{what} %{{x:.1f}} % "
            "of %{customdata[1]} samples<extra></extra>",
        )  # fmt: skip
    title = f"Labels inside and outside the selection, iteration {state.k}"
    styled(fig, title, f"{what} (% of the samples)", "pseudo-class", height=rows_height(n))
    fig.update_xaxes(range=[-3, 103])
    fig.update_yaxes(**class_rows(pair.class_names or ()))
    fig.update_layout(legend=ABOVE, margin={"t": 95})
    return fig


def describe_precision(state: SPLState, previous: SPLState | None, pair: DomainPair) -> str:
    """Alt text of `precision_by_class`: in how many classes the selected are better."""
    inside, outside, _ = _by_class(state, previous, pair)
    both = np.isfinite(inside) & np.isfinite(outside)
    better = int((inside[both] > outside[both]).sum())
    worse = int((inside[both] < outside[both]).sum())
    what = "labelled rightly" if pair.yt is not None else "labelled alike by NCP and SP"
    mean = ""
    if both.any():
        mean = (
            f" On average over these classes {percent(inside[both].mean())} against "
            f"{percent(outside[both].mean())} are {what}."
        )
    return (
        f"{int(both.sum())} classes have samples both inside and outside the selection at "
        f"iteration {state.k}; in {better} of them the selected are more often {what} than the "
        f"others, in {worse} less often.{mean}"
    )


def _by_class(
    state: SPLState, previous: SPLState | None, pair: DomainPair
) -> tuple[Array, Array, Array]:
    """Shares inside and outside (C,), nan where there is no sample, and their counts (C, 2)."""
    before = check_previous(state, previous)
    labels, n = before.pseudo_labels, state.n_classes
    good = labels == pair.yt if pair.yt is not None else before.ncp_labels == before.sp_labels
    shares, counts = np.full((n, 2), np.nan), np.zeros((n, 2), dtype=int)
    for j, where in enumerate((state.selected, ~state.selected)):
        counts[:, j] = np.bincount(labels[where], minlength=n)
        hits = np.bincount(labels[where & good], minlength=n)
        np.divide(hits, counts[:, j], out=shares[:, j], where=counts[:, j] > 0)
    return shares[:, 0], shares[:, 1], counts
