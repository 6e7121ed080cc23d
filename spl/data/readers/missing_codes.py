"""Numbers that stand for missing values, such as −9999: they would be read as measurements."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spl.data.readers.features import Array, short
from spl.data.words import counted

NINES = tuple(float("9" * n) for n in range(2, 8))  # 99 … 9999999
HUGE = (1e20, 1e30, 1e35, 1e36, 9.969209968386869e36, 3.4028234663852886e38)  # of climate and maps
LIMITS = (-32768.0, -2147483648.0)  # the least whole numbers of 16 and 32 bits
LEAST_POSITIVE = 999.0  # 99 may be a count or a per cent
SCALE = 10.0  # answers of a survey are whole numbers from 0, or 1, to this at most
SCALE_CODES = (-9.0, 99.0)  # beside them; elsewhere these are ordinary numbers
FAR = 10  # times the range of the other values between these and the code
FEWEST = 2  # samples with the code: a single one may be a measurement
CODES = np.sort([*SCALE_CODES, *(-np.array(NINES)), *(v for v in NINES if v >= LEAST_POSITIVE),
                 *HUGE, *(-np.array(HUGE)), *LIMITS])  # fmt: skip


def missing_codes(X: Array, names: Sequence[str], file: str) -> tuple[str, ...]:
    """Caution about columns in which one such number comes often and far from all others.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    names : sequence of str
        What the columns are called; empty where they have no names.
    file : str
        The file's name.

    Examples
    --------
    >>> X = np.array([[1.5, 2.0], [-9999.0, 3.0], [-9999.0, 2.5], [2.5, 1.0]])
    >>> print(missing_codes(X, ("temp", "size"), "a.csv")[0][:64])
    Caution: a.csv, column `temp`, holds -9999 in 2 of 4 rows, far f
    """
    if X.dtype.kind not in "fiu" or len(X) < 2 * FEWEST:
        return ()
    found = _found(X)
    if not found:
        return ()
    j, code, n = min(found)
    called = f"`{short(names[j])}`" if names else str(j)
    columns = len({at for at, *_ in found})
    more = f" (as do {columns - 1} more columns)" if columns > 1 else ""
    return (
        f"Caution: {file}, column {called}, holds {code:.10g} in {n:,} of "
        f"{counted(len(X), 'row')}{more}, far from its other values, as a code for missing values "
        "does; remove these rows or fill what is missing.",
    )


def code_among(labels: Array) -> str:
    """The label that is such a number; else nothing.

    Parameters
    ----------
    labels : ndarray of shape (n,)

    Examples
    --------
    >>> code_among(np.array([0, 1, -999, 1, 0, -999])), code_among(np.array([0, 1, 99, 98]))
    ('-999', '')
    """
    found = _found(labels[:, None]) if labels.dtype.kind in "iu" and len(labels) else []
    return f"{found[0][1]:.0f}" if found else ""


def _found(X: Array) -> list[tuple[int, float, int]]:
    """Column, code and number of rows of each column that has one."""
    found = []
    for ends in (X.min(axis=0), X.max(axis=0)):
        for j in np.flatnonzero(_is_code(ends)).tolist():
            if n := _often_and_far(X[:, j], ends[j]):
                found.append((j, float(ends[j]), n))
    return found


def _is_code(values: Array) -> Array:
    """Which values are codes, as they are in float64 or rounded to float32."""
    values = values.astype(np.float64)
    near = CODES[np.clip(np.searchsorted(CODES, values), 0, len(CODES) - 1)]
    below = CODES[np.clip(np.searchsorted(CODES, values) - 1, 0, len(CODES) - 1)]
    return np.isclose(values, near, 1e-6, 0) | np.isclose(values, below, 1e-6, 0)


def _often_and_far(column: Array, code: float) -> int:
    """In how many rows the code is, if it is far from all other values and these are several."""
    same = column == code
    n = int(np.count_nonzero(same))
    others = column[~same].astype(np.float64)
    if n < FEWEST or len(others) < FEWEST:
        return 0
    low, high = float(others.min()), float(others.max())
    if code in SCALE_CODES:
        answers = 0 <= low < high <= SCALE and bool((others == np.rint(others)).all())
        return n if answers else 0
    gap = low - code if code < low else code - high
    return n if gap > FAR * (high - low) and gap > abs(code) / 2 else 0
