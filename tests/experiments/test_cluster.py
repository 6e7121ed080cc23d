"""A sweep on a real Dask scheduler with worker processes, some of which are killed."""

import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np
import pytest

from spl import DomainPair, SPLParams
from spl.cli.main import main
from spl.experiments import cluster
from spl.experiments.sweep import grid, sweep
from spl.experiments.tables import read_results

pytest.importorskip("distributed", reason="the extra dask is not installed")
ROOT = Path(__file__).parents[2]
PLACE = os.environ | {"PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s"}


@contextmanager
def process(module, *options, ready):
    """A process of Dask that has said that it is ready; killed at the end."""
    command = [sys.executable, "-m", f"distributed.cli.{module}", *options]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=PLACE
    ) as started:
        try:
            lines = []
            for line in started.stderr:
                lines.append(line)
                if ready in line:
                    break
            else:
                raise AssertionError("".join(lines))
            yield started, line
        finally:
            started.kill()


@pytest.fixture
def scheduler():
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with process("dask_scheduler", *options, ready="Scheduler at:") as (_, line):
        yield line.split()[-1]


def worker(address):
    """A worker that nobody starts again."""
    options = [address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1"]
    return process("dask_worker", *options, ready="Registered to")


@pytest.fixture(scope="module")
def pair():
    rng = np.random.default_rng(7)
    y = np.repeat([0, 1, 2], 100)
    X = 3 * np.eye(64)[y] + rng.normal(scale=0.9, size=(300, 64))
    return DomainPair(X, y, X + 0.5, y, name="three")


# Projections of more than a kilobyte: joblib's backend sent smaller ones with the call.
CELLS = grid(SPLParams(), d1=[16, 32, 64], d2=[8, 12, 16], T=[20, 30, 40])


def labels(results):
    return {result.params: result.pseudo_labels.tolist() for result in results}


@pytest.mark.parametrize("which", [0, 1])  # one of them may be the only one that holds a copy
def test_the_runs_of_a_killed_worker_are_done_by_the_other(which, scheduler, pair):
    expected = labels(sweep([pair], CELLS))
    with worker(scheduler) as first, worker(scheduler) as second:
        runs = sweep([pair], CELLS, backend="dask", scheduler=scheduler)
        found = [next(runs)]
        (first, second)[which][0].kill()
        found += runs
    assert len(found) == len(CELLS)
    assert labels(found) == expected


def test_where_every_copy_was_lost_another_worker_does_the_runs(scheduler, pair):
    with ExitStack() as workers:
        lost, _ = workers.enter_context(worker(scheduler))
        runs = sweep([pair], CELLS[:12], backend="dask", scheduler=scheduler)
        found = [next(runs)]
        lost.kill()
        lost.wait(10)
        workers.enter_context(worker(scheduler))
        found += runs
    assert labels(found) == labels(sweep([pair], CELLS[:12]))


def test_without_a_worker_the_sweep_ends_with_a_sentence_and_resumes(
    scheduler, monkeypatch, tmp_path, capsys
):
    monkeypatch.setattr(cluster, "WORKER_SECONDS", 1.5)
    out = tmp_path / "runs.csv"
    command = ["sweep", "moons", "--d1", "4,8,16", "--d2", "1,2,4", "--T", "20,30"]
    far = ["--backend", "dask", "--scheduler", scheduler]
    with worker(scheduler) as (lost, _):
        real = cluster._result

        def killing(future, task):
            done = real(future, task)
            lost.kill()
            return done

        monkeypatch.setattr(cluster, "_result", killing)
        start = time.monotonic()
        assert main([*command, *far, "--out", str(out)]) == 2
        assert time.monotonic() - start < 60
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said == (
        f"spl: no Dask worker is left at {scheduler}; start workers with `dask worker {scheduler}`."
        " The same sweep with the same --out then runs only what is missing."
    )
    done = len(read_results(out))
    assert 1 <= done < 18
    assert main([*command, "--out", str(out)]) == 0
    assert f"found {done} of 18 runs" in capsys.readouterr().err
    assert len({result.params for result in read_results(out)}) == 18


@pytest.mark.parametrize(
    "sent", [None, b"", b"SSH-2.0-OpenSSH_9.6 ", (2**31).to_bytes(8, "little")]
)
def test_a_server_that_is_no_scheduler_is_not_waited_for(sent, pair, monkeypatch):
    """It keeps silent, hangs up, or says something else."""
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            connection, _ = server.accept()
            with connection:
                if sent is not None:
                    connection.sendall(sent)
                if sent != b"":
                    ended.wait()

        thread = threading.Thread(target=answer)
        thread.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        try:
            with pytest.raises(ValueError, match=f"no Dask scheduler answers at {address}"):
                list(sweep([pair], CELLS[:1], backend="dask", scheduler=address))
        finally:
            ended.set()
            thread.join()
