"""How a text table is written: where it begins, its separator, decimal sign and header."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from spl.data.readers.comments import comment_sign, comments_at_top, without_sign
from spl.data.readers.encodings import text_encoding
from spl.data.readers.headers import has_header, is_number, numbered_names, units_row
from spl.data.readers.sources import Opened
from spl.data.readers.unsure_points import UNSURE, caution_of, unsure_numbers
from spl.data.readers.written_numbers import decimal_signs
from spl.data.words import counted

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "space"}
DECLARED = re.compile(r'"?sep=(.)"?[,;\t ]*', re.IGNORECASE)  # as Excel writes it
QUOTED = re.compile(r'"((?:[^"]|"")*)"(?=\s|$)|(\S+)')  # between blanks, as R writes text
LINES, LEAST, HEAD, MOST = 50, 4, 1 << 20, 1 << 26
CELLS = 20_000  # looked at in the first rows of a wide table


@dataclass(frozen=True)
class Dialect:
    """What pandas needs to know to read a text table."""

    encoding: str
    separator: str
    decimal: str
    certain: bool  # whether the decimal sign was seen, not supposed
    header: bool
    row_names: bool  # rows have one field more than the header, as R writes them
    skipped: tuple[int, ...] = ()  # lines that are not part of the table
    names: tuple[str, ...] = ()  # of the columns, as the file spells them
    given: bool = False  # whether pandas is given these names, since it would not find them
    notes: tuple[str, ...] = ()
    second: tuple[str, ...] = ()  # a row of units, or of more names, below the names

    def saying(self, note: str) -> Dialect:
        """The same with one more note.

        Parameters
        ----------
        note : str
            A sentence.
        """
        return replace(self, notes=(*self.notes, note))

    def with_comma(self) -> Dialect:
        """The same with decimal commas, which rows further down have shown."""
        notes = tuple(note for note in self.notes if "decimal point" not in note)
        return replace(self, decimal=",", certain=True, notes=notes)

    def second_row(self, columns: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """What stands below each column's name in a second row of names or units.

        Parameters
        ----------
        columns : iterable of str
            As they are called once they are read.
        """
        below = zip(columns, self.second[self.row_names :], strict=False)
        return tuple((name, text) for name, text in below if text)

    @property
    def note(self) -> str:
        """The dialect as a sentence."""
        first = "the first row holds the names" if self.header else "no header"
        comma = ", decimal comma" if self.decimal == "," else ""
        named = ", each row begins with its name" if self.row_names else ""
        return f"Text table separated by {SEPARATORS[self.separator]}, {first}{comma}{named}."


def sniff(file: Opened, label: str | int | None = None) -> Dialect:
    """Look at the first rows of a text table.

    Parameters
    ----------
    file : Opened
    label : str or int, optional
        The labels that were asked for: it may be the name of a column in a row of numbers.

    Raises
    ------
    ValueError
        If there are none, if their encoding is not certain, or if the first row can be names as
        well as data.
    """
    return sniffed(file, label)[0]


def sniffed(file: Opened, label: str | int | None = None) -> tuple[Dialect, list[list[str]]]:
    """A table's dialect, and its first rows of data, without the row of names.

    Parameters
    ----------
    file, label
        As for `sniff`.
    """
    encoding, said = text_encoding(file)
    lines = _first_lines(file, encoding)
    numbered = [(i, line) for i, line in enumerate(lines) if line.strip()]
    if not numbered:
        raise ValueError(f"{file.name} has only empty lines; give one row of numbers per sample.")
    notes = [said] if said else []
    declared = DECLARED.fullmatch(numbered[0][1].lstrip())
    if declared and len(numbered) > 1:
        numbered = numbered[1:]
    bare = [line for _, line in numbered if not comment_sign(line)]
    separator = declared[1] if declared else _separator(bare or [line for _, line in numbered])
    separator = separator if separator in SEPARATORS else ","
    comments = comments_at_top(numbered, lambda line: split(line, separator), file.name)
    numbered = numbered[len(comments) :]
    rows, numbers = _rows(numbered, separator)
    title = _title_rows(rows)
    if title:
        notes.append(f"The title, `{_short(' '.join(' '.join(rows[0]).split()))}`, was left out.")
    rows, numbers = rows[title:], numbers[title:]
    dialect = Dialect(encoding, separator, ".", False, False, False, notes=tuple(notes))
    dialect = replace(_with_decimal(dialect, rows), skipped=tuple(range(numbers[0])))
    return _with_header(dialect, rows, numbers, comments, file, label)


def _with_decimal(dialect: Dialect, rows: list[list[str]]) -> Dialect:
    """Choose the decimal sign that the numbers show; a semicolon goes with decimal commas."""
    few = rows[1 : 1 + max(CELLS // max(len(rows[0]), 1), 2)] or rows
    fields = [field for row in few for field in row]
    signs = Counter(d for field in fields for d in decimal_signs([field]))
    commas, points = signs[","], signs["."]
    if dialect.separator == ",":
        # Quoted decimal commas are read column by column.
        return replace(dialect, certain=points > 0)
    if commas > points:
        return replace(dialect, decimal=",", certain=True)
    semicolon = dialect.separator == ";" and not points
    columns = zip(*few, strict=False)
    unsure = list(filter(UNSURE.fullmatch, fields)) if semicolon else unsure_numbers(columns)
    if unsure and not any("," in field for field in unsure):
        return replace(dialect, certain=points > 0).saying(caution_of(unsure[0]))
    return replace(dialect, certain=points > 0)


def _with_header(
    dialect: Dialect,
    rows: list[list[str]],
    numbers: list[int],
    comments: list[tuple[int, str]],
    file: Opened,
    label: str | int | None,
) -> tuple[Dialect, list[list[str]]]:
    """Find the names of the columns."""
    headed = has_header(rows, file.name)
    if comments:
        last = split(without_sign(comments[-1][1]), dialect.separator)
        if not headed and len(last) == len(rows[0]) > 1 and not any(map(is_number, last)):
            notes = (*dialect.notes, "The names of the columns are in a comment line.")
            return replace(dialect, header=True, names=tuple(last), given=True, notes=notes), rows
        were = "were" if len(comments) > 1 else "was"
        lines = counted(len(comments), "comment line")
        dialect = dialect.saying(f"{lines} at the top {were} left out.")
    if not headed and numbered_names(rows, label):
        headed = True
        dialect = dialect.saying(
            f"Caution: the first row of {file.name} holds only numbers (`{rows[0][0]}` to "
            f"`{rows[0][-1]}`), unlike those below them, so it was taken as the names of the "
            "columns; put names above it if it is a sample."
        )
    return _with_names(dialect, rows, numbers) if headed else (dialect, rows)


def _with_names(
    dialect: Dialect, rows: list[list[str]], numbers: list[int]
) -> tuple[Dialect, list[list[str]]]:
    """Take the first row as the names of the columns, and leave out a row of units below it."""
    skipped = dialect.skipped
    names, rest = tuple(rows[0]), rows[1:]
    longer = {len(row) for row in rest} == {len(names) + 1}
    trailing = longer and all(row[-1] == "" for row in rest)
    if trailing:
        names, skipped = (*names, ""), (*skipped, numbers[0])
    elif units_row(rows):
        units = [field for field in rest[0] if field]
        said = f"The row of units ({_short(', '.join(units))}) was left out."
        second = tuple(rest[0])
        if [f.lower() for f in rest[0]] == [name.lower() for name in names]:
            second = ()
            said = "The names of the columns come twice; the second row of them was left out."
        dialect = replace(dialect.saying(said), second=second)
        skipped, rest = (*skipped, numbers[1]), rest[1:]
    dialect = replace(
        dialect,
        header=True,
        row_names=longer and not trailing,
        skipped=skipped,
        names=names,
        given=trailing,
    )
    return dialect, rest


def split(line: str, separator: str) -> list[str]:
    """Cut a line into fields.

    Parameters
    ----------
    line : str
    separator : str
        One of `SEPARATORS`.
    """
    return _rows([(0, line)], separator)[0][0]


def _rows(lines: list[tuple[int, str]], separator: str) -> tuple[list[list[str]], list[int]]:
    """Cut lines into fields; a quoted field may run over several lines.

    Rows, and the number of each as pandas counts them: such a row counts once.
    """
    if separator == " ":
        return [_words(line) for _, line in lines], [i for i, _ in lines]
    longest = max(len(line) for _, line in lines)
    csv.field_size_limit(max(csv.field_size_limit(), len(lines) * longest + 1))  # global, 131,072
    reader = csv.reader(
        (line + "\n" for _, line in lines), delimiter=separator, skipinitialspace=True
    )
    rows, numbers, before, more = [], [], 0, 0
    for row in reader:
        rows.append([field.strip() for field in row])
        first = lines[before][0]
        numbers.append(first - more)
        more += lines[reader.line_num - 1][0] - first
        before = reader.line_num
    return rows, numbers


def _words(line: str) -> list[str]:
    """Cut a line at its blanks, but not within quotation marks."""
    if '"' not in line:
        return line.split()
    found = (m[2] or m[1].replace('""', '"').strip() for m in QUOTED.finditer(line))
    return list(found)


def _first_lines(file: Opened, encoding: str) -> list[str]:
    """The first lines, a few at least where they are long."""
    size = HEAD
    while True:
        block = file.head(size)
        text = block.decode(encoding, "ignore").lstrip("\ufeff")
        lines = re.split(r"\r\n|\n|\r", text)
        if len(block) < size:
            return lines[:LINES]
        if len(lines) > LEAST or size >= MOST:
            return lines[: min(LINES, len(lines) - 1)] or lines
        size *= 4


def _title_rows(rows: list[list[str]]) -> int:
    """How many rows at the top hold a single text above a table of several columns."""
    widths = [len(row) for row in rows]
    for n in range(min(3, len(rows) - 2)):
        filled = [field for field in rows[n] if field]
        if len(filled) > 1 or widths[n + 1] < 2:
            return n
        if widths[n + 1] == 2 and widths[n] == 1 and not re.search(r"\s", rows[n][0]):
            return n  # the name of the only column, as R writes it
        if not filled or is_number(filled[0]) or (widths[n] > 1 and not rows[n][0]):
            return n
    return 0


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def _separator(lines: list[str]) -> str:
    """Choose the separator that cuts most lines into the same number of fields, at least two."""

    def merit(separator: str) -> tuple[float, int, int]:
        rows, _ = _rows([(0, line) for line in lines], separator)
        counts = Counter(len(row) for row in rows)
        width, agreeing = max(counts.items(), key=lambda item: (item[1], item[0]))
        # A share, since a quoted text of two lines is one row for all but the blank.
        return (agreeing / len(rows) if width > 1 else 0, int(separator in ";\t|"), width)

    best = max(SEPARATORS, key=merit)
    return best if merit(best)[0] else ","
