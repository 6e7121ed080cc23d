"""Jobs: states as they come, cancelling, caches, errors."""

import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.embedding.sequence import pca_frames
from spl.engine import job as job_module
from spl.engine import uploads, watchers
from spl.engine.drawn import best_frames, frames_for, n_frames
from spl.engine.job import Job
from spl.engine.jobs import JOBS, job_id, job_of
from spl.measures.before import before_adaptation


def _pair(shifted) -> DomainPair:
    return DomainPair(*shifted)


PARAMS = SPLParams(d1=6, d2=3, T=4)


def pca_instead(states, method, pair, **_):
    """Stand in for `embed` where t-SNE and UMAP take too long."""
    return iter(pca_frames(states, pair))


def test_a_job_ends_with_all_states_frames_and_baselines(shifted):
    job = Job(_pair(shifted), PARAMS, "a")
    job.ensure("pca")
    job.wait(300)
    assert job.learned and job.complete("pca") and not job.cancelled
    assert [frame.k for frame in best_frames(job, "tsne")] == [-1, 0, 1, 2, 3, 4]
    assert set(job.baselines) == {"1-NN", "SVM", "1-NN centred", "SVM centred"}
    assert job.before == before_adaptation(job.pair, PARAMS)


def test_cancel_keeps_what_is_done_and_continue_completes_it(shifted, monkeypatch):
    job = Job(_pair(shifted), PARAMS, "a")
    real = job_module.iterate_pair

    def cancelling(*args):
        for state in real(*args):
            if state.k == 2:
                job.cancel()
            yield state

    monkeypatch.setattr(job_module, "iterate_pair", cancelling)
    job.ensure("pca")
    job.wait(300)
    assert len(job.states) == 3 and job.cancelled
    assert sorted(job.frames["pca"]) == [-1, 0, 1, 2]
    monkeypatch.setattr(job_module, "iterate_pair", real)
    job.ensure("pca")
    job.wait(300)
    assert job.complete("pca") and not job.cancelled


def test_only_missing_baselines_are_computed(shifted, monkeypatch):
    job = Job(_pair(shifted), PARAMS, "a")
    job.baselines = {"1-NN": np.zeros(90, int), "SVM": np.zeros(90, int)}
    asked, real = [], job_module.each_baseline
    monkeypatch.setattr(
        job_module,
        "each_baseline",
        lambda pair, params, names: asked.append(names) or real(pair, params, names),
    )
    job.ensure("pca")
    job.wait(300)
    assert asked == [("1-NN centred", "SVM centred")]
    assert set(job.baselines) == set(job_module.QUICK_FIRST)


def test_a_picture_is_there_before_the_run_ends(shifted, monkeypatch):
    job = Job(_pair(shifted), PARAMS, "a")
    real, seen = job_module.iterate_pair, []

    def watching(*args):
        for state in real(*args):
            seen.append(n_frames(job, "tsne"))
            yield state

    monkeypatch.setattr(job_module, "iterate_pair", watching)
    job.ensure("pca")
    job.wait(300)
    assert seen[0] == 0 and seen[1] == 2  # before adaptation, and k = 0
    assert n_frames(job, "tsne") == n_frames(job, "pca") == 6


def test_one_job_for_the_same_data_and_parameters(shifted):
    first = job_of(_pair(shifted), PARAMS)
    assert job_of(_pair(shifted), PARAMS) is first
    first.error = "It failed."
    assert job_of(_pair(shifted), PARAMS) is not first
    X, y, Xt, yt = shifted
    assert job_id(DomainPair(X, y, Xt), PARAMS) != job_id(DomainPair(X, y, Xt, yt), PARAMS)


def test_what_the_core_warns_of_is_kept_for_the_page():
    same = np.ones((6, 3))
    job = Job(DomainPair(same, [0, 0, 0, 1, 1, 1], same), SPLParams(d1=3, d2=2, T=1), "a")
    job.ensure("pca")
    job.wait(300)
    assert job.learned and "the same point" in job.notes[0]


def test_kept_jobs_are_bounded(shifted, monkeypatch):
    monkeypatch.setattr(JOBS, "most", 3)
    for T in range(1, 8):
        job_of(_pair(shifted), SPLParams(d1=6, d2=3, T=T))
    assert len(JOBS) == 3


def test_a_pair_that_jobs_keep_alive_counts_once(shifted, monkeypatch):
    pairs = [DomainPair(*shifted), DomainPair(*shifted, name="again")]
    monkeypatch.setattr(JOBS, "most_bytes", pairs[0].n_bytes * 3 // 2)
    for T in (1, 2, 3):
        job_of(pairs[0], SPLParams(d1=6, d2=3, T=T))
    assert len(JOBS) == 3
    job_of(pairs[1], SPLParams(d1=6, d2=3, T=1))
    assert [job.pair for _, job in JOBS.items()] == [pairs[1]]


def test_an_error_is_kept_as_a_sentence(shifted, monkeypatch):
    def failing(*_):
        raise ValueError("X is bad; give a better one.")

    monkeypatch.setattr(job_module, "iterate_pair", failing)
    job = Job(_pair(shifted), PARAMS, "a")
    job.ensure("pca")
    job.wait(300)
    assert job.error == "X is bad; give a better one."


def test_a_dropped_embedding_stops_and_the_next_is_computed(shifted, monkeypatch):
    log, started = [], threading.Event()

    def slow(states, method, pair, *, should_stop, **_):
        log.append(f"{method} starts")
        started.set()
        while method == "tsne" and not should_stop():
            time.sleep(0.01)
        log.append(f"{method} ends")
        yield from (replace(frame, method=method) for frame in pca_frames(states, pair))

    job = Job(_pair(shifted), PARAMS, "a")
    monkeypatch.setattr(job_module, "embed", slow)
    job.ensure("tsne")
    assert started.wait(300)
    job.ensure("pca")  # all there already: nothing is stopped
    assert job.running
    job.drop("tsne", "me")
    job.ensure("umap")
    job.wait(300)
    assert log == ["tsne starts", "tsne ends", "umap starts", "umap ends"]
    assert job.complete("umap") and not job.cancelled


def test_two_embeddings_wanted_at_once_are_both_computed(shifted, monkeypatch):
    monkeypatch.setattr(job_module, "embed", pca_instead)
    job = Job(_pair(shifted), PARAMS, "a")
    job.ensure("tsne")
    job.ensure("umap")
    job.wait(300)
    assert job.complete("tsne") and job.complete("umap")


def test_continue_goes_on_where_it_was_cancelled(shifted, monkeypatch):
    computed = []
    real = job_module.iterate_pair

    def counting(*args):
        for state in real(*args):
            computed.append(state.k)
            if state.k == 2:
                job.cancel()
            yield state

    monkeypatch.setattr(job_module, "iterate_pair", counting)
    job = Job(_pair(shifted), PARAMS, "a")
    job.ensure("pca")
    job.wait(300)
    job.ensure("pca")
    job.wait(300)
    assert computed == [0, 1, 2, 3, 4] and job.complete("pca")


def test_cancel_among_the_classifiers_is_said_and_continue_brings_the_rest(shifted, monkeypatch):
    job, real = Job(_pair(shifted), PARAMS, "a"), job_module.each_baseline

    def cancelling(*args):
        for name, labels in real(*args):
            job.cancel()
            yield name, labels

    monkeypatch.setattr(job_module, "each_baseline", cancelling)
    job.ensure("pca")
    job.wait(300)
    assert list(job.baselines) == ["1-NN"] and job.learned and job.cancelled
    assert job.to_beat == {}  # the best of one may not be the best
    monkeypatch.setattr(job_module, "each_baseline", real)
    job.ensure("pca")
    job.wait(300)
    assert tuple(job.baselines) == job_module.QUICK_FIRST and not job.cancelled
    assert job.to_beat == job.baselines


def test_where_a_classifier_fails_the_others_are_there_to_be_beaten(shifted, monkeypatch):
    def failing(pair, params, names):
        yield names[0], np.zeros(90, int)
        raise ValueError("no")

    monkeypatch.setattr(job_module, "each_baseline", failing)
    job = Job(_pair(shifted), PARAMS, "a")
    job.ensure("pca")
    job.wait(300)
    assert list(job.to_beat) == ["1-NN"] and job_module.CLASSIFIERS in job.failed


def test_an_unforeseen_failure_leaves_a_sentence_not_a_dead_thread(shifted, monkeypatch, caplog):
    def failing(*_):
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(job_module, "iterate_pair", failing)
    job = Job(_pair(shifted), PARAMS, "a")
    job.ensure("pca")
    job.wait(300)
    assert not job.running and "server log" in job.error
    assert "unforeseen" in caplog.text


@pytest.mark.parametrize("part", ["embed", "each_baseline"])
def test_a_part_that_fails_leaves_the_run_and_is_told(shifted, monkeypatch, part):
    def failing(*_, **__):
        raise MemoryError

    monkeypatch.setattr(job_module, part, failing)
    job = Job(_pair(shifted), PARAMS, "a")
    job.ensure("umap")
    job.wait(300)
    assert job.error is None and job.complete("pca") and not job.running
    (why,) = job.failed.values()
    assert why.startswith("UMAP: There" if part == "embed" else "1-NN and SVM: There")
    if part == "embed":
        assert set(job.baselines) == set(job_module.QUICK_FIRST)  # the rest goes on
        monkeypatch.setattr(job_module, part, pca_instead)
        job.ensure("umap")
        job.wait(300)
        assert job.complete("umap") and not job.failed


def test_many_clicks_start_one_thread(shifted):
    before = threading.active_count()
    job = Job(_pair(shifted), PARAMS, "a")

    def click():
        for _ in range(50):
            job.ensure("pca")
            job.cancel()
            job.ensure("pca")

    clickers = [threading.Thread(target=click) for _ in range(3)]
    for clicker in clickers:
        clicker.start()
    for clicker in clickers:
        clicker.join()
    assert threading.active_count() <= before + 1
    job.wait(300)
    job.ensure("pca")
    job.wait(300)
    assert [s.k for s in job.states] == [0, 1, 2, 3, 4] and job.complete("pca")


def test_too_few_points_for_tsne_show_pca():
    pair = DomainPair([[0.0, 1], [1, 0]], [0, 1], [[0.1, 1], [1, 0.2]])
    job = Job(pair, SPLParams(d1=2, d2=2, T=1), "a")
    job.ensure("tsne")
    job.wait(300)
    assert job.error is None and job.complete("pca")


def test_names_and_target_labels_tell_jobs_apart(shifted):
    X, y, Xt, yt = shifted
    pairs = [
        DomainPair(X, y, Xt),
        DomainPair(X, y, Xt, yt),
        DomainPair(X, y, Xt, yt, name="other"),
        DomainPair(X, y, Xt, yt, class_names=["A", "B", "C"]),
    ]
    assert len({job_id(pair, PARAMS) for pair in pairs}) == 4
    assert len({pair.digest for pair in pairs}) == 1


@pytest.fixture
def clock(monkeypatch):
    """Seconds that a test sets itself."""
    now = SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(watchers, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    return now


def test_only_sessions_seen_lately_watch(clock):
    shown = watchers.Watchers()
    assert not shown.besides("me")
    shown.add("me")
    assert not shown.besides("me") and shown.besides("you")
    shown.add("a closed tab")
    clock.seconds += watchers.SEEN_SECONDS / 2
    shown.add("me")
    assert shown.besides("me")
    clock.seconds += watchers.SEEN_SECONDS / 2
    assert not shown.besides("me") and shown.besides("you")
    shown.discard("me")
    assert not shown.besides("you")


def test_a_picture_is_dropped_unless_another_session_waits_for_it(shifted, clock):
    job = Job(_pair(shifted), PARAMS, "a")
    job._wanted = ["tsne"]
    job.watchers.add("me")
    job.watchers.add("you")
    job.drop("tsne", "me")
    assert job._wanted == ["tsne"]
    clock.seconds += watchers.SEEN_SECONDS
    job.drop("tsne", "me")
    assert job._wanted == []


def test_uploads_are_found_by_token_and_bounded(shifted, monkeypatch):
    monkeypatch.setattr(uploads.UPLOADS, "most", 2)
    pair = _pair(shifted)
    tokens = [uploads.keep_upload(pair) for _ in range(3)]
    assert uploads.UPLOADS.get(tokens[0]) is None and uploads.UPLOADS.get(tokens[2]) is pair


def test_large_uploads_do_not_fill_the_memory(shifted, monkeypatch):
    pair = _pair(shifted)
    uploads.UPLOADS.clear()
    n_bytes = pair.X_source.nbytes + pair.X_target.nbytes
    monkeypatch.setattr(uploads.UPLOADS, "most_bytes", 2 * n_bytes)
    tokens = [uploads.keep_upload(pair) for _ in range(3)]
    assert [uploads.UPLOADS.get(token) is pair for token in tokens] == [False, True, True]
    monkeypatch.setattr(uploads.UPLOADS, "most_bytes", n_bytes // 2)
    last = uploads.keep_upload(pair)
    assert uploads.UPLOADS.get(last) is pair and len(uploads.UPLOADS) == 1


def test_cancel_while_classes_are_counted_ends_there_and_continue_begins_again(shifted):
    job, told = Job(_pair(shifted), replace(PARAMS, label_set="partial"), "a"), []
    report = job._report

    def cancelling(step, fraction):
        report(step, fraction)
        told.append(job.progress)
        if len(told) == 5:
            job.cancel()

    job._report = cancelling
    job.ensure("pca")
    job.wait(300)
    assert job.states == [] and job.cancelled and not job.error
    assert told[4].step.startswith("which classes the target has") and told[4].fraction > 0
    job.ensure("pca")
    job.wait(300)
    assert job.complete("pca") and not job.cancelled


def test_frames_of_another_method_stay_until_pcas_are_there(shifted):
    job = Job(_pair(shifted), PARAMS, "a")
    job.ensure("pca")
    job.wait(300)
    there = job.frames["pca"]
    job.frames = {"tsne": {2: there[2]}}
    assert frames_for(job, "pca") == frames_for(job, "umap") == [there[2]]
    job.frames = {"tsne": {2: there[2]}, "pca": there}
    assert len(frames_for(job, "pca")) == len(there)
