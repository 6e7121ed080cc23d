"""A frame of a few dozen pixels: enough to recognise a run by its shape and colours."""

from __future__ import annotations

import numpy as np

from spl.data.pair import Array
from spl.figures.palette import GREY, class_colors

SIZE = 96, 72  # pixels
MARGIN = 3


def small_frame(xy: Array, labels: Array, n_classes: int, *, dark: bool = False) -> Array:
    """Points as squares of three pixels in their classes' colours, on nothing.

    Parameters
    ----------
    xy : ndarray of shape (n, 2)
        Drawn as large as fits, y upwards.
    labels : ndarray of shape (n,), ints in [−1, n_classes)
        Grey for −1.
    n_classes : int
    dark : bool
        Colours for a dark background.

    Returns
    -------
    ndarray of shape (72, 96, 4), uint8

    Examples
    --------
    >>> picture = small_frame(np.array([[0, 0], [4, 3]]), np.array([0, 1]), 2)
    >>> picture.shape, int((picture[..., 3] > 0).sum())
    ((72, 96, 4), 18)
    """
    width, height = SIZE
    colors = [bytes.fromhex(c[1:]) for c in (*class_colors(n_classes, dark=dark), GREY)]
    rgb = np.array([list(c) for c in colors], np.uint8)
    middle = (xy.max(axis=0) + xy.min(axis=0)) / 2
    extent = np.maximum(np.ptp(xy, axis=0), 1e-12)
    scale = ((np.array([width, height]) - 2 * MARGIN - 1) / extent).min()
    at = np.rint((xy - middle) * scale * [1, -1] + [(width - 1) / 2, (height - 1) / 2]).astype(int)
    out = np.zeros((height, width, 4), np.uint8)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            out[at[:, 1] + dy, at[:, 0] + dx, :3] = rgb[labels]
            out[at[:, 1] + dy, at[:, 0] + dx, 3] = 255
    return out
