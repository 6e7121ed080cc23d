"""Being stopped: by SIGTERM, as by Ctrl-C; by SIGBUS, where a mapped file is cut off."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
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


@contextmanager
def unstopped() -> Iterator[None]:
    """Heed Ctrl-C and SIGTERM only after the block, so that a file is written to its end.

    People press Ctrl-C twice, and the second would end the writing that the first has begun.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {
        number: signal.signal(number, lambda number, frame: came.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


CUT_OFF = (
    "spl: a file became shorter while it was read; wait until the program that writes it is done, "
    "and start again.\n"
)


@ctypes.CFUNCTYPE(None, ctypes.c_int)
def _end(number: int) -> None:
    """End at once: going on would read the missing part again."""
    os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, CUT_OFF.encode())
    os._exit(2)


def heed_files_cut_off() -> None:
    """End this process with a sentence where a file that it maps into memory becomes shorter.

    The system says so by SIGBUS, in the midst of reading. Python's own handlers would run only
    after the read, which never ends, so this one is set in C.
    """
    if hasattr(signal, "SIGBUS"):
        libc = ctypes.CDLL(None)
        libc.signal.restype = ctypes.c_void_p
        libc.signal(int(signal.SIGBUS), _end)
