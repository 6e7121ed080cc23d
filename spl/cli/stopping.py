"""Being stopped: SIGTERM does what Ctrl-C does, so that both keep what is done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED, TERMINATED = 130, 143  # exit codes: 128 and the signal's number, as shells have them


class Stop:
    """Whether this process was told to end, for the exit code."""

    def __init__(self) -> None:
        self.terminated = False

    def code(self, code: int) -> int:
        """The exit code of a command that ended with `code`.

        Parameters
        ----------
        code : int
            `INTERRUPTED` where it was stopped.
        """
        return TERMINATED if self.terminated and code == INTERRUPTED else code


@contextmanager
def heeding_sigterm() -> Iterator[Stop]:
    """Raise KeyboardInterrupt at the first SIGTERM within the block; a second one ends at once.

    ``kill``, ``timeout``, schedulers of batch jobs and systems that shut down send it. Commands
    handle Ctrl-C already. Outside of the main thread nothing changes: Python allows no handler.
    """
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        stop.terminated = True
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGTERM, before)
