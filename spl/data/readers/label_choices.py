"""Where a file's labels may be: its columns or arrays, the likeliest first."""

from __future__ import annotations

import zipfile

import numpy as np

from spl.data.readers.archives import array_members
from spl.data.readers.features import LABEL_NAMES
from spl.data.readers.files import ARRAY_READERS
from spl.data.readers.headers import is_number
from spl.data.readers.kinds import kind_of
from spl.data.readers.sniffing import sniffed
from spl.data.readers.sources import Opened, Source, open_source

Choices = dict[str, str | int]  # what to show → what to give as `label`
ENDS: Choices = {"first column of the matrix": 0, "last column of the matrix": -1}


def label_choices(source: Source) -> Choices:
    r"""What may be given as `label` to `read_features`, with a name for each.

    Columns of a table, vectors among arrays, or the matrix's first or last column. Looks at a
    file's head where that is enough.

    Parameters
    ----------
    source : path, (name, bytes) or file-like with a name

    Raises
    ------
    ValueError
        If the file is of no kind that can be read.

    Examples
    --------
    >>> label_choices(("pets.csv", b"size,kind,label\n1.5,2,cat\n3.0,4,dog\n"))
    {'label': 'label', 'size': 'size', 'kind': 'kind'}
    """
    file = open_source(source)
    kind = kind_of(file)
    if kind == "table":
        return _of_table(file)
    if kind == "parquet":
        return _of_parquet(file)
    if kind == "npy":
        return dict(ENDS)
    if kind == "npz":
        return _by_likeliness(_npz_vectors(file)) | ENDS
    arrays = ARRAY_READERS[kind](file)
    vectors = [name for name, a in arrays.items() if a.size == max(a.shape, default=0) > 1]
    return _by_likeliness(vectors) | ENDS


def _by_likeliness(names: list[str]) -> Choices:
    likely = [n for n in names if n.lower().rsplit(".", 1)[-1] in LABEL_NAMES]
    return {n: n for n in (*likely, *names)}


def _of_table(file: Opened) -> Choices:
    dialect, rows = sniffed(file)
    if dialect.header:
        return _by_likeliness([" ".join(name.split()) for name in dialect.names if name])
    # Without names: columns of text first, since labels are often the only text.
    width = len(rows[0])
    text = [i for i in range(width) if any(not _number(r[i]) for r in rows if i < len(r))]
    others = [i for i in (width - 1, *range(width - 1)) if i not in text]
    return {f"column {i}": i for i in (*text, *others)}


def _number(text: str) -> bool:
    return not text or is_number(text)


def _of_parquet(file: Opened) -> Choices:
    import pyarrow.parquet as pq

    try:
        with file.open() as stream:
            names = pq.read_schema(stream).names
    except Exception:  # reading it will say what is wrong
        return {}
    return _by_likeliness([n for n in names if not n.startswith("__index")])


def _npz_vectors(file: Opened) -> list[str]:
    """Names of arrays that are one-dimensional or a single column, read only from their headers."""
    vectors = []
    try:
        with file.open() as stream, zipfile.ZipFile(stream) as archive:
            for name, entry in array_members(archive, file.name).items():
                with archive.open(entry) as array:
                    version = np.lib.format.read_magic(array)
                    read = (
                        np.lib.format.read_array_header_1_0
                        if version == (1, 0)
                        else np.lib.format.read_array_header_2_0
                    )
                    shape = read(array)[0]
                if int(np.prod(shape)) == max(shape, default=0) > 1:
                    vectors.append(name)
    except Exception:  # reading it will say what is wrong
        return []
    return vectors
