"""Shapes in the plane, and how to hand them to an algorithm that scales samples to unit length."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def on_plane(X: Array) -> Array:
    """Add the constant coordinate.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    """
    return np.column_stack([X, np.ones(len(X))])


def rotation_matrix(d: int, degrees: float) -> Array:
    """Rotate in the plane of each two successive coordinates.

    Parameters
    ----------
    d : int
        Number of coordinates.
    degrees : float
        The angle in each plane.
    """
    angle, R = np.deg2rad(degrees), np.eye(d)
    for i in range(0, d - 1, 2):
        R[i : i + 2, i : i + 2] = [
            [np.cos(angle), -np.sin(angle)],
            [np.sin(angle), np.cos(angle)],
        ]
    return R


def two_moons(n: int, noise: float, rng: np.random.Generator) -> Array:
    """Upper, then lower moon: n points of each, around the origin.

    Parameters
    ----------
    n : int
        Points of each moon.
    noise : float
        Standard deviation around the moon, in units of its radius.
    rng : numpy Generator
        Draws the points.
    """
    t = rng.uniform(0, np.pi, (2, n))
    upper = np.column_stack([np.cos(t[0]), np.sin(t[0])])
    lower = np.column_stack([1 - np.cos(t[1]), 0.5 - np.sin(t[1])])
    X = np.vstack([upper, lower]) - [0.5, 0.25]  # centred: the rotation does not move them away
    return X + rng.normal(0, noise, (2 * n, 2))


def bumps(X: Array) -> Array:
    """Nearness of each point to a 6 × 6 grid of places.

    Parameters
    ----------
    X : ndarray of shape (n, 2)
    """
    grid = np.stack(np.meshgrid(np.linspace(-2, 2, 6), np.linspace(-1.5, 1.5, 6)), axis=-1)
    squares = ((X[:, None, :] - grid.reshape(1, -1, 2)) ** 2).sum(axis=2)
    return on_plane(np.exp(-squares / (2 * 0.7**2)))
