"""An HDF5 file of many arrays gets more time than one of a few, on a busy machine as well."""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from bad_inputs.arrays import XS, YS, h5

from spl.data.readers import hdf5
from spl.data.readers.files import read_features


def test_every_array_gives_more_time(monkeypatch):
    allowed = []

    class Recorded(hdf5._Clock):
        def allow(self, seconds):
            allowed.append(seconds)
            super().allow(seconds)

    monkeypatch.setattr(hdf5, "_Clock", Recorded)
    monkeypatch.setattr(hdf5, "LOOK_SECONDS", 120.0)  # a busy machine takes its time
    more = {f"a{i:03}": np.zeros(2) for i in range(520)}
    found = read_features(("s.h5", h5(X=XS, y=YS, **more)))
    np.testing.assert_array_equal(found.X, XS)
    assert len(allowed) == 3  # after 250 and 500 arrays, and with the size of all
    assert allowed == sorted(allowed) and allowed[-1] > hdf5.LOOK_SECONDS + 5


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    ("code", "ends"), [("while True: pass", True), ("import time; time.sleep(60)", False)]
)
def test_a_child_is_killed_for_what_it_computes_rather_than_for_waiting(monkeypatch, code, ends):
    monkeypatch.setattr(hdf5, "PATIENCE", 1e9)
    with subprocess.Popen([sys.executable, "-c", code]) as child:
        clock = hdf5._Clock(child, 0.5)
        try:
            latest = time.monotonic() + (60 if ends else 1)
            while child.poll() is None and time.monotonic() < latest:
                time.sleep(0.05)
        finally:
            clock.stop()
            child.kill()
    assert clock.struck is ends


def test_a_child_that_only_waits_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr(hdf5, "PATIENCE", 2.0)
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as child:
        clock = hdf5._Clock(child, 0.5)
        assert child.wait() != 0  # killed
        clock.stop()
    assert clock.struck
