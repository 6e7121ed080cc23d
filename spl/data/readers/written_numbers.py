"""Numbers as people write them: thousands separators, per cent, currency, decimal commas."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from spl.data.readers.features import Array, short

# NFKC turns full-width digits and every kind of blank into plain ones; these it does not change.
SIGNS = str.maketrans(dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\ufe63\uff0d", "-"))
QUOTES = str.maketrans(
    {
        **dict.fromkeys("\u2019\u2018\u02bc\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e", '"'),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", None),  # nobody sees these
    }
)
NUMBER = re.compile(
    r"(?P<paren>\()?(?P<sign>[-+]?)\s*(?P<before>[$€£¥]?)\s*(?P<sign2>[-+]?)"
    r"(?P<body>\d[\d.,' _]*|[.,]\d+)(?P<exponent>[eEdD][-+]?\d+)?\s*(?P<after>[%‰$€£¥]?)\)?"
)
MARKS = {"%": "a per cent sign", "‰": "a per mille sign"}
LOOKED_AT = 50  # cells that tell a column of text early


class Unclear(ValueError):
    """Text that is a number under more than one reading, or nearly a number: why, in words."""


@dataclass(frozen=True)
class Cell:
    """One cell, taken apart."""

    text: str
    number: str  # digits and separators, with the sign
    exponent: str
    mark: str  # %, $, … or nothing
    decimal: str  # "." or ",", "" for either, "?" for one of both, "!" for neither
    paren: bool

    def value(self, decimal: str) -> float:
        """The number, once the decimal sign is known.

        Parameters
        ----------
        decimal : "." or ","
            The column's decimal sign.
        """
        other = "," if decimal == "." else "."
        digits = re.sub(f"[ '_{other}]", "", self.number).replace(decimal, ".")
        return float(digits + self.exponent)


def plain(text: str) -> str:
    """Digits, signs and blanks in their ASCII form.

    Parameters
    ----------
    text : str
        One cell.
    """
    if not text.isascii() and not any(c.isdigit() and not c.isdecimal() for c in text):
        # of raised, lowered and circled digits it would make plain ones: 3² is not 32
        text = unicodedata.normalize("NFKC", text).translate(SIGNS).translate(QUOTES)
    text = text.strip()
    quoted = len(text) > 2 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1].strip() if quoted else text


def cell(text: str) -> Cell | None:
    """Take a cell apart; None if it is not a number under any reading.

    Parameters
    ----------
    text : str
        One cell.

    Examples
    --------
    >>> [cell(t).decimal for t in ("12", "1.5", "1,5", "1,234", "1.234,5", "1,2,3")]
    ['', '.', ',', '?', ',', '!']
    >>> cell("20-30") is None
    True
    """
    match = NUMBER.fullmatch(plain(text))
    if match is None or match["sign"] and match["sign2"]:
        return None  # of two signs nobody knows what is meant
    body = match["body"].rstrip()
    if re.fullmatch(r"\d+(\.\d+){2,}", body) and not re.fullmatch(r"\d{1,3}(\.\d{3})+", body):
        return None  # 1.1.2 is a version
    marks = match["before"] + match["after"]
    sign = "-" if "-" in match["sign"] + match["sign2"] else ""
    exponent = (match["exponent"] or "").lower().replace("d", "e")
    decimal = _decimal(body) if len(marks) <= 1 else "!"
    text = short(" ".join(text.split()))
    return Cell(text, sign + body, exponent, marks, decimal, bool(match["paren"]))


def _decimal(body: str) -> str:
    """Which sign is the decimal one: `.`, `,`, either (nothing), one of both (?), neither (!)."""
    if body.isdecimal() or re.fullmatch(r"\d{1,3}(?:([ '_])\d{3})(?:\1\d{3})*", body):
        return ""
    whole = re.fullmatch(r"(\d{1,3}(?:[ '_]\d{3})+)([.,])\d*", body)
    if whole:
        return whole[2]
    for point, comma in ((".", ","), (",", ".")):
        grouped = rf"\d{{1,3}}(\{comma}\d{{3}})+\{point}\d*|\d{{1,3}}(\{comma}\d{{3}}){{2,}}"
        if re.fullmatch(grouped, body):
            return point
    if re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", body):
        return "?"
    single = re.fullmatch(r"\d*([.,])\d*", body)
    return single[1] if single else "!"


def decimal_signs(texts: Iterable[str]) -> set[str]:
    """Decimal signs that some cells can only have: none, one, or both.

    Parameters
    ----------
    texts : iterable of str
        Cells of one column or table.
    """
    found = (cell(text) for text in texts)
    return {c.decimal for c in found if c is not None and c.decimal in (".", ",")}


def written_numbers(texts: Sequence[str], decimal: str = "") -> tuple[Array, str] | None:
    """Read a column of numbers that are not written as a computer writes them.

    Parameters
    ----------
    texts : sequence of str
        The column's cells without those marked as missing.
    decimal : "." or ",", optional
        The table's decimal sign, where other columns tell it.

    Returns
    -------
    values, how : ndarray of shape (n,) float64, and how they are written, "" for the usual way
        None if these are not numbers.

    Raises
    ------
    Unclear
        If they are numbers but not certain ones; the message completes "column x …".

    Examples
    --------
    >>> written_numbers(["1,234.5", "12"])
    (array([1234.5,   12. ]), 'thousands separators (`1,234.5` is 1234.5)')
    >>> written_numbers(["1.234", "2,5"])[0].tolist()
    [1234.0, 2.5]
    """
    if all(cell(text) is None for text in texts[:LOOKED_AT]):
        return None
    cells = []
    for text in texts:
        taken = cell(text)
        if taken is None:
            return None
        cells.append(taken)
    if all(c.paren for c in cells):
        return None  # (a), (1): not sums of money
    decimal = _common_decimal(cells, decimal)
    values = np.array([c.value(decimal) for c in cells])
    return values, _how(cells, decimal)


def _common_decimal(cells: Sequence[Cell], table: str) -> str:
    """The column's decimal sign, or why it cannot be told."""
    first: dict[str, str] = {}
    for c in cells:
        first.setdefault("(" if c.paren else c.decimal, c.text)
    for kind in "!(":
        if kind in first:
            raise Unclear(f"holds `{first[kind]}`, which is not clearly a number")
    marks = {c.mark: c.text for c in reversed(cells)}
    if len(marks) > 1:
        texts = list(marks.values())
        raise Unclear(f"mixes numbers with and without a sign (`{texts[0]}`, `{texts[1]}`)")
    if "." in first and "," in first:
        raise Unclear(f"mixes decimal points and commas (`{first['.']}`, `{first[',']}`)")
    own = next((d for d in (".", ",") if d in first), "")
    if own and table and own != table:
        sign = {".": "point", ",": "comma"}
        raise Unclear(
            f"has a decimal {sign[own]} (`{first[own]}`) where other columns have a decimal "
            f"{sign[table]}"
        )
    unsure = {"," if "," in c.number else ".": c.text for c in reversed(cells) if c.decimal == "?"}
    if "," in unsure and not (own or table):
        text = plain(unsure[","])
        one, other = text.replace(",", ""), text.replace(",", ".")
        raise Unclear(f"holds `{text}`, which can be {one} or {other}")
    return own or table or "."


def _how(cells: Sequence[Cell], decimal: str) -> str:
    """How the numbers are written, with the first that shows it."""
    found: dict[str, Cell] = {}
    other = "," if decimal == "." else "."
    for c in cells:
        if c.mark:
            found.setdefault(MARKS.get(c.mark, f"the sign {c.mark}"), c)
        if re.search(f"[ '_{other}]", c.number):
            found.setdefault("thousands separators", c)
        elif decimal == "," and "," in c.number:
            found.setdefault("decimal commas", c)
        if not c.text.isascii() and c.text.translate(SIGNS) != c.text:
            found.setdefault("a minus sign of its own", c)
        elif any(ch.isdecimal() and not ch.isascii() for ch in c.text):
            found.setdefault("digits that are not ASCII", c)
    shown = (f"{how} (`{c.text}` is {c.value(decimal):.10g})" for how, c in found.items())
    return ", ".join(shown)
