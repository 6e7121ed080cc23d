"""Numbers with their nouns, for sentences."""

from __future__ import annotations


def counted(n: int, noun: str, plural: str = "") -> str:
    """Number and noun in the form that goes with it.

    Parameters
    ----------
    n : int
    noun : str
        Singular.
    plural : str
        The noun with an s if empty.

    Examples
    --------
    >>> counted(1, "sample"), counted(1080, "sample"), counted(0, "class", "classes")
    ('1 sample', '1,080 samples', '0 classes')
    """
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"
