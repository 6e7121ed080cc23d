"""What the cells of a column hold: numbers, dates, lists, text, or what cannot be used."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from spl.algorithm.checks import is_missing
from spl.data.readers.features import Array
from spl.data.readers.headers import MISSING
from spl.data.readers.written_numbers import cell, written_numbers

if TYPE_CHECKING:
    import pandas as pd

DATES = (datetime.date, datetime.time, datetime.timedelta)
TIME = r"\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( ?[AaPp]\.?[Mm]\.?)?( ?(Z|UTC|[+-]\d{2}:?\d{2}))?"
DAY = (
    r"\d{4}(?P<a>[-/.])\d{1,2}(?P=a)\d{1,2}",
    r"\d{1,2}(?P<b>[-/.])\d{1,2}(?P=b)\d{4}",
    r"\d{1,2}/\d{1,2}/\d{2}",
    r"(\d{1,2}[-. ]+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[-, ]+\d{1,2}"
    r"(\d{2})?(,? \d{4})?",
)
DATE = re.compile(f"({'|'.join(DAY)})([T ]{TIME})?|{TIME}", re.IGNORECASE)
TRUTH = {"true": 1.0, "false": 0.0}
NUMBERS = r"\s*[-+]?\.?\d[\w.+-]*[,;\s]+[-+]?\.?\d.*"  # two at least
LIST_TEXT = re.compile(
    rf"\w*\(?\[+{NUMBERS}\]\W*|\({NUMBERS}\)", re.DOTALL
)  # [0, 1) is an interval
SPOILT = re.compile(r"[-+]?\d{1,3}(?=.*[.,]\d{3}(?!\d))([.,]\d+){2,}")  # 7.036.9.198, not 1.1.2
# A column of numbers may hold this much text: more is a column of text.
STRAY_CELLS, STRAY_SHARE = 3, 0.05


def column_numbers(column: pd.Series, decimal: str) -> tuple[Array, str] | None:
    """Return a column's numbers, with NaN for what is marked as missing; None for text.

    Parameters
    ----------
    column : Series of shape (n,)
    decimal : "." or "," or ""
        The table's decimal sign, if it is certain.

    Returns
    -------
    values, how : ndarray of shape (n,), and how the numbers are written where it is unusual

    Raises
    ------
    Unclear
        If numbers are written so that they cannot be read with certainty.
    """
    import pandas as pd

    if isinstance(column.dtype, np.dtype) and column.dtype == np.float32:
        return column.to_numpy(), ""  # exact in float32: no copy, and half the memory
    if column.dtype.kind in "fiub":
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        plain = column.dtype.kind == "f" or column.hasnans
        return (values if plain else column.to_numpy()), ""
    if column.dtype.kind != "O" or isinstance(column.dtype, pd.CategoricalDtype | pd.PeriodDtype):
        return None  # pandas would make numbers of dates
    if is_list(first_value(column)):
        return None
    marked = (column.isna() | column.isin(MISSING)).to_numpy()
    if marked.all():
        return None
    if all(str(v).lower() in TRUTH for v in column[~marked]):  # as columns without gaps are read
        truth = [TRUTH.get(str(v).lower(), np.nan) for v in column]
        return np.array(truth), ""
    if decimal != ",":  # there `1.234` is not what a computer writes
        kept = column.where(~marked)
        try:
            numbers = pd.to_numeric(kept, errors="coerce")
        except OverflowError:  # a whole number of more than 308 digits; as text it is infinite
            numbers = pd.to_numeric(kept.map(str, na_action="ignore"), errors="coerce")
        if not numbers[~marked].isna().any():
            return numbers.to_numpy(dtype=np.float64, na_value=np.nan), ""
    texts = column[~marked].tolist()
    if not all(isinstance(v, str) for v in texts):
        return None
    found = written_numbers(texts, decimal)
    if found is None:
        return None
    values = np.full(len(column), np.nan)
    values[~marked] = found[0]
    return values, found[1]


def measurements(column: pd.Series, decimal: str) -> Array | None:
    """Return a column's numbers where some are not whole, which labels are.

    Parameters
    ----------
    column : Series of shape (n,)
        Not empty.
    decimal : "." or "," or ""
        The table's decimal sign, if it is certain.
    """
    found = column_numbers(column, decimal)
    if found is None or found[0].dtype.kind != "f":
        return None
    known = found[0][np.isfinite(found[0])]
    return found[0] if (known != np.rint(known)).any() else None


def is_list(value: Any) -> bool:
    """Whether a cell holds several values.

    Parameters
    ----------
    value : object
        One cell.
    """
    return isinstance(value, list | tuple | np.ndarray)


def first_value(column: pd.Series) -> Any:
    """Return the first cell that is not missing; None if all are.

    Parameters
    ----------
    column : Series of shape (n,)
    """
    return next((v for v in column if is_list(v) or not is_missing(v)), None)


def holds_dates(column: pd.Series) -> bool:
    """Whether a column holds dates or times, as such or as text.

    Parameters
    ----------
    column : Series of shape (n,)
        Not empty.
    """
    if column.dtype.kind in "mM":
        return True
    known = _known(column)
    if not len(known):
        return False
    if isinstance(known.iloc[0], DATES) or str(column.dtype).startswith("period"):
        return True
    head = known.iloc[:20].tolist()
    if not all(isinstance(v, str) and DATE.fullmatch(v.strip()) for v in head):
        return False
    dates = sum(isinstance(v, str) and bool(DATE.fullmatch(v.strip())) for v in known.tolist())
    return dates >= 0.9 * len(known)


def holds_list_text(column: pd.Series) -> bool:
    """Whether a column of text holds lists of numbers as Python or numpy print them.

    Parameters
    ----------
    column : Series of shape (n,)
        Not empty.
    """
    known = _known(column)
    if not len(known):
        return False
    return all(
        isinstance(v, str) and LIST_TEXT.fullmatch(v.strip()) for v in known.iloc[:20].tolist()
    )


def strange_kind(column: pd.Series) -> str:
    """What a column holds that is neither numbers nor text nor lists, in words; else nothing.

    Parameters
    ----------
    column : Series of shape (n,)
        Not empty.
    """
    if column.dtype.kind in "fiub":
        return ""
    if column.dtype.kind == "c":
        return "complex numbers"
    known = _known(column)
    first = known.iloc[0] if len(known) else ""
    if isinstance(first, dict):
        return "structures"
    if isinstance(first, bytes | bytearray | memoryview):
        return "bytes"
    if isinstance(first, str | bool | int | float | np.generic) or is_list(first):
        return ""
    return "" if _is_number(first) else f"values of type {type(first).__name__}"


def _is_number(value: Any) -> bool:
    try:
        float(value)  # a Decimal
    except (TypeError, ValueError):
        return False
    return True


def _known(column: pd.Series) -> pd.Series:
    if is_list(first := first_value(column)) or isinstance(first, dict):
        return column.dropna()
    return column[~(column.isna() | column.isin([*MISSING, "NaT"]))]


def stray_text(column: pd.Series) -> tuple[int, str, int] | None:
    """Find the few cells that make text of a column of numbers: row, text, how many.

    Parameters
    ----------
    column : Series of shape (n,)
        Not empty.
    """
    import pandas as pd

    if isinstance(column.dtype, pd.CategoricalDtype) or is_list(first_value(column)):
        return None
    at = np.flatnonzero(~(column.isna() | column.isin(MISSING)).to_numpy())
    text = column.iloc[at].astype(str).tolist()
    stray = np.array([cell(t) is None for t in text], dtype=bool)
    n_stray, n = int(np.count_nonzero(stray)), len(text)
    if not 0 < n_stray <= max(STRAY_CELLS, STRAY_SHARE * n) or n - n_stray < 3 * n_stray:
        return None  # text: at least three numbers for each stray cell make a column of numbers
    first = int(np.argmax(stray))
    return int(at[first]), text[first], n_stray


def spoilt_number(column: pd.Series) -> str:
    """Find the first number of thousands whose separators are wrong, among as many that are sound.

    Parameters
    ----------
    column : Series of shape (n,)
        Of text.

    Returns
    -------
    text, empty where anything else is in the column

    Examples
    --------
    >>> import pandas as pd
    >>> spoilt_number(pd.Series(["1.234", "7.036.9.198", "714"]))
    '7.036.9.198'
    """
    n, stray = 0, []
    for text in column.tolist():
        if is_missing(text):
            continue
        if not isinstance(text, str):
            return ""
        if text not in MISSING and cell(text) is None:
            if not SPOILT.fullmatch(text.strip()):
                return ""
            stray.append(text)
        n += text not in MISSING
    return stray[0] if 0 < 2 * len(stray) <= n else ""
