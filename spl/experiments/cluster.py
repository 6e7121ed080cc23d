"""The runs of a sweep on a Dask cluster, some of whose workers may be lost on the way.

What runs share is copied to every worker, and Dask gives the runs of a lost worker to the others.
Where all copies were lost, the runs are sent again. Where no worker is left, the sweep ends with a
sentence; its table holds what is done.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any, cast

from spl.experiments.workers import AGAIN, Done, Task

CONNECT_SECONDS = 10
WORKER_SECONDS = 30  # how long to wait for a worker: Dask's nannies start lost ones again
POLL_SECONDS = 0.02
CHECK_SECONDS = 1.0  # between looks at whether a worker is there
MOST_TIMES = 3  # that a run is sent, if what it needs was lost


def run_on_cluster(
    run: Callable[..., Done], tasks: Iterator[Task], scheduler: str
) -> Generator[Done, None, None]:
    """Run the tasks on the workers of a scheduler; yields as they end.

    Parameters
    ----------
    run : callable
        Of a task's four arguments; a function that workers can import.
    tasks : iterator of tasks
        Of each only as many are made as keep the workers busy.
    scheduler : str
        Its address.

    Raises
    ------
    ValueError
        If the scheduler does not answer, or no worker is left.
    """
    with _client(scheduler) as client:
        yield from _Sending(client, run, scheduler).results(tasks)


class _Sending:
    """Runs that are on their way, by their future; what they share is copied once."""

    def __init__(self, client: Any, run: Callable[..., Done], scheduler: str) -> None:
        self.client, self.run, self.scheduler = client, run, scheduler
        self.waiting: dict[Any, tuple[Task, int]] = {}  # and how often the run was sent
        self.again: list[tuple[Task, int]] = []  # runs that were lost on the way
        self.copied: tuple[Any, Any] = (None, None)  # what the last runs share, and its future
        self.n_threads = 0
        self.looked = self.seen = time.monotonic() - CHECK_SECONDS  # for a worker; and found one

    def results(self, tasks: Iterator[Task]) -> Generator[Done, None, None]:
        """Send the tasks and yield what comes back."""
        new = ((task, 0) for task in tasks)
        while True:
            self._look()
            while len(self.waiting) < 2 * self.n_threads:
                if not (one := self.again.pop() if self.again else next(new, None)):
                    break
                self._send(*one)
            if self.n_threads and not self.waiting and not self.again:
                return
            ended = [future for future in self.waiting if future.done()]
            if not ended:
                time.sleep(POLL_SECONDS)
            for future in ended:
                task, times = self.waiting.pop(future)
                try:
                    done = _result(future, task)
                except CancelledError:  # the result, or all copies of what the run needs, are lost
                    self.copied = (None, None)
                    self.again.append((task, times))
                else:
                    yield done

    def _send(self, task: Task, times: int) -> None:
        if times == MOST_TIMES:
            raise ValueError(
                f"a run ({_setting(task)}) lost its Dask workers {MOST_TIMES} times; look at their "
                f"logs. {AGAIN}"
            )
        position, group, prepared, P = task
        try:
            if self.copied[0] is not prepared:
                copies = self.client.scatter(prepared, broadcast=True, hash=False)
                self.copied = prepared, copies
        except OSError:  # a worker was lost meanwhile: look for others before the next try
            self.again.append((task, times + 1))
            self.looked, self.n_threads = time.monotonic(), 0
            return
        future = self.client.submit(self.run, position, group, self.copied[1], P, pure=False)
        self.waiting[future] = task, times + 1

    def _look(self) -> None:
        """Count the threads of all workers; ValueError where there has been none for long."""
        now = time.monotonic()
        if now - self.looked < CHECK_SECONDS:
            return
        self.looked, self.n_threads = now, 0
        if self.client.status == "running":
            with suppress(OSError):  # the scheduler is lost
                self.n_threads = sum(self.client.nthreads().values())
        if self.n_threads:
            self.seen = now
        elif now - self.seen >= WORKER_SECONDS:
            raise ValueError(
                f"no Dask worker is left at {self.scheduler}; start workers with `dask worker "
                f"{self.scheduler}`. {AGAIN}"
            )


def _result(future: Any, task: Task) -> Done:
    from distributed import KilledWorker

    try:
        return cast(Done, future.result())
    except KilledWorker as error:
        raise ValueError(
            f"a run ({_setting(task)}) ended one Dask worker after another; give them more memory, "
            f"or leave this setting out. {AGAIN}"
        ) from error


def _setting(task: Task) -> str:
    longest = max(task[1], key=lambda cell: cell.T)
    return f"d1={longest.d1} d2={longest.d2} T={longest.T}"


@contextmanager
def _client(scheduler: str) -> Iterator[Any]:
    from distributed import Client

    try:
        _wait_for_greeting(scheduler)
        client = Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, MemoryError) as error:  # another server's bytes, taken for a size
        raise ValueError(
            f"no Dask scheduler answers at {scheduler}; start one with `dask scheduler`, and "
            f"workers with `dask worker {scheduler}`, on machines that have spl installed."
        ) from error
    try:
        yield client
    finally:
        client.close()


def _wait_for_greeting(scheduler: str) -> None:
    """Raise where no Dask server greets at this address within `CONNECT_SECONDS`.

    A Client does not ask this first: its timeout covers the connection, and it then waits for the
    greeting for as long as the server keeps silent.
    """
    from distributed.comm import connect
    from distributed.utils import LoopRunner

    async def greeted() -> None:
        (await connect(scheduler, timeout=CONNECT_SECONDS)).abort()

    LoopRunner().run_sync(greeted, callback_timeout=CONNECT_SECONDS)
