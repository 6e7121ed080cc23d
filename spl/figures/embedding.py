"""Both domains in one picture, animated over the iterations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.iteration import SPLState
from spl.data.pair import Array, DomainPair
from spl.embedding.frames import Frame
from spl.embedding.sequence import NAMES
from spl.figures.layout import (
    CLEAR,
    GRID,
    label_marker,
    names_of,
    percent,
    shown_name,
    stepped,
    styled,
)
from spl.figures.palette import GREY, RIGHT, SOURCE, TARGET, WRONG
from spl.figures.points import FAINT, coordinates, legend, look, marker
from spl.measures.evaluation import accuracy, agreement

COLOR_BY = ("class", "true label", "domain", "right or wrong")
STEP_MS = 900  # of an iteration while playing
HEIGHT = 620


def embedding_figure(
    pair: DomainPair,
    states: Sequence[SPLState],
    frames: Sequence[Frame],
    *,
    color_by: str = "class",
    k: int = 0,
    dark: bool = False,
) -> go.Figure:
    """Both domains over the iterations, with play, pause and a slider inside the figure.

    Parameters
    ----------
    pair : DomainPair
    states : sequence of SPLState
    frames : sequence of Frame
        Those there are yet, in any order; iterations without a frame are left out.
    color_by : {"class", "true label", "domain", "right or wrong"}
        ``"class"`` is the true label of the source and the pseudo-label of the target.
    k : int
        Iteration to start with; the nearest that has a frame.
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
        If there is no frame, or `color_by` is not known or needs target labels that lack.
    """
    _check_color_by(pair, color_by)
    steps = _steps(states, frames)
    start = min(range(len(steps)), key=lambda i: abs(steps[i][0].k - k))
    moving = [_moving(pair, state, frame, color_by, dark) for state, frame in steps]
    fig = go.Figure(data=_fixed(pair, color_by, moving[start], dark))
    # Streamlit sets the first title in bold, but not those that come with the frames
    titles = [f"<b>{_title(pair, state, frame)}</b>" for state, frame in steps]
    fig.frames = [
        go.Frame(
            name=str(frame.k),
            data=[go.Scattergl(**part) for part in parts],
            traces=[0, 1, 2],
            layout={"title": {"text": title}},
        )
        for (_, frame), parts, title in zip(steps, moving, titles, strict=True)
    ]
    method = NAMES[steps[0][1].method]
    styled(fig, titles[start], f"{method} axis 1 (no unit)", f"{method} axis 2 (no unit)")
    _fix_axes(fig, np.vstack([frame.xy for _, frame in steps]))
    fig.update_layout(height=HEIGHT, **_controls([f.k for _, f in steps], start))
    return fig


def describe_embedding(
    pair: DomainPair, states: Sequence[SPLState], frames: Sequence[Frame], k: int = 0
) -> str:
    """Alt text of `embedding_figure`."""
    state, frame = min(_steps(states, frames), key=lambda step: abs(step[0].k - k))
    text = (
        f"{NAMES[frame.method]} picture of {pair.n_source} source samples (circles) and "
        f"{pair.n_target} target samples (crosses) of {pair.n_classes} classes at iteration "
        f"{state.k}, {int(state.selected.sum())} of them selected (ringed)."
    )
    if pair.yt is None:
        return f"{text} NCP and SP agree on {percent(agreement(state))} of the target samples."
    right = percent(accuracy(state.pseudo_labels, pair.yt))
    return f"{text} {right} of the target samples are labelled rightly."


def _check_color_by(pair: DomainPair, color_by: str) -> None:
    if color_by not in COLOR_BY:
        options = ", ".join(map(repr, COLOR_BY))
        raise ValueError(f"color_by={color_by!r} is not known; use one of {options}.")
    if color_by in ("true label", "right or wrong") and pair.yt is None:
        raise ValueError(
            f"color_by={color_by!r} needs target labels, which this pair lacks; use 'class' or "
            "'domain'."
        )


def _steps(states: Sequence[SPLState], frames: Sequence[Frame]) -> list[tuple[SPLState, Frame]]:
    by_k = {frame.k: frame for frame in frames}
    steps = [(s, by_k[s.k]) for s in sorted(states, key=lambda s: s.k) if s.k in by_k]
    if not steps:
        raise ValueError("no state has a frame yet; give at least one frame of these states.")
    return steps


def _moving(
    pair: DomainPair, state: SPLState, frame: Frame, color_by: str, dark: bool
) -> list[dict[str, Any]]:
    """What changes with k: of source, target and selected samples."""
    source, target = frame.xy[: pair.n_source], frame.xy[pair.n_source :]
    chosen = np.flatnonzero(state.selected)
    color = _target_color(pair, state, color_by, dark)
    pseudo = names_of(state.pseudo_labels, pair.class_names or ())
    if pair.yt is not None:
        wrong = state.pseudo_labels != pair.yt
        pseudo = [f"{name} (wrong)" if w else name for name, w in zip(pseudo, wrong, strict=True)]
    return [
        coordinates(source),
        {**coordinates(target), "marker": marker("target", color), "text": pseudo},
        {**coordinates(target[chosen]), "customdata": np.asarray(chosen + pair.n_source)[:, None]},
    ]


def _target_color(pair: DomainPair, state: SPLState, color_by: str, dark: bool) -> dict[str, Any]:
    if color_by == "domain":
        return {"color": TARGET}
    if color_by == "right or wrong":
        return stepped(state.pseudo_labels == pair.yt, [WRONG, RIGHT])
    labels = state.pseudo_labels if color_by == "class" else pair.yt
    assert labels is not None  # _check_color_by
    return label_marker(labels, pair.n_classes, dark=dark)


def _fixed(pair: DomainPair, color_by: str, parts: list[dict[str, Any]], dark: bool) -> list[Any]:
    """The three traces that move, and the legend's."""
    colors = {"domain": SOURCE, "right or wrong": FAINT}
    source = label_marker(pair.ys, pair.n_classes, dark=dark)
    if color_by in colors:
        source = {"color": colors[color_by]}
    target_hover = "pseudo-label %{text}<br>true class %{customdata[3]}"
    ring = {"symbol": "circle-open", "size": 12, "color": FAINT, "line": {"width": 1}}
    return [
        go.Scattergl(
            **parts[0], **look(pair, "source", "class %{customdata[3]}"),
            marker=marker("source", source),
        ),
        go.Scattergl(**parts[1], **look(pair, "target", target_hover)),
        go.Scattergl(
            **parts[2], mode="markers", marker=ring, hoverinfo="skip", showlegend=False,
            name="selected",
        ),
        *legend(pair, color_by, rings=True, dark=dark),
    ]  # fmt: skip


def _title(pair: DomainPair, state: SPLState, frame: Frame) -> str:
    text = f"{shown_name(pair.title)}, {NAMES[frame.method]}, iteration {state.k}"
    if pair.yt is None:
        return f"{text}: NCP and SP agree on {percent(agreement(state))}"
    return f"{text}: accuracy {percent(accuracy(state.pseudo_labels, pair.yt))}"


def _fix_axes(fig: go.Figure, xy: Array) -> None:
    """One range for all iterations, so that what moves on the screen is the samples."""
    low, high = xy.min(axis=0), xy.max(axis=0)
    room = 0.04 * np.maximum(high - low, 1e-6)
    bare = {"showticklabels": False, "zeroline": False, "showgrid": False}
    fig.update_xaxes(range=[float(low[0] - room[0]), float(high[0] + room[0])], **bare)
    fig.update_yaxes(
        range=[float(low[1] - room[1]), float(high[1] + room[1])], scaleanchor="x", **bare
    )


def _controls(ks: list[int], start: int) -> dict[str, Any]:
    """Play and pause buttons and a slider over the iterations."""
    still = {"mode": "immediate", "frame": {"duration": 0, "redraw": True}}
    play = {"fromcurrent": True, "frame": {"duration": STEP_MS, "redraw": True}}
    instant = {"transition": {"duration": 0}}  # WebGL traces do not tween
    buttons = [
        {"label": "▶ Play", "method": "animate", "args": [None, play | instant]},
        {"label": "❚❚ Pause", "method": "animate", "args": [[None], still | instant]},
    ]
    menu = {
        "type": "buttons", "direction": "left", "buttons": buttons, "showactive": False,
        "x": 0, "xanchor": "left", "y": 0, "yanchor": "top", "pad": {"t": 42, "r": 10},
        # hovered buttons are white in plotly, so the text on them has to be dark on every page
        "bgcolor": "#F4FAFF", "bordercolor": GREY, "font": {"color": "#22303C"},
    }  # fmt: skip
    steps = [
        {"label": str(k), "method": "animate", "args": [[str(k)], still | instant]} for k in ks
    ]
    slider = {
        "active": start, "steps": steps, "x": 0.3, "len": 0.7, "y": 0, "yanchor": "top",
        "pad": {"t": 36}, "currentvalue": {"prefix": "iteration k = ", "xanchor": "left"},
        "bgcolor": GRID, "bordercolor": CLEAR, "activebgcolor": GREY, "tickcolor": GREY,
        "transition": {"duration": 0},
    }  # fmt: skip
    return {"updatemenus": [menu], "sliders": [slider]}
