"""The numbers of a run beside its frames: one line, and all of them in a popover."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from spl.algorithm.iteration import SPLState
from spl.data.words import percent
from spl.engine.job import Job
from spl.figures.classes import accuracy_over_k, describe_accuracy
from spl.measures.evaluation import accuracy, label_free_scores
from spl.measures.label_sets import open_set_scores
from spl.measures.scores import OPEN_SCORES, RUN_SCORES
from spl.ui.app import session
from spl.ui.shared.charts import show_chart

SHOWN = ("agreement", "silhouette", "entropy", "neighborhood_density")


def show_scores(job: Job, state: SPLState) -> None:
    """All scores of the iteration shown, folded away: the player has the one line."""
    second = session.second_job()
    theirs = second.states[: state.k + 1] if second else []
    beside = theirs[-1] if theirs else None
    with st.popover("Scores", key="scores", icon=":material/leaderboard:"):
        if job.pair.yt is None:
            _label_free(state, beside)
        else:
            _accuracies(job, state, beside)


def score_line(job: Job, state: SPLState) -> str:
    """The scores of the iteration shown in one line; without target labels those that need none."""
    at = f"k = {state.k}"
    if job.pair.yt is None:
        scores = _written(state)
        return " · ".join([at, *(f"{RUN_SCORES[key].name} {scores[key]}" for key in SHOWN)])
    line = f"{at} · SPL {percent(accuracy(state.labels, job.pair.yt))}"
    reached = {name: accuracy(y, job.pair.yt) for name, y in job.to_beat.items()}
    if not reached:
        return line
    best = max(reached, key=lambda name: reached[name])
    return f"{line} · best without adaptation: {best} {percent(reached[best])}"


def _accuracies(job: Job, state: SPLState, beside: SPLState | None) -> None:
    """SPL's accuracy, that of the run beside it, and the baselines'."""
    assert job.pair.yt is not None  # show_scores asks
    first = accuracy(job.states[0].labels, job.pair.yt)
    now = accuracy(state.labels, job.pair.yt)
    columns = iter([column for _ in range(3) for column in st.columns(2)])
    next(columns).metric(
        f"{'Left' if beside else 'SPL'}, k = {state.k}",
        percent(now),
        delta=f"{_points(now, first)} since k = 0" if state.k else None,
        **_sign(now, first),
        help="Share of target samples whose pseudo-label is their true label.",
    )
    if beside is not None:
        right = accuracy(beside.labels, job.pair.yt)
        next(columns).metric(
            f"Right, k = {beside.k}",
            percent(right),
            delta=f"{_points(right, now)} against left",
            **_sign(right, now),
            help="The same share for the run on the right.",
        )
    if job.params.label_set == "open":
        _open_scores(job, state)
    for name, labels in dict(job.baselines).items():
        next(columns).metric(
            name,
            percent(accuracy(labels, job.pair.yt)),
            help=(
                "Trained only on the source. “Centred” means that each domain is first centred "
                "on its own mean."
            ),
        )


def _open_scores(job: Job, state: SPLState) -> None:
    """OS*, UNK and HOS, where the target has classes that the source lacks."""
    assert job.pair.yt is not None  # show_scores asks
    scores = open_set_scores(state.labels, job.pair.yt, job.pair.n_classes)
    for column, (key, share) in zip(st.columns(3), scores.items(), strict=True):
        column.metric(OPEN_SCORES[key].name, percent(share), help=OPEN_SCORES[key].help)


def _label_free(state: SPLState, beside: SPLState | None) -> None:
    """What needs no target labels."""
    scores, others = _written(state), _written(beside) if beside else {}
    columns = st.columns(2) + st.columns(2)
    for column, key in zip(columns, SHOWN, strict=True):
        column.metric(
            RUN_SCORES[key].name.capitalize(),
            scores[key],
            delta=f"right: {others[key]}" if beside else None,
            delta_color="off",
            delta_arrow="off",
            help=RUN_SCORES[key].help,
        )
    sides = f"Large: left, k = {state.k}; below: right, k = {beside.k}. " if beside else ""
    none = (
        "The target has no labels: these scores do not need them, and none of them is an accuracy. "
    )
    st.caption(f"{sides}{none}Higher is better, except for entropy.")


def _written(state: SPLState) -> dict[str, str]:
    """Label-free scores as they are written."""
    return {
        key: percent(score) if RUN_SCORES[key].unit or np.isnan(score) else f"{score:z.3f}"
        for key, score in label_free_scores(state).items()
    }


def _sign(now: float, before: float) -> dict[str, Any]:
    """A coloured arrow beside a difference, and none beside +0.0."""
    equal = float(_points(now, before)) == 0
    return {"delta_color": "off", "delta_arrow": "off"} if equal else {}


def _points(now: float, before: float) -> str:
    """Difference of two shares in percentage points, as their rounded values have it."""
    return f"{round(100 * now, 1) - round(100 * before, 1):+z.1f}"


def show_curves(job: Job) -> None:
    """Accuracy, or label-free scores, over all iterations; the player's strip has the first."""
    if len(job.states) < 2 or session.awaits(job):
        return  # while it runs the player goes first: loading plotly holds the browser for seconds
    folded = st.expander(
        "Scores over the iterations", icon=":material/show_chart:", key="curves", on_change="rerun"
    )
    if not folded.open:
        return
    baselines = None
    if job.pair.yt is not None:
        baselines = {name: accuracy(y, job.pair.yt) for name, y in dict(job.baselines).items()}
    second = session.second_job()
    runs = job.states, job.pair, baselines, list(second.states) if second else ()
    with folded:
        show_chart(accuracy_over_k(*runs), "curve", describe_accuracy(*runs))
