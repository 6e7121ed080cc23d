"""One target sample's class probabilities, as bars."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from spl.explain.sample import TopClasses
from spl.figures.layout import named_axis, styled
from spl.figures.names import shown_names
from spl.figures.palette import GREY, SOURCE, TARGET


def probability_bars(top: TopClasses, k: int) -> go.Figure:
    """p1 (NCP, Eq. 10) and p2 (SP, Eq. 12) of the likeliest classes; a diamond at p (Eq. 13).

    Parameters
    ----------
    top : TopClasses
        The likeliest classes of the sample.
    k : int
        Iteration.
    """
    y, names = np.arange(len(top.names)), shown_names(top.names)
    fig = go.Figure()
    for name, values, color in (("p1 (NCP)", top.p1, SOURCE), ("p2 (SP)", top.p2, TARGET)):
        fig.add_bar(
            x=values, y=y, orientation="h", name=name, marker={"color": color},
            customdata=names,
            hovertemplate=f"%{{customdata}}<br>{name} %{{x:.4f}}<extra></extra>",
        )  # fmt: skip
    fig.add_scatter(
        x=top.p, y=y, mode="markers", name="p",
        customdata=names,
        marker={"symbol": "diamond-open", "size": 12, "color": GREY, "line": {"width": 2}},
        hovertemplate="%{customdata}<br>p %{x:.4f}<extra></extra>",
    )  # fmt: skip
    title = f"Class probabilities at iteration {k}"
    styled(fig, title, "probability (no unit)", "", height=130 + 42 * len(y))
    fig.update_yaxes(**named_axis(names), autorange="reversed")
    fig.update_xaxes(range=[0, 1.1 * float(np.max([top.p1, top.p2]))], nticks=6)
    return fig.update_layout(barmode="group", bargap=0.25, legend={"traceorder": "normal"})


def describe_bars(top: TopClasses, k: int) -> str:
    """Alt text of `probability_bars`.

    Parameters
    ----------
    top, k
        As for `probability_bars`.
    """
    parts = [
        f"{name} {p:.4f} (NCP {p1:.4f}, SP {p2:.4f})"
        for name, p, p1, p2 in zip(top.names, top.p, top.p1, top.p2, strict=True)
    ]
    return f"Class probabilities of the sample at iteration {k}: {'; '.join(parts)}."
