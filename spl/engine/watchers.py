"""Sessions that wait for a piece of long work, and whose tabs are still open."""

from __future__ import annotations

import time

SEEN_SECONDS = 10.0  # a session that was seen no later has closed its tab, or was reloaded


class Watchers:
    """Sessions that wait for a run or a study: what others wait for must not be stopped."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}  # session → when it was seen last

    def add(self, session: str) -> None:
        """Note that a session waits; to be called again and again while it does.

        Parameters
        ----------
        session : str
            Its id.
        """
        self._seen = {**self._lately(), session: time.monotonic()}

    def discard(self, session: str) -> None:
        """Note that a session no longer waits.

        Parameters
        ----------
        session : str
            Its id.
        """
        self._seen = {s: at for s, at in self._lately().items() if s != session}

    def besides(self, session: str) -> bool:
        """Whether another session was seen lately.

        Parameters
        ----------
        session : str
            Id of the one that does not count.
        """
        return bool(self._lately().keys() - {session})

    @property
    def latest(self) -> str:
        """The session that was seen last; empty where none ever was."""
        return max(self._seen, key=self._seen.__getitem__, default="")

    @property
    def left(self) -> bool:
        """Whether sessions waited and none was seen lately."""
        return bool(self._seen) and not self._lately()

    def _lately(self) -> dict[str, float]:
        since = time.monotonic() - SEEN_SECONDS
        return {session: at for session, at in self._seen.items() if at > since}
