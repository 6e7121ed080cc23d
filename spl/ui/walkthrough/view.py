"""The walk-through's frame: which step, which sample, which symbols."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st

from spl.algorithm.state import SPLState
from spl.engine.job import Job
from spl.explain import walkthrough as core
from spl.explain.heard import in_words
from spl.explain.walkthrough_text import STEPS, SYMBOLS, equations
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.shared.drilldown import dark
from spl.ui.shared.markdown import plain
from spl.ui.walkthrough import labels as walkthrough_labels
from spl.ui.walkthrough import learning as walkthrough_learning
from spl.ui.walkthrough.parts import Walk, picture

BODIES: tuple[Callable[[Walk], None], ...] = (
    walkthrough_learning.show_reduction,
    walkthrough_learning.show_selection,
    walkthrough_learning.show_pair,
    walkthrough_learning.show_projection,
    walkthrough_learning.show_subspace,
    walkthrough_labels.show_prototypes,
    walkthrough_labels.show_ncp,
    walkthrough_labels.show_clusters,
    walkthrough_labels.show_sp,
    walkthrough_labels.show_decision,
    walkthrough_labels.show_changes,
)


@dataclass
class Choices:
    """Which data and chosen samples the visitor's choices on this page belong to."""

    data: str
    chosen: tuple[int, ...]
    rows: tuple[int, int] | None = None  # the pair followed; None where the page chooses


def choices(job: Job) -> Choices:
    """What the visitor chose here, unless samples were chosen since or the data are others."""
    state = page_state()
    chosen, kept = tuple(state.chosen_rows), state.walk
    if kept is None or kept.data != job.pair.digest or kept.chosen != chosen:
        if kept is not None:
            session.settings().sample = None
        kept = state.walk = Choices(job.pair.digest, chosen)
    return kept


def walk_of(job: Job, state: SPLState) -> Walk:
    """The chosen sample and pair in the iteration shown."""
    chosen, previous = choices(job), session.previous_state()
    t = session.settings().sample
    if t is None or t >= job.pair.n_target:
        t = core.default_target(job.pair, state, previous, chosen.chosen)
    known = dict(job.hand.known)
    labels = core.training_labels(job.pair, state, previous, known)
    rows = chosen.rows or core.default_pair(job.pair, labels, state, t, chosen.chosen)
    return Walk(
        run=job.id,
        pair=job.pair,
        params=job.params,
        state=state,
        previous=previous,
        t=t,
        rows=rows,
        labels=labels,
        choose_pair=partial(setattr, chosen, "rows"),
        dark=dark(),
        known=known,
        without=dict(job.hand.without),
    )


def show_walk(job: Job, state: SPLState) -> int:
    """Contents and followed sample on the left, the step on the right; returns the sample's row."""
    walk = walk_of(job, state)
    st.caption(
        f"Algorithm 1 at iteration k = {state.k} of {job.n_states - 1}, computed from "
        f"{plain(job.pair.title)}. Move k in the sidebar."
    )
    left, right = st.columns([1, 2.6], gap="large")
    with left:
        _contents()
        _sample(walk)
    with right:
        _buttons()
        _step(walk, step_shown())
    return job.pair.n_source + walk.t


def step_shown() -> int:
    """The step, counted from 0."""
    return min(session.settings().step, len(STEPS)) - 1


def _go(step: int) -> None:
    session.settings().step = step + 1


def _contents() -> None:
    st.radio(
        "Steps",
        range(len(STEPS)),
        format_func=lambda n: f"{n + 1}. {plain(STEPS[n].title.partition(' (Eq.')[0])}",
        **session.bound("walk_step", step_shown(), _go),
    )


def _buttons() -> None:
    step, last = step_shown(), len(STEPS) - 1
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, icon, key, by, shown in (
            ("Previous", ":material/arrow_back:", "P", -1, step > 0),
            ("Next", ":material/arrow_forward:", "N", 1, step < last),
        ):
            st.button(
                label,
                icon=icon,
                shortcut=key,
                key=f"walk_{label}",
                disabled=not shown,
                on_click=partial(_go, step + by),
            )
        st.markdown(f"Step {step + 1} of {len(STEPS)}", width="content")


def _sample(walk: Walk) -> None:
    """The followed target sample: its number, picture and labels."""
    pair, state, t = walk.pair, walk.state, walk.t
    st.number_input(
        "Followed target sample",
        0,
        pair.n_target - 1,
        help=(
            "The number of the sample, from 0. At first it is the target sample chosen on the "
            "Alignment page, or else one whose pseudo-label changed at this k."
        ),
        **session.bound("walk_target", t, partial(setattr, session.settings(), "sample")),
    )
    image = picture(pair, pair.n_source + t, 96)
    if image is not None:
        st.image(image, alt=f"picture of target sample {t}")
    lines = []
    if pair.sample_names_target is not None:
        lines.append(plain(str(pair.sample_names_target[t])))
    if walk.previous is not None:
        before = walk.bold(int(walk.previous.labels[t]))
        lines.append(f"pseudo-label at k = {state.k - 1}: {before}")
    lines.append(f"pseudo-label at k = {state.k}: {walk.bold(int(state.labels[t]))}")
    if pair.yt is not None:
        true, known = int(pair.yt[t]), pair.counted[t]
        lacking = "not in the source" if known else "not known"
        lines.append(f"true label: {walk.bold(true) if true >= 0 else lacking}")
    st.markdown("  \n".join(lines))


def _step(walk: Walk, n: int) -> None:
    step = STEPS[n]
    st.header(f"{n + 1}. {step.title}", anchor=False)
    st.markdown(step.words)
    for equation in equations(n, walk.params):
        st.markdown(f"$$\n{equation}\n$$\n\n{_heard(equation, 'div')}", unsafe_allow_html=True)
    _symbols(walk, step.symbols)
    st.markdown("### On your data")
    BODIES[n](walk)


def _symbols(walk: Walk, keys: tuple[str, ...]) -> None:
    """The equation's symbols; what each means is in its tooltip."""
    sizes = symbol_values(walk)
    with st.container(horizontal=True, gap="medium"):
        for key in keys:
            tex, meaning = SYMBOLS[key]
            value = sizes.get(key)
            text = f"{_heard(tex, 'span')}${tex}$" + ("" if value is None else f": {value}")
            st.markdown(text, help=plain(meaning), width="content", unsafe_allow_html=True)


def _heard(latex: str, tag: str) -> str:
    """An equation's words, which are only heard: Orca reads nothing of what KaTeX makes."""
    return f'<{tag} class="spl-heard">{in_words(latex)}</{tag}>'


def symbol_values(walk: Walk) -> dict[str, str]:
    """Shape or value of each symbol in this run."""
    pair, state, d1, d2 = walk.pair, walk.state, walk.d1, walk.d2
    n, part = pair.n_samples, int((walk.labels >= 0).sum())
    square = f"{part:,} × {part:,}"
    return {
        "x": f"{pair.n_features:,} numbers",
        "H": f"{n:,} × {n:,}",
        "V": f"{pair.n_features:,} × {d1:,}",
        "d1": f"{d1:,}",
        "d2": f"{d2:,}",
        "xt": f"{d1:,} numbers",
        "T": str(walk.params.T),
        "k": str(state.k),
        "S_k": f"{int(state.selected.sum()):,} samples",
        "M": square,
        "D": square,
        "L": square,
        "S": f"{d1:,} × {len(np.unique(walk.labels[walk.labels >= 0])):,}",
        "P": f"{d1:,} × {d2:,}",
        "B": f"{d1:,} × {d1:,}",
        "alpha": f"{walk.params.alpha:g}",
        "z": f"{d2:,} numbers",
        "C": str(walk.n_kept),
    }
