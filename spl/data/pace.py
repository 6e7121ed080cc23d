"""How long the rest of a piece of work takes."""

from __future__ import annotations


def seconds_left(seconds: float, done: float, missing: float) -> float | None:
    """Time that the missing part takes at the pace so far; None until something is done.

    Parameters
    ----------
    seconds : float
        Time that the part that is done took.
    done, missing : float
        Sizes of both parts, in one unit.

    Examples
    --------
    >>> seconds_left(4, 2, 3), seconds_left(4, 0, 3)
    (6.0, None)
    """
    return seconds * missing / done if done > 0 else None


def duration(seconds: float) -> str:
    """Seconds in words a person reads.

    Examples
    --------
    >>> duration(12), duration(150)
    ('12 s', '2 min')
    """
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
