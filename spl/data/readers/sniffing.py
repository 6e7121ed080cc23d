"""How a text table is written: encoding, separator, decimal sign, header."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass

from spl.data.readers.features import DOMAIN_NAMES, LABEL_NAMES
from spl.data.readers.sources import Opened

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "space"}
INDEX_NAMES = ("", "unnamed: 0", "index", "id")
SAMPLE_NAMES = ("name", "names", "file", "filename", "path", "image", "sample", "id", "index")
MISSING = tuple(" nan NaN NAN NA na N/A n/a #N/A <NA> null NULL None ?".split(" "))  # "" first


@dataclass(frozen=True)
class Dialect:
    """What pandas needs to know to read a text table."""

    encoding: str
    separator: str
    decimal: str
    header: bool
    row_names: bool  # rows have one field more than the header, as R writes them

    @property
    def note(self) -> str:
        """The dialect as a sentence."""
        first = "the first row holds the names" if self.header else "no header"
        comma = ", decimal comma" if self.decimal == "," else ""
        named = ", each row begins with its name" if self.row_names else ""
        return f"Text table separated by {SEPARATORS[self.separator]}, {first}{comma}{named}."


def sniff(file: Opened) -> Dialect:
    """Look at the first rows of a text table."""
    encoding = _encoding(file)
    with file.open() as stream:
        block = b"".join(stream.readlines(1 << 20)[:50]) if encoding != "utf-16" else stream.read()
    lines = block.decode(encoding, "replace").lstrip("\ufeff").splitlines()[:50]
    lines = [line for line in lines if line.strip()]
    if not lines:
        raise ValueError(f"{file.name} has only empty lines; give one row of numbers per sample.")
    separator = _separator(lines)
    rows = [split(line, separator) for line in lines]
    decimal = "." if separator == "," or not _decimal_comma(rows) else ","
    header = _has_header(rows, decimal)
    row_names = header and {len(row) for row in rows[1:]} == {len(rows[0]) + 1}
    return Dialect(encoding, separator, decimal, header, row_names)


def split(line: str, separator: str) -> list[str]:
    """Cut a line into fields."""
    fields = line.split() if separator == " " else next(csv.reader([line], delimiter=separator))
    return [field.strip() for field in fields]


def _encoding(file: Opened) -> str:
    head = file.head(1 << 20)
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    if b"\0" in head:
        raise ValueError(
            f"{file.name} is not text (it begins with {head[:8]!r}); give a .csv or .tsv table, or "
            "name the file by what it is, e.g. .npz or .mat."
        )
    try:
        head[: max(len(head) - 4, 1)].decode("utf-8")  # a character may be cut at the end
    except UnicodeDecodeError as error:
        if error.start < len(head) - 8:
            return "latin-1"
    return "utf-8-sig"


def _separator(lines: list[str]) -> str:
    """Choose the separator that cuts most lines into the same number of fields, at least two."""

    def merit(separator: str) -> tuple[int, int, int]:
        counts = Counter(len(split(line, separator)) for line in lines)
        width, agreeing = max(counts.items(), key=lambda item: (item[1], item[0]))
        return (agreeing if width > 1 else 0, int(separator in ";\t|"), width)

    best = max(SEPARATORS, key=merit)
    return best if merit(best)[0] else ","


def _decimal_comma(rows: list[list[str]]) -> bool:
    fields = [field for row in rows[1:] or rows for field in row]
    commas = sum(bool(re.fullmatch(r"[-+]?\d+,\d+([eE][-+]?\d+)?", f)) for f in fields)
    points = sum(bool(re.fullmatch(r"[-+]?\d+\.\d+([eE][-+]?\d+)?", f)) for f in fields)
    return commas > points


def _has_header(rows: list[list[str]], decimal: str) -> bool:
    first, rest = rows[0], rows[1:]
    lower = [field.lower() for field in first]
    if any(name in LABEL_NAMES + DOMAIN_NAMES for name in lower) or (first[0] == "" and rest):
        return True
    numbers = [field for field in first if _is_number(field, decimal)]
    if len(numbers) > 2 and numbers == [str(i) for i in range(len(numbers))]:
        return True  # pandas numbers the columns of an unnamed table
    if len(numbers) == 0 and rest and {len(row) for row in rest} == {len(first) + 1}:
        return True
    for i, field in enumerate(first):
        below = [row[i] for row in rest if i < len(row) and row[i] not in MISSING]
        if field not in MISSING and not _is_number(field, decimal):
            if below and all(_is_number(value, decimal) for value in below):
                return True
    return False


def _is_number(field: str, decimal: str) -> bool:
    try:
        float(field.replace(decimal, "."))
    except ValueError:
        return False
    return True
