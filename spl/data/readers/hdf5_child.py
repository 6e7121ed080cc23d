"""Reads one HDF5 file in a process of its own, which may hang, crash or be killed.

A damaged file can keep the HDF5 library in an endless loop that holds its lock, so that no other
file of the same process could be read. Started by `spl.data.readers.hdf5` as

    python -m spl.data.readers.hdf5_child FILE FOLDER NAME BOUND

It writes each array to FOLDER as a .npy file and says on stdout, a JSON object a line, first what
the arrays take once decoded, then where they are. It imports no more than it needs: its start is
part of each reading.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from spl.data.readers.anndata_groups import (
    codes_and_names,
    compressed,
    dense_rows,
    dense_shape,
    has_gaps,
    is_a_part,
    is_categorical,
    names_columns,
    refers_to_names,
    with_gaps,
)
from spl.data.readers.bounds import Budget, TooLarge
from spl.data.readers.features import Array, Damaged, damage
from spl.data.readers.hdf5_parts import lies_elsewhere, part

Item = tuple[str, Any, str]  # name with dots, dataset or group, kind
NUMBERS = "fiubc"
MOST_ITEMS = 10_000
TELL_EVERY = 250  # arrays found: each gives more time
SPACE = 500_000_000  # bytes of address space beside the arrays: libraries, buffers
TEXT = 400  # bytes of one text while texts become an array


def main(arguments: list[str]) -> int:
    """Read the file and say where its arrays are, or why it cannot be read.

    Parameters
    ----------
    arguments : list of str
        Path of the file, folder for the arrays, the file's name, and the bytes that it may take.
    """
    path, folder, name, bound = arguments
    stored = Path(path).stat().st_size
    _limit_memory(stored, int(bound))
    try:
        with h5py.File(path, "r") as content:
            items = _items(content)
            size = _decoded_size(items, Budget(name))
            _limit_memory(2 * size + stored, int(bound))
            _say({"bytes": size, "items": len(items)})
            _say(
                {"arrays": [_write(item, Path(folder, f"{i}.npy")) for i, item in enumerate(items)]}
            )
    except TooLarge as error:
        _say({"too large": str(error)})
    except MemoryError:
        _say({"damaged": "it asks for more memory than its headers announce"})
    except Exception as error:  # OSError, KeyError or RuntimeError on a damaged file
        _say({"damaged": damage(error)})
    return 0


def _say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def _limit_memory(size: int, bound: int) -> None:
    """Let a damaged file that allocates beyond its headers fail here, in this process.

    Parameters
    ----------
    size : int
        Bytes that reading may take beside what this process has already.
    bound : int
        Bytes of all files that it may write.
    """
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (ImportError, OSError):  # not Linux: the time limit remains
        return
    space = pages * resource.getpagesize() + size + SPACE
    resource.setrlimit(resource.RLIMIT_AS, (space, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (bound + SPACE, resource.RLIM_INFINITY))


def _items(content: h5py.File) -> list[Item]:
    """Datasets and sparse matrices of MATLAB and AnnData, by name."""
    items: list[Item] = []

    def visit(name: str, item: Any) -> None:
        if name.startswith("#"):  # MATLAB keeps the content of cells there
            return
        key = name.replace("/", ".")
        parent = item.parent.attrs if name.count("/") else {}
        if "MATLAB_sparse" in item.attrs:
            items.append((key, item, "sparse"))
        elif is_categorical(item) or refers_to_names(item):
            items.append((key, item, "categorical"))
        elif has_gaps(item):
            items.append((key, item, "gaps"))
        elif compressed(item):
            items.append((key, item, "compressed"))
        elif isinstance(item, h5py.Dataset) and not ("MATLAB_sparse" in parent or is_a_part(item)):
            if lies_elsewhere(item):
                return
            items.append(("var.var_names" if names_columns(item) else key, item, _kind(item)))
        if len(items) % TELL_EVERY == 0:
            _say({"items": len(items)})
        if len(items) > MOST_ITEMS:
            raise Damaged(f"it holds more than {MOST_ITEMS:,} arrays")

    content.visititems(visit)
    return items


def _kind(item: Any) -> str:
    """How a dataset is decoded: "empty", "text", "names", "char", "cell", "MATLAB" or "plain"."""
    kind = item.attrs.get("MATLAB_class")
    if item.shape is None or "MATLAB_empty" in item.attrs:
        return "empty"
    if h5py.check_string_dtype(item.dtype) is not None:
        return "text"
    if h5py.check_enum_dtype(item.dtype) is not None:
        return "names"
    if kind is None:  # not written by MATLAB: axes are as the writer meant them
        return "plain"
    return {b"char": "char", b"cell": "cell"}.get(kind, "MATLAB")


def _decoded_size(items: list[Item], budget: Budget) -> int:
    """Bytes of all arrays once decoded, from the headers."""
    for _, item, kind in items:
        if kind == "sparse":
            columns = int(part(item, "jc").shape[0]) - 1
            stored = sum(math.prod(part(item, n).shape) for n in ("data", "ir") if n in item)
            budget.spend(8 * int(item.attrs["MATLAB_sparse"]) * columns + 16 * stored)
        elif kind == "compressed":
            data, indices = part(item, "data"), part(item, "indices")
            stored = math.prod(data.shape) + math.prod(indices.shape)
            budget.spend(data.dtype.itemsize * math.prod(dense_shape(item)) + 8 * stored)
        elif kind == "categorical":
            budget.spend(TEXT * math.prod(codes_and_names(item)[0].shape))
        elif kind == "gaps":
            budget.spend(TEXT * sum(math.prod(part(item, n).shape) for n in ("values", "mask")))
        elif kind in ("text", "names", "char", "cell"):
            budget.spend(TEXT * math.prod(item.shape))
        elif kind != "empty":
            budget.spend(math.prod(item.shape) * item.dtype.itemsize)
    return budget.spent


def _write(item: Item, place: Path) -> dict[str, Any]:
    """Write one array to its place; what has no plain type is only described."""
    name, content, kind = item
    about = {"name": name, "file": place.name, "turned": kind == "MATLAB"}
    if kind in ("plain", "MATLAB") and content.dtype.kind in NUMBERS and content.size:
        out = np.lib.format.open_memmap(place, "w+", content.dtype, content.shape)
        content.read_direct(out) if content.ndim else out.__setitem__((), content[()])
        return about | {"means": _means(content, out)}
    sparse = {"sparse": _sparse, "compressed": dense_rows}.get(kind)
    value = sparse(content) if sparse else _decoded(content, kind)
    if value.dtype.kind not in NUMBERS + "US":
        return {"name": name, "shape": list(value.shape), **_missing(value)}
    np.save(place, value)
    return about


def _means(item: Any, values: Array) -> str:
    """What attributes say that the numbers stand for, in words: netCDF scales and marks them."""
    found = []
    for name, nothing in (("scale_factor", 1.0), ("add_offset", 0.0)):
        value = np.asarray(item.attrs.get(name, nothing))
        if value.dtype.kind in "fiu" and value.size == 1 and float(value.reshape(-1)[0]) != nothing:
            found.append(f"`{name}` {float(value.reshape(-1)[0]):.10g}")
    for name in ("_FillValue", "missing_value"):
        value = np.asarray(item.attrs.get(name, np.nan))
        if value.dtype.kind in "fiu" and value.size == 1:
            if n := int(np.count_nonzero(values == value.reshape(-1)[0])):
                found.append(f"`{name}` {float(value.reshape(-1)[0]):.10g}, in {n:,} places")
    return "; ".join(found)


def _missing(cell: Array) -> dict[str, Any]:
    """The values of a cell array of single values of which some are missing."""
    values = cell.reshape(-1).tolist()
    if all(v is None or isinstance(v, int | float | str) for v in values):
        return {"values": values}
    return {}


def _decoded(item: Any, kind: str) -> Array:
    """One dataset as MATLAB shows it: HDF5 holds its axes in reverse."""
    if kind == "empty":
        return np.zeros((0, 0))
    if kind == "text":
        return np.asarray(item.asstr("utf-8")[()]).astype(str)  # many a file says ASCII
    if kind == "categorical":
        return _categories(item)
    if kind == "gaps":
        values = part(item, "values")
        return with_gaps(_decoded(values, _kind(values)), part(item, "mask")[()].astype(bool))
    value = item[()]
    if kind == "names":
        names = {number: name for name, number in h5py.check_enum_dtype(item.dtype).items()}
        flat = [names.get(v, str(v)) for v in value.reshape(-1).tolist()]
        return np.array(flat).reshape(value.shape)
    if kind == "char":
        return np.asarray(_chars(value))
    if kind == "cell":
        return _cell(item, value)
    return np.asarray(value)


def _categories(column: Any) -> Array:
    """What the codes of a column stand for; None where the code is of no category, as −1 is."""
    coded, kept = codes_and_names(column)
    codes, names = coded[()], _decoded(kept, _kind(kept))
    missing = (codes < 0) | (codes >= len(names))
    if not len(names):
        return np.full(codes.shape, None)
    return with_gaps(names[np.where(missing, 0, codes)], missing)


def _cell(item: Any, value: Array) -> Array:
    from spl.data.readers.cells import single_values, unreadable

    references = value.T.reshape(-1)
    if any(isinstance(item.file[reference], h5py.Group) for reference in references):
        return unreadable(references.shape)  # a structure, or another cell
    cell = np.empty(len(references), dtype=object)
    for i, reference in enumerate(references):
        found = part(item.file, reference)
        empty = "MATLAB_empty" in found.attrs
        text = found.attrs.get("MATLAB_class") == b"char"
        cell[i] = np.zeros(0) if empty else _chars(found[()]) if text else found[()]
    return single_values(cell)


def _chars(codes: Array) -> Array:
    """Rows of UTF-16 codes, which HDF5 holds as columns, as texts."""
    rows = np.atleast_2d(np.asarray(codes).T)
    texts = ["".join(map(chr, row.tolist())).strip("\0 ") for row in rows]
    return np.array(texts)


def _sparse(group: Any) -> Array:
    from scipy.sparse import csc_matrix

    indptr = part(group, "jc")[()]
    shape = (int(group.attrs["MATLAB_sparse"]), len(indptr) - 1)
    if "data" not in group:
        return np.zeros(shape)
    matrix = csc_matrix((part(group, "data")[()], part(group, "ir")[()], indptr), shape=shape)
    matrix.check_format(full_check=True)  # toarray trusts the indices
    return np.asarray(matrix.toarray())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
