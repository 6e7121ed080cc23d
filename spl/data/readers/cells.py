"""MATLAB's cell arrays as plain arrays."""

from __future__ import annotations

import numpy as np

from spl.data.readers.features import Array


def single_values(cell: Array) -> Array:
    """Make a cell array of single values or texts an array of them; an empty cell is missing.

    Parameters
    ----------
    cell : ndarray of object
        Any shape; each element is an array.

    Returns
    -------
    values : ndarray
        Plain values of the same shape, or objects with None where a cell is empty; `cell` itself
        where some cell holds several values.
    """
    values = [np.asarray(v).reshape(-1) for v in cell.reshape(-1)]
    if not values or not all(v.size <= 1 and v.dtype.kind in "Ufiub" for v in values):
        return cell
    if all(v.size for v in values):
        return np.array([v[0] for v in values]).reshape(cell.shape)
    single = np.empty(len(values), dtype=object)
    single[:] = [v[0].item() if v.size else None for v in values]
    return single.reshape(cell.shape)


def unreadable(shape: tuple[int, ...]) -> Array:
    """Stand for cells or structures whose content is not read: no cell of it is a plain value.

    Parameters
    ----------
    shape : tuple of int
        Of the array that stands for them.
    """
    cells = np.empty(shape, dtype=object)
    cells[...] = [...]
    return cells
