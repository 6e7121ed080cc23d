"""What can be taken away: the link, the animation, the arrays."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from spl.algorithm.state import with_unknown
from spl.embedding.frames import Frame
from spl.embedding.spaces import BEFORE
from spl.engine.chosen_data import UPLOAD
from spl.engine.drawn import best_frames
from spl.engine.job import Job
from spl.player.export import SavedView, standalone_html
from spl.player.playback import Playback
from spl.reports.saved_run import run_arrays
from spl.ui.alignment.compare import as_the_left_lies
from spl.ui.alignment.played import played
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.explore.vote import session_vote
from spl.ui.lessons.own import show_save
from spl.ui.lessons.tour import lesson_tour


def show_downloads(job: Job) -> None:
    """Copy link, save animation, coordinates and labels of every iteration."""
    # What is in it waits until it is opened: the browser takes a second for the box with the link.
    share = st.expander(
        "Share and save", icon=":material/ios_share:", key="share", on_change="rerun"
    )
    if not share.open:
        return
    with share:
        _link()
        frames = best_frames(job, session.settings().embedding)
        if not frames or job.running:
            st.caption("You can save files when the run has ended.")
            return
        _files(job, frames)
        show_save(job.pair)


def _link() -> None:
    if session.settings().data == UPLOAD:
        st.caption(
            ":material/link_off: A link cannot carry uploaded data. Save the animation instead."
        )
        return
    st.markdown("**Copy link** – the link holds the data, settings, iteration, colours and camera")
    st.code(session.link(), language=None, wrap_lines=True)  # comes with a copy button


def _files(job: Job, frames: list[Frame]) -> None:
    method = frames[0].method
    runs = [(job, frames)]
    second = session.second_job()
    if second is not None and not second.running:
        beside = best_frames(second, session.settings().compare_embedding)
        runs += [(second, as_the_left_lies(beside, job, second))] if beside else []
    vote = session_vote(job.pair)
    key = " ".join(f"{j.id} {f[0].method} {len(f)} {len(j.baselines)}" for j, f in runs)
    page = _page(job, _played(f"{key} {vote and hash(vote.settings)}", runs))
    left, middle, right = st.columns(3)
    left.download_button(
        f"Animation as HTML ({len(page) / 1e6:.1f} MB)",
        lambda: page,
        f"{session.file_name(method)}.html",
        "text/html",
        help=(
            "One file that contains this player (both players when you compare). It opens as the "
            "player looks now and works offline."
        ),
        on_click="ignore",
        width="stretch",
    )
    middle.download_button(
        "Run as NPZ",
        lambda: npz_bytes(job, frames),
        f"{session.file_name(method)}.npz",
        "application/octet-stream",
        help="Labels, selection, confidence, matching and coordinates of every iteration.",
        on_click="ignore",
        width="stretch",
    )
    right.download_button(
        "Run as CSV",
        lambda: run_table(job, frames).to_csv(index=False),
        f"{session.file_name(method)}.csv",
        "text/csv",
        help="One line per sample and iteration.",
        on_click="ignore",
        width="stretch",
    )


def _page(job: Job, runs: list[Playback]) -> str:
    """Return the page to take away, which opens in the view that is on the screen now."""
    settings = session.settings()
    view = SavedView(
        settings.k,
        settings.color_by,
        settings.shown,
        settings.camera,
        page_state().chosen_rows,
        settings.hidden,
    )
    first, *beside = runs
    lesson = lesson_tour(job, session.second_job())
    return standalone_html(
        first,
        str(first.header["title"]),
        compare=next(iter(beside), None),
        view=view,
        tour=lesson and lesson | {"as_seen": True},  # its step would set another view
    )


@st.cache_data(max_entries=4, show_spinner="Packing the animation …")
def _played(key: str, _runs: list[tuple[Job, list[Frame]]]) -> list[Playback]:
    return [played(job, job.states, frames) for job, frames in _runs]


def npz_bytes(job: Job, frames: list[Frame]) -> bytes:
    """`run_arrays`, class names (C,) and coordinates (T+1, n, 2), source rows first.

    Where there is a frame before adaptation, ``coordinates_before`` is (n, 2). Where samples were
    left out of S_k, ``without`` is (m, 2): target row and first iteration.
    """
    arrays = run_arrays(job.pair, job.params, job.states)
    arrays["class_names"] = np.asarray(job.pair.class_names, dtype=str)
    if job.hand.without:
        arrays["without"] = np.array(job.hand.without)
    arrays["coordinates"] = np.stack([frame.xy for frame in frames if frame.k != BEFORE])
    for frame in frames:
        if frame.k == BEFORE:
            arrays["coordinates_before"] = frame.xy
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def run_table(job: Job, frames: list[Frame]) -> pd.DataFrame:
    """One line per frame's iteration and sample: coordinates, and what was decided of targets.

    Before adaptation, k is −1 and nothing is decided.
    """
    pair = job.pair
    parts = []
    for frame in frames:  # while a run is on it has more states than frames
        source = pd.DataFrame({"domain": pair.source_name, "sample": np.arange(pair.n_source)})
        target = pd.DataFrame({"domain": pair.target_name, "sample": np.arange(pair.n_target)})
        if frame.k != BEFORE:
            target = target.assign(**_decided(job, frame.k))
        both = pd.concat([source, target], ignore_index=True)
        both.insert(0, "k", frame.k)
        both[["x", "y"]] = frame.xy
        parts.append(both)
    table = pd.concat(parts, ignore_index=True)
    return table[[name for name in table if name not in "xy"] + ["x", "y"]]


def _decided(job: Job, k: int) -> dict[str, Any]:
    """Columns of the target samples at iteration k."""
    state, names = job.states[k], with_unknown(np.asarray(job.pair.class_names))
    return {
        "pseudo_label": names[state.labels],
        "selected": state.selected,
        **({"rejected": state.rejected} if job.params.label_set == "open" else {}),
        "confidence": state.confidence,
        "cluster": pd.array(state.cluster_labels, dtype="Int64"),
    }
