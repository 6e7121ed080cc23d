"""The runs of a sweep on several processes (joblib's), or on a Dask cluster.

One task is one run. PCA and the projection of state 0 are computed here, once, and travel with it;
results come as runs end. Each worker keeps to one BLAS thread, so that processes and threads do not
fight for the same cores.
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from numbers import Integral
from typing import Any

from numpy.typing import NDArray

from spl.algorithm.iteration import iterate_prepared
from spl.algorithm.params import SPLParams
from spl.algorithm.preparation import Prepared
from spl.data.caught import caught_warnings
from spl.data.extras import need
from spl.data.pair import DomainPair
from spl.experiments.sharing import Run, collect, first_state, shared_work, trajectories

Array = NDArray[Any]
# Position of the pair, settings that one run serves, prepared features, projection of state 0.
Task = tuple[int, list[SPLParams], Prepared, Array]
Done = tuple[int, list[Run]]
BACKENDS = ("loky", "dask")
AGAIN = "The same sweep with the same --out then runs only what is missing."
ENDED = (
    "a process of the sweep was ended from outside, perhaps since memory was short; use jobs=1, or "
    f"fewer processes than before. {AGAIN}"
)
OTHER_KINDS = ("inproc://", "ws://", "wss://", "ucx://")  # Dask knows these too
ADDRESS = re.compile(r"(tcp|tls)://([^:/\s]+|\[[0-9a-fA-F:]+\]):\d{1,5}")


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
        If an argument cannot be used, or the extra ``dask`` is not installed.
    """
    if backend not in (None, *BACKENDS):
        raise ValueError(f"backend={backend!r} is not known; use one of {', '.join(BACKENDS)}.")
    if isinstance(jobs, bool) or not isinstance(jobs, Integral) or (jobs != -1 and jobs < 1):
        raise ValueError(
            f"jobs={jobs!r} must be a whole number of at least 1, or -1 for one per core."
        )
    if backend == "dask":
        if not scheduler:
            raise ValueError(
                "the dask backend needs the address of its scheduler, e.g. tcp://host:8786."
            )
        if not ADDRESS.fullmatch(scheduler) and not scheduler.startswith(OTHER_KINDS):
            raise ValueError(
                f"{scheduler} is not an address of a Dask scheduler; give one such as tcp://host:8786."
            )
        need("The dask backend", "distributed")
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
    tasks = _tasks(pairs, todo)
    if backend == "dask":
        from spl.experiments.cluster import run_on_cluster

        results = run_on_cluster(_run_task, tasks, scheduler or "")
    else:
        results = _run_here(tasks, jobs, sum(map(len, todo)))
    try:
        for position, runs in results:
            for run in runs:
                yield position, run
    finally:
        results.close()


def _run_here(tasks: Iterator[Task], jobs: int, n_runs: int) -> Generator[Done, None, None]:
    """Run tasks on processes of this machine; each keeps a core busy."""
    from concurrent.futures import BrokenExecutor

    from joblib import Parallel, cpu_count, delayed, parallel_config

    jobs = max(1, min(cpu_count() if jobs < 0 else jobs, cpu_count(), n_runs))
    with parallel_config(backend="loky", inner_max_num_threads=1):
        calls = (delayed(_run_task)(*task) for task in tasks)
        results = Parallel(n_jobs=jobs, return_as="generator_unordered")(calls)
        try:
            for done in results:  # noqa: UP028 (it would close `results` outside `caught_warnings`)
                yield done
        except BrokenExecutor:  # joblib's own message is of several lines
            raise ValueError(ENDED) from None
        finally:
            with caught_warnings():  # joblib warns that it was stopped: it was asked to stop
                results.close()


def _tasks(pairs: Sequence[DomainPair], todo: Sequence[list[SPLParams]]) -> Iterator[Task]:
    """Arguments of each task, in the order of pairs; those with one d1 share `Prepared`."""
    for i, (pair, cells) in enumerate(zip(pairs, todo, strict=True)):
        for shared in shared_work(pair, cells) if cells else ():
            # no run looks at the axes: they need not travel
            prepared = replace(shared.prepared, axes=shared.prepared.axes[:0])
            for group in trajectories(shared.cells):
                yield i, group, prepared, shared.projection(max(group, key=lambda cell: cell.T))


def _run_task(position: int, group: list[SPLParams], prepared: Prepared, P: Array) -> Done:
    """One run, in a worker."""
    from threadpoolctl import threadpool_limits

    start = time.perf_counter()
    prepared = replace(prepared, params=max(group, key=lambda cell: cell.T))
    with threadpool_limits(1):
        states = iterate_prepared(prepared, first=first_state(prepared, P))
        return position, list(collect(states, group, start))
