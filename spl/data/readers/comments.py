"""Comment lines at the top of a text table, and samples whose first field begins as they do."""

from __future__ import annotations

from collections.abc import Callable

from spl.data.readers.headers import is_number

SIGNS = ("#", "%", "//")
Lines = list[tuple[int, str]]  # number and text of each
Cut = Callable[[str], list[str]]  # a line into its fields


def comment_sign(line: str) -> str:
    """The sign by which a line is a comment; nothing if it is none.

    Parameters
    ----------
    line : str
    """
    return next((sign for sign in SIGNS if line.lstrip().startswith(sign)), "")


def without_sign(line: str) -> str:
    """A comment without its sign.

    Parameters
    ----------
    line : str
    """
    return line.lstrip()[len(comment_sign(line)) :].strip()


def comments_at_top(lines: Lines, cut: Cut, file: str) -> Lines:
    """The comment lines at the top; a header may begin with # too, and then is the last of them.

    Parameters
    ----------
    lines : list of (int, str)
        The first lines that are not empty.
    cut : callable
    file : str
        Its name, for messages.

    Raises
    ------
    ValueError
        If there are only comments, or the last can be a sample whose first field is text.
    """
    n = next((n for n, (_, line) in enumerate(lines) if not comment_sign(line)), len(lines))
    below = [cut(line) for _, line in lines[n:]]
    if n == len(lines):
        rows = [cut(line) for _, line in lines]
        if all(_like(row, rows[-1]) for row in rows[-2:]):
            n, below = 0, rows  # every sample begins with a sign
        else:
            sign = comment_sign(lines[0][1])
            raise ValueError(
                f"{file} holds only comments (lines that begin with `{sign}`); give one row of "
                "numbers per sample."
            )
    while n and _like(cut(lines[n - 1][1]), below[0]):
        line = lines[n - 1][1].strip()
        if not any(row and row[0].startswith(comment_sign(line)) for row in below):
            if is_number(below[0][0]):  # a row of numbers that was commented out
                break
            raise ValueError(
                f"The line `{line[:60]}` of {file} can be a comment or a sample; take it out, or "
                "put a row of names above the samples."
            )
        n -= 1
    return lines[:n]


def _like(row: list[str], other: list[str]) -> bool:
    """Whether a line that begins with a sign has text and numbers where another row has them."""
    if len(row) != len(other) or len(row) < 2:
        return False
    sign = comment_sign(row[0])
    if not sign or row[0] == sign or row[0][len(sign)].isspace():
        return False
    numbers = [is_number(field) for field in row[1:]]
    return any(numbers) and numbers == [is_number(field) for field in other[1:]]
