"""Arrays out of .npy and .npz files: headers first, nothing is ever unpickled."""

from __future__ import annotations

import math
import zipfile
from pathlib import Path
from typing import IO, Any

import numpy as np

from spl.data.readers.archives import NotArrays, array_members
from spl.data.readers.bounds import Budget, TooLarge
from spl.data.readers.features import Array, Damaged, damage, describe
from spl.data.readers.sources import Opened, refuse_changed, stamp

MAX_HEADER = 10_000  # characters, numpy's own bound
MAP_FROM = 100_000_000  # bytes from which a .npy file is mapped: what is read of it can be let go


def read_npz(file: Opened) -> dict[str, Array]:
    """Read the arrays of a .npz file.

    Parameters
    ----------
    file : Opened

    Returns
    -------
    arrays : dict of name to array

    Raises
    ------
    ValueError
        If it is damaged, holds something else than arrays, or takes more memory than the bound.
    """
    refused: dict[str, str] = {}
    arrays: dict[str, Array] = {}
    try:
        with file.open() as stream, zipfile.ZipFile(stream) as archive:
            entries = array_members(archive, file.name)
            budget = Budget(file.name)
            for entry in entries.values():
                budget.spend(entry.file_size)
            for name, entry in entries.items():
                try:
                    arrays[name] = _member(archive, entry)
                except TooLarge:
                    raise
                except ValueError as error:
                    refused[name] = damage(error)
    except (NotArrays, TooLarge):
        raise
    except Exception as error:  # zipfile, zlib and numpy's header parser each raise their own
        raise ValueError(
            f"{file.name} cannot be read as a .npz file ({damage(error)}); "
            "write it again with numpy.savez(…, X=X, y=y)."
        ) from None
    if refused:
        raise ValueError(_refusal(file, refused, arrays))
    return arrays


def _member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Array:
    with archive.open(entry) as stream:
        size = declared_size(stream)
    if size > entry.file_size:
        raise Damaged("it is shorter than its header says")
    with archive.open(entry) as stream:
        return np.asarray(np.lib.format.read_array(stream, allow_pickle=False))


def declared_size(stream: IO[bytes]) -> int:
    """Bytes of the array behind a .npy header; the stream is left behind the header.

    Parameters
    ----------
    stream : binary file
        At the beginning of the array.

    Raises
    ------
    ValueError
        If there is no such header, or what it says is impossible.
    """
    try:
        version = np.lib.format.read_magic(stream)
    except ValueError:
        raise Damaged("it is not an array in numpy's format") from None
    read = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
        (3, 0): np.lib.format.read_array_header_2_0,  # differs in the names of fields only
    }.get(version)
    if read is None:
        raise Damaged(f"it is in version {version[0]}.{version[1]} of numpy's format")
    shape, _, dtype = read(stream, max_header_size=MAX_HEADER)
    if dtype.hasobject:
        raise Damaged("it holds Python objects, which allow_pickle would open")
    if any(n < 0 for n in shape) or math.prod(shape) > 2**62:
        raise Damaged("its header has an impossible shape")
    return math.prod(shape) * max(dtype.itemsize, 1)


def load_npy(file: Opened) -> Array:
    """Read the array of a .npy file, of any shape; a large one on disk is mapped into memory.

    Parameters
    ----------
    file : Opened
        What to read.

    Raises
    ------
    ValueError
        If it is damaged, or takes more memory than the bound.
    """
    try:
        with file.open() as stream:
            size = declared_size(stream)
            Budget(file.name).spend(size)
            stream.seek(0)
            if isinstance(file.content, Path) and size >= MAP_FROM:
                mapped = np.load(file.content, "r", max_header_size=MAX_HEADER)
                mapped.read_from = file, stamp(file)
                return np.asarray(mapped)
            loaded = np.load(stream, allow_pickle=False, max_header_size=MAX_HEADER)
            return np.asarray(loaded)
    except TooLarge:
        raise
    except Exception as error:  # numpy's header parser lets tokenizer errors through
        raise ValueError(_refusal(file, {"array": damage(error)}, {})) from None


def refuse_rewritten(X: Array) -> None:
    """Raise a ValueError if a matrix is mapped from a file that was written to since.

    Parameters
    ----------
    X : ndarray
        A matrix of `load_npy`, a view of one, or any other, which cannot change.
    """
    array: Any = X
    while array is not None and not hasattr(array, "read_from"):
        array = getattr(array, "base", None)
    if array is not None:
        file, before = array.read_from
        if stamp(file)[0] == before[0]:  # of a file that was deleted or replaced, the old is read
            refuse_changed(file, before)


def read_npy(file: Opened) -> dict[str, Array]:
    """Read the matrix of a .npy file, as `X`.

    Parameters
    ----------
    file : Opened
        What to read.

    Raises
    ------
    ValueError
        If it is damaged, is not a matrix of numbers, or takes more memory than the bound.
    """
    array = load_npy(file)
    if array.ndim < 2 or array.dtype.kind not in "fiubc":
        raise ValueError(
            f"{file.name} is {describe({'array': array})}; give a matrix of numbers with one row "
            "per sample, and labels in a .npz file with X and y."
        )
    return {"X": array}


def _refusal(file: Opened, refused: dict[str, str], arrays: dict[str, Array]) -> str:
    names = ", ".join(f"`{name}`" for name in refused)
    if any("allow_pickle" in reason for reason in refused.values()):
        rest = f" (beside {describe(arrays)})" if arrays else ""
        return (
            f"{file.name} holds Python objects in {names}{rest}, which are never opened because "
            "they can run code; save numbers or text instead, e.g. labels with y.astype(str)."
        )
    reason = next(iter(refused.values()))
    return (
        f"{file.name} cannot be read: {names} is damaged ({reason}); write the file again with "
        "numpy.savez(…, X=X, y=y)."
    )
