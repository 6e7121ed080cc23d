"""Whether a table's first row holds names, and whether the second holds units."""

from __future__ import annotations

import re

from spl.data.readers.features import DOMAIN_NAMES, LABEL_NAMES
from spl.data.readers.written_numbers import cell

MISSING = tuple(" nan NaN NAN NA na N/A n/a #N/A <NA> null NULL None ?".split(" "))  # "" first
CELLS = 20_000  # looked at in a wide table, beside three rows at least
PLAIN = re.compile(r"\d+(\.\d+)?")
LONG_ROW = 5  # numbers that rise in a row of data hardly ever
CERTAIN_ROW = 10  # numbers that never do by chance


def is_number(field: str) -> bool:
    """Whether a field is a number, however it is written.

    Parameters
    ----------
    field : str
    """
    try:
        float(field)
    except ValueError:
        return cell(field) is not None
    return True


def has_header(rows: list[list[str]], file: str) -> bool:
    """Decide by all columns whether the first row holds names.

    Parameters
    ----------
    rows : list of list of str
        The first rows, cut into fields.
    file : str
        The file's name, for the message.

    Raises
    ------
    ValueError
        If some columns say that it holds names and others that it holds data.
    """
    first = rows[0]
    rest = rows[1 : 1 + max(3, CELLS // max(len(first), 1))]
    if not any(map(is_number, first)) or any(f.lower() in LABEL_NAMES for f in first):
        rest = [row for row in rest if row != first]  # names that are repeated further down
    if rest and not any(map(is_number, first)) and {len(r) for r in rest} == {len(first) + 1}:
        return True  # as R writes it; or with a separator behind every row
    if not rest:
        return not any(map(is_number, first)) and any(f.lower() in LABEL_NAMES for f in first)
    names, data = _votes(first, rest)
    if first[0] == "" and not data and any(first):
        return True
    known = [
        field
        for i, field in enumerate(first)
        if field.lower() in LABEL_NAMES + DOMAIN_NAMES
        and all(field != row[i] for row in rest if i < len(row))
    ]
    numbers = [first[i] for i in data]
    alone, unlike = _alone(first, rest, data), _unlike(first, rest, data)
    if data and (_steps(numbers) or unlike and len(data) >= LONG_ROW and _rising(numbers)):
        named = names or known or first[0] == "" or _from_zero(numbers)
        return bool(named or alone and (unlike or len(data) > 2))
    steady = _steady_alone(first, rest, data)
    if steady and len(data) >= CERTAIN_ROW and (names or known or alone or first[0] == ""):
        return True  # as wavelengths in µm, which lie among reflectances, and falling ones
    if data and (names or known or alone and (unlike or steady)):
        two = first[names[0]] if names else (known or [alone])[0], first[data[0]]
        shown = [" ".join(field.split())[:60] for field in two]
        raise ValueError(
            f"The first row of {file} can be names (`{shown[0]}`) or data (`{shown[1]}`); give "
            "every column a name that is not a number, or take the row of names away."
        )
    return bool(names or known)


def numbered_names(rows: list[list[str]], label: str | int | None) -> bool:
    """Whether a first row that holds only numbers holds the names of the columns.

    Its numbers have to differ from those below, in every column but one, which may be the labels'.
    They also have to rise as wavelengths do, or one of them names the labels.

    Parameters
    ----------
    rows : list of list of str
        The first rows, cut into fields.
    label : str, int or None
        The labels that were asked for, by name or position.
    """
    first, rest = rows[0], rows[1:]
    whole_table = len(first) >= 3 and len(rest) >= 3
    if not whole_table or len(set(first)) < len(first) or not all(map(PLAIN.fullmatch, first)):
        return False
    if len(first) >= CERTAIN_ROW and _steady_alone(first, rest, list(range(len(first)))):
        return True
    named = str(label) in first
    if not named and not (_rising(first) and (_steps(first) or len(first) >= LONG_ROW)):
        return False
    return sum(not _differs(f, [r[i] for r in rest if i < len(r)]) for i, f in enumerate(first)) < 2


def _differs(field: str, below: list[str]) -> bool:
    """Whether a number is unlike those of its column: far away, or whole above fractions."""
    try:
        known = [float(other) for other in below if other not in MISSING]
    except ValueError:
        return True  # text
    if not known:
        return False
    if "." not in field and all("." in other for other in below if other not in MISSING):
        return True
    low, high = min(known), max(known)
    return max(low - float(field), float(field) - high) > (high - low) / 2


def _votes(first: list[str], rest: list[list[str]]) -> tuple[list[int], list[int]]:
    """Columns of numbers below a name, and below a number or a text that comes again."""
    names, data, again = [], [], []
    for i, field in enumerate(first):
        below = [row[i] for row in rest if i < len(row) and row[i] not in MISSING]
        if field in MISSING or not below:
            continue
        numeric = all(map(is_number, below))
        if is_number(field):
            if numeric:
                data.append(i)
        elif numeric:
            names.append(i)
        elif field in below:
            again.append(i)
    return names, data if names else sorted(data + again)  # a class may be named like its column


def _alone(first: list[str], rest: list[list[str]], data: list[int]) -> str:
    """A text of the first row that stands above texts that come again, as a class does."""
    for i, field in enumerate(first):
        below = [row[i] for row in rest if i < len(row)]
        text = field not in MISSING and not is_number(field) and i not in data
        if text and field not in below and len(set(below)) < len(below):
            return field
    return ""


def _unlike(first: list[str], rest: list[list[str]], data: list[int]) -> bool:
    """Whether every plain number of the first row is unlike those below it."""
    return all(
        PLAIN.fullmatch(first[i]) is not None
        and _differs(first[i], [row[i] for row in rest if i < len(row)])
        for i in data
    )


def _rising(fields: list[str]) -> bool:
    """Whether plain numbers rise from each to the next, as wavelengths do."""
    numbers = [float(field) for field in fields if PLAIN.fullmatch(field)]
    return len(numbers) == len(fields) and all(
        a < b for a, b in zip(numbers, numbers[1:], strict=False)
    )


def _steady_alone(first: list[str], rest: list[list[str]], at: list[int]) -> bool:
    """Whether many numbers of the first row rise or fall throughout, and those of no other row."""
    if len(at) < LONG_ROW or len(rest) < 2 or not _steady([first[i] for i in at]):
        return False
    return not any(_steady([row[i] for i in at if i < len(row)]) for row in rest)


def _steady(fields: list[str]) -> bool:
    try:
        numbers = [float(field.replace(",", ".")) for field in fields]
    except ValueError:
        return False
    steps = {(a < b) - (a > b) for a, b in zip(numbers, numbers[1:], strict=False)}
    return len(steps) == 1 and steps != {0}


def _from_zero(fields: list[str]) -> bool:
    """Whether pandas numbered the columns of an unnamed table."""
    return len(fields) > 2 and fields == [str(i) for i in range(len(fields))]


def _steps(fields: list[str]) -> bool:
    """Whether these are names that count: 0, 1, 2 or 400, 410, 420."""
    if fields == ["0"]:
        return True
    if not all(field.isdecimal() for field in fields):
        return False
    numbers = [int(field) for field in fields]
    steps = {b - a for a, b in zip(numbers, numbers[1:], strict=False)}
    return len(steps) == 1 and steps != {0} and len(numbers) > 1


def units_row(rows: list[list[str]]) -> bool:
    """Whether the row below the names holds units: text where all rows below hold numbers.

    Parameters
    ----------
    rows : list of list of str
        The first rows, cut into fields; names first.
    """
    if len(rows) < 4:
        return False
    units = rows[1]
    rest = rows[2 : 2 + max(3, CELLS // max(len(units), 1))]
    seen = 0
    for i, field in enumerate(units):
        below = [row[i] for row in rest if i < len(row) and row[i] not in MISSING]
        if below and all(map(is_number, below)):
            if is_number(field) or field in MISSING[1:]:
                return False
            seen += field != ""
    return seen > 0
