"""The subset S_k: how many samples of each class it takes, and how many are labelled correctly.

S_k uses the pseudo-labels of state k − 1, `previous` here. Samples that an open run has rejected by
k have no class: they count nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.data.words import percent
from spl.figures.curves import add_curve, over_iterations
from spl.figures.layout import (
    check_previous,
    class_rows,
    ratio,
    row_stroke,
    rows_height,
    styled,
)
from spl.figures.names import hover_data, shown_names
from spl.figures.palette import AGREE, CORRECT, DISAGREE, GREY, WRONG
from spl.measures.evaluation import accuracy

if TYPE_CHECKING:
    import pandas as pd

REST = "rgba(138, 143, 152, 0.35)"  # not selected


def selected_by_class(
    state: SPLState, previous: SPLState | None, pair: DomainPair, *, T: int | None = None
) -> go.Figure:
    """Per pseudo-class, how many target samples are selected at k, with a correct or a wrong label.

    Parameters
    ----------
    state, previous : SPLState
        Iterations k and k − 1 (None for k = 0).
    pair : DomainPair
        With target labels the selected are told apart by correct and wrong labels.
    T : int, optional
        Number of iterations: draws the quota ⌊k·n_c/T⌋.
    """
    labels = check_previous(state, previous).pseudo_labels
    n, y = state.n_classes, np.arange(state.n_classes)
    parts = selected_parts(state.selected, labels, pair)
    parts.append(("not selected", REST, ~state.selected & ~state.rejected))
    sizes = np.bincount(labels[~state.rejected], minlength=n)
    fig = go.Figure()
    for name, color, inside in parts:
        counts = np.bincount(labels[inside], minlength=n)
        shares = [percent(share) for share in ratio(counts, sizes)]
        fig.add_bar(
            x=counts, y=y, orientation="h", name=name,
            marker={"color": color, "line": {"width": 0}},
            customdata=hover_data(shown_names(pair.class_names), sizes, shares),
            hovertemplate="%{customdata[0]}: %{x} of %{customdata[1]} samples "
            f"(%{{customdata[2]}})<br>{name}<extra></extra>",
        )  # fmt: skip
    if T is not None:
        fig.add_scatter(
            x=state.k * sizes // T, y=y, mode="markers", name="quota ⌊k·n<sub>c</sub>/T⌋",
            marker=row_stroke(n), cliponaxis=False,
            hovertemplate="quota %{x} samples<extra></extra>",
        )  # fmt: skip
    title = (
        f"Selected at iteration {state.k}: {int(state.selected.sum()):,} of {len(labels):,} samples"
    )
    title += f", {int(state.rejected.sum()):,} rejected" * bool(state.rejected.any())
    styled(fig, title, "target samples", "pseudo-class", height=rows_height(n), legend_room=95)
    fig.update_layout(barmode="stack", bargap=0.25)
    fig.update_xaxes(range=[0, 1.03 * max(int(sizes.max()), 1)])  # a quota of 0 would shift it
    fig.update_yaxes(**class_rows(pair.class_names or ()))
    return fig


def describe_selected(state: SPLState, previous: SPLState | None, pair: DomainPair) -> str:
    """Alt text of `selected_by_class`.

    Parameters
    ----------
    state, previous, pair
        As for `selected_by_class`.
    """
    labels = check_previous(state, previous).pseudo_labels
    counts = np.bincount(labels[state.selected], minlength=state.n_classes)
    text = (
        f"{int(state.selected.sum()):,} of {len(labels):,} target samples are selected at "
        f"iteration {state.k}, from {counts.min()} to {counts.max()} of a class."
    )
    if state.rejected.any():
        text += f" {int(state.rejected.sum()):,} are rejected."
    if pair.yt is None or not state.selected.any():
        return text
    share = accuracy(labels[state.selected], pair.yt[state.selected])
    return f"{text} {percent(share)} of the selected are labelled correctly."


def inside_outside(states: Sequence[SPLState], pair: DomainPair) -> go.Figure:
    """Accuracy inside and outside S_k over k, of the labels of k − 1 that S_k is selected by.

    Without target labels: the share on which NCP and SP agree, inside and outside.

    Parameters
    ----------
    states : sequence of SPLState
        States 0 … k, in order.
    pair : DomainPair
    """
    ks, inside, outside, counts = _inside_outside(states, pair)
    what, axis = ("Accuracy", "accuracy (%)")
    if pair.yt is None:
        what, axis = ("Agreement of NCP and SP", "agreement (%)")
    fig = go.Figure()
    for name, values, color, dash, symbol, n in (
        ("inside S<sub>k</sub>", inside, AGREE, "solid", "circle", counts[:, 0]),
        ("outside S<sub>k</sub>", outside, DISAGREE, "dash", "square", counts[:, 1]),
    ):
        hover = f"iteration %{{x}}, {name}<br>{what} %{{y:.1f}} %<br>%{{customdata}} samples"
        add_curve(fig, ks, 100 * values, name, hover, color, symbol=symbol, dash=dash, customdata=n)
    return over_iterations(fig, f"{what} inside and outside the selection", axis, len(ks))


def describe_inside_outside(states: Sequence[SPLState], pair: DomainPair) -> str:
    """Alt text of `inside_outside`: the first and the last iteration with both.

    Parameters
    ----------
    states, pair
        As for `inside_outside`.
    """
    ks, inside, outside, _ = _inside_outside(states, pair)
    what = "labelled correctly" if pair.yt is not None else "labelled alike by NCP and SP"
    both = np.flatnonzero(np.isfinite(inside) & np.isfinite(outside))
    if not len(both):
        return "No iteration has samples both inside and outside the selection."
    parts = [
        f"at iteration {ks[i]} {percent(inside[i])} of the selected samples are {what} and "
        f"{percent(outside[i])} of the others"
        for i in sorted({int(both[0]), int(both[-1])})
    ]
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def selection_table(
    state: SPLState, previous: SPLState | None, pair: DomainPair, *, T: int | None = None
) -> pd.DataFrame:
    """`selected_by_class` as numbers: one row per class.

    Columns: class, samples, selected, selected (%), quota (with `T`), and where target labels
    exist correct, selected (%) and correct, others (%); nan where a class has none.

    Parameters
    ----------
    state, previous, pair, T
        As for `selected_by_class`.
    """
    import pandas as pd

    labels = check_previous(state, previous).pseudo_labels
    n = state.n_classes
    sizes = np.bincount(labels[~state.rejected], minlength=n)
    taken = np.bincount(labels[state.selected], minlength=n)
    columns: dict[str, Any] = {
        "class": list(pair.class_names or ()),
        "samples": sizes,
        "selected": taken,
        "selected (%)": 100 * ratio(taken, sizes),
    }
    if T is not None:
        columns["quota"] = state.k * sizes // T
    if pair.yt is not None:
        shares, _ = good_by_class(state, check_previous(state, previous), pair)
        columns["correct, selected (%)"], columns["correct, others (%)"] = 100 * shares.T
    return pd.DataFrame(columns)


def selected_parts(
    selected: Array, labels: Array, pair: DomainPair
) -> list[tuple[str, str, Array]]:
    """Name, colour and samples (n_target,) of the selected, apart by correct and wrong if known.

    Parameters
    ----------
    selected : ndarray of shape (n_target,), bool
    labels : ndarray of shape (n_target,), ints
        Pseudo-labels.
    pair : DomainPair
    """
    if pair.yt is None:
        return [("selected", CORRECT, selected)]
    correct = labels == pair.yt
    parts = [
        ("selected, correct", CORRECT, selected & correct),
        ("selected, wrong", WRONG, selected & ~correct & pair.counted),
    ]
    if not pair.counted.all():
        parts.append(("selected, no true label", GREY, selected & ~pair.counted))
    return parts


def good_labels(state: SPLState, pair: DomainPair) -> Array:
    """Which labels (n_target,) are correct; without target labels, where NCP and SP agree.

    Parameters
    ----------
    state : SPLState
        Whose labels are meant.
    pair : DomainPair
    """
    if pair.yt is None:
        return np.asarray(state.ncp_labels == state.sp_labels)
    return np.asarray(state.pseudo_labels == pair.yt)


def good_by_class(state: SPLState, before: SPLState, pair: DomainPair) -> tuple[Array, Array]:
    """Shares of `good_labels` inside and outside S_k (C, 2), and numbers of samples (C, 2).

    Labels are those of `before`, the state that S_k is selected from. A share is nan where there
    is no sample.

    Parameters
    ----------
    state : SPLState
        Iteration k, which has S_k.
    before : SPLState
        Iteration k − 1, or state 0 itself.
    pair : DomainPair
    """
    labels, good, n = before.pseudo_labels, good_labels(before, pair), state.n_classes
    sides = [side & pair.counted for side in (state.selected, ~state.selected & ~state.rejected)]
    counts = np.stack([np.bincount(labels[side], minlength=n) for side in sides], axis=1)
    hits = np.stack([np.bincount(labels[side & good], minlength=n) for side in sides], axis=1)
    return ratio(hits, counts), counts


def _inside_outside(
    states: Sequence[SPLState], pair: DomainPair
) -> tuple[Array, Array, Array, Array]:
    """Iterations (m,), shares inside and outside (m,), sample counts of both (m, 2)."""
    steps = [(s, p) for p, s in zip(states, states[1:], strict=False) if s.k == p.k + 1]
    shares, counts = np.empty((len(steps), 2)), np.empty((len(steps), 2), dtype=int)
    for i, (state, previous) in enumerate(steps):
        good = good_labels(previous, pair)
        for j, side in enumerate((state.selected, ~state.selected & ~state.rejected)):
            where = side & pair.counted
            counts[i, j] = where.sum()
            shares[i, j] = good[where].mean() if where.any() else np.nan
    return np.array([s.k for s, _ in steps], dtype=int), shares[:, 0], shares[:, 1], counts
