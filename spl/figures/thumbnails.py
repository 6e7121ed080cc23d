"""A contact sheet: one row of small pictures for each class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spl.data.pair import Array

LEAST_HEIGHT = 40  # pixels
GAP = 2  # white pixels between pictures, before enlarging


def thumbnail_sheet(
    thumbnails: Array, labels: Array, class_names: Sequence[str], per_class: int = 8
) -> list[tuple[str, Array]]:
    """Rows of pictures by class, as ``st.image`` takes them.

    Parameters
    ----------
    thumbnails : ndarray of shape (n, h, w[, 3 or 4]), uint8
    labels : ndarray of shape (n,), ints
        Class of each; −1 is left out.
    class_names : sequence of str
    per_class : int
        At most so many of each class, evenly spaced over its samples: the same every time.
        Small pictures are enlarged by a whole factor.

    Returns
    -------
    list of (str, ndarray)
        Name of each class that has samples, and its row as uint8 of shape (h', w'[, 3 or 4]).

    Examples
    --------
    >>> sheet = thumbnail_sheet(np.zeros((5, 40, 30), np.uint8), np.array([0, 0, 0, 1, 1]), "ab", 2)
    >>> [(name, row.shape) for name, row in sheet]
    [('a', (40, 62)), ('b', (40, 62))]
    """
    if len(thumbnails) != len(labels):
        raise ValueError(
            f"thumbnails has {len(thumbnails)} pictures but labels has {len(labels)} entries; give "
            "one label for each."
        )
    if per_class < 1:
        raise ValueError(f"per_class={per_class} must be at least 1.")
    factor = -(-LEAST_HEIGHT // thumbnails.shape[1])
    rows = []
    for c, name in enumerate(class_names):
        chosen = evenly_spaced(np.flatnonzero(labels == c), per_class)
        if len(chosen):
            row = side_by_side(thumbnails[chosen])
            rows.append((name, row.repeat(factor, axis=0).repeat(factor, axis=1)))
    return rows


def evenly_spaced(samples: Array, most: int) -> Array:
    """At most `most` of the samples, the first and the last among them.

    Parameters
    ----------
    samples : ndarray of shape (n,)
    most : int

    Examples
    --------
    >>> evenly_spaced(np.arange(10, 20), 4)
    array([10, 13, 16, 19])
    """
    if len(samples) <= most:
        return samples
    return np.asarray(samples[np.linspace(0, len(samples) - 1, most).round().astype(np.intp)])


def side_by_side(pictures: Array) -> Array:
    """Pictures (n, h, w[, channels]) in one row, with a white gap between neighbours.

    Parameters
    ----------
    pictures : ndarray of shape (n, h, w[, channels]), uint8
    """
    gap = [(0, 0)] * pictures.ndim
    gap[2] = (0, GAP)
    row = np.concatenate(list(np.pad(pictures, gap, constant_values=255)), axis=1)
    return np.asarray(row[:, :-GAP])
