"""The visitor's own pictures: two zips, a job that computes their features, progress and cancel."""

from __future__ import annotations

from typing import Any

import streamlit as st

from spl.data.images.features import INSTALL, missing_packages
from spl.data.images.files import PictureFiles, picture_files
from spl.data.pace import time_left
from spl.data.readers.features import FeatureFile
from spl.data.words import counted
from spl.engine.features import FeatureJob
from spl.ui.app.progress import poll, rerun_at_the_end
from spl.ui.app.state import page_state
from spl.ui.shared.markdown import with_code

Files = tuple[PictureFiles, PictureFiles]
POLL_SECONDS = 0.5


def picture_domains() -> tuple[FeatureFile, FeatureFile] | None:
    """Features of both sets of pictures once they are computed; None until then."""
    st.write(
        "Give two zip files of pictures. The source needs one folder for each class. The target's "
        "pictures can be in one folder, or in class folders whose names are used only to show "
        "accuracy. Features are the average-pooled last layer of EfficientNet-Lite0 (1280 "
        "values, trained on ImageNet, 160 pixels), computed here on the CPU."
    )
    problem = missing_packages()
    if problem:
        st.warning(problem.replace(INSTALL, f"`{INSTALL}`"), icon=":material/download:")
        return None
    left, right = st.columns(2)
    source = left.file_uploader("Source: one folder per class", key="zip_source")
    target = right.file_uploader("Target", key="zip_target")
    job = page_state().feature_job
    given = None if source is None or target is None else (source.file_id, target.file_id)
    if given is not None and given != page_state().feature_files:
        job = None  # other files than those that were computed
    elif given is None and (source or target) and not (job and job.running):
        st.caption(f"Now give the {'source' if source is None else 'target'}'s pictures.")
        return None
    if job is None or job.cancelled or job.error:
        _offer(job, source, target, given)
        return None
    if job.running:
        poll(_poll, POLL_SECONDS)
        return None
    return job.results[0], job.results[1]


def _offer(job: FeatureJob | None, source: Any, target: Any, given: object) -> None:
    """Say what became of the last try, and start one."""
    if job is not None and job.error:
        st.error(with_code(job.error))
    elif job is not None and job.running:
        poll(_poll, POLL_SECONDS)  # told to stop
        return
    elif job is not None:
        st.warning(f"Stopped after {job.done:,} of {job.n:,} pictures; their features are kept.")
    try:
        files = _files(job, source, target, given)
    except ValueError as error:
        st.error(with_code(str(error)))
        return
    if files is None:
        return
    classes = len(set(files[0].labels.tolist()))  # type: ignore[union-attr]  # _files saw to it
    st.caption(
        f"{counted(len(files[0]), 'source picture')} in {counted(classes, 'class', 'classes')}, "
        f"{counted(len(files[1]), 'target picture')}. Keep this tab open while the features are "
        "computed. After a reload you have to give the files again, but finished features are "
        "kept."
    )
    goes_on = job is not None and not job.error
    st.button(
        "Continue" if goes_on else "Compute features",
        key="features",
        type="primary",
        icon=":material/play_arrow:" if goes_on else ":material/image:",
        on_click=_start,
        args=(files, given or page_state().feature_files),
    )


def _start(files: Files, given: object) -> None:
    state = page_state()
    if state.feature_job is not None:
        state.feature_job.cancel()  # of other files
    state.feature_job, state.feature_files = FeatureJob(*files), given
    state.feature_job.watchers.add(state.session_id)
    state.feature_job.start()


def _files(job: FeatureJob | None, source: Any, target: Any, given: object) -> Files | None:
    """Both lists of pictures, checked; those of the last try where the uploaders are empty."""
    if given is None:  # the page was left, which empties them
        return None if job is None else job.sets
    found = picture_files(source), picture_files(target)
    for files in found:
        _ = files.labels  # refuses what lies outside the class folders
    if found[0].labels is None:
        raise ValueError(
            f"{found[0].name} has its pictures in one folder, but the source needs a folder for "
            "each class; pack the class folders."
        )
    return found


def _poll(again: bool) -> None:
    job = page_state().feature_job
    if job is None or not job.running:
        st.rerun()
        return
    job.watchers.add(page_state().session_id)
    bar, cancel = st.columns([5, 1], vertical_alignment="center")
    bar.progress(job.done / job.n, text=_progress_text(job))
    cancel.button(
        "Cancel",
        icon=":material/stop:",
        on_click=job.cancel,
        key="cancel_features",
        disabled=job.stopping,
    )
    if job.stopping and again:
        rerun_at_the_end(lambda: job.running)


def _progress_text(job: FeatureJob) -> str:
    if job.stopping:
        return f"Stopping after the current pictures … {job.done:,} of {job.n:,} are done"
    if job.queue:
        return f"{job.done:,} of {job.n:,} pictures · {job.queue}"
    if not job.done:
        return "Loading the network …"
    return f"{job.done:,} of {job.n:,} pictures{time_left(job.seconds_left)}"
