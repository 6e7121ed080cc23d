"""Studies on disk: what comes back, what is damaged, what cannot be written, what is let go."""

import errno
import gzip
import json
import os
import threading

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine import shelf, studies
from spl.engine.shelf import SHELF, Shelf
from spl.engine.studies import STUDIES, study_of
from spl.experiments.ablation import ablation
from spl.experiments.comparison import compare
from spl.experiments.sweep import sweep

PARAMS = SPLParams(d1=6, d2=3, T=2)


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """The app's shelf, in a folder of the test."""
    monkeypatch.setattr(SHELF, "folder", tmp_path / "kept")
    monkeypatch.setattr(SHELF, "problem", "")
    STUDIES.clear()
    yield SHELF
    STUDIES.clear()


def counting(n):
    def steps(done):
        yield from range(len(done), n)

    return steps


@pytest.mark.parametrize("labels", [True, False])
def test_results_of_every_kind_come_back(tmp_path, shifted, labels):
    pair = DomainPair(*(shifted if labels else shifted[:3]))
    results = [
        *sweep([pair], [PARAMS]),
        *ablation(pair, PARAMS),
        *compare(pair, PARAMS, ["SPL", "1-NN"]),
    ]
    Shelf(tmp_path).save("a", results)
    found = Shelf(tmp_path).load("a")
    assert len(found) == len(results) == 12
    for one, other in zip(results, found, strict=True):
        assert type(one) is type(other)
        for name, value in vars(one).items():
            np.testing.assert_equal(getattr(other, name), value)


def test_a_study_is_there_again_after_a_restart(opened):
    study = study_of("ablation x", 3, counting(3))
    study.start()
    study.wait(10)
    STUDIES.clear()  # what a restart does
    again = study_of("ablation x", 3, counting(3))
    assert again.results == [0, 1, 2] and again.complete
    assert study_of("ablation y", 3, counting(3)).results == []
    assert not opened.problem


def test_a_study_at_work_is_kept_from_time_to_time(opened, monkeypatch):
    monkeypatch.setattr(studies, "KEEP_SECONDS", 0.0)
    seen = []

    def steps(done):
        for i in range(3):
            seen.append(opened.load("a x"))
            yield i

    study = study_of("a x", 3, steps)
    study.start()
    study.wait(10)
    assert seen == [None, [0], [0, 1]] and opened.load("a x") == [0, 1, 2]


def test_what_is_done_is_kept_when_the_server_ends_in_a_study(opened):
    reached, end = threading.Event(), threading.Event()

    def steps(done):
        yield "first"
        reached.set()
        end.wait(20)

    study = study_of("a x", 2, steps)
    study.start()
    assert reached.wait(20) and opened.load("a x") is None
    studies.keep_all()
    assert opened.load("a x") == ["first"]
    end.set()
    study.wait(20)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not packed",
        gzip.compress(b"{", mtime=0),
        gzip.compress(b"[1, 2, 3]", mtime=0),
        gzip.compress(json.dumps(["another key", []]).encode(), mtime=0),
        gzip.compress(json.dumps(["a x", {"is": "Popen", "of": {}}]).encode(), mtime=0),
        gzip.compress(
            json.dumps(["a x", {"is": "array", "of": ["|O", [1], "AAAAAAAA"]}]).encode(), mtime=0
        ),
        gzip.compress(json.dumps(["a x", [1] * 50]).encode(), mtime=0)[:-12],
    ],
)
def test_a_damaged_file_is_said_and_ignored(opened, content):
    opened.save("a x", [1])
    (file,) = opened.folder.iterdir()
    file.write_bytes(content)
    study = study_of("a x", 2, counting(2))
    assert study.results == [] and "cannot be read" in opened.problem
    study.start()
    study.wait(10)
    assert study.complete and opened.load("a x") == [0, 1] and not opened.problem


def test_a_full_disk_is_said_and_the_older_file_stays(opened, monkeypatch):
    opened.save("a x", [1])

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.write_bytes", full)
        study = study_of("a x", 3, counting(3))
        study.start()
        study.wait(10)
    assert study.complete and study.error is None  # the results are there, only not on disk
    assert "No space left" in opened.problem and opened.load("a x") == [1]
    assert [file.suffix for file in opened.folder.iterdir()] == [".gz"]


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("in the way")
    kept = Shelf(tmp_path / "file" / "kept")
    kept.save("a", [1])
    assert "cannot be kept" in kept.problem and kept.load("a") is None
    assert kept.size() == (0, 0)


def test_the_number_and_the_bytes_are_bounded_and_the_oldest_goes_first(tmp_path, monkeypatch):
    kept = Shelf(tmp_path)
    monkeypatch.setattr(shelf, "MOST_FILES", 3)
    for i in range(5):
        kept.save(str(i), [i])
        os.utime(kept._file(str(i)), (i, i))
    assert [kept.load(str(i)) for i in range(5)] == [None, None, [2], [3], [4]]
    monkeypatch.setattr(shelf, "MOST_BYTES", kept.size()[1] // 3 + 1)
    kept.save("last", ["last"])
    assert kept.size()[0] == 1 and kept.load("last") == ["last"]


def test_only_what_is_named_is_deleted(tmp_path):
    kept = Shelf(tmp_path)
    for key in ("mine", "mine too", "another's"):
        kept.save(key, [key])
    mine = ["mine", "mine too", "never kept"]
    assert kept.size(mine)[0] == 2 < kept.size()[0] == 3
    kept.delete(mine)
    assert kept.size(mine) == (0, 0) and kept.load("mine") is None
    assert kept.load("another's") == ["another's"]


def test_a_closed_shelf_keeps_nothing():
    closed = Shelf()
    closed.save("a", [1])
    closed.delete(["a"])
    assert closed.load("a") is None and closed.size() == closed.size(["a"]) == (0, 0)


def test_the_folder_is_beside_streamlits_state_or_what_the_variable_says(tmp_path, monkeypatch):
    monkeypatch.delenv("SPL_STATE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert shelf.state_folder() == tmp_path / ".streamlit" / "spl-studies"
    monkeypatch.setenv("SPL_STATE", str(tmp_path / "other"))
    assert shelf.state_folder() == tmp_path / "other"
