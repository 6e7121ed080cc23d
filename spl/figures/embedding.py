"""Both domains at one iteration: what stands in where the player cannot run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.data.words import percent
from spl.embedding.frames import Frame
from spl.embedding.sequence import NAMES
from spl.embedding.spaces import BEFORE
from spl.figures.layout import label_marker, names_of, styled
from spl.figures.names import shown_name
from spl.figures.palette import SOURCE, TARGET
from spl.figures.points import coordinates, legend, look, marker
from spl.measures.evaluation import accuracy, agreement

HEIGHT = 620
TARGET_HOVER = "pseudo-label %{text}<br>true class %{customdata[3]}"
RING = {"symbol": "circle-open", "size": 12, "color": "rgba(138, 143, 152, 0.55)"}


def embedding_figure(
    pair: DomainPair,
    states: Sequence[SPLState],
    frames: Sequence[Frame],
    *,
    k: int = 0,
    dark: bool = False,
) -> go.Figure:
    """Both domains at one iteration, on axes that are the same for all iterations.

    Source samples have the colour of their class, target samples that of their pseudo-label.

    Parameters
    ----------
    pair : DomainPair
    states : sequence of SPLState
    frames : sequence of Frame
        The frames that exist so far, in any order.
    k : int
        Iteration to show, or the nearest one that has a frame; −1 is before adaptation, where
        samples have the colour of their domain.
    dark : bool
        Class colours for a dark page.

    Returns
    -------
    plotly Figure
        Traces 0, 1, 2 are source, target and the selected samples (S_k); ``customdata[0]`` is the
        row of a sample over both domains, source first, ``customdata[1]`` its number in its own.

    Raises
    ------
    ValueError
        If no state has a frame.
    """
    state, frame = _nearest(states, frames, k)
    source, target = frame.xy[: pair.n_source], frame.xy[pair.n_source :]
    before = frame.k == BEFORE
    selected = np.flatnonzero(state.selected & (not before))
    colors: dict[str, dict[str, Any]] = {
        "source": label_marker(pair.ys, pair.n_classes, dark=dark),
        "target": label_marker(state.labels, pair.n_classes, dark=dark),
    }
    if before:
        colors = {"source": {"color": SOURCE}, "target": {"color": TARGET}}
    fig = go.Figure()
    fig.add_scattergl(
        **coordinates(source), **look(pair, "source", "class %{customdata[3]}"),
        marker=marker("source", colors["source"]),
    )  # fmt: skip
    fig.add_scattergl(
        **coordinates(target), marker=marker("target", colors["target"]),
        **look(pair, "target", "true class %{customdata[3]}" if before else TARGET_HOVER),
        text=_pseudo_names(pair, state),
    )  # fmt: skip
    fig.add_scattergl(
        **coordinates(target[selected]), customdata=(selected + pair.n_source)[:, None],
        mode="markers", marker=RING, hoverinfo="skip", showlegend=False, name="selected",
    )  # fmt: skip
    fig.add_traces(legend(pair, "domain" if before else "class", rings=not before, dark=dark))
    axis = f"{NAMES[frame.method]} axis {{}} (no unit)"
    styled(fig, _title(pair, state, frame), axis.format(1), axis.format(2), height=HEIGHT)
    xy = np.vstack([f.xy for f in frames])  # of all frames: as k changes, only the samples move
    low, high = xy.min(axis=0), xy.max(axis=0)
    room = 0.04 * np.maximum(high - low, 1e-6)
    x, y = np.stack([low - room, high + room], axis=1).tolist()
    bare = {"showticklabels": False, "zeroline": False, "showgrid": False}
    fig.update_xaxes(range=x, **bare)
    return fig.update_yaxes(range=y, scaleanchor="x", **bare)


def describe_embedding(
    pair: DomainPair, states: Sequence[SPLState], frames: Sequence[Frame], k: int = 0
) -> str:
    """Alt text of `embedding_figure`.

    Parameters
    ----------
    pair, states, frames, k
        As for `embedding_figure`.
    """
    state, frame = _nearest(states, frames, k)
    text = (
        f"{NAMES[frame.method]} frame of {pair.n_source:,} source samples (circles) and "
        f"{pair.n_target:,} target samples (crosses) of {pair.n_classes} classes"
    )
    if frame.k == BEFORE:
        share = percent(frame.mixing_subspace)
        return (
            f"{text} before adaptation. {share} of the nearest neighbours are of the other domain."
        )
    text += f" at iteration {state.k}, {int(state.selected.sum()):,} of them selected (ringed)."
    if pair.yt is None:
        return f"{text} NCP and SP agree on {percent(agreement(state))} of the target samples."
    correct = percent(accuracy(state.labels, pair.yt))
    return f"{text} {correct} of the target samples are labelled correctly."


def _nearest(states: Sequence[SPLState], frames: Sequence[Frame], k: int) -> tuple[SPLState, Frame]:
    """The state and the frame nearest to k; before adaptation, state 0."""
    by_k = {frame.k: frame for frame in frames}
    if k == BEFORE and BEFORE in by_k:
        return states[0], by_k[BEFORE]
    steps = [(state, by_k[state.k]) for state in states if state.k in by_k]
    if not steps:
        raise ValueError("no state has a frame yet; give at least one frame of these states.")
    return min(steps, key=lambda step: abs(step[0].k - k))


def _pseudo_names(pair: DomainPair, state: SPLState) -> list[str]:
    names = [
        "rejected" if out else name
        for name, out in zip(
            names_of(state.pseudo_labels, pair.class_names or ()), state.rejected, strict=True
        )
    ]
    if pair.yt is None:
        return names
    wrong = pair.counted & (state.labels != pair.yt)
    return [f"{name} (wrong)" if w else name for name, w in zip(names, wrong, strict=True)]


def _title(pair: DomainPair, state: SPLState, frame: Frame) -> str:
    text = f"{shown_name(pair.title)}, {NAMES[frame.method]}"
    if frame.k == BEFORE:
        return f"{text}, before adaptation"
    text += f", iteration k = {state.k}"
    if pair.yt is None:
        return f"{text}: NCP and SP agree on {percent(agreement(state))}"
    return f"{text}: accuracy {percent(accuracy(state.labels, pair.yt))}"
