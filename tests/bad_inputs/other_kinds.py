"""Files of another kind under the name of one that is read, and what is said of damaged ones.

What the libraries that read them say is about bytes and offsets: our sentences say what it means.
"""

import gzip
import io
import pickle
import zipfile

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from bad_inputs import Case
from bad_inputs.arrays import XS, XT, YS, YT, h5, npy, npz, pair_of, same

CSV = b"a,b,label\n1,2,u\n3,4,v\n5,6,u\n7,9,v\n"
NPZ, H5 = npz(X=XS, y=YS), h5(X=XS, y=YS)


def given(name, content, says):
    files = (name, content), ("t.npz", npz(X=XT, y=YT))
    return Case(f"{name}: {says} ({content[:8]!r})", files, says=f"{name} {says}")


def packed(*names, **arrays):
    """A zip archive of such files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, b"")
        for name, array in arrays.items():
            archive.writestr(name, npy(array))
    return out.getvalue()


def feather():
    out = io.BytesIO()
    pd.DataFrame(XS).add_prefix("f").to_feather(out)
    return out.getvalue()


def stream():
    out = io.BytesIO()
    table = pa.table({"a": XS[:, 0]})
    with pa.ipc.new_stream(out, table.schema) as written:
        written.write_table(table)
    return out.getvalue()


KINDS = [
    given("page.csv", b" <!DOCTYPE html>\n<html><p>404, not found</p></html>", "is a web page"),
    given("list.csv", b'[[1, 2], [3, 4]]', "is JSON, which is not read; save it as a CSV table"),
    given("lines.csv", b'{"a": 1, "label": 0}\n{"a": 2, "label": 1}\n', "is JSON, which is"),
    given("a.json", b'{"X": [[1, 2]], "y": [0]}', "is JSON, which is not read"),
    given("iris.csv", b"% of 1936\n@RELATION iris\n@DATA\n1,u\n", "is a Weka (ARFF) file"),
    given("a.txt", b"1 1:0.5 2:0.3\n0 1:0.2 7:0.1\n" * 5, "is in SVMlight's sparse format"),
    given("a.csv", gzip.compress(CSV), "is compressed; unpack it and give what is inside."),
    given("a.csv.gz", gzip.compress(CSV), "is compressed; unpack it"),
    *(given("a.txt", b"\n".join(rows), "is a table with brackets about its rows; take them out.")
      for rows in ((b'[1, 2, "u"]', b'[3, 4, "v"]'), (b"(1, 2, 0),", b"(3, 4, 1),"))),
    given("iris.txt", b"% of 1936, by Fisher\n%\n@RELATION iris\n@DATA\n1,u\n", "is a Weka (ARFF)"),
    *(given(f"{name[:2]}.npz", packed(name, "[Content_Types].xml"), "is a spreadsheet, which is")
      for name in ("xl/workbook.xml", "docProps/app.xml", "_rels/.rels")),
    given("a.pdf", b"%PDF-1.7\n" + bytes(99), "is a document or an image"),
    given("pointer.npz", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
          "is a pointer of Git LFS; fetch the file with `git lfs pull`."),
    given("rows.csv", b"a,b,label\n", "has no rows; found 0 rows of 3 columns: `a` not numbers"),
    *(given(name, content, "is JSON, which is not read; save it as a CSV table or a .npz file.")
      for name, content in (("b.json", b"[1,2]"), ("c.json", b"3"), ("list.csv", b"[1.5, 2]\n"),
                            ("a.jsonl", b"1\n"), ("a.ipynb", b'{"cells": []}'))),
    *(given(name, content, "is an Arrow or Feather file, which is not read; save the frame with")
      for name, content in (("a.feather", feather()), ("a.arrow", stream()), ("a.csv", feather()),
                            ("a.dat", stream()), ("a.feather.csv", b"FEA1" + bytes(50)),
                            ("cut.feather", b"AR"))),
    *(given(name, content, "is a file of R, which is not read; in R, save the frame with write.csv")
      for name, content in (("a.rds", gzip.compress(b"X\n\0\0\0\3")), ("a", b"X\n\0\0\0\3"),
                            ("a.RData", b"RDX3\nX\n"), ("a.rda", b"BZh9"))),
    *(given(name, content, "looks like a Python pickle, which is never opened")
      for name, content in (("a.pickle", pickle.dumps(XS)), ("a.pkl", pickle.dumps([1], 0)),
                            ("a.pt", packed("archive/data.pkl", "archive/version")))),
    *(given(name, b"PK\x03\x04", "is a spreadsheet, which is not read; save the sheet with the")
      for name in ("a.xlsx", "a.xls", "a.ods", "a.numbers")),
    *(given(name, b"1\n+1 3:1\n", "is in SVMlight's sparse format, which is not read; save it as")
      for name in ("a.svm", "a.libsvm")),
    *(given(name, content, "is a file of SPSS, Stata or SAS, which is not read; save it as a CSV")
      for name, content in (("a.sav", b"$FL2@"), ("a.dta", b"r\2\1"), ("a.csv", b"$FL2@(#)"))),
    *(given(name, content, "is compressed; unpack it and give what is inside.")
      for name, content in (("a.7z", b"7z\xbc\xaf"), ("a.csv", b"Rar!\x1a"), ("a.tar", b"s.csv"))),
    given("a.mtx", b"%%MatrixMarket matrix", "is a Matrix Market file, which is not read; save it"),
    given("a.nc", b"CDF\1", "is a netCDF file of an old version; save it as netCDF 4 or as .npz."),
    given("a.db", b"SQLite format 3\0", "is a database, which is not read; save it as a CSV table"),
    *(given("a.zip", packed(*names), f"is an archive of files ({', '.join(names[:6])}{more}), w")
      for names, more in ((["s.csv", "t.csv"], ""), (["d/s.mat"], ""), (["read.me", "s.npz"], ""),
                          ([f"{i}.csv" for i in range(9)], " and 3 more"))),
    given("mac.zip", packed("__MACOSX/d/._s.csv", "d/s.csv"), "is an archive of files (d/s.csv),"),
    given("a.zip", packed("cat/1.png", "dog/2.JPG"), "holds pictures (cat/1.png, dog/2.JPG), not"),
    given("a.zip", packed(".DS_Store", "d/"), "holds nothing instead of arrays; write it with"),
    given("a.zip", packed("X.npy", "notes"), "holds X, notes instead of arrays; write it with"),
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
FOUND = ("__MACOSX/._X.npy", ".DS_Store", "d/Thumbs.db", "desktop.ini")
BESIDE = [
    pair_of("what macOS and Windows put into an archive",
            packed(*FOUND, **{"X.npy": XS, "y.npy": YS})),
    pair_of("arrays in one folder of an archive",
            packed("d/", "__MACOSX/d/._X.npy", **{"d/X.npy": XS, "d/y.npy": YS}), suffix="zip"),
]  # fmt: skip
CASES = [*KINDS, *DAMAGED, *MISSING, *NAMES, *BESIDE]
