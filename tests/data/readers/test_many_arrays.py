"""An HDF5 file of many arrays gets more time than one of a few, on a busy machine as well."""

import numpy as np
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
