"""Tables on disk, .csv, .tsv and .parquet, as frames; then as features, labels and domains."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spl.algorithm.checks import is_missing
from spl.data.caught import caught_warnings
from spl.data.readers.bounds import Budget, TooLarge, check_decoded
from spl.data.readers.column_names import Asked, some
from spl.data.readers.features import DOMAIN_NAMES, LABEL_NAMES, FeatureFile, damage
from spl.data.readers.frames import features_from_frame
from spl.data.readers.open_quotes import refuse_swallowed
from spl.data.readers.repeated_names import refuse_repeated
from spl.data.readers.row_ends import cut_off, short_rows
from spl.data.readers.sniffing import Dialect, sniff
from spl.data.readers.sources import Opened
from spl.data.readers.unsure_points import caution_of, columns_to_look_at, unsure_numbers
from spl.data.readers.written_numbers import cell, decimal_signs

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    import pyarrow.parquet as pq

COMMAS = re.compile(r"decimal commas|`[^`]*\.\d{3},\d[^`]*` is")  # `1.234,5` is 1234.5
TOP = 6  # lines that a title and notes take above a table


def read_table(file: Opened, asked: Asked) -> FeatureFile:
    """Read a text table, whatever its separator, with or without a header and an index.

    Parameters
    ----------
    file : Opened
    asked : Asked
        What is known of its columns.

    Raises
    ------
    ValueError
        One sentence that names the file, and the column where one is to blame.
    """
    dialect = sniff(file, asked.label)
    frame = _read_frame(file, dialect)
    if dialect.separator != "," and dialect.decimal == "." and not dialect.certain:
        if _decimal_signs(frame) == {","}:  # the first rows showed no decimal sign
            dialect = dialect.with_comma()
            frame = _read_frame(file, dialect)
    refuse_repeated(frame, dialect.names, file.name)
    refuse_swallowed(frame, dialect.separator, dialect.row_names, file.name)
    notes = (dialect.note, *dialect.notes, *_late_points(file, dialect, frame))
    notes += short_rows(file, dialect, frame)
    frame, said = _without_trailing(frame, dialect)
    decimal = dialect.decimal if dialect.certain else ""

    def as_text(column: int) -> list[str | None]:
        only = {} if dialect.row_names else {"usecols": [column]}
        texts = _read_frame(file, dialect, dtype=str, **only).iloc[:, 0 if only else column]
        return [None if is_missing(text) else text for text in texts.tolist()]

    notes += said + cut_off(file, lambda: as_text(frame.shape[1] - 1))
    read = features_from_frame(frame, file, asked, notes, dialect.header, decimal, as_text)
    sign = "," if dialect.decimal == "," or any(map(COMMAS.search, read.notes)) else "."
    return replace(read, second_row=dialect.second_row(frame.columns), decimal=sign)


def _read_frame(file: Opened, dialect: Dialect, **options: Any) -> pd.DataFrame:
    import pandas as pd

    try:
        # A ParserWarning would say that fields are dropped.
        with file.open() as stream, caught_warnings("error", pd.errors.ParserWarning):
            frame = pd.read_csv(
                stream,
                sep=r"\s+" if dialect.separator == " " else dialect.separator,
                decimal=dialect.decimal,
                header=0 if dialect.header and not dialect.given else None,
                names=_different(dialect.names) if dialect.given else None,
                skiprows=list(dialect.skipped),
                encoding=dialect.encoding,
                keep_default_na=False,  # "NA" and "None" may be labels
                na_values=[""],
                index_col=0 if dialect.row_names else False,
                skipinitialspace=True,
                low_memory=False,
                **options,
            )
    except (pd.errors.ParserError, pd.errors.ParserWarning, ValueError) as error:
        raise ValueError(
            f"{file.name} cannot be read as a table ({_reason(error)}); give every row the same "
            "number of fields, one row per sample."
        ) from None
    if dialect.row_names and (why := _no_names(frame.index)):
        raise ValueError(
            f"{file.name} has one field more in its rows than in its first row, and the first "
            f"field does not name the rows, since {why}; give every column a name, and write "
            "numbers without thousands separators."
        )
    if not dialect.header:
        frame.columns = [f"column {i}" for i in range(frame.shape[1])]
    return frame


def _no_names(index: pd.Index) -> str:
    """Why the first field of each row does not name it; nothing if it can."""
    if index.has_duplicates:
        return f"`{index[index.duplicated()][0]}` comes again"
    if index.dtype.kind == "f":
        return f"`{index[0]}` is a measurement"
    return ""


def _reason(error: Exception) -> str:
    """Say in our words why pandas could not read a table."""
    text = str(error)
    if fields := re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", text):
        wanted, line, found = fields.groups()
        above = "; remove the lines above the table, if there are any" if int(line) <= TOP else ""
        return f"line {line} has {found} fields, the lines above it have {wanted}{above}"
    if "does not match length of data" in text:
        return "its rows have more fields than its first row"
    if "EOF inside string" in text:
        return "a quotation mark is opened and not closed"
    if isinstance(error, UnicodeDecodeError):
        return f"its text is not {error.encoding} throughout"
    return "its rows cannot be told apart"


def _late_points(file: Opened, dialect: Dialect, frame: pd.DataFrame) -> tuple[str, ...]:
    """Caution about points that may separate thousands where only rows further down show them."""
    said = any("decimal point" in note for note in dialect.notes)
    if said or dialect.separator == "," or dialect.decimal == ",":
        return ()
    at = columns_to_look_at(frame)
    if not at:
        return ()
    only = {} if dialect.row_names else {"usecols": at}
    texts = _read_frame(file, dialect, dtype=str, **only)
    columns = [texts.iloc[:, j] for j in (at if dialect.row_names else range(len(at)))]
    found = unsure_numbers(column.dropna().str.strip().tolist() for column in columns)
    return (caution_of(found[0]),) if found else ()


def _different(names: tuple[str, ...]) -> list[str]:
    """Names that come twice are numbered, as pandas does."""
    seen: dict[str, int] = {}
    different = []
    for i, given in enumerate(names):
        name = given or f"Unnamed: {i}"
        n = seen.get(name, 0)
        seen[name] = n + 1
        different.append(f"{name}.{n}" if n else name)
    return different


def _decimal_signs(frame: pd.DataFrame) -> set[str]:
    """Decimal signs that show in the columns of text."""
    signs: set[str] = set()
    for i, dtype in enumerate(frame.dtypes):
        if dtype.kind == "O":
            known = frame.iloc[:, i].dropna().tolist()
            if known and cell(str(known[0])) is not None:
                signs |= decimal_signs(map(str, known))
    return signs


def _without_trailing(
    frame: pd.DataFrame, dialect: Dialect
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Leave out a last column without a name that is empty in every row."""
    last = frame.shape[1] - 1
    if last < 1:
        return frame, ()
    unnamed = not dialect.header or str(frame.columns[last]).startswith("Unnamed: ")
    if not unnamed or not frame.iloc[:, last].isna().all():
        return frame, ()
    return frame.iloc[:, :last], ("Every row ends with a separator, which was left out.",)


def read_parquet(file: Opened, asked: Asked) -> FeatureFile:
    """Read a parquet table; a column of lists is taken as the features.

    Parameters
    ----------
    file : Opened
    asked : Asked
        What is known of its columns.

    Raises
    ------
    ValueError
        One sentence that names the file, and the column where one is to blame.
    """
    import pandas as pd
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with file.open() as stream:
            texts = _check_parquet(file.name, pq.read_metadata(stream))
            stream.seek(0)
            if texts:
                _check_texts(file.name, pq.read_table(stream, columns=texts, read_dictionary=texts))
                stream.seek(0)
            frame = pd.read_parquet(stream)
    except TooLarge:
        raise
    except Exception as error:  # pyarrow has its own families of errors
        raise ValueError(
            f"{file.name} cannot be read as parquet ({damage(error)}); write it again "
            "with DataFrame.to_parquet."
        ) from None
    pool = pa.default_memory_pool()
    pool.release_unused()  # Arrow would keep the memory in which it decoded the columns
    frame, said = _with_index(frame, asked)
    names = list(frame.columns)

    def as_stored(column: int) -> list[Any]:
        with file.open() as stream:
            return list(pq.read_table(stream, columns=[str(names[column])])[0].to_pylist())

    read = features_from_frame(frame, file, asked, said, True, "", as_stored)
    del frame
    pool.release_unused()
    return read


def _with_index(frame: pd.DataFrame, asked: Asked) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Make columns of an index by which pandas named the rows, and say what was left out of it."""
    wanted = {*asked.features, asked.label, asked.domain, asked.like_label}
    kept: list[Any] = []
    left: list[Any] = []
    for name in frame.index.names:
        if name is None or name in frame.columns:
            continue
        values = frame.index.get_level_values(name)
        known = str(name).lower() in LABEL_NAMES + DOMAIN_NAMES or name in wanted
        text = all(isinstance(value, str) for value in values)
        (kept if known or text else left).append(name)
    names = some([str(name) for name in left])
    said = (f"Left out because it is the index of the table: {names}.",) if left else ()
    if kept:
        columns = {str(name): frame.index.get_level_values(name) for name in kept}
        frame = frame.reset_index(drop=True).assign(**columns)
    return frame, said


def _check_parquet(file: str, about: pq.FileMetaData) -> list[str]:
    """Refuse what the header says is too large; return the columns of text, which may grow more."""
    fields = [about.schema.column(j) for j in range(about.num_columns)]
    lists = [j for j, field in enumerate(fields) if field.max_repetition_level]
    # Only of lists: Arrow ends the process where a chunk's statistics are damaged.
    chunks = [about.row_group(i).column(j) for i in range(about.num_row_groups) for j in lists]
    # Repeated values are stored once, so each takes 8 bytes at the least.
    groups = sum(about.row_group(i).total_byte_size for i in range(about.num_row_groups))
    rows = about.num_rows * about.num_columns
    check_decoded(file, max(groups, 8 * rows, 8 * sum(chunk.num_values for chunk in chunks)))
    return [c.name for c in fields if c.physical_type == "BYTE_ARRAY" and c.path == c.name]


def _check_texts(file: str, table: pa.Table) -> None:
    """Refuse texts that are stored once and repeated so often that they fill the memory."""
    import pyarrow as pa
    import pyarrow.compute as pc

    budget = Budget(file)
    for column in table.columns:
        for part in column.chunks:
            if pa.types.is_dictionary(part.type) and len(part):
                lengths = pc.binary_length(part.dictionary)
                budget.spend(pc.sum(lengths.take(part.indices)).as_py() or 0)
