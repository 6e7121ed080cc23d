"""Arrays of texts beside the features: names of the columns, of the classes, or of what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spl.data.readers.features import Array, FeatureFile, as_text, first_named
from spl.data.readers.several_domains import CLASS_NAMES

COLUMN_NAMES = ("feature_names", "column_names", "columns", "colnames", "var_names")


def column_names(arrays: Mapping[str, Array], d: int) -> str:
    """Name of the array that names the columns; a matrix may lie in another order elsewhere.

    Parameters
    ----------
    arrays : mapping of name to array
    d : int
        Number of columns.
    """
    name = first_named(arrays, COLUMN_NAMES)
    if name is None or arrays[name].dtype.kind not in "US" or arrays[name].size != d:
        return ""
    return name if len(set(arrays[name].reshape(-1).tolist())) == d else ""


def name_arrays(
    file: FeatureFile, arrays: Mapping[str, Array], given: Sequence[str], sizes: set[int]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Different texts that are not one for each sample and were not read, by their names.

    Parameters
    ----------
    file : FeatureFile
        As it was understood.
    arrays : mapping of name to array
        All that it holds.
    given : sequence of str
        Arrays that were asked for.
    sizes : set of int
        Numbers of samples: of the file, and of each of its domains.
    """
    read = {*given, column_names(arrays, file.X.shape[1])}
    if file.class_names is not None:
        read.add(first_named(arrays, CLASS_NAMES) or "")
    texts = {n: as_text(a.reshape(-1)).tolist() for n, a in arrays.items() if a.dtype.kind in "US"}
    return tuple(
        (name, tuple(values))
        for name, values in texts.items()
        if name not in read and 1 < len(set(values)) == len(values) and len(values) not in sizes
    )
