"""Files of another kind under the name of one that is read, and what is said of damaged ones.

What the libraries that read them say is about bytes and offsets: our sentences say what it means.
"""

import gzip
import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from bad_inputs import Case
from bad_inputs.arrays import XS, XT, YS, YT, h5, npy, npz, pair_of, same

CSV = b"a,b,label\n1,2,u\n3,4,v\n5,6,u\n7,9,v\n"
NPZ, H5 = npz(X=XS, y=YS), h5(X=XS, y=YS)


def given(name, content, says):
    return Case(name, ((name, content), ("t.npz", npz(X=XT, y=YT))), says=f"{name} {says}")


KINDS = [
    given("page.csv", b" <!DOCTYPE html>\n<html><p>404, not found</p></html>", "is a web page"),
    given("list.csv", b'[[1, 2], [3, 4]]', "is JSON, which is not read; save it as a CSV table"),
    given("lines.csv", b'{"a": 1, "label": 0}\n{"a": 2, "label": 1}\n', "is JSON, which is"),
    given("a.json", b'{"X": [[1, 2]], "y": [0]}', "is JSON, which is not read"),
    given("iris.csv", b"% of 1936\n@RELATION iris\n@DATA\n1,u\n", "is a Weka (ARFF) file"),
    given("a.txt", b"1 1:0.5 2:0.3\n0 1:0.2 7:0.1\n" * 5, "is in SVMlight's sparse format"),
    given("a.csv", gzip.compress(CSV), "is compressed; unpack it and give what is inside."),
    given("a.csv.gz", gzip.compress(CSV), "is compressed; unpack it"),
    given("a.pdf", b"%PDF-1.7\n" + bytes(99), "is a document or an image"),
    given("pointer.npz", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
          "is a pointer of Git LFS; fetch the file with `git lfs pull`."),
    given("rows.csv", b"a,b,label\n", "has no rows; found 0 rows of 3 columns: `a` not numbers"),
    given("zip.npz", b"PK\x05\x06" + bytes(18), "holds nothing instead of arrays"),
]  # fmt: skip


def table(**columns):
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


def doubled():
    out = io.BytesIO()
    columns = [pa.array(XS[:, 0]), pa.array(XS[:, 1]), pa.array(YS)]
    pq.write_table(pa.Table.from_arrays(columns, names=["a", "a", "label"]), out)
    return out.getvalue()


LISTS = [None if i == 3 else row.tolist() for i, row in enumerate(XS)]
PARQUET = table(a=XS[:, 0], b=XS[:, 1], label=YS)
DAMAGED = [
    pair_of("its checksum is wrong", NPZ[:300] + b"\xff" * 4 + NPZ[304:],
            says="s.npz cannot be read as a .npz file (its content is damaged); write it again"),
    pair_of("a header that is cut off", b"\x93NUMPY\x02\x00" + b"\0\1\0\0" + b"{", suffix="npy",
            says="`array` is damaged (it is cut off); write"),
    pair_of("a header that is code", npy(XS).replace(b"(24, 6), }", b"(f(), 1) }"), suffix="npy",
            says="`array` is damaged (its content is damaged); write"),
    pair_of("text under the name of a .mat file", b"nothing of this kind " * 30, suffix="mat",
            says="s.mat cannot be read as a MATLAB file (its content is of another kind); save"),
    pair_of("an HDF5 file without its end", H5[:-200], suffix="h5",
            says="HDF5 file (it is cut off); save it again"),
    pair_of("a parquet file without its end", PARQUET[:-20], suffix="parquet",
            says="s.parquet cannot be read as parquet (it is cut off); write it again"),
    pair_of("two parquet columns of one name", doubled(), suffix="parquet",
            says="s.parquet cannot be read as parquet (several of its columns have the same name)"),
    pair_of("a sample without a list", table(emb=LISTS, label=YS), suffix="parquet",
            says="s.parquet: 1 of 24 samples have no list in `emb` (first: row 3); remove these"),
    pair_of("a long cell", CSV + b'"' + b"12,3\n" * 999 + b'",1,u\n' + b"4,5,v\n" * 9, suffix="csv",
            says=f"row 4: {'12,3' + chr(10)!r}"[:-1] + r"12,3\n12,3"),
    pair_of("a long name", npz(**{"x" * 500: XS}), says=f"found `{'x' * 59}…` 24 × 6 float64"),
    pair_of("text as features", npz(X=XS.astype(str), y=YS), says="found `X` 24 × 6 text, `y`"),
]  # fmt: skip


def gaps(y):
    return np.where(np.arange(len(y)) < 5, np.nan, y)


def unlabelled(pair):
    assert (pair.yt == -2).tolist() == (np.arange(len(YT)) < 5).tolist()


MISSING = [
    pair_of("no label in the target is a number", NPZ, npz(X=XT, y=np.full(len(YT), np.nan)),
            notes=("All labels in `y` are missing: there are no labels.",), check=same(yt=None)),
    pair_of("some labels in the target are missing", NPZ, npz(X=XT, y=gaps(YT)),
            notes=("Caution: 5 target samples of 20 have no label",), check=unlabelled),
]  # fmt: skip
WIDE = pd.DataFrame(XS[:, :3], columns=["f" * 5000, "b", "c"]).assign(label=YS)
NAMES = [
    Case("a table with a long name", (("s.csv", WIDE.to_csv(index=False).encode()),) * 2,
         notes=(f"Features are 3 columns, `{'f' * 59}…` to `c`, of 24 rows.",)),
]  # fmt: skip
CASES = [*KINDS, *DAMAGED, *MISSING, *NAMES]
