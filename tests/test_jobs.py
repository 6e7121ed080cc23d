"""Jobs: states as they come, cancelling, caches, errors."""

import threading
import time

from spl.domains import DomainPair
from spl.iteration import SPLParams
from spl.ui import jobs
from spl.ui.jobs import Job, Jobs, job_id


def _pair(shifted) -> DomainPair:
    return DomainPair(*shifted)


PARAMS = SPLParams(d1=6, d2=3, T=4)


def test_a_job_ends_with_all_states_frames_and_baselines(shifted):
    job = Job(_pair(shifted), PARAMS, "a")
    job.ensure("pca")
    job.wait(60)
    assert job.learned and job.complete("pca") and not job.cancelled
    assert [frame.k for frame in job.best_frames("tsne")] == [0, 1, 2, 3, 4]
    assert set(job.baselines) == {"1-NN", "SVM", "1-NN centred", "SVM centred"}


def test_cancel_keeps_what_is_done_and_continue_completes_it(shifted, monkeypatch):
    job = Job(_pair(shifted), PARAMS, "a")
    real = jobs.iterate

    def cancelling(*args):
        for state in real(*args):
            if state.k == 2:
                job.cancel()
            yield state

    monkeypatch.setattr(jobs, "iterate", cancelling)
    job.ensure("pca")
    job.wait(60)
    assert len(job.states) == 3 and job.cancelled
    assert len(job.frames["pca"]) == 3
    monkeypatch.setattr(jobs, "iterate", real)
    job.ensure("pca")
    job.wait(60)
    assert job.complete("pca") and not job.cancelled


def test_one_job_for_the_same_data_and_parameters(shifted):
    registry = Jobs()
    assert registry.get(_pair(shifted), PARAMS) is registry.get(_pair(shifted), PARAMS)
    X, y, Xt, yt = shifted
    assert job_id(DomainPair(X, y, Xt), PARAMS) != job_id(DomainPair(X, y, Xt, yt), PARAMS)


def test_kept_jobs_are_bounded(shifted, monkeypatch):
    monkeypatch.setattr(jobs, "MAX_JOBS", 3)
    registry = Jobs()
    for T in range(1, 8):
        registry.get(_pair(shifted), SPLParams(d1=6, d2=3, T=T))
    assert len(registry._jobs) == 3


def test_an_error_is_kept_as_a_sentence(shifted, monkeypatch):
    def failing(*_):
        raise ValueError("X is bad; give a better one.")

    monkeypatch.setattr(jobs, "iterate", failing)
    job = Job(_pair(shifted), PARAMS, "a")
    job.ensure("pca")
    job.wait(60)
    assert job.error == "X is bad; give a better one."


def test_another_embedding_stops_the_one_before(shifted, monkeypatch):
    log, started = [], threading.Event()

    def slow(states, method, *, should_stop, on_progress):
        log.append(f"{method} starts")
        started.set()
        while method == "tsne" and not should_stop():
            time.sleep(0.01)
        log.append(f"{method} ends")
        return iter(())

    job = Job(_pair(shifted), PARAMS, "a")
    monkeypatch.setattr(jobs, "embed", slow)
    job.ensure("tsne")
    assert started.wait(60)
    job.ensure("pca")  # all there already: nothing is stopped
    assert job.running
    job.ensure("umap")
    job.wait(60)
    assert log == ["tsne starts", "tsne ends", "umap starts", "umap ends"]
