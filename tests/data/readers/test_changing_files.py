"""Files that are written, replaced or deleted while they are read: a pair or one sentence."""

import threading

import numpy as np
import pytest
from bad_inputs.arrays import XS, XT, YS, YT, h5, mat, npy, npz
from bad_inputs.writing import GOOD, TURNED, frame

from spl.data.readers import files
from spl.data.readers.files import read_features, read_pair

FORMATS = {
    "npz": (npz(X=XS, y=YS), npz(X=XT, y=YT)),
    "npy": (npy(XS), npy(XT)),
    "mat": (mat(fts=XS, labels=YS), mat(fts=XT, labels=YT)),
    "h5": (h5(X=XS, y=YS), h5(X=XT, y=YT)),
    "csv": (GOOD, TURNED),
    "parquet": (frame(a=[1.5, 2.5, 3.5], label=[0, 1, 0]), frame(b=[3.5, 2.5], label=[0, 1])),
}
CHANGES = {
    "cut off": lambda path, other: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "emptied": lambda path, other: path.write_bytes(b""),
    "written over": lambda path, other: path.write_bytes(other),
    "replaced": lambda path, other: other_file(path, other).replace(path),
    "deleted": lambda path, other: path.unlink(),
}


def other_file(path, content):
    made = path.with_suffix(".new")
    made.write_bytes(content)
    return made


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("suffix", FORMATS)
def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path, monkeypatch, suffix, change):
    path = tmp_path / f"s.{suffix}"
    path.write_bytes(FORMATS[suffix][0])

    def changed_after_a_glance(file):
        kind = kind_of(file)
        CHANGES[change](path, FORMATS[suffix][1])
        return kind

    kind_of = files.kind_of
    monkeypatch.setattr(files, "kind_of", changed_after_a_glance)
    with pytest.raises(ValueError, match=f"s.{suffix} changed while it was read; wait until"):
        read_features(path)


def test_a_file_that_is_written_all_the_time_gives_a_pair_or_a_sentence(tmp_path):
    path, done = tmp_path / "s.npz", threading.Event()
    whole, half = FORMATS["npz"][0], FORMATS["npz"][0][:700]
    path.write_bytes(whole)

    def write():
        while not done.is_set():
            path.write_bytes(half)
            path.write_bytes(whole)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(100):
            try:
                pair = read_pair(path, ("t.npz", npz(X=XT)))
            except ValueError as error:
                assert "s.npz" in str(error) and "\n" not in str(error)
            else:
                np.testing.assert_array_equal(pair.X_source, XS)
    finally:
        done.set()
        writer.join()
