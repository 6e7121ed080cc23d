"""Colours: one fixed colour per class, shared by every figure, the player and the exports.

A class keeps its colour whatever the number of classes is: ``class_colors(10)`` is the start of
``class_colors(65)``. The first six are Okabe–Ito colours; the rest are chosen one by one, each as
far as possible from all before it, as seen with normal vision and with simulated protanopia,
deuteranopia and tritanopia, on a light and on a dark background. Beyond about 12 classes no
palette is enough: show names too.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from spl.data.pair import Array

SOURCE, TARGET = "#0072B2", "#D55E00"  # the two domains
GREY = "#8A8F98"  # "does not apply here", readable on light and dark
AGREE, DISAGREE = "#0072B2", "#E69F00"
CORRECT, WRONG = "#0072B2", "#D55E00"

_FIRST = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
_MOST = 80
_RAMP_LIGHT = ("#c5d3e6", "#8db4d8", "#4f8fc4", "#2b66a0", "#1f3f73", "#1b2350")
_RAMP_DARK = ("#31415f", "#3d6796", "#4a93c0", "#6fbfd4", "#b4e1d6", "#fbf7c8")

# Linear RGB → what a dichromat sees (Viénot, Brettel & Mollon 1999; tritan after Brettel 1997).
_VISIONS = (
    np.eye(3),
    np.array([[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]]),
    np.array([[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]]),
    np.array([[1.0, 0.14461, -0.14461], [0.0, 0.85924, 0.14076], [0.0, 0.85924, 0.14076]]),
)
# Oklab: linear RGB → cone responses → (lightness, green–red, blue–yellow).
_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def class_colors(n: int, *, dark: bool = False) -> list[str]:
    """Colours of classes 0 … n−1, as ``#rrggbb``.

    Parameters
    ----------
    n : int
        Number of classes. Beyond 80 the colours repeat.
    dark : bool
        The same hues, lightened for a dark background.

    Examples
    --------
    >>> class_colors(3)
    ['#0072b2', '#d55e00', '#009e73']
    >>> class_colors(65)[:3] == class_colors(3)
    True
    """
    if n < 0:
        raise ValueError(f"n={n} is negative; give the number of classes.")
    colors = _grown(dark)
    return [colors[i % _MOST] for i in range(n)]


def sequential_colors(n: int, *, dark: bool = False) -> list[str]:
    """Return n colours from little to much, growing in contrast with the background.

    Parameters
    ----------
    n : int
        Number of colours.
    dark : bool
        Colours for a dark page.

    Examples
    --------
    >>> sequential_colors(2)
    ['#c5d3e6', '#1b2350']
    """
    anchors = _rgb(_RAMP_DARK if dark else _RAMP_LIGHT)
    at = np.linspace(0, len(anchors) - 1, max(n, 2))[:n]
    parts = [np.interp(at, np.arange(len(anchors)), anchors[:, j]) for j in range(3)]
    return _hex(np.stack(parts, axis=1))


@lru_cache(maxsize=2)
def _grown(dark: bool) -> tuple[str, ...]:
    """Greedy farthest-point choice among a grid of colours that stand out on the background."""
    grid = np.stack(np.meshgrid(*[np.linspace(0, 1, 13)] * 3, indexing="ij"), -1).reshape(-1, 3)
    lightness = _oklab(_linear(grid))
    chroma = np.hypot(lightness[:, 1], lightness[:, 2])
    grid = grid[(lightness[:, 0] > 0.27) & (lightness[:, 0] < 0.78) & (chroma > 0.05)]
    seen = _as_shown(grid)  # (2 backgrounds × 4 visions, candidates, 3)
    chosen = _rgb(_FIRST)
    gap = np.full(len(grid), np.inf)
    for color in chosen:
        gap = np.minimum(gap, _distance(seen, _as_shown(color[None])))
    while len(chosen) < _MOST:
        new = grid[int(gap.argmax())]
        chosen = np.vstack([chosen, new])
        gap = np.minimum(gap, _distance(seen, _as_shown(new[None])))
    return tuple(_hex(_lightened(chosen) if dark else chosen))


def _distance(seen: Array, one: Array) -> Array:
    """Smallest distance over all ways to see; normal vision, where distances are larger, halved."""
    d = np.linalg.norm(seen - one, axis=2)
    return np.minimum(0.5 * d[[0, 4]].min(axis=0), d.min(axis=0))


def _as_shown(rgb: Array) -> Array:
    return np.concatenate([_as_seen(rgb), _as_seen(_lightened(rgb))])


def _as_seen(rgb: Array) -> Array:
    linear = _linear(rgb)
    return np.stack([_oklab(np.clip(linear @ M.T, 0, 1)) for M in _VISIONS])


def _lightened(rgb: Array) -> Array:
    """Raise Oklab lightness below 0.66, in order: 0.25 becomes 0.52. Hue and chroma stay."""
    lab = _oklab(_linear(rgb))
    lab[:, 0] = np.maximum(lab[:, 0], 0.52 + (lab[:, 0] - 0.25) * (0.66 - 0.52) / (0.66 - 0.25))
    lms = (lab @ np.linalg.inv(_TO_LAB).T) ** 3
    linear = np.clip(lms @ np.linalg.inv(_TO_LMS).T, 0, 1)
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)


def _oklab(linear: Array) -> Array:
    return np.asarray(np.cbrt(linear @ _TO_LMS.T) @ _TO_LAB.T)


def _linear(rgb: Array) -> Array:
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def _rgb(colors: tuple[str, ...]) -> Array:
    return np.array([[int(c[i : i + 2], 16) / 255 for i in (1, 3, 5)] for c in colors])


def _hex(rgb: Array) -> list[str]:
    values = np.rint(np.clip(rgb, 0, 1) * 255).astype(int)
    return [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in values]
