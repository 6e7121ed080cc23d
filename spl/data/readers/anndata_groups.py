"""What AnnData keeps in groups of an HDF5 file: classes, gaps, sparse features, columns' names."""

from __future__ import annotations

from typing import Any

import h5py
import numpy as np

from spl.data.readers.features import Array, Damaged
from spl.data.readers.hdf5_parts import part

SPARSE = ("csr_matrix", "csc_matrix")
Column = tuple[Any, Any]  # two datasets


def is_categorical(item: Any) -> bool:
    """Whether this is a column of classes: codes, and what they stand for.

    Parameters
    ----------
    item : Group or Dataset
    """
    return _encoding(item) == "categorical" and "codes" in item and "categories" in item


def refers_to_names(item: Any) -> bool:
    """Whether this is a column of classes as AnnData 0.7 wrote it: codes with a reference.

    Parameters
    ----------
    item : Group or Dataset
    """
    found = item.attrs.get("categories")
    return isinstance(item, h5py.Dataset) and isinstance(found, h5py.Reference) and bool(found)


def codes_and_names(item: Any) -> Column:
    """The codes of a column of classes, and the texts or numbers that they stand for.

    Parameters
    ----------
    item : Group or Dataset
        For which `is_categorical` or `refers_to_names` is true.
    """
    if isinstance(item, h5py.Dataset):
        return item, part(item.file, item.attrs["categories"])
    return part(item, "codes"), part(item, "categories")


def has_gaps(item: Any) -> bool:
    """Whether this is a column of which some values may be missing: values, and a mask.

    Parameters
    ----------
    item : Group or Dataset
    """
    return _encoding(item).startswith("nullable-") and "values" in item and "mask" in item


def with_gaps(values: Array, missing: Array) -> Array:
    """A column's values, with None where one is missing.

    Parameters
    ----------
    values : ndarray of shape (n,)
    missing : ndarray of shape (n,) bool
    """
    if values.shape != missing.shape:
        raise Damaged(f"its mask has shape {missing.shape} and its values {values.shape}")
    if not missing.any():
        return values
    column = values.astype(object)
    column[missing] = None
    return column


def is_a_part(item: Any) -> bool:
    """Whether a dataset is read with the group that it is in.

    Parameters
    ----------
    item : Dataset
    """
    group = item.parent
    kept = group.name.endswith("/__categories")  # where AnnData 0.7 has the names of all columns
    return kept or is_categorical(group) or has_gaps(group) or compressed(group)


def compressed(item: Any) -> bool:
    """Whether this is the sparse matrix of features, in parts.

    Other sparse matrices (layers, neighbours) are not features and may take much memory.

    Parameters
    ----------
    item : Group or Dataset
    """
    return (
        item.name == "/X"
        and _encoding(item) in SPARSE
        and all(name in item for name in ("data", "indices", "indptr"))
        and len(dense_shape(item)) == 2
    )


def dense_shape(group: Any) -> tuple[int, ...]:
    """Samples and features of a sparse matrix.

    Parameters
    ----------
    group : Group
    """
    found = group.attrs.get("shape", group.attrs.get("h5sparse_shape", ()))
    return tuple(int(n) for n in np.asarray(found).reshape(-1))


def dense_rows(group: Any) -> Array:
    """Write a sparse matrix out.

    Parameters
    ----------
    group : Group
    """
    from scipy.sparse import csc_matrix, csr_matrix

    kind = csr_matrix if _encoding(group) == "csr_matrix" else csc_matrix
    parts = tuple(part(group, name)[()] for name in ("data", "indices", "indptr"))
    matrix = kind(parts, shape=dense_shape(group))
    matrix.check_format(full_check=True)  # toarray trusts the indices
    return np.asarray(matrix.toarray())


def names_columns(item: Any) -> bool:
    """Whether these texts name the columns of the features.

    Parameters
    ----------
    item : Dataset
    """
    return item.parent.name == "/var" and item.name == f"/var/{_text(item.parent, '_index')}"


def _encoding(item: Any) -> str:
    """What AnnData says that a group is: csr_matrix, categorical and so on."""
    if not isinstance(item, h5py.Group):
        return ""
    old = _text(item, "h5sparse_format")
    return f"{old}_matrix" if old else _text(item, "encoding-type")


def _text(group: Any, name: str) -> str:
    """An attribute as text; empty where it is none."""
    value = group.attrs.get(name, "")
    value = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    return value if isinstance(value, str) else ""
