"""Arrays out of .mat files: version 5 through scipy, version 7.3 (HDF5) through h5py."""

from __future__ import annotations

from typing import Any

import numpy as np

from spl.data.readers.features import Array, reason_text
from spl.data.readers.mat5_check import check_mat5
from spl.data.readers.sources import Opened


def read_mat5(file: Opened) -> dict[str, Array]:
    """Read a .mat file of version 4 to 7.2; fields of structures become `structure.field`."""
    from scipy.io import loadmat
    from scipy.io.matlab import matfile_version

    arrays: dict[str, Array] = {}

    try:
        with file.open() as stream:
            if matfile_version(stream)[0] == 1:
                stream.seek(0)
                check_mat5(stream.read())
            stream.seek(0)
            for name, value in loadmat(stream).items():
                if not name.startswith("__"):
                    _add(arrays, name, value)
    except Exception as error:  # scipy raises nearly anything on a damaged file
        raise ValueError(
            f"{file.name} cannot be read as a MATLAB file ({reason_text(error)}); save it "
            "again in MATLAB with save(…, '-v7')."
        ) from None
    return arrays


def _add(arrays: dict[str, Array], name: str, value: Any) -> None:
    if hasattr(value, "toarray"):
        value = value.tocsc(copy=False)
        value.check_format(full_check=True)  # toarray trusts the indices
        value = value.toarray()
    value = np.asarray(value)
    if value.dtype.names and value.size == 1:
        for field in value.dtype.names:
            _add(arrays, f"{name}.{field}", value.reshape(-1)[0][field])
    elif value.dtype.names:  # an array of structures, or something only MATLAB can open
        arrays[name] = np.empty(value.shape, dtype=object)
    elif value.dtype.kind == "O":
        arrays[name] = _cell(value)
    else:
        arrays[name] = np.char.strip(value) if value.dtype.kind == "U" else value


def _cell(cell: Array) -> Array:
    """Make a cell array of single values or texts an array of them."""
    values = [np.asarray(v).reshape(-1) for v in cell.reshape(-1)]
    if values and all(v.size == 1 and v.dtype.kind in "Ufiub" for v in values):
        return np.array([v[0] for v in values]).reshape(cell.shape)
    return cell


def read_hdf5(file: Opened) -> dict[str, Array]:
    """Read a .mat file of version 7.3, or any HDF5 file of plain arrays."""
    import h5py

    arrays: dict[str, Array] = {}

    def visit(name: str, item: Any) -> None:
        if name.startswith("#"):  # MATLAB keeps the content of cells there
            return
        key = name.replace("/", ".")
        parent = item.parent.attrs if name.count("/") else {}
        if "MATLAB_sparse" in item.attrs:
            arrays[key] = _sparse(item)
        elif isinstance(item, h5py.Dataset) and "MATLAB_sparse" not in parent:
            if item.external or item.is_virtual:  # would read other files of this machine
                return
            arrays[key] = _dataset(item)

    try:
        with file.open() as stream, h5py.File(stream, "r") as content:
            content.visititems(visit)
    except Exception as error:  # h5py raises OSError, KeyError or RuntimeError on a damaged file
        raise ValueError(
            f"{file.name} cannot be read as a MATLAB 7.3 or HDF5 file ({reason_text(error)}); "
            "save it again, in MATLAB with save(…, '-v7')."
        ) from None
    return arrays


def _dataset(item: Any) -> Array:
    """One dataset as MATLAB shows it: HDF5 holds its axes in reverse."""
    import h5py

    kind = item.attrs.get("MATLAB_class")
    if item.shape is None or "MATLAB_empty" in item.attrs:
        return np.zeros((0, 0))
    value = item[()]
    if h5py.check_string_dtype(item.dtype) is not None:
        return np.asarray(item.asstr()[()]).astype(str)
    if kind is None:  # not written by MATLAB: axes are as the writer meant them
        return np.asarray(value)
    if kind == b"char":
        return np.asarray(_chars(value))
    if kind == b"cell":
        parts = [item.file[reference] for reference in value.T.reshape(-1)]
        texts = [_chars(p[()]) if p.attrs.get("MATLAB_class") == b"char" else p[()] for p in parts]
        cell = np.empty(len(texts), dtype=object)
        cell[:] = texts
        return _cell(cell)
    return np.asarray(value).T


def _chars(codes: Array) -> Array:
    """Rows of UTF-16 codes, which HDF5 holds as columns, as texts."""
    rows = np.atleast_2d(np.asarray(codes).T)
    texts = ["".join(map(chr, row.tolist())).strip("\0 ") for row in rows]
    return np.array(texts)


def _sparse(group: Any) -> Array:
    from scipy.sparse import csc_matrix

    indptr = group["jc"][()]
    shape = (int(group.attrs["MATLAB_sparse"]), len(indptr) - 1)
    if "data" not in group:
        return np.zeros(shape)
    matrix = csc_matrix((group["data"][()], group["ir"][()], indptr), shape=shape)
    matrix.check_format(full_check=True)  # toarray trusts the indices
    return np.asarray(matrix.toarray())
