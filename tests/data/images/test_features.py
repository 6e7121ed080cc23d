"""Features of pictures, with a network that averages colours where PyTorch is not needed."""

import sys

import numpy as np
import pytest
from image_bytes import png, zipped

from spl.cli.main import main
from spl.data.images import features as image_features
from spl.data.images.features import (
    FeatureCache,
    Stopped,
    missing_packages,
    picture_features,
    save_features,
)
from spl.data.images.files import picture_files
from spl.data.readers.files import read_features

KEPT = ("keys", "features", "thumbnails")


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


def test_features_labels_names_and_thumbnails(calls):
    file = picture_features(set_of(12))
    assert file.X.shape == (12, 3) and file.X.dtype == np.float32
    assert file.thumbnails.shape == (12, 48, 48, 3) and file.thumbnails.dtype == np.uint8
    for row, name, label in zip(file.X, file.sample_names, file.y, strict=True):
        assert row[0] == int(name[2:-4]) and label == name[0]
    assert calls == [8, 4]
    assert "2 folders" in file.notes[1]


def test_what_was_computed_is_remembered_by_content(calls):
    first = picture_features(set_of(10))
    again = picture_features(set_of(10, "other name.zip"))
    assert calls == [8, 2] and (first.X == again.X).all()


def test_the_cache_forgets_the_least_recently_used():
    kept = FeatureCache(2)
    for key in (b"1", b"2"):
        kept.put(key, (np.zeros(1), np.zeros(1)))
    kept.get(b"1")
    kept.put(b"3", (np.zeros(1), np.zeros(1)))
    assert len(kept) == 2 and kept.get(b"2") is None and kept.get(b"1") is not None


def test_broken_pictures_are_left_out_and_said(calls):
    file = picture_features(set_of(4, **{"a/bad.png": b"nothing"}))
    assert len(file.X) == len(file.y) == len(file.thumbnails) == 4
    assert file.notes[-1].startswith("Caution: 1 picture was left out: a/bad.png cannot")
    with pytest.raises(ValueError, match="None of 1 picture can be read: a/bad.png"):
        picture_features(set_of(0, **{"a/bad.png": b"nothing"}))


def test_a_class_without_any_picture_that_can_be_read_is_said(calls):
    file = picture_features(set_of(4, **{"c/bad.png": b"x", ".d/5.png": png()}))
    said = " ".join(file.notes)
    assert "The classes are the 2 folders" in said
    assert "Caution: 1 class has no picture that can be read and so is missing: c." in said
    assert "a name or folder begins with a point: .d/5.png." in said


def test_files_of_another_kind_are_said(calls):
    note = picture_features(set_of(4, **{"a/IMG_1.HEIC": b"x", "b/notes.txt": b"x"})).notes[-1]
    assert (
        note == "Not read, because the names do not end like those of image files: a/IMG_1.HEIC, "
        "b/notes.txt."
    )


def test_the_first_few_left_out_are_named(calls):
    bad = {f"a/bad{i}.png": b"nothing" for i in range(8)}
    said = picture_features(set_of(4, **bad)).notes[-1]
    assert said.startswith("Caution: 8 pictures were left out: a/bad0.png cannot be read")
    assert said.endswith("; likewise " + ", ".join(sorted(bad)[1:6]) + " and 2 more.")


def test_loading_the_network_says_nothing_about_the_pace(calls, monkeypatch):
    network = image_features.network()
    now = [0.0]

    def loaded():
        now[0] += 100
        return slow

    def slow(squares):
        now[0] += len(squares)
        return network(squares)

    monkeypatch.setattr(image_features.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(image_features, "network", loaded)
    told = []
    picture_features(set_of(16), lambda *said: told.append(said))
    assert told == [(8, 16, 8.0), (16, 16, 0.0)]


def test_the_cache_is_written_and_read(tmp_path, calls):
    picture_features(set_of(10))
    image_features.CACHE.save(tmp_path / "part")
    kept = FeatureCache()
    assert kept.load(tmp_path / "part") == len(kept) == 10
    image_features.CACHE = kept  # the fixture puts the old one back
    calls.clear()
    assert len(picture_features(set_of(10)).X) == 10 and not calls
    (tmp_path / "part").write_bytes(b"PK cut off")
    with pytest.raises(ValueError, match="cannot be read .*; delete it and start again"):
        kept.load(tmp_path / "part")


@pytest.mark.parametrize("sizes", [(3, 2, 3), (2, 3, 3), (3, 3, 4)])
def test_a_kept_file_of_unequal_arrays_is_damaged(tmp_path, sizes):
    arrays = {n: np.zeros((m, 16), np.uint8) for n, m in zip(KEPT, sizes, strict=True)}
    np.savez(tmp_path / "part.npz", **arrays)
    kept = FeatureCache()
    with pytest.raises(ValueError) as error:
        kept.load(tmp_path / "part.npz")
    assert str(error.value) == (
        f"{tmp_path / 'part.npz'} should hold pictures computed before and cannot be read (keys, "
        f"features and thumbnails of {', '.join(map(str, sizes))} pictures); delete it and start "
        "again."
    )
    assert not len(kept)


def test_progress_and_stop(calls):
    told = []
    picture_features(set_of(20), lambda *said: told.append(said))
    assert [t[:2] for t in told] == [(8, 20), (16, 20), (20, 20)]
    assert told[0][2] > 0 and told[-1][2] == 0
    with pytest.raises(Stopped):
        picture_features(set_of(5), should_stop=lambda: True)


def test_saved_features_are_read_as_any_file(calls, tmp_path):
    file = picture_features(set_of(6))
    save_features(tmp_path / "f.npz", file)
    read = read_features(tmp_path / "f.npz")
    assert (read.X == file.X).all() and (read.y == file.y).all()
    assert (read.sample_names == file.sample_names).all()
    assert (read.thumbnails == file.thumbnails).all()


def test_without_the_extra_one_sentence_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    image_features.network.cache_clear()
    with pytest.raises(
        ValueError, match=r"torch.*not installed; run pip install 'spl-explorer\[images\]'"
    ):
        image_features.network()


def test_the_network_gives_1280_features():
    if missing_packages():
        pytest.skip(missing_packages())
    file = picture_features(set_of(3))
    assert file.X.shape == (3, 1280) and np.isfinite(file.X).all()
    assert not np.allclose(file.X[0], file.X[2])


def test_the_command_goes_on_where_it_was_stopped(calls, monkeypatch, tmp_path, capsys):
    (tmp_path / "set").mkdir()
    for i in range(20):
        (tmp_path / "set" / f"{i}.png").write_bytes(png((i, 0, 0)))
    command = ["features", str(tmp_path / "set"), "--out", str(tmp_path / "x.npz")]
    network = image_features.network()

    def interrupted(squares):
        if calls:
            raise KeyboardInterrupt
        return network(squares)

    monkeypatch.setattr(image_features, "network", lambda: interrupted)
    assert main(command) == 130
    said = capsys.readouterr().err
    assert "8 pictures are kept in" in said and said.endswith("spl: stopped.\n")
    assert not (tmp_path / "x.npz").exists()
    monkeypatch.setattr(image_features, "CACHE", FeatureCache())  # as in another process
    monkeypatch.setattr(image_features, "network", lambda: network)
    assert main(command) == 0
    assert "8 pictures were computed before" in capsys.readouterr().err
    assert calls == [8, 8, 4] and [p.name for p in tmp_path.glob("x.*")] == ["x.npz"]
