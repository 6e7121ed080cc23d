"""Last rows of a table that sum up the others, as spreadsheets write them: they are no samples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from spl.data.readers.features import Array, short
from spl.data.words import counted, listed

if TYPE_CHECKING:
    import pandas as pd

WORDS = re.compile(
    r"(grand|sub|over ?all|column)?[ -]*"
    r"(totals?|sums?|means?|averages?|avg|medians?|st\.?d\.?( dev)?|stdev|min(imum)?|max(imum)?"
    r"|count|\d\d?%|(gesamt|teil)(ergebnis|summe)?|summe|mittelwert|durchschnitt|mittel|anzahl|somme"
    r"|total( g[ée]n[ée]ral)?|moyenne|[ée]cart[- ]type|suma|promedio|media|m[ée]dia|totale|somma"
    r"|totaal|gemiddelde|итого|всего|среднее|合计|总计|平均|平均值|合計|総計)[ .:]*",
    re.IGNORECASE,
)
LAST = 8  # rows at the end that are looked at: describe() of pandas writes as many
FEWEST, GLANCE = 4, 200
CLOSE = 1e-3  # of a column's range: sums and means are often rounded


def summary_rows(
    frame: pd.DataFrame, positions: Sequence[int], X: Array, file: str
) -> tuple[str, ...]:
    """Caution about last rows that are called Total or Mean, or are the sum or mean of the others.

    Parameters
    ----------
    frame : DataFrame
    positions : sequence of int
        Columns of text.
    X : ndarray of shape (n, d)
        The features.
    file : str
        The file's name.
    """
    n = len(frame)
    for i in positions:
        words = _called(frame.iloc[:, i].tolist())
        if words:
            shown = listed([f"`{short(word)}`" for word in words])
            called = f" ({shown} in column `{short(str(frame.columns[i]))}`)"
            return (_caution(file, len(words), called),)
    return (_caution(file, 1, f" (row {n - 1:,})"),) if _sums_up(X) else ()


def _caution(file: str, n: int, called: str) -> str:
    rows, seem = ("row", "seems") if n == 1 else (f"{n} rows", "seem")
    one = n == 1
    return (
        f"Caution: {file}: the last {rows}{called} {seem} to sum up the others, but "
        f"{'was' if one else 'were'} read as {'a sample' if one else counted(n, 'sample')}; remove "
        f"{'it' if one else 'them'} unless {'it is one' if one else 'they are'}."
    )


def _called(cells: list[object]) -> list[str]:
    """Words of the last rows without a gap that are in no other row: a class may be called max."""
    if len(cells) < FEWEST:
        return []
    words: list[str] = []
    for value in cells[: -LAST - 1 : -1]:
        if not (isinstance(value, str) and WORDS.fullmatch(value.strip())):
            break
        words.insert(0, value.strip())
    rest = {v.strip() for v in cells[: len(cells) - len(words)] if isinstance(v, str)}
    return words if len(set(words)) == len(words) and not rest & set(words) else []


def _sums_up(X: Array) -> bool:
    """Whether the last row is the sum or the mean of all others, in two columns or more."""
    n = len(X) - 1
    if n < FEWEST or X.dtype.kind not in "fiu":
        return False
    last, head = X[-1].astype(np.float64), X[: min(n, GLANCE)].astype(np.float64)
    with np.errstate(all="ignore"):
        spread = np.ptp(head, axis=0)
    vary = spread > 0  # NaN does not
    if np.count_nonzero(vary) < 2:
        return False
    with np.errstate(all="ignore"):  # infinity is told by others
        total = X[:-1].sum(axis=0, dtype=np.float64)
        near = [np.abs(last - value) <= CLOSE * spread for value in (total, total / n)]
    return any(bool(close[vary].all()) for close in near)
