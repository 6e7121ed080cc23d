"""What one visitor's session holds: settings, the pair, the run that is shown."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from urllib.parse import urlencode

import streamlit as st

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.data.samples import usual_params
from spl.embedding.layouts import warm_up_once
from spl.embedding.spaces import BEFORE
from spl.engine.by_hand import NOTHING
from spl.engine.chosen_data import UPLOAD, open_settings_data
from spl.engine.following import follow
from spl.engine.job import Job
from spl.engine.jobs import job_of
from spl.engine.link_unused import repeated
from spl.engine.links import settings_from_query
from spl.engine.settings import Settings, fitting
from spl.engine.uploads import UPLOADS, keep_upload
from spl.player.extras import pack_extras
from spl.ui.app.bound import bound as bound  # pages call session.bound
from spl.ui.app.rows import forget_rows, lay_aside, take_up
from spl.ui.app.state import PageState, has_state, open_state, page_state


def begin() -> bool:
    """Read the link when a session begins; return whether it begins now, and without a link."""
    if has_state():
        return False
    query = dict(st.query_params)
    mine = UPLOADS.get(query.get("upload", ""))
    twice = repeated({name: st.query_params.get_all(name) for name in query})
    settings, problems = settings_from_query(query, uploaded=mine)
    open_state(PageState(settings, problems=[*problems, *twice], uploaded=mine))
    warm_up_once()
    if settings.run or not query:
        start_run()
        if "k" not in query:
            play()
    return not query


def open_link(query: Mapping[str, str]) -> None:
    """Show what a link names, as if it had been opened in this session."""
    _forget_pair()
    state = page_state()
    uploaded = UPLOADS.get(query.get("upload", ""))
    state.settings, found = settings_from_query(query, uploaded=uploaded)
    state.problems = [*state.problems, *found]
    state.data_kind = None
    if settings().run:
        start_run()
        play()


def settings() -> Settings:
    """The visitor's choices."""
    return page_state().settings


def problems() -> list[str]:
    """Sentences to show until they are dismissed."""
    return page_state().problems


def dismiss_problems() -> None:
    """Stop showing these sentences."""
    page_state().problems = []


def complain(sentence: str) -> None:
    """Show a sentence at the top of the page."""
    page_state().problems = [*problems(), sentence]


def write_link() -> None:
    """Keep the address line a link to what is seen."""
    if dict(st.query_params) != (query := settings().to_query()):
        st.query_params.from_dict(query)


def link(query: Mapping[str, str] | None = None) -> str:
    """The whole address that shows what is seen, or what a link's query names on this page."""
    shown = settings().to_query() if query is None else query
    return f"{str(st.context.url or '').partition('?')[0]}?{urlencode(shown)}"


@st.cache_resource(max_entries=12, show_spinner="Loading the data …")
def _opened(data: str) -> DomainPair:
    opened = open_settings_data(data)
    threading.Thread(target=pack_extras, args=(opened,), daemon=True).start()  # for the player
    return opened


def pair() -> DomainPair:
    """The chosen source and target."""
    if settings().data == UPLOAD:
        uploaded = page_state().uploaded
        assert uploaded is not None  # the settings name them only then
        return uploaded
    return _opened(settings().data)


def file_name(what: str) -> str:
    """Name of a file about the chosen data, without its suffix."""
    name = pair().name or pair().title  # a set's name: some files are about all of its directions
    words = "".join(c if c.isalnum() else " " for c in name[:60]).split()
    return "-".join([*words, what])


def choose_data(data: str) -> None:
    """Switch to a sample or generator; a run that is on is cancelled."""
    if data == settings().data:
        return
    _forget_pair()
    settings().choose_data(data)
    use_params(settings().params)
    take_up(pair().digest)


def use_params(params: SPLParams) -> None:
    """Choose parameters, as far as the data allow them."""
    settings().params = fitting(params, pair())


def choose_upload(uploaded: DomainPair) -> None:
    """Switch to the visitor's own data.

    Where only names, pictures or target labels are new, the settings stay and so does the run.
    """
    before = page_state().uploaded if settings().data == UPLOAD else None
    same = before is not None and before.digest == uploaded.digest
    hand, ran = settings().hand, settings().run
    if same:
        settings().hand = NOTHING  # it stays, so it is not laid aside
    _forget_pair()
    page_state().uploaded = uploaded
    if not same:
        settings().choose_data(UPLOAD, usual_params(uploaded))
        take_up(uploaded.digest)
    else:
        settings().hand = hand
        if ran:
            start_run()
    settings().upload = keep_upload(uploaded)


def _forget_pair() -> None:
    leave_run()
    if settings().hand != NOTHING:
        lay_aside(pair().digest)
    forget_rows()


def job() -> Job | None:
    """The run that is shown, or None."""
    return page_state().job


def second_job() -> Job | None:
    """The run shown beside it for comparison, or None."""
    return page_state().second_job


def start_run() -> None:
    """Run SPL with the chosen parameters, or show that run if it is there."""
    page_state().keep_last()
    leave_run()
    use_params(settings().params)
    page_state().job = watched(settings().params, settings().embedding)
    page_state().tried.note(settings().params)
    settings().run = True
    start_second()


def start_second() -> None:
    """Run the second setting, if one is chosen, without what is given by hand."""
    leave("second_job")
    beside = settings().compare
    if beside and settings().run:
        params = settings().compare = fitting(beside, pair())
        page_state().second_job = _begun(job_of(pair(), params), settings().compare_embedding)


def watched(params: SPLParams, embedding: str, shown: Job | None = None, k: int = 0) -> Job:
    """A run that this session waits for, begun; perhaps it follows the run that is shown, at k."""
    return _begun(job_of(pair(), params, settings().hand), embedding, shown, k)


def _begun(job: Job, embedding: str, shown: Job | None = None, k: int = 0) -> Job:
    if shown is not None:
        follow(job, shown, k)
    page_state().left_runs.discard(job.id)
    job.watchers.add(page_state().session_id)
    job.ensure(embedding)
    return job


def press_run() -> None:
    """Run, and play the iterations once they are there."""
    start_run()
    settings().k = BEFORE
    play()
    page_state().run_pressed = True


def play() -> None:
    """Let the player start as soon as all iterations are computed."""
    if shown := job():
        page_state().autoplay = shown.id


def run_was_pressed() -> bool:
    """Whether Run has been pressed since this was asked last."""
    pressed, page_state().run_pressed = page_state().run_pressed, False
    return pressed


def leave_run() -> None:
    """Show no run; cancel what was shown unless another session watches it."""
    leave("job")
    leave("next_job")
    leave("second_job")
    settings().run = False


def leave(name: str) -> None:
    """Forget one of the runs of this session, and cancel it unless another one watches it."""
    state = page_state()
    job: Job | None = getattr(state, name)
    setattr(state, name, None)
    if job is not None and job not in (state.job, state.second_job, state.next_job):
        job.watchers.discard(state.session_id)
        if job.running and not job.watchers.besides(state.session_id):
            job.cancel()


def watch() -> None:
    """Tell the runs that are shown that this session still waits for them."""
    for shown, _ in sides():
        if awaits(shown):
            shown.watchers.add(page_state().session_id)


def sides() -> list[tuple[Job, str]]:
    """Each run that is shown, with the method of its frames; the second is on the right."""
    first, second = job(), second_job()
    both = (first, settings().embedding), (second, settings().compare_embedding)
    return [(shown, method) for shown, method in both if shown is not None]


def drop_frames(shown: Job, method: str) -> None:
    """Stop computing frames that no side shows, unless another session watches its run."""
    if (shown, method) not in sides():
        shown.drop(method, page_state().session_id)


def cancel_run() -> None:
    """Stop the runs that are on, or only stop waiting if others watch them; results are kept."""
    for shown, _ in sides():
        if shown.watchers.besides(page_state().session_id):
            shown.watchers.discard(page_state().session_id)
            page_state().left_runs.add(shown.id)
        else:
            shown.cancel()


def go_on(stopped: Job) -> None:
    """Continue a run, with the embeddings that are chosen now."""
    page_state().left_runs.discard(stopped.id)
    for shown, method in sides():
        if shown is stopped:
            shown.watchers.add(page_state().session_id)
            shown.ensure(method)


def awaits(shown: Job) -> bool:
    """Whether a run is on and this session still waits for it."""
    return shown.running and shown.id not in page_state().left_runs


def current_state() -> SPLState | None:
    """State k of the run that is shown, or the last one there is."""
    shown = job()
    if shown is None or not shown.states:
        return None
    k = max(0, settings().k)  # −1, before adaptation, has a frame and no state
    return shown.states[min(k, len(shown.states) - 1)]


def previous_state() -> SPLState | None:
    """The state before the current one."""
    shown, state = job(), current_state()
    return None if shown is None or state is None or state.k == 0 else shown.states[state.k - 1]
