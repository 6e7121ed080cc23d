"""Generated pairs for teaching: what moves between the domains is known, and has sliders.

SPL scales every sample to unit length first, which would press points of a plane onto a circle.
So the plane gets one more, constant coordinate (or is seen through fixed bumps): then the length
carries nothing that matters, and the picture survives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.domains import DomainPair

Array = NDArray[Any]

# Four class means (rows) for which K-means' own order is wrong, found by trying many at random.
CROSSED_MEANS = ((0.8, -0.1), (0.6, -0.8), (-0.1, 0.7), (-0.3, 0.1))


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
    Xt = scale * Xt @ _rotation(d, rotation).T + shift * direction / np.linalg.norm(direction)
    return _pair("gaussian", _on_plane(Xs), y, _on_plane(Xt))


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
    Xs, Xt = (_two_moons(n_per_class, noise, rng) for _ in range(2))
    Xt = Xt @ _rotation(2, rotation).T + [shift, 0.0]
    return _pair("moons", _bumps(Xs), y, _bumps(Xt), ("upper moon", "lower moon"))


def matching_differs(
    n_per_class: int = 40,
    rotation: float = 27.0,
    spread: float = 0.12,
    seed: int = 0,
) -> DomainPair:
    """Four classes in a plane for which K-means' own order of clusters is wrong.

    Each cluster centre starts at a class prototype, so one might trust it to stay with its class.
    Here two of them pass each other on the way: at k = 0 the one-to-one matching of Eq. 11 swaps
    classes A and B back, and far more samples are labelled rightly than in K-means' own order.

    Parameters
    ----------
    n_per_class : int
        Points of each class, in each domain.
    rotation : float
        Degrees between the domains; below about 20 the matching becomes the identity.
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
    moved = means @ _rotation(2, rotation).T + 0.4
    Xt = moved[y] + rng.normal(0, spread, (len(y), 2))
    return _pair("matching differs", _on_plane(Xs), y, _on_plane(Xt), ("A", "B", "C", "D"))


def overlap(
    n_per_class: int = 80,
    spread: float = 1.0,
    shift: float = 0.8,
    seed: int = 0,
) -> DomainPair:
    """Three classes that overlap: SPL fails, and ends no better than 1-NN or worse.

    The target has no gaps between its classes, so its clusters are not its classes, and pseudo-
    labels that are wrong at k = 0 are learnt from and stay. Label-free scores look fine all the
    same. With a small spread the classes part and SPL works again.

    Parameters
    ----------
    n_per_class : int
        Points of each class, in each domain.
    spread : float
        Standard deviation of each class; the class means lie 1 apart.
    shift : float
        How far the target moves, along the line of the classes.
    seed : int
        Everything random follows from it.
    """
    _check(n_per_class=(n_per_class, 1))
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(3), n_per_class)
    means = np.array([[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]])
    Xs, Xt = (means[y] + rng.normal(0, spread, (len(y), 2)) for _ in range(2))
    return _pair("overlap", _on_plane(Xs), y, _on_plane(Xt + [shift, 0.0]), ("A", "B", "C"))


def _check(**sizes: tuple[int, int]) -> None:
    for name, (value, least) in sizes.items():
        if int(value) != value or value < least:
            raise ValueError(f"{name}={value!r} must be a whole number of at least {least}.")


def _pair(
    name: str, Xs: Array, y: Array, Xt: Array, class_names: tuple[str, ...] | None = None
) -> DomainPair:
    names = class_names or tuple(f"class {c}" for c in range(int(y.max()) + 1))
    return DomainPair(Xs, y, Xt, y.copy(), name, "source", "target", names)


def _on_plane(X: Array) -> Array:
    """Add the constant coordinate."""
    return np.column_stack([X, np.ones(len(X))])


def _rotation(d: int, degrees: float) -> Array:
    """Rotate in the plane of each two successive coordinates."""
    angle, R = np.deg2rad(degrees), np.eye(d)
    for i in range(0, d - 1, 2):
        R[i : i + 2, i : i + 2] = [
            [np.cos(angle), -np.sin(angle)],
            [np.sin(angle), np.cos(angle)],
        ]
    return R


def _two_moons(n: int, noise: float, rng: np.random.Generator) -> Array:
    t = rng.uniform(0, np.pi, (2, n))
    upper = np.column_stack([np.cos(t[0]), np.sin(t[0])])
    lower = np.column_stack([1 - np.cos(t[1]), 0.5 - np.sin(t[1])])
    X = np.vstack([upper, lower]) - [0.5, 0.25]  # centred: the rotation does not move them away
    return X + rng.normal(0, noise, (2 * n, 2))


def _bumps(X: Array) -> Array:
    """Nearness of each point to a 6 × 6 grid of places."""
    grid = np.stack(np.meshgrid(np.linspace(-2, 2, 6), np.linspace(-1.5, 1.5, 6)), axis=-1)
    squares = ((X[:, None, :] - grid.reshape(1, -1, 2)) ** 2).sum(axis=2)
    return _on_plane(np.exp(-squares / (2 * 0.7**2)))


@dataclass(frozen=True)
class Slider:
    """Bounds of one argument of a generator, for the app."""

    minimum: float
    maximum: float
    step: float
    default: float
    help: str


@dataclass(frozen=True)
class Generator:
    """A generator, its sliders, and parameters that suit it."""

    make: Callable[..., DomainPair]
    sliders: Mapping[str, Slider]
    description: str
    recommended: Mapping[str, int]  # d1, d2, T


_SEED = Slider(0, 20, 1, 0, "Another number draws other samples.")
_ROTATION = "Degrees by which the target is rotated."

GENERATORS: Mapping[str, Generator] = {
    "gaussian": Generator(
        gaussian,
        {
            "n_classes": Slider(2, 12, 1, 5, "Number of classes."),
            "n_per_class": Slider(10, 200, 10, 60, "Samples of each class in each domain."),
            "n_features": Slider(3, 60, 1, 10, "Length of a feature vector."),
            "shift": Slider(0.0, 3.0, 0.1, 1.0, "How far the target is moved."),
            "rotation": Slider(-90.0, 90.0, 5.0, 30.0, _ROTATION),
            "scale": Slider(0.5, 2.0, 0.1, 1.3, "Factor on the target's size."),
            "spread": Slider(0.05, 1.5, 0.05, 0.45, "Standard deviation of each class."),
            "seed": _SEED,
        },
        "Gaussian classes; the target's are scaled, rotated and shifted.",
        {"d1": 10, "d2": 5, "T": 10},
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
        "Two interleaved moons, seen through 36 fixed bumps; the target's are rotated and moved.",
        {"d1": 20, "d2": 10, "T": 10},
    ),
    "matching differs": Generator(
        matching_differs,
        {
            "n_per_class": Slider(10, 200, 10, 40, "Points of each class in each domain."),
            "rotation": Slider(-45.0, 45.0, 1.0, 27.0, _ROTATION),
            "spread": Slider(0.02, 0.4, 0.01, 0.12, "Standard deviation of each class."),
            "seed": _SEED,
        },
        "Four classes whose clusters K-means puts in the wrong order; the matching corrects it.",
        {"d1": 3, "d2": 2, "T": 10},
    ),
    "overlap": Generator(
        overlap,
        {
            "n_per_class": Slider(10, 200, 10, 80, "Points of each class in each domain."),
            "spread": Slider(0.05, 2.0, 0.05, 1.0, "Standard deviation of each class."),
            "shift": Slider(0.0, 2.0, 0.1, 0.8, "How far the target is moved."),
            "seed": _SEED,
        },
        "Three classes that overlap: SPL fails here, ending no better than 1-NN or worse.",
        {"d1": 3, "d2": 2, "T": 10},
    ),
}
