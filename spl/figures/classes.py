"""How labels fare over the iterations: all together and class by class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.data.words import percent
from spl.figures.curves import add_curve, over_iterations
from spl.figures.layout import ratio
from spl.figures.palette import GREY, class_colors
from spl.measures.evaluation import (
    accuracy,
    agreement,
    changed_share,
    mean_entropy,
    per_class_accuracy,
)

if TYPE_CHECKING:
    import pandas as pd

DASHES = ("dash", "dot", "dashdot", "longdash")


def accuracy_over_k(
    states: Sequence[SPLState],
    pair: DomainPair,
    baselines: dict[str, float] | None = None,
    beside: Sequence[SPLState] = (),
) -> go.Figure:
    """Accuracy on the target over the iterations, with what it has to beat.

    Parameters
    ----------
    states : sequence of SPLState
        As many as there are yet.
    pair : DomainPair
        Without target labels: agreement of NCP and SP, entropy, and labels changed since k − 1.
    baselines : dict of str to float, optional
        Accuracy, in [0, 1], of other classifiers by name; drawn as level lines, the best first.
    beside : sequence of SPLState, optional
        A second run of the pair, the right one of a comparison.
    """
    if pair.yt is None:
        return _label_free(states, beside)
    runs = {"SPL, left": states, "SPL, right": beside} if beside else {"SPL": states}
    fig = go.Figure()
    for (name, run), color, symbol in zip(
        runs.items(), class_colors(2), ("circle", "square"), strict=False
    ):
        shares = [100 * accuracy(s.labels, pair.yt) for s in run]
        hover = f"{name}, iteration %{{x}}<br>accuracy %{{y:.1f}} %"
        add_curve(fig, [s.k for s in run], shares, name, hover, color, symbol=symbol)
    ks = [s.k for run in runs.values() for s in run]
    ends = [min(ks, default=0), max(max(ks, default=0), 1)]
    ranked = sorted((baselines or {}).items(), key=lambda bar: -bar[1])  # as they lie in the figure
    for i, (name, share) in enumerate(ranked):
        fig.add_scatter(
            x=ends, y=[100 * share] * 2, mode="lines", name=f"{name}: {percent(share)}",
            line={"color": GREY, "dash": DASHES[i % len(DASHES)], "width": 2},
            hovertemplate=f"{name}<br>accuracy %{{y:.1f}} %<extra></extra>",
        )  # fmt: skip
    return over_iterations(fig, "Accuracy on the target", "accuracy (%)", ends[1])


def describe_accuracy(
    states: Sequence[SPLState],
    pair: DomainPair,
    baselines: dict[str, float] | None = None,
    beside: Sequence[SPLState] = (),
) -> str:
    """Alt text of `accuracy_over_k`.

    Parameters
    ----------
    states, pair, baselines, beside
        As for `accuracy_over_k`.
    """
    first, last = states[0], states[-1]
    if pair.yt is None:
        text = _describe_label_free(first, last)
        right = f" On the right, {_describe_label_free(beside[0], beside[-1])}" if beside else ""
        return f"{text[0].upper()}{text[1:]}{right}"
    start, end = (percent(accuracy(s.labels, pair.yt)) for s in (first, last))
    text = f"Accuracy goes from {start} at iteration {first.k} to {end} at iteration {last.k}."
    if beside:
        start, end = (percent(accuracy(s.labels, pair.yt)) for s in (beside[0], beside[-1]))
        text += f" On the right it goes from {start} to {end}."
    if baselines:
        parts = (f"{name} reaches {percent(share)}" for name, share in baselines.items())
        text += f" {', '.join(parts)}."
    return text


def _describe_label_free(first: SPLState, last: SPLState) -> str:
    return (
        f"from iteration {first.k} to {last.k} the agreement of NCP and SP goes from "
        f"{percent(agreement(first))} to {percent(agreement(last))} and the entropy from "
        f"{percent(mean_entropy(first))} to {percent(mean_entropy(last))} of its maximum."
    )


def class_table(state: SPLState, previous: SPLState | None, pair: DomainPair) -> pd.DataFrame:
    """How each class fares at k: one row per class.

    Columns: class, pseudo-labels (how many), in its cluster, entered and left since k − 1 (0 at
    k = 0), NCP and SP agree (% of the pseudo-labels); where target labels exist also true labels
    (how many), accuracy (% of those) and precision (% of the pseudo-labels). nan where there is no
    sample.

    Parameters
    ----------
    state : SPLState
        Iteration k.
    previous : SPLState or None
        Iteration k − 1; None at k = 0.
    pair : DomainPair
    """
    import pandas as pd

    labels, n = state.labels, state.n_classes
    before = labels if previous is None else previous.labels
    changed, same = labels != before, state.ncp_labels == state.sp_labels

    def counts(of: Array, where: Array) -> Array:
        return np.bincount(of[where & (of >= 0)], minlength=n)  # rejected samples have no class

    sizes = counts(labels, labels >= 0)

    columns: dict[str, Any] = {
        "class": list(pair.class_names or ()),
        "pseudo-labels": sizes,
        "in its cluster": np.bincount(state.matching[state.cluster_labels], minlength=n),
        "entered": counts(labels, changed),
        "left": counts(before, changed),
        "NCP and SP agree (%)": 100 * ratio(counts(labels, same), sizes),
    }
    if pair.yt is not None:
        columns["true labels"] = counts(pair.yt, pair.yt >= 0)
        columns["accuracy (%)"] = 100 * per_class_accuracy(labels, pair.yt, n)
        hits = counts(labels, labels == pair.yt)
        columns["precision (%)"] = 100 * ratio(hits, counts(labels, pair.counted))
    return pd.DataFrame(columns)


def _label_free(states: Sequence[SPLState], beside: Sequence[SPLState]) -> go.Figure:
    fig = go.Figure()
    runs = {", left": states, ", right": beside} if beside else {"": states}
    for (side, run), dash in zip(runs.items(), ("solid", "dash"), strict=False):
        _add_label_free(fig, run, side, dash)
    title = "Without target labels: agreement, entropy and labels that change"
    more = 40 * (len(runs) - 1)  # for the second run's entries in the legend
    last = max(map(len, runs.values())) - 1
    return over_iterations(fig, title, "share (%)", last, height=420 + more, legend_room=120 + more)


def _add_label_free(fig: go.Figure, states: Sequence[SPLState], side: str, dash: str) -> None:
    """Three curves of one run."""
    by_k = {s.k: s for s in states}
    changed = [changed_share(s, by_k.get(s.k - 1)) for s in states]
    curves = {
        "NCP and SP agree (share of samples)": [agreement(s) for s in states],
        "entropy (share of its maximum)": [mean_entropy(s) for s in states],
        "label changed since k − 1 (share of samples)": changed,
    }
    for (name, values), color, symbol in zip(
        curves.items(), class_colors(3), ("circle", "square", "diamond"), strict=True
    ):
        add_curve(
            fig, [s.k for s in states], 100 * np.array(values), name + side,
            "iteration %{x}<br>%{y:.1f} %", color, symbol=symbol, dash=dash,
        )  # fmt: skip
