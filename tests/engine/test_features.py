"""Jobs that compute the features of a visitor's pictures."""

import numpy as np
import pytest
from image_bytes import png, zipped

from spl.data.images import features as image_features
from spl.data.images.features import FeatureCache
from spl.data.images.files import picture_files
from spl.engine.features import FeatureJob
from spl.engine.worker import State


@pytest.fixture
def calls(monkeypatch):
    """Sizes of the batches that went through a network of mean colours."""
    seen: list[int] = []

    def colours(squares):
        seen.append(len(squares))
        return np.resize(squares.mean(axis=(1, 2)), (len(squares), 3)).astype(np.float32)

    monkeypatch.setattr(image_features, "network", lambda: colours)
    monkeypatch.setattr(image_features, "CACHE", FeatureCache())
    return seen


def set_of(n, name="set.zip", **others):
    files = {f"{'ab'[i % 2]}/{i}.png": png((i, 255 - i, 0)) for i in range(n)}
    return picture_files(zipped(files | others, name))


def started(*sets):
    job = FeatureJob(*sets)
    job.start()
    return job


def test_two_jobs_of_the_same_pictures_share_the_work(calls):
    jobs = [started(set_of(20), set_of(10)) for _ in range(2)]
    for job in jobs:
        job.wait(20)
        assert len(job.results) == 2
    assert sum(calls) == 20  # the second set has the content of ten of the first


def test_a_job_computes_both_sets(calls):
    job = started(set_of(5), set_of(3))
    job.wait(20)
    assert job.state is State.DONE and not job.error
    assert [len(f.X) for f in job.results] == [5, 3] and job.done == job.n == 8


def test_a_job_tells_its_error(calls):
    job = started(set_of(5), set_of(0, **{"a/bad.png": b"nothing"}))
    job.wait(20)
    assert "None of 1 picture can" in job.error


def test_a_cancelled_job_keeps_what_is_done(calls, monkeypatch):
    def network():
        job.cancel()
        return lambda squares: np.zeros((len(squares), 3), np.float32)

    monkeypatch.setattr(image_features, "network", network)
    job = FeatureJob(set_of(8), set_of(10))
    job.start()
    job.wait(20)
    assert job.state is State.STOPPED and job.done == 8 and len(image_features.CACHE) == 8


def test_a_cancelled_job_goes_on_with_the_set_that_was_not_done(calls):
    job = FeatureJob(set_of(5), set_of(3))
    job.results = ["features of the first set"]
    job.start()
    job.wait(20)
    assert calls == [3] and job.done == job.n == 8 and job.state is State.DONE
