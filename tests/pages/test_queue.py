"""A page whose run waits for its turn says so, and Cancel works meanwhile."""

import threading

import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine import worker
from spl.engine.jobs import job_of
from spl.engine.pool import Pool
from spl.engine.studies import Study
from spl.engine.worker import State
from spl.ui.app.shell import MARKER


@pytest.fixture
def held(monkeypatch):
    """A pool of one, whose turn another visitor holds until the event is set."""
    monkeypatch.setattr(worker, "POOL", Pool(most=1))
    at_work, end = threading.Event(), threading.Event()

    def steps(done):
        at_work.set()
        end.wait(60)
        yield 1

    other = Study("held", 1, steps)
    other.watchers.add("another visitor")
    other.start()
    assert at_work.wait(20)
    yield end
    end.set()
    other.wait(20)


def test_the_place_is_shown_and_cancel_ends_the_waiting(held, open_page, shifted, monkeypatch):
    monkeypatch.setattr("spl.ui.app.progress._milestone", lambda: None)  # nothing new to show
    pair = DomainPair(*shifted)
    job = job_of(pair, SPLParams(d1=5, d2=3, T=7))
    job.watchers.add("test")
    job.ensure("pca")
    page = open_page("explore", pair)  # the page itself does not wait
    page.session_state["state"].job = job
    page.session_state[MARKER] = True
    page = page.run(timeout=20)
    assert not page.exception
    assert [bar.proto.text for bar in page.get("progress")] == ["waiting · you are next"]
    page.session_state[MARKER] = True
    page.button(key="cancel_run").click().run(timeout=20)
    job.wait(20)
    assert job.state is State.STOPPED and not job.states
    held.set()
    job.ensure("pca")
    job.wait(60)
    assert job.complete("pca")
