"""Small data that every test may use."""

import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # two pools spinning on two cores are slower
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import pytest

SHARED = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture
def shifted():
    """Three classes in 6-D whose target is rotated and moved: X, y, X_target, y_target."""
    rng = np.random.default_rng(7)
    y = np.repeat(np.array(["ant", "bee", "cat"]), 30)
    means = 3 * np.eye(6)[np.repeat([0, 1, 2], 30)]
    X = means + rng.normal(scale=0.6, size=(90, 6)) + 1
    Xt = means + rng.normal(scale=0.6, size=(90, 6)) + 1 + np.array([0, 0, 0, 1.0, 0.5, 0])
    order = rng.permutation(90)
    return X, y, Xt[order], y[order]


@pytest.fixture(scope="session")
def shared_data():
    """The folder of real data beside the checkout; skips where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("real data (../shared/data) is not beside this checkout")
    return SHARED
