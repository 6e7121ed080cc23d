"""What tests of runs that are changed by hand share: small data, parameters and a comparison."""

import numpy as np
import pytest

from spl import SPLParams

FIELDS = ("projection", "z_target", "prototypes", "proba", "pseudo_labels", "selected")


@pytest.fixture(scope="session")
def small():
    """Parameters of a run that takes milliseconds."""
    return SPLParams(d1=6, d2=3, T=4)


@pytest.fixture(scope="session")
def same():
    """Whether two states are equal, bit for bit."""
    return lambda a, b: all(np.array_equal(getattr(a, f), getattr(b, f)) for f in FIELDS)


@pytest.fixture(scope="session")
def blobs():
    """Three classes whose means lie `apart`, and the same samples moved: X, y, X_target."""

    def made(seed, apart):
        y = np.repeat([0, 1, 2], 30)
        X = np.random.default_rng(seed).normal(size=(90, 6)) + apart * np.eye(6)[y]
        return X, y, X + [0, 0, 0, 1, 0, 0]

    return made
