"""A table of target samples to keep out of S_k: a row number, and perhaps an iteration."""

from __future__ import annotations

from pathlib import Path

from spl.data.known_file import MOST_DIGITS, lines_of, row_number, rows_of

FIRST = 1  # iteration from which a sample is left out where the table has none


def read_without(file: str | Path, n_target: int, T: int) -> dict[int, int]:
    """Rows of the target, counted from 0, and the first iteration that leaves each out of S_k.

    Parameters
    ----------
    file : path
        Text with a row on each line and, after a comma, a semicolon or a tab, the first iteration
        that leaves it out; 1 where none is given. A first line that does not begin with a number is
        a heading.
    n_target, T : int
        Samples of the target, and iterations of the run.

    Raises
    ------
    ValueError
        If the file cannot be read, or a line does not name a target sample and an iteration.
    """
    without: dict[int, int] = {}
    lines = 0
    for where, cells in rows_of(lines_of(file, "iterations"), str(file)):
        row, k = _row_and_iteration(cells, where, n_target)
        if k > T:
            raise ValueError(
                f"{where} leaves row {row} out from iteration {k} on, but the run ends at T={T}; "
                f"give an iteration from {FIRST} to {T}, or take the line out."
            )
        if without.setdefault(row, k) != k:
            raise ValueError(f"{where} gives row {row} a second iteration ({k}); give one.")
        lines += 1
    if lines == n_target > len(without) and set(without) <= {0, 1}:
        raise ValueError(
            f"{file} has 0 or 1 for each of the {n_target} target samples, which would be rows 0 "
            "and 1; write the numbers of the rows that are left out."
        )
    if not without:
        raise ValueError(f"{file} names no target sample; give a row on each line.")
    return without


def _row_and_iteration(cells: list[str], where: str, n_target: int) -> tuple[int, int]:
    first, k = (*cells, "")[:2]
    row, k = row_number(first, where, n_target), k.strip() or str(FIRST)
    right = len(cells) <= 2 and row is not None and k.isdecimal() and len(k) <= MOST_DIGITS
    if not right or not int(k):
        raise ValueError(
            f"{where} is not a row number and the first iteration, from 1 on, that leaves it out; "
            "write for example 17,2 or 17."
        )
    assert row is not None  # tested above
    return row, int(k)
