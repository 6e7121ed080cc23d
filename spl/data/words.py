"""Numbers with their nouns, and lists of names, for sentences."""

from __future__ import annotations

from collections.abc import Sequence


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


def listed(names: Sequence[str], most: int = 6) -> str:
    """The first names, with … behind them where there are more.

    Parameters
    ----------
    names : sequence of str
    most : int
        How many are listed.

    Examples
    --------
    >>> listed(["bike", "mug"]), listed("abc", 2)
    ('bike, mug', 'a, b, …')
    """
    return ", ".join([*names[:most], *(["…"] if len(names) > most else [])])
