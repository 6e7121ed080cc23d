"""Arrays out of .mat files of version 4 to 7.2, through scipy; 7.3 is HDF5."""

from __future__ import annotations

import math
import mmap
from pathlib import Path
from typing import Any

import numpy as np

from spl.data.readers.bounds import Budget, TooLarge
from spl.data.readers.cells import single_values, unreadable
from spl.data.readers.features import Array, damage
from spl.data.readers.hdf5 import read_hdf5
from spl.data.readers.mat5_check import check_mat4, check_mat5
from spl.data.readers.sources import Opened

__all__ = ["read_hdf5", "read_mat5"]


def read_mat5(file: Opened) -> dict[str, Array]:
    """Read a .mat file of version 4 to 7.2; fields of structures become `structure.field`.

    Parameters
    ----------
    file : Opened
        What to read.

    Raises
    ------
    ValueError
        If it is damaged.
    TooLarge
        If its arrays take more memory than one file may; nothing is read then.
    """
    from scipy.io import loadmat
    from scipy.io.matlab import matfile_version

    arrays: dict[str, Array] = {}
    budget = Budget(file.name)
    try:
        with file.open() as stream:
            version = matfile_version(stream)[0]
            {0: check_mat4, 1: check_mat5}[version](_content(file), budget)
            stream.seek(0)
            for name, value in loadmat(stream).items():
                if not name.startswith("__"):
                    _add(arrays, name, value, budget)
    except TooLarge:
        raise
    except Exception as error:  # scipy raises nearly anything on a damaged file
        raise ValueError(
            f"{file.name} cannot be read as a MATLAB file ({damage(error)}); save it "
            "again in MATLAB with save(…, '-v7')."
        ) from None
    return arrays


def _content(file: Opened) -> memoryview:
    """All bytes of a file, mapped where it lies on disk: looking at them takes no memory."""
    if not isinstance(file.content, Path):
        return memoryview(file.content)
    with file.open() as stream:  # the map stays valid, and ends with the last view of it
        return memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))


def _add(arrays: dict[str, Array], name: str, value: Any, budget: Budget) -> None:
    if hasattr(value, "toarray"):
        budget.spend(math.prod(value.shape) * value.dtype.itemsize)
        value = value.tocsc(copy=False)
        value.check_format(full_check=True)  # toarray trusts the indices
        value = value.toarray()
    value = np.asarray(value)
    if value.dtype.names and value.size == 1:
        for field in value.dtype.names:
            _add(arrays, f"{name}.{field}", value.reshape(-1)[0][field], budget)
    elif value.dtype.names:  # an array of structures, or something only MATLAB can open
        arrays[name] = unreadable(value.shape)
    elif value.dtype.kind == "O":
        arrays[name] = single_values(value)
    else:
        arrays[name] = np.char.strip(value) if value.dtype.kind == "U" else value
