"""The samples of the matched pairs, and how the pairs change over the iterations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.data.words import counted, percent
from spl.figures.cells import heatmap
from spl.figures.layout import class_rows, row_font, rows_height, styled
from spl.figures.matching import MOVED, MOVED_NAME, OUTLINE
from spl.figures.names import hover_data, name_column, shortened, shown_names
from spl.figures.palette import GREY, class_colors, sequential_colors

Ribbons = tuple[Array, Array, Array]  # cluster, class (−1: the source lacks it), % of the target

LACKING = "a class the source lacks"
GAP = 3  # pixels between nodes, at least
ROOM = 70  # pixels above and below the drawing


def matching_sankey(state: SPLState, pair: DomainPair, *, dark: bool = False) -> go.Figure:
    """Clusters on the left, classes on the right, ribbons as wide as their target samples.

    With target labels a ribbon leads to the true class of the samples, without them to their
    pseudo-label. Coloured ribbons lead to the class that the cluster is matched with, grey ones
    elsewhere. `customdata` of a ribbon is cluster and class (−1: one the source lacks).

    Parameters
    ----------
    state : SPLState
        Iteration k.
    pair : DomainPair
    dark : bool
        Colours for a dark page.
    """
    clusters, classes, counts = _composition(state, pair)
    shares = 100 * counts / counts.sum()
    what = "true class" if pair.yt is not None else "pseudo-label"
    rows = max(len(np.unique(clusters)), len(np.unique(classes)))
    height = rows_height(rows, least=380)
    ribbons = clusters, classes, shares
    colors = [*class_colors(state.n_classes, dark=dark), GREY]  # the last: a class that lacks
    fig = go.Figure(
        go.Sankey(
            arrangement="fixed",
            textfont={"color": "#FAFAFA" if dark else "#31333F", "size": row_font(rows),
                      "shadow": "none"},
            node=_nodes(state, pair, ribbons, height - ROOM, row_font(rows) + 1, colors),
            link={
                **_links(state, ribbons, colors),
                "customdata": np.stack([clusters, classes, counts], axis=1).tolist(),
                "hovertemplate": f"cluster %{{customdata[0]}}, {what} %{{target.customdata}}<br>"
                "%{customdata[2]} samples (%{value:.1f} % of the target)<extra></extra>",
            },
            valuesuffix=" %",
        )
    )  # fmt: skip
    styled(fig, f"Clusters by {what} of their samples, iteration {state.k}")
    fig.update_layout(height=height, margin={"t": ROOM - 10, "b": 10})
    return fig


def _nodes(
    state: SPLState,
    pair: DomainPair,
    ribbons: Ribbons,
    height: float,
    least: float,
    colors: list[str],
) -> dict[str, Any]:
    """Clusters that have samples, then classes that are reached: names, colours and places."""
    clusters, classes, shares = ribbons
    names = [*shown_names(pair.class_names), LACKING]
    short = [*shown_names(map(shortened, pair.class_names or ())), LACKING]  # hovers: the whole
    present, reached = np.unique(clusters), np.unique(classes)
    left, right = (np.bincount(np.searchsorted(at, ids), weights=shares)
                   for at, ids in ((present, clusters), (reached, classes)))  # fmt: skip
    pad, places = _node_places(left, right, height, least)
    return {
        "x": [0.001] * len(present) + [0.999] * len(reached),
        "y": places,
        "label": [f"cluster {c} → {short[state.matching[c]]}" for c in present]
        + [short[c] for c in reached],
        "customdata": [f"cluster {c} → {names[state.matching[c]]}" for c in present]
        + [names[c] for c in reached],
        "color": [colors[c] for c in (*state.matching[present], *reached)],
        "pad": pad,
        "thickness": 14,
        "line": {"width": 0},
        "hovertemplate": "%{customdata}: %{value:.1f} % of the target samples<extra></extra>",
    }


def _links(state: SPLState, ribbons: Ribbons, colors: list[str]) -> dict[str, Any]:
    """Between which nodes each ribbon runs, its width and its colour."""
    clusters, classes, shares = ribbons
    own = state.matching[clusters] == classes
    present, source = np.unique(clusters, return_inverse=True)
    _, target = np.unique(classes, return_inverse=True)
    return {
        "source": source.tolist(),
        "target": (len(present) + target).tolist(),
        "value": shares,
        "color": [
            _faded(colors[c] if o else GREY, 0.45 if o else 0.3)
            for c, o in zip(classes, own, strict=True)
        ],
    }


def describe_sankey(state: SPLState, pair: DomainPair) -> str:
    """Alt text of `matching_sankey`.

    Parameters
    ----------
    state, pair
        As for `matching_sankey`.
    """
    clusters, classes, counts = _composition(state, pair)
    share = counts[state.matching[clusters] == classes].sum() / counts.sum()
    empty = state.n_classes - len(np.unique(clusters))
    what = "truly belong to" if pair.yt is not None else "are labelled with"
    return (
        f"At iteration {state.k}, {percent(share)} of the target samples {what} the class that "
        f"their cluster is matched with; {empty} of {state.n_classes} clusters are empty."
    )


def pairs_over_k(states: Sequence[SPLState], pair: DomainPair, *, dark: bool = False) -> go.Figure:
    """Distance of each class's prototype to the centre matched with it, over the iterations.

    Crosses mark clusters that are matched with a class they did not start at. A cluster
    without samples leaves a gap: it stayed where it started, and its distance says nothing.

    Parameters
    ----------
    states : sequence of SPLState
        States 0 … k, in order.
    pair : DomainPair
    dark : bool
        Colours for a dark page.
    """
    n, ks = pair.n_classes, [s.k for s in states]
    clusters = np.stack([np.argsort(s.matching) for s in states], axis=1)  # (C, len(states))
    z = np.stack(
        [s.matching_cost[clusters[:, j], np.arange(n)] for j, s in enumerate(states)], axis=1
    )
    sizes = np.stack([np.bincount(s.cluster_labels, minlength=n) for s in states], axis=1)
    samples = np.take_along_axis(sizes, clusters, axis=0)
    fig = heatmap(
        np.where(samples > 0, z, np.nan),
        hover_data(name_column(pair.class_names), clusters, samples),
        "iteration %{x}<br>%{customdata[0]}: cluster %{customdata[1]}"
        " with %{customdata[2]} samples<br>distance %{z:.3f}",
        "distance (no unit)",
        sequential_colors(6, dark=dark)[::-1],
        x=ks,
        zmin=0,
    )
    rows, columns = np.nonzero(clusters != np.arange(n)[:, None])
    if len(rows):
        fig.add_scatter(
            x=np.array(ks)[columns], y=rows, mode="markers", hoverinfo="skip",
            name=MOVED_NAME, showlegend=True,
            marker={"symbol": "x", "size": 10, "color": MOVED,
                    "line": {"width": 1, "color": OUTLINE}},
        )  # fmt: skip
    title, room = "Matched pairs over the iterations", 95 if len(rows) else 60
    styled(fig, title, "iteration k", "class", height=rows_height(n), legend_room=room)
    fig.update_xaxes(showgrid=False, dtick=1 if len(ks) <= 20 else None)
    return fig.update_yaxes(**class_rows(pair.class_names or ()))


def describe_pairs(states: Sequence[SPLState]) -> str:
    """Alt text of `pairs_over_k`.

    Parameters
    ----------
    states : sequence of SPLState
        States 0 … k, in order.
    """
    first, last = states[0], states[-1]
    means = []
    for s in (first, last):
        held = np.unique(s.cluster_labels)  # an empty cluster stays at its prototype: no distance
        means.append(s.matching_cost[held, s.matching[held]].mean())
    moved = max(s.matching_moved for s in states)
    return (
        f"The mean distance of matched pairs goes from {means[0]:.2f} at iteration {first.k} to "
        f"{means[1]:.2f} at iteration {last.k}; at most "
        f"{counted(moved, 'cluster is', 'clusters are')} at once matched with a class they did not "
        "start at."
    )


def _node_places(
    left: Array, right: Array, height: float, least: float
) -> tuple[float, list[float]]:
    """Padding, and where the centre of each node stands, from the top (0) to the bottom (1).

    Both sides keep the order of the classes, so that ribbons of matched pairs run straight. A node
    takes at least `least` pixels, so that its name does not lie on its neighbour's.
    """
    most = max(len(left), len(right))
    unit = min(_unit(shares, height, least) for shares in (left, right))  # pixels of one per cent
    places: list[float] = []
    for shares in (left, right):
        slots = np.maximum(unit * shares, least)
        gap = (height - slots.sum()) / max(len(slots) - 1, 1)
        centres = np.cumsum(slots) - slots / 2 + gap * np.arange(len(slots))
        places += np.clip(centres / height, 0.001, 0.999).tolist()
    return (height - 100 * unit) / max(most - 1, 1), places


def _unit(shares: Array, height: float, least: float) -> float:
    """Pixels of one per cent with which nodes, none below `least`, and gaps fill the height."""
    room = height - GAP * (len(shares) - 1)
    units = np.linspace(0, room / 100, 200)[1:]
    taken = np.maximum(units[:, None] * shares, least).sum(axis=1)
    fits = units[taken <= room]
    return float(fits[-1] if len(fits) else units[0])


def _composition(state: SPLState, pair: DomainPair) -> tuple[Array, Array, Array]:
    """Cluster, class (−1: one the source lacks) and number of samples of each ribbon."""
    n = state.n_classes
    labels = state.labels if pair.yt is None else pair.yt  # −1 also where a sample is rejected
    table = np.zeros((n, n + 1), dtype=int)
    of = pair.counted
    np.add.at(table, (state.cluster_labels[of], labels[of]), 1)  # −1 counts in the last column
    clusters, classes = np.nonzero(table)
    counts = table[clusters, classes]
    return clusters, np.where(classes == n, -1, classes), counts


def _faded(color: str, alpha: float) -> str:
    r, g, b = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({r}, {g}, {b}, {alpha})"
