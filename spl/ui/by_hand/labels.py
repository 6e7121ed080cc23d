"""Give labels to target samples: whom to ask, their classes, and what the labels change."""

from __future__ import annotations

import streamlit as st

from spl.data.known_file import MOST_BYTES, known_table
from spl.data.words import counted
from spl.engine.by_hand import MOST_IN_LINK
from spl.engine.job import Job
from spl.explain.ask import largest_disputes, least_certain
from spl.explain.sample import find_sample
from spl.ui.app import session
from spl.ui.by_hand.steps import clear_labels, give, give_each, give_true, targets_of, upload
from spl.ui.by_hand.view import show_effect
from spl.ui.shared.drilldown import choose_targets, chosen_rows, show_pictures
from spl.ui.shared.pictures import enlarged

ASKED = 3  # samples that are proposed at first
ONE_BY_ONE = 6  # samples whose classes are given one by one
ABOUT = (
    "SPL goes on with what you know: a target sample that you label is selected with your label at "
    "every k, is never re-labelled, and weighs as much as three source samples in its class's "
    "prototype. **Labels can hurt:** a label changes the first projection and all that follow, and "
    "other samples may end worse. The Lessons page shows both."
)


def show_labels(job: Job) -> None:
    """Whom to ask, the classes of the chosen samples, and the labels given so far."""
    st.caption(ABOUT)
    _propose(job)
    rows = targets_of(job.pair, chosen_rows(job.pair))
    if rows:
        _classes_of(job, rows)
    else:
        st.caption(
            "No target sample is chosen. Click one in the player, draw a lasso (L), or let one of "
            "the buttons propose some."
        )
    _given(job)


def _propose(job: Job) -> None:
    last = job.states[-1]
    asked = {row for row, _ in session.settings().hand.known}
    number, *places = st.columns([1, 2, 2], vertical_alignment="bottom")
    n = int(number.number_input("How many", 1, 100, ASKED, key="ask_n"))
    for place, name, rows, words in (
        (
            places[0],
            "Ask about the largest disputes",
            largest_disputes(last, n, asked),
            "Where NCP and SP disagree: one sample of each of the largest groups, the one in its "
            "middle.",
        ),
        (
            places[1],
            "Ask about the least certain",
            least_certain(last, n, asked),
            "The samples with the smallest margin between their two likeliest classes.",
        ),
    ):
        place.button(
            name,
            help=words if rows else f"{words} In this run NCP and SP agree on every sample.",
            disabled=not rows,
            width="stretch",
            on_click=choose_targets,
            args=(job.pair, rows, name.removeprefix("Ask about ")),
        )


def _classes_of(job: Job, rows: list[int]) -> None:
    """One field per sample, or one for all where there are many."""
    pair, names = job.pair, list(job.pair.class_names or ())
    last, given = job.states[-1], dict(session.settings().hand.known)
    chosen: dict[int, int | None] = {}
    if len(rows) > ONE_BY_ONE:
        st.markdown(f"**{counted(len(rows), 'chosen target sample')}**")
        show_pictures(pair, [row + pair.n_source for row in rows])
        c = st.selectbox(
            f"Class of all {len(rows):,}",
            range(len(names)),
            index=None,
            format_func=names.__getitem__,
            placeholder="Choose their class",
            key="class_of_all",
        )
        chosen = dict.fromkeys(rows, c)
    else:
        for column, row in zip(st.columns(ONE_BY_ONE), rows, strict=False):
            with column:
                sample = find_sample(pair, row + pair.n_source)
                if sample.thumbnail is not None:
                    st.image(enlarged(sample.thumbnail), width=72, alt=f"Picture of sample {row}")
                chosen[row] = st.selectbox(
                    f"Sample {row}, labelled {names[last.pseudo_labels[row]]}",
                    range(len(names)),
                    index=given.get(row),
                    format_func=names.__getitem__,
                    placeholder="Its class",
                    key=f"class_of_{row}_{given.get(row)}",
                )
    _give_buttons(job, rows, {row: c for row, c in chosen.items() if c is not None})


def _give_buttons(job: Job, rows: list[int], chosen: dict[int, int]) -> None:
    given = dict(session.settings().hand.known)
    new = {row: c for row, c in chosen.items() if given.get(row) != c}
    with st.container(horizontal=True):
        st.button(
            f"Run with {counted(len(new), 'label')}" if new else "Run with these labels",
            icon=":material/play_arrow:",
            type="primary",
            key="give_labels",
            disabled=not new,
            on_click=give_each,
            args=(new,),
        )
        if job.pair.yt is not None:
            st.button(
                "Use their true classes" if len(rows) > 1 else "Use its true class",
                key="give_true",
                help="Gives the labels that the data have for these samples.",
                on_click=give_true,
                args=(job.pair, rows),
            )
        mine = [row for row in rows if row in given]
        if mine:
            st.button(
                f"Take {counted(len(mine), 'label')} back",
                key="take_back",
                on_click=give,
                args=(mine, -1),
            )


def _given(job: Job) -> None:
    """How many labels are given, what they change, and the table to take away."""
    hand, pair = session.settings().hand, job.pair
    if hand.known:
        st.markdown(f"**{counted(len(hand.known), 'label')} given by you**")
        if len(hand.known) > MOST_IN_LINK:
            st.caption(
                f"A link carries {MOST_IN_LINK} labels at most: download the table to keep them."
            )
        if job.hand.known:
            show_effect(job, "known")
    with st.container(horizontal=True):
        if hand.known:
            st.button(
                "See them in the player",
                key="see_labels",
                on_click=choose_targets,
                args=(pair, [row for row, _ in hand.known], "labelled by you"),
            )
            st.button("Clear all labels", key="clear_labels", on_click=clear_labels)
            st.download_button(
                "Labels as CSV",
                lambda: known_table(hand.labels(pair)),
                f"{session.file_name('labels')}.csv",
                "text/csv",
                key="labels_csv",
                on_click="ignore",
                icon=":material/download:",
                help="`spl run --known` reads this table, and so does the field beside it.",
            )
    _upload(job)


def _upload(job: Job) -> None:
    def read() -> None:
        file = st.session_state["labels_file"]
        if file is not None:
            upload(job.pair, file.name, file.getvalue())

    st.file_uploader(
        "Upload a table of labels: on each line a target row, counted from 0, and a label",
        type=["csv", "tsv", "txt"],
        key="labels_file",
        max_upload_size=MOST_BYTES // 1_000_000,
        on_change=read,
    )
