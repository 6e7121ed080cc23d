"""Numbers of a link: read as they are meant, kept within bounds, and what was changed is said."""

from __future__ import annotations

import math
import re

PLAIN = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")


def short(text: str, most: int = 60) -> str:
    """A link's text in quotes, cut where it is long.

    Parameters
    ----------
    text : str
    most : int
        Characters that are kept.
    """
    return repr(text if len(text) <= most else text[:most] + "…")


def shown(value: float) -> str:
    """A number of a link; a whole number may have hundreds of digits, too many for a float.

    Parameters
    ----------
    value : int or float
    """
    return f"{value:g}" if abs(value) < 10**15 else short(str(value), 20)


def number(text: str, name: str, like: float) -> float:
    """A number of a link.

    Parameters
    ----------
    text : str
    name : str
        What the number is called in a sentence about it.
    like : int or float
        An int asks for a whole number, which may be written as 5.0 or 1e3.

    Raises
    ------
    ValueError
        If the text is not such a number.
    """
    wanted = isinstance(like, int)
    try:
        return int(text) if wanted else float(text)
    except ValueError:
        pass
    try:
        value = float(text) if wanted else math.nan
    except ValueError:
        value = math.nan
    if value.is_integer() and abs(value) < 10**15:
        return int(value)
    raise ValueError(f"{name}={short(text)} must be {'a whole number' if wanted else 'a number'}.")


def respelled(text: str, name: str, value: float) -> list[str]:
    """A sentence where a number is written in another way than links have it: 05 or 5.0 for 5.

    Parameters
    ----------
    text, name
        As for `number`.
    value : int or float
        What it gave.

    Examples
    --------
    >>> respelled("05", "T", 5), respelled("5", "T", 5), respelled("1e-3", "alpha", 0.001)
    (["T='05' is read as 5."], [], [])
    """
    usual = text == str(value) if isinstance(value, int) else PLAIN.fullmatch(text) is not None
    if usual or value in (math.inf, -math.inf) or value != value:
        return []
    read = f"{value:.15g}" if abs(value) < 10**15 else shown(value)
    return [f"{name}={short(text)} is read as {read}."]


def bounded(
    value: float, name: str, prefix: str, limits: tuple[float, float], problems: list[str]
) -> float:
    """The nearest value that the app's widgets have, and a sentence if it is another one.

    Parameters
    ----------
    value : int or float
    name, prefix : str
        Of the link's part.
    limits : tuple of two numbers
    problems : list of str
        Gets the sentence.
    """
    least, most = limits
    nearest = min(max(value, least), most)
    if nearest != value:
        problems.append(
            f"{prefix}{name}={shown(value)} is outside {least:g} to {most:g}, the range of the "
            f"app; {nearest:g} is used."
        )
    return nearest


def whole(text: str, name: str, least: int, most: int, of: str, problems: list[str]) -> int | None:
    """The nearest whole number within bounds, and a sentence if it is another; None if it is none.

    Parameters
    ----------
    text, name
        As for `number`.
    least, most : int
        Bounds.
    of : str
        What has these bounds.
    problems : list of str
        Gets the sentences.
    """
    try:
        given = int(number(text, name, like=1))
    except ValueError as error:
        problems.append(str(error))
        return None
    problems += respelled(text, name, given)
    nearest = min(max(given, least), most)
    if nearest != given:
        problems.append(
            f"{name}={short(text)} is outside {least} to {most}, the range of {of}; {nearest} is "
            "shown."
        )
    return nearest
