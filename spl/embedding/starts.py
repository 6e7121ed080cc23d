"""Where layouts start from, and how a layout waits for its lock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.embedding.neighbors import ShouldStop, Stopped

Array = NDArray[Any]
Advance = Callable[[float], None]  # told the share of this layout that is done


@contextmanager
def alone(lock: threading.Lock, should_stop: ShouldStop) -> Iterator[None]:
    """Hold the lock; while waiting for it, keep looking at `should_stop`.

    Parameters
    ----------
    lock : threading.Lock
    should_stop : callable
        Looked at five times a second.

    Raises
    ------
    Stopped
        If `should_stop` said True.
    """
    while not lock.acquire(timeout=0.2):
        if should_stop():
            raise Stopped
    try:
        yield
    finally:
        lock.release()


def principal_axes(Z: Array) -> Array:
    """First two principal axes, with signs such that they turn with Z when it is rotated.

    Each axis points to the longer tail of the data. Missing axes (d = 1) are zero.

    Parameters
    ----------
    Z : ndarray of shape (n, d)

    Returns
    -------
    ndarray of shape (d, 2), float64
    """
    Z = np.asarray(Z, dtype=np.float64)
    Z = Z - Z.mean(axis=0)
    axes = np.linalg.eigh(Z.T @ Z)[1][:, :-3:-1]  # (d, at most 2)
    axes = axes * np.where(((Z @ axes) ** 3).sum(axis=0) < 0, -1, 1)
    return np.pad(axes, ((0, 0), (0, 2 - axes.shape[1])))


def pca_start(Z: Array, seed: int) -> Array:
    """The PCA picture with standard deviation 1, and a trace of noise, as points may coincide.

    Parameters
    ----------
    Z : ndarray of shape (n, d)
    seed : int

    Returns
    -------
    ndarray of shape (n, 2), float64
    """
    xy = np.asarray(Z - Z.mean(axis=0), dtype=np.float64) @ principal_axes(Z)
    spread = xy[:, 0].std()
    noise = np.random.default_rng(seed).normal(scale=1e-2, size=xy.shape)
    return np.asarray(xy / (spread if spread > 0 else 1) + noise)
