"""Long work in a thread, step by step: started, watched and cancelled from pages."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from enum import Enum

from spl.data.words import counted
from spl.engine.pool import POOL, Full
from spl.engine.watchers import Watchers

NEXT = "waiting · you are next"
LOG = logging.getLogger(__name__)

Step = tuple[str, Callable[[], None]]  # the name of a part of the work, and what computes it


class State(Enum):
    """What a worker is doing."""

    IDLE = "idle"  # not started
    RUNNING = "running"
    STOPPING = "stopping"  # cancelled, and at its last step
    STOPPED = "stopped"  # cancelled; what is done is kept
    DONE = "done"
    FAILED = "failed"


class Worker:
    """Work in steps, of which `next_step` gives the one that comes next.

    What was cancelled goes on when it is started again. A step looks at `told_to_stop` as often as
    it can, and calls `make_way` where it holds nothing that others may wait for.
    """

    def __init__(self) -> None:
        self.error: str | None = None  # why it failed
        self.watchers = Watchers()  # sessions that wait for it
        self._lock = threading.RLock()
        self._cancelled = threading.Event()
        self._active = False  # whether a thread works on it
        self._thread: threading.Thread | None = None

    def next_step(self) -> Step | None:
        """The next step that is missing, or None."""
        raise NotImplementedError

    @property
    def state(self) -> State:
        """What it is doing."""
        stop = self._cancelled.is_set()
        if self._active:
            return State.STOPPING if stop else State.RUNNING
        if self.error:
            return State.FAILED
        if self.next_step() is None:
            return State.DONE
        return State.STOPPED if stop else State.IDLE

    @property
    def running(self) -> bool:
        """Whether it is at work, even on its last step, or waits for its turn."""
        return self._active

    @property
    def queue(self) -> str:
        """Its place among those who wait, in words; empty where it does not wait."""
        before = POOL.before(self)
        if before is None:
            return ""
        return f"waiting · {counted(before, 'other')} before you" if before else NEXT

    @property
    def visitor(self) -> str:
        """The session that asked for it last."""
        return self.watchers.latest

    @property
    def left(self) -> bool:
        """Whether all who waited for it have gone."""
        return self.watchers.left

    @property
    def stopping(self) -> bool:
        """Whether it was cancelled and is still on its last step."""
        return self.state is State.STOPPING

    @property
    def cancelled(self) -> bool:
        """Whether it was stopped before its end; what is done is kept."""
        return self.state in (State.STOPPING, State.STOPPED)

    def told_to_stop(self) -> bool:
        """Whether it was cancelled; steps look at this."""
        return self._cancelled.is_set()

    def start(self) -> None:
        """Compute what is missing when its turn comes; a step that failed is tried again."""
        with self._lock:
            self._cancelled.clear()  # a thread that has not looked yet simply goes on
            if self._active or self.next_step() is None:
                return
            self.error, self._active = None, True
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()

    def cancel(self) -> None:
        """Stop before the next step, or at once where it waits; what is done is kept."""
        self._cancelled.set()
        POOL.wake()

    def make_way(self) -> None:
        """Let others work if they wait and this has had its turn; returns when it may go on."""
        POOL.make_way()

    def wait(self, timeout: float | None = None) -> None:
        """Block until its thread ends.

        Parameters
        ----------
        timeout : float, optional
            Seconds to wait at most.
        """
        if self._thread:
            self._thread.join(timeout)

    def fail(self, part: str, why: str) -> None:
        """Note that a step failed; unless a subclass says otherwise, the work ends.

        Parameters
        ----------
        part : str
            The part of the work that the step belongs to.
        why : str
            A sentence.
        """
        self.error = why

    def sorry(self, error: BaseException) -> str:
        """What to tell about an error, in one sentence.

        Parameters
        ----------
        error : BaseException
        """
        if isinstance(error, (ValueError, ImportError)):
            return str(error)
        if isinstance(error, MemoryError):
            return "There is not enough memory for this; use fewer samples or a smaller d1."
        LOG.error("%s failed", type(self).__name__, exc_info=error)
        return "Something went wrong; details are in the server log."

    def _work(self) -> None:
        try:
            POOL.enter(self)
        except Full as error:
            with self._lock:
                todo = self.next_step()
                self._active = False
                self.fail(todo[0] if todo else "", str(error))
            return
        try:
            self._do_steps()
        finally:
            POOL.leave()

    def _do_steps(self) -> None:
        while True:
            self.make_way()
            with self._lock:
                todo = None if self.told_to_stop() or self.error else self.next_step()
                if todo is None:
                    self._active = False
                    return
            part, step = todo
            try:
                step()
            except BaseException as error:  # what would end the thread, too: pages must be told
                self.fail(part, self.sorry(error))
