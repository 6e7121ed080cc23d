"""Steps that a visitor takes by hand: each is a new run, and can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
import streamlit as st

from spl.data.known_file import known_from_lines, text_lines
from spl.data.pair import DomainPair
from spl.data.words import counted
from spl.engine.by_hand import NOTHING, ByHand
from spl.engine.job import Job
from spl.engine.jobs import job_of
from spl.ui.app import live, session
from spl.ui.app.state import page_state
from spl.ui.shared.markdown import plain


def take(hand: ByHand) -> None:
    """Run with this, and remember what was before."""
    if hand != session.settings().hand:
        _remember_step()
        _run(hand)


def _remember_step() -> None:
    _keep_steps()
    page_state().hand_before.append(session.settings().hand)
    page_state().hand_after.clear()


def undo() -> None:
    """Go back to what was before the last step."""
    _go(page_state().hand_before, page_state().hand_after)


def redo() -> None:
    """Take the step again that was undone last."""
    _go(page_state().hand_after, page_state().hand_before)


def _go(from_steps: list[ByHand], to_steps: list[ByHand]) -> None:
    if from_steps:
        _keep_steps()
        to_steps.append(session.settings().hand)
        _run(from_steps.pop())


def _keep_steps() -> None:
    """Before the first step from the run that is shown: whoever cancels goes back to its steps."""
    state = page_state()
    if state.job is not None and state.job.hand == state.settings.hand:
        state.hand_steps_shown = list(state.hand_before), list(state.hand_after)


def _run(hand: ByHand) -> None:
    session.settings().hand = hand
    live.show_setting(session.settings().params)


def give(rows: Iterable[int], c: int) -> None:
    """Give target rows the label of class c; −1 takes their labels back."""
    hand = session.settings().hand
    take(hand.unlabelled(rows) if c < 0 else hand.labelled(rows, c))


def give_each(labels: Mapping[int, int]) -> None:
    """Give each of these target rows the label of its class."""
    take(session.settings().hand.labelled_each(labels))


def give_true(pair: DomainPair, rows: Iterable[int]) -> None:
    """Give target rows the labels that the data have for them, as far as the source has them."""
    assert pair.yt is not None  # else nothing offers this
    give_each({row: int(pair.yt[row]) for row in rows if pair.yt[row] >= 0})


def clear_labels() -> None:
    """Take all labels back."""
    take(replace(session.settings().hand, known=()))


def set_aside() -> None:
    """Go on without what is given by hand, as the runs of other pages do; Undo gives it back."""
    hand = session.settings().hand
    if hand != NOTHING:
        _remember_step()
        session.settings().hand = NOTHING
        st.toast(
            f"This run goes without what you gave by hand ({hand.in_words()}): see Undo there."
        )


def say_set_aside() -> None:
    """Say that the runs of a page go without what is given by hand."""
    hand = session.settings().hand
    if hand != NOTHING:
        st.caption(f"The runs of this page go without what you gave by hand: {hand.in_words()}.")


def leave_out(rows: Iterable[int], k: int, blamed: Iterable[int] = ()) -> None:
    """Leave target rows out of S_k from iteration k on, in place of what was left out before."""
    hand = replace(session.settings().hand, without=()).left_out(rows, k)
    page_state().blamed[hand.without] = [int(row) for row in blamed]
    take(hand)


def clear_left_out() -> None:
    """Leave nothing out."""
    take(replace(session.settings().hand, without=()))


def upload(pair: DomainPair, name: str, content: bytes) -> None:
    """Give the labels of a table; a sentence where it cannot be used."""
    try:
        known = known_from_lines(text_lines(content.decode("utf-8-sig")), name, pair)
    except UnicodeDecodeError:
        session.complain(f"{name} is not text in UTF-8; give a table of target rows and labels.")
        return
    except ValueError as error:
        session.complain(str(error))
        return
    place = {label: c for c, label in enumerate(pair.classes.tolist())}
    give_each({row: place[label] for row, label in known.items()})
    st.toast(f"{counted(len(known), 'label')} read from {plain(name)}.")


def run_without(job: Job, part: str) -> Job:
    """The run with the same settings, without one part of what was given by hand.

    Parameters
    ----------
    job : Job
        The run that is shown.
    part : {"known", "without"}
        What is left away.
    """
    state = page_state()
    other = job_of(job.pair, job.params, replace(job.hand, **{part: ()}))
    if other is not job:
        state.plain_runs = {**state.plain_runs, part: other}  # kept as long as it is compared
        if not other.learned and not other.running:
            other.watchers.add(state.session_id)
            other.ensure("pca")
    return other


def targets_of(pair: DomainPair, rows: Iterable[int]) -> list[int]:
    """Target rows, counted from 0, among rows of both domains."""
    at = np.asarray(list(rows), dtype=int) - pair.n_source
    return [int(row) for row in at[at >= 0]]


def is_given() -> bool:
    """Whether anything is given by hand, or was."""
    state = page_state()
    return session.settings().hand != NOTHING or bool(state.hand_before or state.hand_after)
