"""Where labels go wrong: confusion matrix, most confused pairs, classes over the iterations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.iteration import SPLState
from spl.data.pair import Array, DomainPair
from spl.figures.layout import (
    class_columns,
    class_rows,
    percent,
    rows_height,
    shown_names,
    styled,
)
from spl.figures.palette import sequential_colors
from spl.measures.evaluation import confusion, per_class_accuracy

if TYPE_CHECKING:
    import pandas as pd


def confusion_heatmap(state: SPLState, pair: DomainPair, *, dark: bool = False) -> go.Figure:
    """True class (row) against pseudo-label (column), in % of the true class.

    `customdata` holds the names of both and the number of samples; x and y are class indices.
    """
    counts = confusion(state.pseudo_labels, _truth(pair), state.n_classes)
    title = f"Confusion matrix at iteration {state.k}"
    return _crossed(counts, pair, title, "true class", "pseudo-label", dark)


def agreement_heatmap(state: SPLState, pair: DomainPair, *, dark: bool = False) -> go.Figure:
    """NCP's label (row) against SP's (column), in % of NCP's class: needs no target labels.

    Laid out as `confusion_heatmap`.
    """
    counts = confusion(state.sp_labels, state.ncp_labels, state.n_classes)
    title = f"Where NCP and SP agree and differ, iteration {state.k}"
    return _crossed(counts, pair, title, "class by NCP", "class by SP", dark)


def _crossed(
    counts: Array, pair: DomainPair, title: str, row: str, column: str, dark: bool
) -> go.Figure:
    """Counts of samples by two kinds of label, drawn as shares of each row."""
    n, names = len(counts), list(pair.class_names or ())
    sizes = counts.sum(axis=1, keepdims=True)
    share = np.divide(100.0 * counts, sizes, out=np.zeros((n, n)), where=sizes > 0)
    hover = np.empty((n, n, 3), dtype=object)
    hover[:, :, 1] = shown_names(names)
    hover[:, :, 0] = hover[:, :, 1].T
    hover[:, :, 2] = counts
    fig = go.Figure(
        go.Heatmap(
            z=np.where(counts > 0, share, np.nan), customdata=hover, zmin=0, zmax=100,
            colorscale=_scale(dark), hoverongaps=False,
            colorbar={"title": {"text": f"% of the {row}", "side": "right"}},
            hovertemplate=f"{row} %{{customdata[0]}}<br>{column} %{{customdata[1]}}<br>"
            "%{customdata[2]} samples (%{z:.1f} %)<extra></extra>",
        )
    )  # fmt: skip
    styled(fig, title, column, row, height=rows_height(n, least=420, around=170))
    fig.update_xaxes(**class_columns(names))
    fig.update_yaxes(**class_rows(names))
    return fig


def describe_confusion(state: SPLState, pair: DomainPair) -> str:
    """Alt text of `confusion_heatmap`."""
    counts = confusion(state.pseudo_labels, _truth(pair), state.n_classes)
    text = (
        f"{percent(np.trace(counts) / max(counts.sum(), 1))} of {counts.sum()} target samples lie "
        f"on the diagonal of the confusion matrix at iteration {state.k}."
    )
    worst = confused_pairs(state, pair, 1)
    if not len(worst):
        return text
    row = worst.iloc[0]
    return f"{text} Most often {row['true class']} is labelled {row['pseudo-label']}."


def describe_agreement(state: SPLState, pair: DomainPair) -> str:
    """Alt text of `agreement_heatmap`."""
    n = len(state.pseudo_labels)
    same = int((state.ncp_labels == state.sp_labels).sum())
    text = (
        f"NCP and SP give the same class to {same} of {n} target samples ({percent(same / n)}) at "
        f"iteration {state.k}."
    )
    worst = differing_pairs(state, pair, 1)
    if not len(worst):
        return text
    row = worst.iloc[0]
    return f"{text} Most often NCP says {row['NCP says']} where SP says {row['SP says']}."


def confused_pairs(state: SPLState, pair: DomainPair, most: int = 10) -> pd.DataFrame:
    """The most confused pairs of classes, most samples first.

    Columns: true class, pseudo-label, samples, of the true class (%), and both indices.
    """
    counts = confusion(state.pseudo_labels, _truth(pair), state.n_classes)
    headers = ("true class", "pseudo-label", "of the true class (%)", "true index", "pseudo index")
    return _most_off_diagonal(counts, pair, most, headers)


def differing_pairs(state: SPLState, pair: DomainPair, most: int = 10) -> pd.DataFrame:
    """The pairs of classes on which NCP and SP differ most, most samples first.

    Columns: NCP says, SP says, samples, of NCP's class (%), and both indices.
    """
    counts = confusion(state.sp_labels, state.ncp_labels, state.n_classes)
    headers = ("NCP says", "SP says", "of NCP's class (%)", "NCP index", "SP index")
    return _most_off_diagonal(counts, pair, most, headers)


def _most_off_diagonal(
    counts: Array, pair: DomainPair, most: int, headers: tuple[str, str, str, str, str]
) -> pd.DataFrame:
    import pandas as pd

    sizes = counts.sum(axis=1)
    off = counts - np.diag(np.diag(counts))
    order = np.argsort(-off, axis=None, kind="stable")[:most]
    row, column = np.unravel_index(order[off.flat[order] > 0], off.shape)
    names = np.array(pair.class_names, dtype=object)
    of_row, of_column, share, row_index, column_index = headers
    return pd.DataFrame(
        {
            of_row: names[row],
            of_column: names[column],
            "samples": off[row, column],
            share: 100 * off[row, column] / sizes[row],
            row_index: row,
            column_index: column,
        }
    )


def classes_over_k(
    states: Sequence[SPLState], pair: DomainPair, *, dark: bool = False
) -> go.Figure:
    """Accuracy of each class over the iterations; without labels, its share of the target.

    Without target labels a cell is the number of samples labelled with the class, in % of an
    equal share (the number of target samples over the number of classes).
    """
    n = pair.n_classes
    z = 100 * _over_k(states, pair)
    known = pair.yt is not None
    what, unit = ("accuracy", "accuracy (%)") if known else ("size", "of an equal share (%)")
    hover = np.empty((n, len(states)), dtype=object)
    hover[:] = np.array(shown_names(pair.class_names), dtype=object)[:, None]
    fig = go.Figure(
        go.Heatmap(
            z=z, x=[s.k for s in states], customdata=hover, zmin=0, zmax=100 if known else None,
            colorscale=_scale(dark), hoverongaps=False,
            colorbar={"title": {"text": unit, "side": "right"}},
            hovertemplate=f"%{{customdata}}, iteration %{{x}}<br>{what} %{{z:.1f}} %"
            "<extra></extra>",
        )
    )  # fmt: skip
    title = "Accuracy of each class" if known else "Size of each pseudo-class"
    styled(fig, f"{title} over the iterations", "iteration k", "class", height=rows_height(n))
    fig.update_xaxes(showgrid=False, dtick=1 if len(states) <= 20 else None)
    fig.update_yaxes(**class_rows(pair.class_names or ()))
    return fig


def describe_classes(states: Sequence[SPLState], pair: DomainPair) -> str:
    """Alt text of `classes_over_k`: the best and the worst class at the end."""
    last = _over_k(states, pair)[:, -1]
    names = pair.class_names or ()
    if np.isnan(last).all():
        return "No target label is among the source's classes, so no class has an accuracy."
    low, high = int(np.nanargmin(last)), int(np.nanargmax(last))
    what = "accuracy" if pair.yt is not None else "size against an equal share"
    return (
        f"The {what} of {len(names)} classes over {len(states)} iterations; at the last it goes "
        f"from {percent(last[low])} ({names[low]}) to {percent(last[high])} ({names[high]})."
    )


def _over_k(states: Sequence[SPLState], pair: DomainPair) -> Array:
    """(C, len(states)): accuracy, or size as a share of n_target/C."""
    n = pair.n_classes
    if pair.yt is not None:
        columns = [per_class_accuracy(s.pseudo_labels, pair.yt, n) for s in states]
    else:
        even = pair.n_target / n
        columns = [np.bincount(s.pseudo_labels, minlength=n) / even for s in states]
    return np.stack(columns, axis=1)


def _truth(pair: DomainPair) -> Array:
    if pair.yt is None:
        raise ValueError(
            "a confusion matrix needs target labels, which this pair lacks; use classes_over_k."
        )
    return pair.yt


def _scale(dark: bool) -> list[list[Any]]:
    return [[i / 5, color] for i, color in enumerate(sequential_colors(6, dark=dark))]
