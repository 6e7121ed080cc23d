"""Target clusters matched with source classes (Eq. 11): distances, pairs, margins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.data.words import counted
from spl.figures.cells import heatmap
from spl.figures.layout import (
    class_columns,
    class_rows,
    ratio,
    row_pixels,
    rows_height,
    styled,
)
from spl.figures.names import hover_data, listed, name_column, shown_names
from spl.figures.palette import sequential_colors

if TYPE_CHECKING:
    import pandas as pd

KEPT, MOVED, OUTLINE = "#D55E00", "#E69F00", "#1A1A1A"
MOVED_NAME = "matched with a class it did not start at"
MOST_NAMED = 12  # pairs that a sentence lists


def matching_heatmap(
    state: SPLState, class_names: Sequence[str], *, dark: bool = False
) -> go.Figure:
    """Distance of each cluster centre (row) to each class prototype (column), pairs marked.

    Row i is the cluster that K-means started at the prototype of class i; a cluster that lost all
    its samples stays there, at distance 0. Squares mark pairs that keep this order, crosses those
    where the matching departs from it. Rows and columns of dropped classes are empty.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    class_names : sequence of C str
        As the user gave them.
    dark : bool
        Colours for a dark page.
    """
    names, n = list(class_names), state.n_classes
    sizes = np.bincount(state.cluster_labels, minlength=n)
    out = state.dropped[:, None] | state.dropped
    fig = heatmap(
        np.where(out, np.nan, state.matching_cost),
        hover_data(name_column(names), shown_names(names), sizes[:, None]),
        "cluster started at %{customdata[0]}, %{customdata[2]} samples"
        "<br>class %{customdata[1]}<br>distance %{z:.3f}",
        "distance (no unit)",
        sequential_colors(6, dark=dark)[::-1],  # near stands out
    )
    kept = state.matching == np.arange(n)
    size = float(row_pixels(n))
    for name, symbol, color, line, rows in (
        ("matched", "square-open", KEPT, KEPT, np.flatnonzero(kept & ~state.dropped)),
        (MOVED_NAME, "x", MOVED, OUTLINE, np.flatnonzero(~kept)),
    ):
        if not len(rows):
            continue
        fig.add_scatter(
            x=state.matching[rows], y=rows, mode="markers", name=name, hoverinfo="skip",
            marker={"symbol": symbol, "size": size if name == "matched" else 0.7 * size,
                    "color": color, "line": {"width": 2 if n <= 40 else 1.5, "color": line}},
        )  # fmt: skip
    of = f"{state.matching_moved} of {np.count_nonzero(~state.dropped)}"
    title = f"Clusters and classes at iteration {state.k}: {of} change class"
    height = rows_height(n, least=440, around=190)
    y = "cluster, by the class it started at"
    styled(fig, title, "class prototype", y, height=height, legend_room=95)
    fig.update_xaxes(**class_columns(names))
    fig.update_yaxes(**class_rows(names))
    return fig.update_layout(showlegend=True)


def describe_heatmap(state: SPLState, class_names: Sequence[str]) -> str:
    """Alt text of `matching_heatmap`.

    Parameters
    ----------
    state, class_names
        As for `matching_heatmap`.
    """
    held = np.unique(state.cluster_labels)  # an empty cluster stays at its prototype: no distance
    d = state.matching_cost[held, state.matching[held]]
    nearest, farthest = (class_names[state.matching[held[i]]] for i in (d.argmin(), d.argmax()))
    return (
        f"Distances of {np.count_nonzero(~state.dropped)} cluster centres to the class prototypes "
        f"at iteration "
        f"{state.k}; matched pairs are {d.mean():.2f} apart on average, from {d.min():.2f} "
        f"({nearest}) to {d.max():.2f} ({farthest}). "
        f"{counted(state.matching_moved, 'cluster is', 'clusters are')} matched with a class that "
        "K-means did not start there."
    )


def matching_rows(
    state: SPLState, pair: DomainPair, *, margins: Array | None = None
) -> pd.DataFrame:
    """The pairs as a table, nearest first; clusters without samples last, dropped classes left out.

    Columns: cluster, class, distance (nan for a cluster without samples, which stayed where it
    started), samples (of the target in the cluster), started at, moved; truly of this class (%)
    where target labels exist, nan for an empty cluster; margin where `margins` (of
    `matching_margins`) is given.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    pair : DomainPair
    margins : ndarray of shape (C,), optional
        Of `matching_margins`, by cluster.
    """
    import pandas as pd

    n, names = state.n_classes, np.array(pair.class_names, dtype=object)
    sizes = np.bincount(state.cluster_labels, minlength=n)
    columns = {
        "cluster": np.arange(n),
        "class": names[state.matching],
        "distance": np.where(sizes > 0, state.matching_cost[np.arange(n), state.matching], np.nan),
        "samples": sizes,
        "started at": names,
        "moved": state.matching != np.arange(n),
    }
    if pair.yt is not None:
        true = state.matching[state.cluster_labels] == pair.yt
        hits = np.bincount(state.cluster_labels, weights=true, minlength=n)
        of = np.bincount(state.cluster_labels[pair.counted], minlength=n)
        columns["truly of this class (%)"] = 100 * ratio(hits, of)
    if margins is not None:
        columns["margin"] = margins
    table = pd.DataFrame(columns)[~state.dropped]
    return table.sort_values("distance", kind="stable", ignore_index=True)  # nan comes last


def explain_order(state: SPLState, class_names: Sequence[str]) -> str:
    """In words: which clusters are matched with a class they did not start at, and why.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    class_names : sequence of C str
        As the user gave them.
    """
    own, n = np.arange(state.n_classes), np.count_nonzero(~state.dropped)
    left = " of the classes that are left" * bool(state.dropped.any())
    moved = np.flatnonzero(state.matching != own)
    if not len(moved):
        return (
            f"All {n} clusters{left} are matched with the class whose prototype K-means started "
            f"them from: here no cluster changes class.{_explain_nearer(state, class_names)}"
        )
    cost = state.matching_cost
    saved = cost[own, own].sum() - cost[own, state.matching].sum()
    pairs = [f"{class_names[i]} → {class_names[state.matching[i]]}" for i in moved.tolist()]
    return (
        f"{len(moved)} of {n} clusters{left} change class (started at → matched with): "
        f"{listed(pairs, MOST_NAMED)}. After K-means, another pairing had a smaller total "
        f"distance: leaving each cluster its first class would make the total {saved:.3f} "
        f"longer.{_explain_nearer(state, class_names)}"
    )


def _explain_nearer(state: SPLState, class_names: Sequence[str]) -> str:
    """In words: which clusters one-to-one matching keeps from the class they lie nearest to."""
    nearest = np.where(state.dropped, np.inf, state.matching_cost).argmin(axis=1)
    held = np.bincount(state.cluster_labels, minlength=state.n_classes) > 0
    kept = np.flatnonzero((nearest != state.matching) & held)
    if not len(kept):
        return ""
    pairs = [
        f"{class_names[state.matching[i]]} (nearest: {class_names[nearest[i]]})"
        for i in kept.tolist()
    ]
    lie = counted(len(kept), "cluster lies", "clusters lie")
    return (
        f" {lie} nearer to another class, which one-to-one matching gives to another cluster: "
        f"matched with {listed(pairs, MOST_NAMED)}."
    )


def explain_empty(state: SPLState, class_names: Sequence[str]) -> str:
    """In words: which clusters lost all their samples and what follows; empty if none did.

    Dropped classes have no cluster.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    class_names : sequence of C str
        As the user gave them.
    """
    sizes = np.bincount(state.cluster_labels, minlength=state.n_classes)
    empty = np.flatnonzero((sizes == 0) & ~state.dropped)
    if not len(empty):
        return ""
    names = listed([f"{class_names[i]}: no sample" for i in empty.tolist()], MOST_NAMED)
    return (
        f"{names}. All target samples lie nearer to another cluster's centre, so such a "
        "cluster stays at the prototype that K-means started it from. It may still be matched, "
        "but its distance, mostly 0, does not show a good match: no target sample went into it."
    )
