"""Where labels go wrong: confusion matrix, most confused pairs, classes over the iterations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.data.words import percent, with_rejected
from spl.figures.cells import heatmap
from spl.figures.layout import class_columns, class_rows, ratio, rows_height, styled
from spl.figures.names import hover_data, name_column, shown_names
from spl.figures.pairs import LACKING
from spl.figures.palette import sequential_colors
from spl.measures.evaluation import confusion, per_class_accuracy

if TYPE_CHECKING:
    import pandas as pd


def confusion_heatmap(state: SPLState, pair: DomainPair, *, dark: bool = False) -> go.Figure:
    """True class (row) against pseudo-label (column), in % of the true class.

    `customdata` holds the names of both and the number of samples; x and y are class indices.
    Where samples are rejected, the last column counts these, and the last row samples of classes
    that the source lacks.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    pair : DomainPair
    dark : bool
        Colours for a dark page.
    """
    counts = confusion(state.labels, _truth(pair), state.n_classes)
    title = f"Confusion matrix at iteration {state.k}"
    return _crossed(counts, pair, title, "true class", "pseudo-label", dark)


def agreement_heatmap(state: SPLState, pair: DomainPair, *, dark: bool = False) -> go.Figure:
    """NCP's label (row) against SP's (column), in % of NCP's class: needs no target labels.

    Laid out as `confusion_heatmap`. Rejected samples are left out, as from `agreement`.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    pair : DomainPair
    dark : bool
        Colours for a dark page.
    """
    counts = _guesses(state)
    title = f"Where NCP and SP agree and differ, iteration {state.k}"
    return _crossed(counts, pair, title, "class by NCP", "class by SP", dark)


def _guesses(state: SPLState) -> Array:
    """Samples of each class by NCP (row) and by SP (column), without the rejected ones."""
    labelled = ~state.rejected
    return confusion(state.sp_labels[labelled], state.ncp_labels[labelled], state.n_classes)


def _crossed(
    counts: Array, pair: DomainPair, title: str, row: str, column: str, dark: bool
) -> go.Figure:
    """Counts of samples by two kinds of label, drawn as shares of each row."""
    n, names, columns = len(counts), *_both_names(counts, pair)
    share = 100 * ratio(counts, counts.sum(axis=1, keepdims=True))
    share[counts == 0] = np.nan
    hover = hover_data(name_column(names), shown_names(columns), counts)
    text = f"{row} %{{customdata[0]}}<br>{column} %{{customdata[1]}}<br>"
    text += "%{customdata[2]} samples (%{z:.1f} %)"
    colors = sequential_colors(6, dark=dark)
    fig = heatmap(share, hover, text, f"% of the {row}", colors, zmin=0, zmax=100)
    styled(fig, title, column, row, height=rows_height(n, least=420, around=170))
    fig.update_xaxes(**class_columns(columns))
    return fig.update_yaxes(**class_rows(names))


def _both_names(counts: Array, pair: DomainPair) -> tuple[list[str], list[str]]:
    """Of rows and of columns: the classes, and a last one where samples were rejected."""
    names = list(pair.class_names or ())
    return [*names, LACKING][: len(counts)], with_rejected(names)[: len(counts)]


def describe_confusion(state: SPLState, pair: DomainPair) -> str:
    """Alt text of `confusion_heatmap`.

    Parameters
    ----------
    state, pair
        As for `confusion_heatmap`.
    """
    counts = confusion(state.labels, _truth(pair), state.n_classes)
    text = (
        f"{percent(np.trace(counts) / max(counts.sum(), 1))} of {counts.sum():,} target samples "
        f"lie on the diagonal of the confusion matrix at iteration {state.k}."
    )
    worst = confused_pairs(state, pair, 1)
    if not len(worst):
        return text
    row = worst.iloc[0]
    return f"{text} Most often {row['true class']} is labelled {row['pseudo-label']}."


def describe_agreement(state: SPLState, pair: DomainPair) -> str:
    """Alt text of `agreement_heatmap`.

    Parameters
    ----------
    state, pair
        As for `agreement_heatmap`.
    """
    counts = _guesses(state)
    same, n = int(np.trace(counts)), int(counts.sum())
    text = (
        f"NCP and SP give the same class to {same:,} of {n:,} target samples "
        f"({percent(same / max(n, 1))}) at iteration {state.k}."
    )
    worst = differing_pairs(state, pair, 1)
    if not len(worst):
        return text
    row = worst.iloc[0]
    return f"{text} Most often NCP says {row['NCP says']} where SP says {row['SP says']}."


def confused_pairs(state: SPLState, pair: DomainPair, most: int = 10) -> pd.DataFrame:
    """The most confused pairs of classes, most samples first.

    Columns: true class, pseudo-label, samples, of the true class (%), and both indices.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    pair : DomainPair
    most : int
        Rows at most.
    """
    counts = confusion(state.labels, _truth(pair), state.n_classes)
    headers = ("true class", "pseudo-label", "of the true class (%)", "true index", "pseudo index")
    return _most_off_diagonal(counts, pair, most, headers)


def differing_pairs(state: SPLState, pair: DomainPair, most: int = 10) -> pd.DataFrame:
    """The pairs of classes on which NCP and SP differ most, most samples first.

    Columns: NCP says, SP says, samples, of NCP's class (%), and both indices.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    pair : DomainPair
    most : int
        Rows at most.
    """
    counts = _guesses(state)
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
    names, columns = (np.array(both, dtype=object) for both in _both_names(counts, pair))
    of_row, of_column, share, row_index, column_index = headers
    return pd.DataFrame(
        {
            of_row: names[row],
            of_column: columns[column],
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

    Parameters
    ----------
    states : sequence of SPLState
        States 0 … k, in order.
    pair : DomainPair
    dark : bool
        Colours for a dark page.
    """
    z = 100 * _over_k(states, pair)
    known = pair.yt is not None
    what, unit = ("accuracy", "accuracy (%)") if known else ("size", "of an equal share (%)")
    fig = heatmap(
        z, np.repeat(name_column(pair.class_names), len(states), axis=1),
        f"%{{customdata}}, iteration %{{x}}<br>{what} %{{z:.1f}} %", unit,
        sequential_colors(6, dark=dark), x=[s.k for s in states], zmin=0,
        zmax=100 if known else None,
    )  # fmt: skip
    title = "Accuracy of each class" if known else "Size of each pseudo-class"
    styled(fig, f"{title} over the iterations", "iteration k", "class", height=rows_height(len(z)))
    fig.update_xaxes(showgrid=False, dtick=1 if len(states) <= 20 else None)
    return fig.update_yaxes(**class_rows(pair.class_names or ()))


def describe_classes(states: Sequence[SPLState], pair: DomainPair) -> str:
    """Alt text of `classes_over_k`: the best and the worst class at the end.

    Parameters
    ----------
    states, pair
        As for `classes_over_k`.
    """
    last = _over_k(states, pair)[:, -1]
    names = pair.class_names or ()
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
        columns = [per_class_accuracy(s.labels, pair.yt, n) for s in states]
    else:
        even = pair.n_target / n
        columns = [np.bincount(s.labels[~s.rejected], minlength=n) / even for s in states]
    return np.stack(columns, axis=1)


def _truth(pair: DomainPair) -> Array:
    if pair.yt is None:
        raise ValueError(
            "a confusion matrix needs target labels, which this pair lacks; use classes_over_k."
        )
    return pair.yt
