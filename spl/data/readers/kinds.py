"""Which kind of file it is: by its first bytes where it has any, else by its name."""

from __future__ import annotations

import re
from pathlib import Path

from spl.data.readers.sources import READABLE, Opened

TABLE_SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".data")
OFTEN_TABLES = (".dat", ".asc", ".prn")  # as Fortran and spreadsheets write them; else anything
SPREADSHEETS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".numbers")
PICKLES = (".pkl", ".pickle", ".pt", ".pth", ".joblib")
# Files that are often given for a table or an array, by what they are and what to do with them.
AS_TABLE = "which is not read; save it as a CSV table or a .npz file"
WITH_PANDAS = "which is not read; save the frame with DataFrame.to_parquet or as CSV"
JSON, ARFF = f"JSON, {AS_TABLE}", "a Weka (ARFF) file, which is not read; save it as CSV"
LISTS = "a table with brackets about its rows; take them out"
SVMLIGHT = f"in SVMlight's sparse format, {AS_TABLE}"
FEATHER = f"an Arrow or Feather file, {WITH_PANDAS}"
R_DATA = "a file of R, which is not read; in R, save the frame with write.csv(…, row.names = FALSE)"
STATISTICS = f"a file of SPSS, Stata or SAS, {AS_TABLE}"
PACKED = "compressed; unpack it and give what is inside"
# These differ from what their first bytes say: R's files may be compressed, JSON may be a list.
SUFFIXES = {
    (".rds", ".rda", ".rdata"): R_DATA,
    (".feather", ".arrow", ".arrows", ".ipc"): FEATHER,
    (".json", ".jsonl", ".ndjson", ".geojson"): JSON,
    (".arff",): ARFF,
    (".svm", ".libsvm", ".svmlight"): SVMLIGHT,
    (".sav", ".zsav", ".por", ".dta", ".sas7bdat", ".xpt"): STATISTICS,
    (".orc", ".avro"): f"an ORC or Avro file, {WITH_PANDAS}",
    (".db", ".sqlite", ".sqlite3"): f"a database, {AS_TABLE}",
    (".mtx",): f"a Matrix Market file, {AS_TABLE}",
    (".safetensors", ".tfrecord", ".tfrecords", ".onnx"): f"a file of tensors, {AS_TABLE}",
    (".tar", ".7z", ".rar", ".tgz"): PACKED,
}
BEGINNINGS = (
    (rb"\s*<(!doctype|html|\?xml)", "a web page or XML; download the data file itself"),
    (
        rb"version https://git-lfs",
        "a pointer of Git LFS; fetch the file with `git lfs pull`",
    ),
    (rb"\s*[\[{][\s\[{\"\]}]|\s*\[[-+\d.eE,\s]*\]?\s*$", JSON),
    (rb"\s*([\[(])[^\r\n\[\]()]*[\])],?[\r\n]+[ \t]*\1", LISTS),
    (rb"\x1f\x8b|BZh\d|\xfd7zXZ|\x28\xb5\x2f\xfd|7z\xbc\xaf|Rar!\x1a|.{257}ustar", PACKED),
    (rb"(\s*%[^\r\n]*[\r\n])*\s*@relation\s|[^,;\t]{0,500}@relation\s", ARFF),
    (
        rb"%PDF|\x89PNG|\xff\xd8\xff|GIF8",
        "a document or an image; give a file of features",
    ),
    (
        rb"[-+]?\d+(\.\d+)?(,\d+)*( qid:\d+)?(( \d+:[^\s:]+){2,}| \d+:-?\d*\.\d+(e[-+]?\d+)?)\s",
        SVMLIGHT,
    ),
    (rb"ARROW1\0|FEA1|\xff{4}.{3}\0\x10\0\0\0", FEATHER),
    (rb"RD[AX]\d\n|[XA]\n\0\0\0[\2\3]", R_DATA),
    (rb"\$FL[23]|<stata_dta>", STATISTICS),
    (rb"SQLite format 3\0", f"a database, {AS_TABLE}"),
    (rb"%%MatrixMarket", f"a Matrix Market file, {AS_TABLE}"),
    (rb"CDF[\1\2\5]", "a netCDF file of an old version; save it as netCDF 4 or as .npz"),
)
PLAIN_TEXT = re.compile(rb"[\t\r\n -~]*")


def kind_of(file: Opened) -> str:
    """Tell the format from the content, and from the name where the content does not say.

    Parameters
    ----------
    file : Opened
        What to read.

    Returns
    -------
    kind : "npz", "npy", "mat", "hdf5", "parquet" or "table"

    Raises
    ------
    ValueError
        If it is of another kind; the sentence says what to save it as.
    """
    head, suffix = file.head(), Path(file.name).suffix.lower()
    if head.startswith(b"\x93NUMPY"):
        return "npy"
    _refuse_others(file.name, head, suffix)
    if head.startswith(b"PK\x03\x04") or head.startswith(b"PK\x05\x06"):
        return "npz"
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"\x89HDF") or head[512:516] == b"\x89HDF":  # MATLAB 7.3 has a preamble
        return "hdf5"
    if head.startswith(b"MATLAB 5.0") or suffix == ".mat":
        return "mat"
    if suffix in TABLE_SUFFIXES or suffix in OFTEN_TABLES and PLAIN_TEXT.fullmatch(head):
        return "table"
    if head[:1] == b"\x80" or suffix in PICKLES:
        raise ValueError(pickled(file.name))
    if suffix in (".npz", ".npy", ".parquet", ".h5", ".hdf5"):
        raise ValueError(
            f"{file.name} is not a {suffix} file (it begins with {head[:8]!r}); it may be cut off "
            "or have the wrong name: write it again."
        )
    raise ValueError(
        f"{file.name} is a file of an unknown kind (it begins with {head[:8]!r}); give a "
        f"{READABLE} file."
    )


def _refuse_others(name: str, head: bytes, suffix: str) -> None:
    """Raise a ValueError about a file of a known kind that is not read."""
    office = re.match(
        rb"PK.*(\[Content_Types\]|opendocument)|PK.{28}(xl|docProps|_rels)/", head, re.S
    )
    if office or head.startswith(b"\xd0\xcf\x11\xe0") or suffix in SPREADSHEETS:
        raise ValueError(
            f"{name} is a spreadsheet, which is not read; save the sheet with the features as "
            "CSV (UTF-8) and give that file."
        )
    wrong = [said for suffixes, said in SUFFIXES.items() if suffix in suffixes]
    flags = re.IGNORECASE | re.DOTALL
    wrong += [said for pattern, said in BEGINNINGS if re.match(pattern, head, flags)]
    if wrong:
        raise ValueError(f"{name} is {wrong[0]}.")


def pickled(name: str) -> str:
    """Say that a file is a pickle.

    Parameters
    ----------
    name : str
        Of the file.
    """
    return (
        f"{name} looks like a Python pickle, which is never opened because it can run "
        "code; save its arrays with numpy.savez(…, X=X, y=y) and give that file."
    )
