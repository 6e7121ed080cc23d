"""The parts in which a sparse matrix is stored, whose values look like a matrix of features."""

from __future__ import annotations

from collections.abc import Mapping

from spl.data.readers.features import Array

# What stands beside `data` in scipy's formats: csr, csc and bsr, then coo, then dia. The last two
# count only where `shape` stands there, too: pixels have a `row` and a `col`.
INDEXED = ("indices", "indptr")
OTHERS = (("row", "col"), ("coords",), ("offsets",))


def sparse_parts(arrays: Mapping[str, Array]) -> list[str]:
    """Names of the arrays that are the parts of one sparse matrix; none if there is none.

    The values of some formats are a matrix, of as many rows as there are samples by chance.

    Parameters
    ----------
    arrays : mapping of name to array

    Examples
    --------
    >>> import numpy as np
    >>> index, values = np.arange(3), np.ones((3, 2))
    >>> sparse_parts({"data": values, "offsets": index, "shape": index[:2]})
    ['data', 'offsets']
    >>> sparse_parts({"data": values, "row": index, "col": index})
    []
    """
    last = {name.rsplit(".", 1)[-1]: name for name in arrays}
    formats = (INDEXED, *(OTHERS if "shape" in last else ()))
    for beside in formats:
        if {"data", *beside} <= set(last):
            return [last[part] for part in ("data", *beside)]
    return []
