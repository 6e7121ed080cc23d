"""Generated pairs for teaching: what moves between the domains is known, and has sliders.

SPL scales every sample to unit length first, which would press points of a plane onto a circle.
So the plane gets one more, constant coordinate (or is seen through fixed bumps): then the length
carries nothing that matters, and the picture survives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.data.shapes import bumps, on_plane, rotation_matrix, two_moons

Array = NDArray[Any]

# Four class means (rows) for which K-means' own order is wrong, found by trying many at random.
CROSSED_MEANS = ((-0.9, -0.4), (0.1, 0.7), (0.6, 0.3), (-0.2, -1.1))
CROSSED_SHIFT = (0.6, 0.2)


def gaussian(
    n_classes: int = 5,
    n_per_class: int = 60,
    n_features: int = 10,
    shift: float = 1.0,
    rotation: float = 30.0,
    scale: float = 1.3,
    spread: float = 0.45,
    seed: int = 0,
) -> DomainPair:
    """Gaussian classes; the target's are scaled, rotated and shifted.

    Parameters
    ----------
    n_classes, n_per_class, n_features : int
        Size: n_features counts the last, constant one, and is at least 3.
    shift : float
        Length of the target's move, in a direction drawn with the seed; class means lie about
        2 apart.
    rotation : float
        Degrees, in each plane of two successive features.
    scale : float
        Factor on the target before its move.
    spread : float
        Standard deviation of each class.
    seed : int
        Everything random follows from it.

    Examples
    --------
    >>> pair = gaussian(n_classes=3, n_per_class=10)
    >>> pair.X_source.shape, pair.n_classes
    ((30, 10), 3)
    """
    _check(n_per_class=(n_per_class, 1), n_classes=(n_classes, 2), n_features=(n_features, 3))
    rng = np.random.default_rng(seed)
    d = n_features - 1
    means = rng.normal(size=(n_classes, d))
    means *= 1.5 / np.linalg.norm(means, axis=1, keepdims=True)
    direction = rng.normal(size=d)
    y = np.repeat(np.arange(n_classes), n_per_class)
    Xs, Xt = (means[y] + rng.normal(0, spread, (len(y), d)) for _ in range(2))
    Xt = scale * Xt @ rotation_matrix(d, rotation).T + shift * direction / np.linalg.norm(direction)
    return _pair("gaussian", on_plane(Xs), y, on_plane(Xt))


def moons(
    n_per_class: int = 100,
    rotation: float = 30.0,
    shift: float = 0.3,
    noise: float = 0.08,
    seed: int = 0,
) -> DomainPair:
    """Two interleaved moons; the target's are rotated and moved to the right.

    No straight line parts two moons and SPL's projection is linear, so each point is described by
    its nearness to 6 × 6 fixed places (Gaussian bumps of width 0.7), as a network's features
    would describe it, and a constant.

    Parameters
    ----------
    n_per_class : int
        Points of each moon, in each domain.
    rotation, shift : float
        Degrees, and distance in units of a moon's radius.
    noise : float
        Standard deviation around the moon.
    seed : int
        Everything random follows from it.
    """
    _check(n_per_class=(n_per_class, 1))
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], n_per_class)
    Xs, Xt = (two_moons(n_per_class, noise, rng) for _ in range(2))
    Xt = Xt @ rotation_matrix(2, rotation).T + [shift, 0.0]
    return _pair("moons", bumps(Xs), y, bumps(Xt), ("upper moon", "lower moon"))


def matching_differs(
    n_per_class: int = 60, rotation: float = 31.0, spread: float = 0.08, seed: int = 0
) -> DomainPair:
    """Four classes in a plane for which K-means' own order of clusters is wrong.

    Each cluster centre starts at a class prototype, so one might trust it to stay with its class.
    Here two of them pass each other on the way: at k = 0 the one-to-one matching of Eq. 11 gives
    cluster B to class C and cluster C to class B, and (for most seeds) nearly all samples are
    labelled correctly; in K-means' own order about half would be.

    Parameters
    ----------
    n_per_class : int
        Points of each class, in each domain.
    rotation : float
        Degrees between the domains.
    spread : float
        Standard deviation of each class.
    seed : int
        Everything random follows from it.
    """
    _check(n_per_class=(n_per_class, 1))
    rng = np.random.default_rng(seed)
    means = np.array(CROSSED_MEANS)
    y = np.repeat(np.arange(len(means)), n_per_class)
    Xs = means[y] + rng.normal(0, spread, (len(y), 2))
    moved = means @ rotation_matrix(2, rotation).T + CROSSED_SHIFT
    Xt = moved[y] + rng.normal(0, spread, (len(y), 2))
    return _pair("matching differs", on_plane(Xs), y, on_plane(Xt), ("A", "B", "C", "D"))


def overlap(
    n_per_class: int = 50, frequent: int = 5, spread: float = 0.6, shift: float = 0.2, seed: int = 0
) -> DomainPair:
    """Three classes that overlap, one of them frequent: SPL fails and ends below 1-NN.

    The target has no gaps between its classes, so its clusters are not its classes. SPL looks for
    three clusters and labels by the nearest prototype, without regard to how frequent a class is:
    it cuts the large class B into pieces, learns from these wrong labels, and usually ends below
    its own state 0. With a small spread the classes are separated, and most labels become correct.

    Parameters
    ----------
    n_per_class : int
        Points of classes A and C, in each domain.
    frequent : int
        How many times as many points class B, between them, has.
    spread : float
        Standard deviation of each class; neighbouring class means lie 1 apart.
    shift : float
        How far the target moves, along the line of the classes.
    seed : int
        Everything random follows from it.
    """
    _check(n_per_class=(n_per_class, 1), frequent=(frequent, 1))
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(3), [n_per_class, n_per_class * frequent, n_per_class])
    means = np.array([[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]])
    Xs, Xt = (means[y] + rng.normal(0, spread, (len(y), 2)) for _ in range(2))
    return _pair("overlap", on_plane(Xs), y, on_plane(Xt + [shift, 0.0]), ("A", "B", "C"))


def _check(**sizes: tuple[int, int]) -> None:
    for name, (value, least) in sizes.items():
        if int(value) != value or value < least:
            raise ValueError(f"{name}={value!r} must be a whole number of at least {least}.")


def _pair(
    name: str, Xs: Array, y: Array, Xt: Array, class_names: tuple[str, ...] | None = None
) -> DomainPair:
    names = class_names or tuple(f"class {c}" for c in range(int(y.max()) + 1))
    return DomainPair(Xs, y, Xt, y.copy(), name, "source", "target", names)


class Slider(NamedTuple):
    """Bounds of one argument of a generator, for the app."""

    minimum: float
    maximum: float
    step: float
    default: float
    help: str


class Generator(NamedTuple):
    """A generator, its sliders, and parameters that suit it."""

    make: Callable[..., DomainPair]
    sliders: Mapping[str, Slider]
    description: str
    recommended: SPLParams  # d1, d2, T


_SEED = Slider(0, 20, 1, 0, "Seed of the random samples.")
_ROTATION = "Degrees by which the target is rotated."

GENERATORS: Mapping[str, Generator] = {
    "gaussian": Generator(
        gaussian,
        {
            "n_classes": Slider(2, 12, 1, 5, "Number of classes."),
            "n_per_class": Slider(10, 2500, 10, 60, "Samples of each class in each domain."),
            "n_features": Slider(3, 60, 1, 10, "Length of a feature vector."),
            "shift": Slider(0.0, 3.0, 0.1, 1.0, "How far the target is moved."),
            "rotation": Slider(-90.0, 90.0, 5.0, 30.0, _ROTATION),
            "scale": Slider(0.5, 2.0, 0.1, 1.3, "Factor on the target's size."),
            "spread": Slider(0.05, 1.5, 0.05, 0.45, "Standard deviation of each class."),
            "seed": _SEED,
        },
        "Gaussian classes; the target's are scaled, rotated and shifted.",
        SPLParams(d1=10, d2=5, T=10),
    ),
    "moons": Generator(
        moons,
        {
            "n_per_class": Slider(20, 400, 10, 100, "Points of each moon in each domain."),
            "rotation": Slider(-90.0, 90.0, 5.0, 30.0, _ROTATION),
            "shift": Slider(0.0, 1.0, 0.05, 0.3, "How far the target is moved to the right."),
            "noise": Slider(0.0, 0.3, 0.01, 0.08, "Standard deviation around each moon."),
            "seed": _SEED,
        },
        "Two interleaved moons, seen through 36 fixed bumps and a constant; the target's are "
        "rotated and moved.",
        SPLParams(d1=20, d2=10, T=10),
    ),
    "matching differs": Generator(
        matching_differs,
        {
            "n_per_class": Slider(10, 200, 10, 60, "Points of each class in each domain."),
            "rotation": Slider(-45.0, 45.0, 1.0, 31.0, _ROTATION),
            "spread": Slider(0.02, 0.4, 0.01, 0.08, "Standard deviation of each class."),
            "seed": _SEED,
        },
        "Four classes whose clusters K-means puts in the wrong order; the matching corrects the "
        "order.",
        SPLParams(d1=3, d2=2, T=10),
    ),
    "overlap": Generator(
        overlap,
        {
            "n_per_class": Slider(10, 200, 10, 50, "Points of classes A and C in each domain."),
            "frequent": Slider(1, 8, 1, 5, "Class B has this many times as many points."),
            "spread": Slider(0.05, 2.0, 0.05, 0.6, "Standard deviation of each class."),
            "shift": Slider(0.0, 2.0, 0.1, 0.2, "How far the target is moved."),
            "seed": _SEED,
        },
        "Three classes overlap, and one of them is frequent: SPL fails here and ends below 1-NN.",
        SPLParams(d1=3, d2=2, T=10),
    ),
}
