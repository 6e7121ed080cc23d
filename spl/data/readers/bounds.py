"""How much memory one file may take once it is decoded: one bound for every format."""

from __future__ import annotations

import math
import os

VARIABLE = "SPL_MAX_GB"
DEFAULT_GB = 4.0  # a laptop with 16 GB holds this, and the copies that a run makes


def most_bytes() -> int:
    """Bytes that one file may take once it is decoded.

    4 GB, or what the environment variable ``SPL_MAX_GB`` says.

    Raises
    ------
    ValueError
        If the variable does not hold a positive number.
    """
    text = os.environ.get(VARIABLE, "").strip()
    try:
        size = float(text) if text else DEFAULT_GB
    except ValueError:
        size = math.nan
    if not 0 < size < 1e9:
        raise TooLarge(
            f"The environment variable {VARIABLE} is {text[:40]!r}; set it to a positive number of "
            f"gigabytes, such as {DEFAULT_GB:g}, or unset it."
        )
    return int(size * 1e9)


def check_decoded(file: str, size: int | float) -> None:
    """Refuse a file that would take more memory than the bound, before any of it is taken.

    Parameters
    ----------
    file : str
        Its name, for the message.
    size : int
        Bytes that its content takes once it is decoded, as its headers tell.

    Raises
    ------
    TooLarge
        One sentence that says how to raise the bound.
    """
    most = most_bytes()
    if size > most:
        raise TooLarge(
            f"{file} takes {size_text(size)} once it is decoded, but at most {size_text(most)} are "
            "read; save float32 features or fewer samples, or set the environment variable "
            f"{VARIABLE} to more gigabytes."
        )


class TooLarge(ValueError):
    """A file is larger than what is read of one; the message says how to raise the bound."""


def size_text(size: int | float) -> str:
    """Write a number of bytes as people do.

    Parameters
    ----------
    size : int or float
        In bytes.

    Examples
    --------
    >>> size_text(4_000_000_000), size_text(120_000), size_text(1e30)
    ('4 GB', '0.12 MB', 'over 1,000,000 GB')
    """
    if size > 1e15:
        return "over 1,000,000 GB"
    gigabytes = size / 1e9
    return f"{gigabytes:,.3g} GB" if gigabytes >= 0.1 else f"{size / 1e6:,.3g} MB"


class Budget:
    """Bytes that are left while the headers of one file are walked.

    Parameters
    ----------
    file : str
        Its name, for the message.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self.spent = 0

    def spend(self, size: int | float) -> None:
        """Count what one part takes; raises TooLarge as soon as all of them take too much.

        Parameters
        ----------
        size : int or float
            Bytes of this part, decoded.
        """
        self.spent += max(int(min(size, 1e30)), 0)
        check_decoded(self._file, self.spent)
