"""How many labels are correct inside S_k and outside it, class by class."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.data.words import counted, percent
from spl.figures.layout import check_previous, class_rows, row_pixels, rows_height, styled
from spl.figures.names import hover_data, shown_names
from spl.figures.palette import AGREE, DISAGREE, GREY
from spl.figures.selection import good_by_class


def precision_by_class(state: SPLState, previous: SPLState | None, pair: DomainPair) -> go.Figure:
    """Per pseudo-class, the share of good labels inside the selection and outside it.

    Good labels are the correct ones; without target labels, those on which NCP and SP agree.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    previous : SPLState or None
        Iteration k − 1; None at k = 0.
    pair : DomainPair
    """
    shares, counts = good_by_class(state, check_previous(state, previous), pair)
    n, y = state.n_classes, np.arange(state.n_classes)
    what = "correct" if pair.yt is not None else "NCP and SP agree"
    sizes = (9, 14) if row_pixels(n) > 18 else (7, 10)
    ends = np.column_stack([100 * shares, np.full(n, np.nan)])  # nan: a gap between classes
    fig = go.Figure(
        go.Scatter(
            x=ends.ravel(), y=np.repeat(y, 3), mode="lines", hoverinfo="skip", showlegend=False,
            line={"color": GREY, "width": 2},
        )
    )  # fmt: skip
    looks = (("inside", AGREE, "circle", 0), ("outside", DISAGREE, "square-open", 2.5))
    for j, (name, color, symbol, stroke) in enumerate(looks):
        fig.add_scatter(
            x=100 * shares[:, j], y=y, mode="markers", name=f"{name} S<sub>k</sub>",
            marker={"color": color, "symbol": symbol, "size": sizes[j],
                    "line": {"width": stroke}},
            customdata=hover_data(shown_names(pair.class_names), counts[:, j]),
            hovertemplate=f"%{{customdata[0]}}, {name} the selection<br>{what} %{{x:.1f}} % "
            "of %{customdata[1]} samples<extra></extra>",
        )  # fmt: skip
    title = f"Labels inside and outside the selection, iteration {state.k}"
    x = f"{what} (% of the samples)"
    styled(fig, title, x, "pseudo-class", height=rows_height(n), legend_room=95)
    fig.update_xaxes(range=[-3, 103])
    return fig.update_yaxes(**class_rows(pair.class_names or ()))


def describe_precision(state: SPLState, previous: SPLState | None, pair: DomainPair) -> str:
    """Alt text of `precision_by_class`: in how many classes the selected are better.

    Parameters
    ----------
    state, previous, pair
        As for `precision_by_class`.
    """
    shares, _ = good_by_class(state, check_previous(state, previous), pair)
    inside, outside = shares.T
    both = np.isfinite(inside) & np.isfinite(outside)
    better = int((inside[both] > outside[both]).sum())
    worse = int((inside[both] < outside[both]).sum())
    what = "labelled correctly" if pair.yt is not None else "labelled alike by NCP and SP"
    mean = ""
    if both.any():
        mean = (
            f" On average over these classes {percent(inside[both].mean())} against "
            f"{percent(outside[both].mean())} are {what}."
        )
    return (
        f"{counted(int(both.sum()), 'class has', 'classes have')} samples both inside "
        f"and outside the selection at iteration {state.k}; in {better} of them the selected are "
        f"more often {what} than the others, in {worse} less often.{mean}"
    )
