"""A run does not depend on the number of BLAS threads, nor the process on a run."""

import os
import subprocess
import sys
import threading

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import spl.algorithm.projection  # noqa: F401  # loads scipy and its BLAS
from spl.algorithm.threads import one_blas_thread

CODE = """
import hashlib
from spl import SPLParams, iterate, load_sample
pair = load_sample("icons", "filled", "outline")
for state in iterate(pair.X_source, pair.y_source, pair.X_target, SPLParams(d1=128, d2=64, T=3)):
    print(hashlib.sha256(state.z_source.tobytes() + state.z_target.tobytes()).hexdigest())
"""


def blas_threads():
    return {m["num_threads"] for m in threadpool_info() if m["user_api"] == "blas"}


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core runs one thread anyway")
def test_any_number_of_threads_gives_the_same_bits():
    found = []
    for threads in "12":
        environment = os.environ | {"OPENBLAS_NUM_THREADS": threads}
        found.append(subprocess.check_output([sys.executable, "-c", CODE], env=environment))
    assert len(found[0].split()) == 4
    assert found[0] == found[1]


def test_the_limit_holds_until_the_last_block_closes_and_no_longer():
    with threadpool_limits(2, user_api="blas"):
        before = blas_threads()
        entered, leave = threading.Event(), threading.Event()

        def work():
            with one_blas_thread():
                entered.set()
                assert leave.wait(20)

        thread = threading.Thread(target=work)
        with one_blas_thread():
            thread.start()
            assert entered.wait(20)
            assert blas_threads() == {1}
        assert blas_threads() == {1}  # the other block is still open
        leave.set()
        thread.join(20)
        assert blas_threads() == before


def test_the_limit_is_lifted_after_an_error():
    with threadpool_limits(2, user_api="blas"):
        before = blas_threads()
        with pytest.raises(RuntimeError), one_blas_thread():
            raise RuntimeError
        assert blas_threads() == before
