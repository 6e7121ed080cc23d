"""What if not: groups, the samples that pulled them, and a run without those."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import streamlit as st

from spl.data.words import counted, with_rejected
from spl.engine.job import Job
from spl.explain.blame import Group, learnt_as, pulling, wrong_groups
from spl.explain.effect import Effect
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.by_hand.steps import clear_left_out, leave_out, run_without, targets_of
from spl.ui.by_hand.view import show_effect
from spl.ui.shared.drilldown import choose_targets, chosen_rows, show_pictures
from spl.ui.shared.markdown import plain

ABOUT = (
    "Which selected samples led a group to its label? Leave them out of S_k, and SPL runs again "
    "without learning from them. They are still labelled, and no other sample takes their place."
)


def show_what_if(job: Job) -> None:
    """A group, who pulled it, runs without those, and what came of it."""
    st.caption(ABOUT)
    if job.hand.without:
        st.markdown(f"**{_left_out(job)}**")
        show_effect(job, "without", lambda before, found: _because(job, before, found))
        st.button("Leave nothing out", key="clear_left_out", on_click=clear_left_out)
    before = run_without(job, "without")
    if before.learned:
        _groups(before)
        _own_choice(before)


def _left_out(job: Job) -> str:
    first = min(k for _, k in job.hand.without)
    n = len(job.hand.without)
    return f"{counted(n, 'sample is', 'samples are')} left out of S_k from k = {first} on"


def _because(job: Job, before: Job, found: Effect) -> str:
    """How many of the group that was asked about had their label because of what is left out."""
    group = np.asarray(page_state().blamed.get(job.hand.without, []), dtype=int)
    if not len(group):
        return ""
    labels = before.states[-1].labels[group]
    freed = int(np.isin(group, found.changed).sum())
    mended = int(np.isin(group, found.mended).sum())
    if (labels != labels[0]).any():  # chosen by hand
        now = "" if found.before is None else f"; {mended} of them are correct now"
        return f"{freed or 'None'} of the {len(group)} had another label because of it{now}."
    name = plain(with_rejected(job.pair.class_names)[labels[0]])
    if len(group) == 1:
        if not freed:
            return f"The sample is still labelled {name}: it was not because of it."
        return f"The sample was labelled {name} because of it."
    if not freed:
        return f"All {len(group)} of the group are still labelled {name}: it was not because of it."
    who = "All" if freed == len(group) else f"{freed} of the"
    correct = "all" if mended == freed else mended
    now = "" if found.before is None else f"; {correct} of them are correct now"
    return f"{who} {len(group)} were labelled {name} because of it{now}."


def _groups(job: Job) -> None:
    pair, names = job.pair, [*(job.pair.class_names or ()), "not in the source"]
    groups = wrong_groups(job.states, pair)
    kind = "disputed" if pair.yt is None else "wrong"
    if not groups:
        st.caption(f"This run has no {kind} group of three or more samples.")
        return

    def name(i: int) -> str:
        group = groups[i]
        other = names[group.instead]
        who = f"{len(group.rows)} of {other}" if pair.yt is not None else f"{len(group.rows)}"
        more = "" if pair.yt is not None else f" (or {other})"
        return f"{who} labelled {names[group.label]}{more}, from k = {group.first} on"

    i = st.selectbox(
        f"Group of {kind} samples", range(len(groups)), format_func=name, key="blamed_group"
    )
    _one_group(job, groups[i or 0], names)


def _one_group(job: Job, group: Group, names: list[str]) -> None:
    rows, k = pulling(job.states, group)
    label = plain(names[group.label])
    if not len(rows):
        st.caption(f"Nothing labelled {label} was selected, so that nothing pulled this group.")
        return
    when = "before anything was selected" if group.first == 0 else f"at k = {group.first}"
    st.markdown(
        f"Most of them got the label {label} {when}. Nearest to them among the samples selected as "
        f"{label} at k = {k}:"
    )
    show_pictures(job.pair, [int(row) + job.pair.n_source for row in rows])
    whole = learnt_as(job.states, group.label, k)
    hand = session.settings().hand
    with st.container(horizontal=True):
        for key, words, left, end in (
            ("without_pulling", "Without these ", rows, ""),
            ("without_group", "Without the group (", group.rows, ")"),
            ("without_class", f"Without all selected as {label} (", whole, ")"),
        ):
            mine = hand.without_labels(left)
            st.button(
                f"{words}{len(mine)}{end}",
                key=key,
                help=f"Run again; from k = {k} on nothing is learnt from them.",
                disabled=not mine,
                on_click=leave_out,
                args=(mine, k, group.rows.tolist()),
            )
        st.button(
            "See the group in the player",
            key="see_group",
            type="tertiary",
            on_click=choose_targets,
            args=(job.pair, group.rows, f"labelled {names[group.label]}"),
        )
    _labels_stay([*rows, *group.rows, *whole])


def _labels_stay(rows: Iterable[int]) -> None:
    """Say that samples with a given label among these are not left out."""
    rows = {int(row) for row in rows}
    if n := len(rows) - len(session.settings().hand.without_labels(rows)):
        who, label = ("One is", "its label") if n == 1 else (f"{n:,} are", "their labels")
        st.caption(f"{who} labelled by you, and not left out: take {label} back first.")


def _own_choice(job: Job) -> None:
    chosen = targets_of(job.pair, chosen_rows(job.pair))
    if not chosen:
        return
    _labels_stay(chosen)
    if not (rows := session.settings().hand.without_labels(chosen)):
        return
    k = max(1, session.settings().k)
    st.button(
        f"Without the {counted(len(rows), 'chosen target sample')}, from k = {k} on",
        key="without_chosen",
        on_click=leave_out,
        args=(rows, k, rows),
    )
