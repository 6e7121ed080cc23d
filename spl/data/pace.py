"""How long the rest of a piece of work takes."""

from __future__ import annotations

import time
from dataclasses import dataclass

MOST_OFF = 1.25  # times what was told last: a longer estimate than that is not known, not told
ALMOST_DONE = 1.0  # seconds left
SURE = 0.02  # share of the work after which its pace is known well enough


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
    """Seconds in words a person reads; never none at all.

    Parameters
    ----------
    seconds : float

    Examples
    --------
    >>> duration(12), duration(150), duration(0.2)
    ('12 s', '2 min', '1 s')
    """
    return f"{max(1, seconds):.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def time_left(seconds: float | None, separator: str = " · ", of: str = "") -> str:
    """What a line about work says of the time left; nothing where it is not known.

    Parameters
    ----------
    seconds : float or None
    separator : str
        Between what stands before and this.
    of : str
        What the time is for.

    Examples
    --------
    >>> time_left(12, of="all frames"), time_left(0.4, of="all frames"), time_left(None)
    (' · about 12 s left for all frames', ' · almost done', '')
    """
    if seconds is None:
        return ""
    if seconds < ALMOST_DONE:
        return f"{separator}almost done"
    return f"{separator}about {duration(seconds)} left{f' for {of}' if of else ''}"


@dataclass(frozen=True)
class Progress:
    """What a job is doing: the step, and how far its present piece of work is."""

    step: str  # in words
    fraction: float  # of the piece of work that is done, 0 to 1
    seconds_left: float | None  # for the piece of work; None where not known
    of: str  # the piece of work, in words


class Countdown:
    """Seconds that are left of one piece of work: as they are told, they never rise.

    Between two reports the time that passes is taken off. Where a report expects a little more than
    was told, what was told stays; where it expects much more, or more time passed than expected,
    nothing is told until the estimate is down again.

    Parameters
    ----------
    total, done : float
        Size of the work, and of the part that was done before; in one unit.
    """

    def __init__(self, total: float = 1.0, done: float = 0.0) -> None:
        self.total, self._had = total, done
        self._since = time.monotonic()
        self._end: float | None = None  # when the latest estimate ends
        self._told: float | None = None

    def note(self, done: float) -> None:
        """Note that so much of the total is done.

        Parameters
        ----------
        done : int
            Out of `total`.
        """
        more = done - self._had
        if more > SURE * self.total:
            self.expect(seconds_left(time.monotonic() - self._since, more, self.total - done))

    def expect(self, seconds: float | None) -> None:
        """Take an estimate of the time left; None where there is none.

        Parameters
        ----------
        seconds : float or None
            From now on.
        """
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def seconds(self) -> float | None:
        """What to tell now; None where it is not known."""
        left = 0.0 if self._end is None else self._end - time.monotonic()
        if left <= 0 or (self._told is not None and left > MOST_OFF * self._told):
            return None
        self._told = left if self._told is None else min(self._told, left)
        return self._told
