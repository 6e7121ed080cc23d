import pytest

from spl import DomainPair, SPLParams, iterate
from spl.embedding.sequence import pca_frames

T = 4


@pytest.fixture(scope="session")
def pair():
    from spl.data.samples import load_sample

    whole = load_sample("digits", *_domains())
    return DomainPair(
        whole.X_source[::9],
        whole.y_source[::9],
        whole.X_target[::9],
        whole.y_target[::9],
        name="digits",
        class_names=[f"digit {c}" for c in whole.classes],
        sample_names_target=[f"t{i}" for i in range(len(whole.X_target[::9]))],
    )


def _domains():
    from spl.data.samples import sample_sets

    return sample_sets()["digits"].directions[0]


@pytest.fixture(scope="session")
def unlabelled(pair):
    return DomainPair(pair.X_source, pair.y_source, pair.X_target)


@pytest.fixture(scope="session")
def states(pair):
    params = SPLParams(d1=30, d2=10, T=T)
    return list(iterate(pair.X_source, pair.y_source, pair.X_target, params))


@pytest.fixture(scope="session")
def frames(states):
    return pca_frames(states)


@pytest.fixture(scope="session")
def moved(states):
    """A state whose matching departs from K-means' order: the classes of two clusters swapped."""
    from dataclasses import replace

    first = states[1]
    prototypes = first.prototypes.copy()
    prototypes[[0, 1]] = prototypes[[1, 0]]
    matching = first.matching.copy()
    swap = {0: 1, 1: 0}
    matching = [swap.get(int(c), int(c)) for c in matching]
    import numpy as np

    return replace(first, prototypes=prototypes, matching=np.array(matching))
