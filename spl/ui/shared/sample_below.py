"""The chosen sample at the foot of the pages that need no run."""

from __future__ import annotations

import streamlit as st

from spl.explain.sample import find_sample
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.shared.markdown import plain


def show_sample_below() -> None:
    """All that the run shown knows of the chosen sample, in a panel that names it.

    It is closed at first, and computes nothing before it is opened; without a run of these data
    there is no panel.
    """
    job, state = session.job(), session.current_state()
    if job is None or state is None:
        return
    # Tables and charts are loaded here: the first page a server shows need not wait for them.
    from spl.ui.shared.drilldown import chosen_rows
    from spl.ui.shared.sample_panel import explain

    rows = chosen_rows(job.pair)
    title = f"One sample at k = {state.k}"
    if rows:
        sample = find_sample(job.pair, rows[0])
        title += f": {sample.domain} {sample.number}"
        title += f" ({plain(sample.name)})" if sample.name else ""
    panel = st.expander(
        title,
        icon=":material/search:",
        # another title makes it another panel for Streamlit, which would be closed again
        **session.bound("sample_below", page_state().sample_is_open, _remember),
    )
    if panel.open:
        with panel:
            explain(job, state, rows)


def _remember(is_open: bool) -> None:
    page_state().sample_is_open = is_open
