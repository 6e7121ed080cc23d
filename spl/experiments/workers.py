"""The runs of a sweep on several processes, or on a Dask cluster: joblib with another backend.

One task is one run. PCA and the projection of state 0 are computed here, once, and travel with it;
results come as runs end. Each worker keeps to one BLAS thread, so that processes and threads do not
fight for the same cores.
"""

from __future__ import annotations

import re
import socket
import struct
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from spl.algorithm.iteration import iterate_prepared
from spl.algorithm.params import SPLParams
from spl.algorithm.preparation import Prepared
from spl.data.caught import caught_warnings
from spl.data.pair import DomainPair
from spl.experiments.sharing import Run, collect, first_state, shared_work, trajectories

Array = NDArray[Any]
BACKENDS = ("loky", "dask")
CONNECT_SECONDS = 10
OTHER_KINDS = ("inproc://", "ws://", "wss://", "ucx://")  # Dask knows these too
MOST_GREETING = 1_000_000  # bytes
_ADDRESS = re.compile(r"(?P<kind>tcp|tls)://(?P<host>[^:/\s]+|\[[0-9a-fA-F:]+\]):(?P<port>\d{1,5})")


def check_backend(backend: str | None, jobs: int, scheduler: str | None) -> None:
    """Refuse in one sentence, before any work, what cannot run.

    Parameters
    ----------
    backend : {None, "loky", "dask"}
        Of joblib; None is loky.
    jobs : int
        Number of processes; −1 for one per core. Dask has its own workers.
    scheduler : str or None
        Address of the Dask scheduler, only with dask.

    Raises
    ------
    ValueError
        If an argument cannot be used, or the package distributed is not installed.
    """
    if backend not in (None, *BACKENDS):
        raise ValueError(f"backend={backend!r} is not known; use one of {', '.join(BACKENDS)}.")
    if jobs != -1 and jobs < 1:
        raise ValueError(f"jobs={jobs} must be at least 1, or -1 for one per core.")
    if backend == "dask":
        if not scheduler:
            raise ValueError(
                "the dask backend needs the address of its scheduler, e.g. tcp://host:8786."
            )
        if not _ADDRESS.fullmatch(scheduler) and not scheduler.startswith(OTHER_KINDS):
            raise ValueError(
                f"{scheduler} is not an address of a Dask scheduler; give one such as tcp://host:8786."
            )
        try:
            import distributed  # noqa: F401
        except ImportError:
            raise ValueError(
                "the dask backend needs the package distributed; install it with "
                "pip install -e '.[dask]'."
            ) from None
    elif scheduler:
        raise ValueError(f"scheduler={scheduler} is for the dask backend; use backend='dask' too.")


def run_parallel(
    pairs: Sequence[DomainPair],
    todo: Sequence[list[SPLParams]],
    jobs: int,
    backend: str | None,
    scheduler: str | None,
) -> Generator[tuple[int, Run], None, None]:
    """Run the settings of each pair; yields (position of the pair, run) as runs end.

    Parameters
    ----------
    pairs : sequence of DomainPair
    todo : sequence of lists of SPLParams
        Settings that fit each pair.
    jobs, backend, scheduler
        As for `check_backend`.
    """
    from joblib import Parallel, cpu_count, delayed

    tasks = (delayed(_run_task)(*task) for task in _tasks(pairs, todo))
    if backend != "dask":  # each process keeps a core busy
        jobs = max(1, min(cpu_count() if jobs < 0 else jobs, cpu_count(), sum(map(len, todo))))
    with _configured(backend, scheduler):
        results = Parallel(n_jobs=jobs, return_as="generator_unordered")(tasks)
        try:
            for position, runs in results:
                for run in runs:
                    yield position, run
        finally:
            with caught_warnings():  # joblib warns that it was stopped: it was asked to stop
                results.close()


def _tasks(pairs: Sequence[DomainPair], todo: Sequence[list[SPLParams]]) -> Iterator[tuple]:
    """Arguments of each task, in the order of pairs."""
    for i, (pair, cells) in enumerate(zip(pairs, todo, strict=True)):
        for shared in shared_work(pair, cells) if cells else ():
            for group in trajectories(shared.cells):
                longest = max(group, key=lambda cell: cell.T)
                P = shared.projection(longest)
                unused = shared.prepared.axes[:0]  # no run looks at them: they need not travel
                yield i, group, replace(shared.prepared, params=longest, axes=unused), P


def _run_task(
    position: int, group: list[SPLParams], prepared: Prepared, P: Array
) -> tuple[int, list[Run]]:
    """One run, in a worker."""
    from threadpoolctl import threadpool_limits

    start = time.perf_counter()
    with threadpool_limits(1):
        states = iterate_prepared(prepared, first=first_state(prepared, P))
        return position, list(collect(states, group, start))


@contextmanager
def _configured(backend: str | None, scheduler: str | None) -> Iterator[None]:
    from joblib import parallel_config

    if backend == "dask":
        with _client(scheduler) as client, parallel_config(backend="dask", client=client):
            yield
    else:
        with parallel_config(backend="loky", inner_max_num_threads=1):
            yield


@contextmanager
def _client(scheduler: str | None) -> Iterator[Any]:
    from distributed import Client

    try:
        _greeted(scheduler or "")
        client = Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"no Dask scheduler answers at {scheduler}; start one with `dask scheduler`, and "
            f"workers with `dask worker {scheduler}`, on machines that have spl installed."
        ) from error
    try:
        yield client
    finally:
        client.close()


def _greeted(scheduler: str) -> None:
    """Raise OSError unless the server at this address greets as Dask's do.

    A Client waits for a greeting as long as the server keeps silent, whatever its timeout, and
    takes the first bytes of another server for a size, which ends in a MemoryError. A
    scheduler sends one at once: its length, a uint64, comes first. Over TLS the client speaks first
    and gives up by itself.
    """
    address = _ADDRESS.fullmatch(scheduler)
    if address is None or address["kind"] != "tcp":
        return
    place = address["host"].strip("[]"), int(address["port"])
    with socket.create_connection(place, timeout=CONNECT_SECONDS / 2) as connection:
        start = b""
        while len(start) < 8:
            start += (part := connection.recv(8 - len(start)))
            if not part:
                raise OSError("closed without a greeting")
        if struct.unpack("<Q", start)[0] > MOST_GREETING:
            raise OSError("another kind of server")
