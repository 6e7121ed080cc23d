"""The visitor's own pictures: two zips, a job that computes their features, progress and cancel."""

from __future__ import annotations

from typing import Any

import streamlit as st

from spl.datasets.features import FeatureFile
from spl.datasets.picture_files import PictureFiles, picture_files
from spl.image_features import INSTALL, PictureJob, missing_packages


def picture_domains() -> tuple[FeatureFile, FeatureFile] | None:
    """Features of both sets of pictures once they are computed; None until then."""
    st.write(
        "Give two zip files of pictures. The source has one folder for each class; the target's "
        "pictures lie in one folder, or in class folders whose names are then used only to show "
        "accuracy. Features are the average-pooled last layer of EfficientNet-Lite0 (1280 values, "
        "trained on ImageNet, 160 pixels), computed here on the CPU."
    )
    left, right = st.columns(2)
    source = left.file_uploader("Source: one folder per class", type="zip", key="zip_source")
    target = right.file_uploader("Target", type="zip", key="zip_target")
    problem = missing_packages()
    if problem:
        st.warning(problem.replace(INSTALL, f"`{INSTALL}`"), icon=":material/download:")
        return None
    job: PictureJob | None = st.session_state.get("picture_job")
    given = None if source is None or target is None else (source.file_id, target.file_id)
    if given is not None and given != st.session_state.get("picture_job_of"):
        job = None  # other files than those that were computed
    if job is None or job.cancelled or job.error:
        _offer(job, source, target, given)
        return None
    if job.running:
        _poll()
        return None
    return job.results[0], job.results[1]


def _offer(job: PictureJob | None, source: Any, target: Any, given: object) -> None:
    """Say what became of the last try, and start one."""
    if job is not None and job.error:
        st.error(job.error)
    elif job is not None and not job.running:
        st.warning(f"Stopped after {job.done:,} of {job.n:,} pictures, which are remembered.")
    if job is not None and given is None:
        files = job.sets
    elif given is None:
        return
    else:
        try:
            files = _files(source, target)
        except ValueError as error:
            st.error(str(error))
            return
    labels = files[0].labels
    if labels is None:
        st.error(
            f"{files[0].name} has its pictures in one folder, but the source needs a folder for "
            "each class; pack the class folders."
        )
        return
    st.caption(
        f"{len(files[0]):,} source pictures in {len(set(labels.tolist()))} classes, "
        f"{len(files[1]):,} target pictures."
    )
    st.button(
        "Compute features",
        key="features",
        type="primary",
        icon=":material/image:",
        on_click=_start,
        args=(files, given or st.session_state.get("picture_job_of")),
    )


def _start(files: tuple[PictureFiles, PictureFiles], given: object) -> None:
    st.session_state.picture_job = PictureJob(*files)
    st.session_state.picture_job_of = given


def _files(source: Any, target: Any) -> tuple[PictureFiles, PictureFiles]:
    """Both lists of pictures; refuses what lies outside the class folders."""
    found = picture_files(source), picture_files(target)
    for files in found:
        _ = files.labels
    return found


@st.fragment(run_every=0.5)
def _poll() -> None:
    job: PictureJob | None = st.session_state.get("picture_job")
    if job is None or not job.running:
        st.rerun()
        return
    seconds = job.seconds_left
    left = "" if seconds is None else f" · about {_duration(seconds)} left"
    bar, cancel = st.columns([5, 1], vertical_alignment="center")
    text = f"{job.done:,} of {job.n:,} pictures{left}" if job.done else "Loading the network …"
    bar.progress(job.done / job.n, text=text)
    cancel.button("Cancel", icon=":material/stop:", on_click=job.cancel, key="cancel_features")


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
