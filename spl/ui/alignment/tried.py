"""Small frames of the last settings tried; a click shows that run."""

from __future__ import annotations

import numpy as np
import streamlit as st

from spl.engine.chosen_data import recommended_params
from spl.engine.job import Job
from spl.figures.small import small_frame
from spl.ui.app import live, session
from spl.ui.app.parameters import written
from spl.ui.app.state import page_state
from spl.ui.shared.drilldown import dark
from spl.ui.shared.pictures import data_uri

_STYLE = """
.st-key-tried {gap: 3px; flex-wrap: nowrap}
.st-key-tried button {width: 36px; height: 30px; min-height: 0; padding: 0;
  background-size: contain; background-position: center; background-repeat: no-repeat}
.st-key-tried button p {position: absolute; width: 1px; height: 1px; overflow: hidden}
"""


def show_tried(job: Job) -> None:
    """A button with a small frame for each of the last settings, once there are two.

    Parameters
    ----------
    job : Job
        The run that is shown: its last frame is kept as soon as it is complete.
    """
    tried = page_state().tried
    if job.shows(session.settings().embedding, job.n_states - 1):
        tried.keep(job.params, _small_frame(job))
    if len(tried.pictures) < 2:
        return
    base = recommended_params(session.settings().data) or next(iter(tried.pictures))
    rules = [_STYLE]
    with st.container(horizontal=True, key="tried", width="content"):
        for i, (params, address) in enumerate(tried.pictures.items()):
            words = written(params, base) or "recommended settings"
            st.button(
                words,
                key=f"tried_{i}",
                help=f"Show the run with {words} again.",
                type="primary" if params == job.params else "secondary",
                on_click=live.show_setting,
                args=(params,),
            )
            fill = "background-color: transparent" if params == job.params else ""
            rules.append(f".st-key-tried_{i} button {{background-image: url({address}); {fill}}}")
        st.html(f"<style>{''.join(rules)}</style>")  # beside the row it would take a line


def _small_frame(job: Job) -> str:
    """The last frame, as a data address."""
    frames = job.frames.get(session.settings().embedding) or job.frames["pca"]
    state, frame = job.states[-1], frames[max(frames)]
    labels = np.concatenate([job.pair.ys, state.labels])
    return data_uri(small_frame(frame.xy, labels, job.pair.n_classes, dark=dark()))
