"""Whether a changed setting runs by itself, and what to say about it."""

from __future__ import annotations

LIVE_SECONDS = 2.0  # a run that takes longer is not started by every move of a slider
CHOICES = ("", "on", "off")  # of the visitor; "" is their not having chosen


def is_live(choice: str, seconds: float | None) -> bool:
    """Whether a changed setting runs by itself: the visitor's choice, else where a run is quick.

    Parameters
    ----------
    choice : str
        One of `CHOICES`.
    seconds : float or None
        That the last run took; None if none has ended.

    Examples
    --------
    >>> is_live("", 0.5), is_live("", 3.0), is_live("on", 3.0), is_live("", None)
    (True, False, True, True)
    """
    return choice == "on" if choice else seconds is None or seconds < LIVE_SECONDS


def why(choice: str, seconds: float | None) -> str:
    """What the switch does, and why it is on or off.

    Parameters
    ----------
    choice : str
        One of `CHOICES`.
    seconds : float or None
        That the last run took; None if none has ended.
    """
    what = "Releasing a slider or changing a setting runs SPL again, and the points move."
    if seconds is None:
        return what
    took = f"The last run took {seconds:.1f} s"
    if choice or seconds < LIVE_SECONDS:
        return f"{what} {took}."
    return f"{what} {took}, so this is off: every change would make you wait. Turn it on anyway."
