"""Numbers with their nouns, shares, and lists of names, for sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import isnan

REJECTED = "rejected"  # a sample that an open run takes to be of no class of the source


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


def writable(text: str) -> str:
    r"""The text with a question mark for each character that no file in UTF-8 can hold.

    Parameters
    ----------
    text : str
        Such as a file's name that is not in UTF-8.

    Examples
    --------
    >>> writable("caf\udce9.csv"), writable("café.csv")
    ('caf?.csv', 'café.csv')
    """
    return text.encode("utf-8", "replace").decode()


def percent(share: float, digits: int = 1) -> str:
    """A share in [0, 1] as text, e.g. ``87.2 %``; a dash for nan, and no minus before a zero.

    Parameters
    ----------
    share : float
    digits : int
        Behind the point.

    Examples
    --------
    >>> percent(0.8716), percent(float("nan")), percent(-1e-17)
    ('87.2 %', '–', '0.0 %')
    """
    return "–" if isnan(share) else f"{100 * share:z.{digits}f} %"


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


def told_apart(names: Sequence[str], labels: Iterable[object]) -> tuple[str, ...]:
    """Names of classes, each that occurs twice with its label behind it.

    Parameters
    ----------
    names : sequence of str
    labels : iterable
        Of the same classes.

    Examples
    --------
    >>> told_apart(["crane", "ibis", "crane"], [134, 135, 517])
    ('crane (134)', 'ibis', 'crane (517)')
    """
    times = Counter(names)
    return tuple(
        f"{name} ({label})" if times[name] > 1 else name
        for name, label in zip(names, labels, strict=True)
    )


def with_rejected(names: Iterable[str] | None) -> list[str]:
    """Names of classes and, last, what a sample of none of them is called: index −1 finds it.

    Parameters
    ----------
    names : iterable of str, or None for none

    Examples
    --------
    >>> with_rejected(["ant", "bee"]), with_rejected(["accepted", "rejected"])
    (['ant', 'bee', 'rejected'], ['accepted', 'rejected', 'rejected by SPL'])
    """
    known = list(names or ())
    return [*known, REJECTED if REJECTED not in known else f"{REJECTED} by SPL"]
