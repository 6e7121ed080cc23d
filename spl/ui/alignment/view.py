"""The parts of the Alignment page."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.data.words import with_rejected
from spl.embedding.frames import Frame
from spl.embedding.neighbors import nearest_neighbors
from spl.embedding.sequence import NAMES
from spl.embedding.spaces import joint
from spl.engine.drawn import best_frames, frames_for
from spl.engine.job import Job
from spl.engine.settings import EMBEDDINGS
from spl.figures.embedding import describe_embedding, embedding_figure
from spl.player.playback import steps_of
from spl.ui.alignment.compare import as_the_left_lies, compare_toggle, show_compare
from spl.ui.alignment.downloads import run_table
from spl.ui.alignment.played import played
from spl.ui.alignment.scores import score_line, show_scores
from spl.ui.alignment.tried import show_tried
from spl.ui.app import live, session
from spl.ui.app.parameters import written
from spl.ui.app.state import page_state, shown_lesson
from spl.ui.by_hand.steps import give
from spl.ui.explore.vote import missing_note, session_vote
from spl.ui.lessons.tour import follow_lesson, lesson_tour, walk_through
from spl.ui.shared.charts import show_chart
from spl.ui.shared.drilldown import chosen_rows, clear, dark, hear_rows
from spl.ui.shared.pictures import data_uri, pictured_table
from spl.ui.shared.player import PLAYER, Ghost, Neighbors, PlayerResult, available, player

SPOKES = 5  # neighbours of a chosen sample that the player shows


def show_controls(job: Job, state: SPLState) -> None:
    """Embedding, comparison and scores, in one row: the height belongs to the frame."""
    st.segmented_control(
        "Embedding",
        [method for method in NAMES if method in EMBEDDINGS],
        label_visibility="collapsed",
        format_func=lambda method: NAMES[method],
        **session.bound("embedding", session.settings().embedding, partial(choose_embedding, job)),
    )
    compare_toggle()
    show_compare()
    show_scores(job, state)
    show_tried(job)


def show_player(job: Job, state: SPLState) -> None:
    """The animated embedding: PCA until the chosen method's first frame is there."""
    settings, second = session.settings(), session.second_job()
    if job.pair.yt is None or not available():  # else the player says it
        st.caption(score_line(job, state))
    # The job goes on meanwhile: the states shown, and whether these are all, must be of one moment.
    states, frames = list(job.states), frames_for(job, settings.embedding)
    if not frames:
        _keep_place()
    elif available():
        if settings.color_by == "vote" and session_vote(job.pair) is None:
            missing_note()
        beside = []
        if second:
            theirs = frames_for(second, settings.compare_embedding)
            beside = as_the_left_lies(theirs, job, second)
        player(
            played(job, states, frames),
            key=PLAYER,
            k=settings.k,
            chosen=page_state().chosen_rows,
            color_by=settings.color_by,
            shown=settings.shown,
            camera=settings.camera,
            hidden=settings.hidden,
            playing=not shown_lesson()
            and len(states) == job.n_states
            and page_state().autoplay == job.id,
            height=1600,  # the window is lower as a rule
            compare=played(second, list(second.states), beside) if second and beside else None,
            neighbors=neighbors(states, settings.k, page_state().chosen_rows),
            ghost=_ghost(job),
            tour=lesson_tour(job, second),
            waiting=page_state().next_words if page_state().next_job else "",
            asked=page_state().next_since,
            on_change=partial(_remember, job),
            on_cancel=live.cancel,
            on_label=lambda row, c: give([row], c),
            on_walk=walk_through,
        )
    else:
        st.caption(
            "The player cannot run in this browser. This chart shows one iteration; move the k "
            "slider to see others."
        )
        _fallback(job, states, best_frames(job, settings.embedding))


def _keep_place() -> None:
    """As high as the player: what follows does not jump when it comes."""
    with st.container(key="player_place"):
        st.caption("The first frame appears with the first iteration.")


def _ghost(job: Job) -> Ghost | None:
    """The curve of the setting before, if it is another one."""
    last = page_state().last_job
    if last is None or last is job:
        return None
    before = last.before["accuracy"] if last.before else None
    return Ghost(
        written(last.params, job.params) or last.hand.in_words(),
        before,
        steps_of(last.pair, last.states),
    )


def neighbors(states: list[SPLState], k: int, rows: list[int]) -> Neighbors | None:
    """What lies nearest in the subspace to the one chosen sample; None for several.

    Parameters
    ----------
    states : list of SPLState
    k : int
        Iteration shown; none has neighbours before adaptation.
    rows : list of int
        Chosen samples, source first.
    """
    if len(rows) != 1 or not 0 <= k < len(states):
        return None
    Z = joint(states[k])
    near, _ = nearest_neighbors(Z, min(SPOKES + 1, len(Z)), Z[rows])
    found = [int(i) for i in near[0] if i != rows[0]]
    return Neighbors(rows[0], k, found[:SPOKES])


def choose_embedding(job: Job, value: str | None) -> None:
    """Show another method's frames of the left run, and stop computing the one before."""
    settings = session.settings()
    before = settings.embedding
    if value is None or value == before:
        return
    settings.embedding = value
    session.drop_frames(job, before)
    if page_state().next_job is not None:
        live.show_setting(settings.params)
    elif not job.cancelled:
        job.ensure(value)


def _remember(job: Job, result: PlayerResult) -> None:
    settings = session.settings()
    settings.k, settings.color_by = result.k, result.color_by
    settings.shown, settings.camera = result.shown, result.camera
    settings.hidden = result.hidden
    follow_lesson(result.lesson)
    hear_rows(result.chosen, result.heard)


def _fallback(job: Job, states: list[SPLState], frames: list[Frame]) -> None:
    k = session.settings().k
    show_chart(
        embedding_figure(job.pair, states, frames, k=k, dark=dark()),
        "fallback",
        describe_embedding(job.pair, states, frames, k),
        data=lambda: run_table(job, frames),  # of every iteration, not only of the one in sight
    )


def show_chosen_samples(job: Job) -> None:
    """The samples that were clicked or lassoed, as a table with thumbnails."""
    rows = chosen_rows(job.pair)
    st.header(f"Chosen samples ({len(rows):,})")
    if not rows:
        st.caption(
            "Click a point, shift-click more points, or draw a lasso (L) in the player. "
            "By keyboard: type a class, a name or a number into “Find class or sample”."
        )
        return
    state = session.current_state()
    assert state is not None  # the page ended otherwise
    table = chosen_frame(job.pair, state, rows)
    if job.pair.thumbnails_source is None:
        st.dataframe(table, hide_index=True)
    else:
        pictures = [_picture(job.pair, r) for r in rows[:200]] + [None] * (len(rows) - 200)
        pictured_table(table.assign(picture=pictures), {"picture": None})
    left, right = st.columns([2, 5])
    left.download_button(
        "Chosen samples as CSV",
        lambda: table.to_csv(index=False),
        f"{session.file_name('chosen-samples')}.csv",
        "text/csv",
        on_click="ignore",
        icon=":material/download:",
    )
    right.button("Clear", on_click=clear)


def chosen_frame(pair: DomainPair, state: SPLState, rows: list[int]) -> pd.DataFrame:
    """One line per sample: row ids count the source first."""
    at = np.asarray(rows)
    source = at < pair.n_source
    index = np.where(source, at, at - pair.n_source)
    names = np.asarray(pair.class_names)
    t = np.where(source, 0, index)
    truth = names[np.where(source, pair.ys[np.where(source, index, 0)], 0)].astype(object)
    if pair.yt is None:
        truth[~source] = None
    else:
        known = pair.yt[t]
        truth[~source] = np.where(known >= 0, names[np.maximum(known, 0)], "not in source")[~source]
        truth[~source & ~pair.counted[t]] = None
    rank = f"rank in class at k = {state.k}"  # by which iteration k + 1 selects
    table = pd.DataFrame(
        {
            "domain": np.where(source, pair.source_name, pair.target_name),
            "sample": index,
            "true label": truth,
            "pseudo-label": np.array(with_rejected(pair.class_names), dtype=object)[
                state.labels[t]
            ],
            "selected": state.selected[t],
            rank: state.rank[t] + 1,
        }
    )
    for name in ("pseudo-label", "selected", rank):  # what a source sample has not
        lacks = source | (state.rejected[t] & (name == rank))
        table[name] = table[name].astype(object).mask(lacks, None)
    return table


def _picture(pair: DomainPair, row: int) -> str | None:
    """Thumbnail of a sample as a data address for the table."""
    source = row < pair.n_source
    pictures = pair.thumbnails_source if source else pair.thumbnails_target
    if pictures is None:
        return None
    return data_uri(pictures[row if source else row - pair.n_source])
