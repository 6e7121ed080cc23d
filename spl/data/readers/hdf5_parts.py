"""The arrays that make up one array of an HDF5 file, as codes and their names do.

A link can lead to another file, and an array can lie in one. Neither is followed: whoever uploads
a file would read the files of the machine that opens it.
"""

from __future__ import annotations

from typing import Any

import h5py

from spl.data.readers.features import Damaged


def lies_elsewhere(dataset: Any) -> bool:
    """Whether an array's numbers lie in other files.

    Parameters
    ----------
    dataset : Dataset
    """
    return bool(dataset.external or dataset.is_virtual)


def part(of: Any, where: Any) -> Any:
    """Find an array by its name in a group, or by a reference to it.

    Parameters
    ----------
    of : Group or File
    where : str or Reference

    Raises
    ------
    Damaged
        If it is not an array, or not in this file.
    """
    found = of[where]
    if not isinstance(found, h5py.Dataset):
        raise Damaged("a part of a column or matrix is not an array")
    if found.file.filename != of.file.filename or lies_elsewhere(found):
        raise Damaged("a part of it lies in another file, which is not read")
    return found
