"""BLAS on one thread while SPL computes.

With several threads OpenBLAS adds in another order: scores of the joint PCA then differ in their
last digits with the number of cores, and on some data labels with them. On one thread a run is a
function of its data. It is also quicker at most sizes, and several runs do not fight for cores.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

from threadpoolctl import OpenBLASController, ThreadpoolController

_LOCK = Lock()
_INSIDE: list[Any] = []  # the limiter, once for each block that is open in any thread


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Hold BLAS to one thread inside the block.

    The limit belongs to the process. So the first block that opens sets it, and the last that
    closes, in whatever thread, lifts it.
    """
    with _LOCK:
        _INSIDE.append(_INSIDE[0] if _INSIDE else _limit())
    try:
        yield
    finally:
        with _LOCK:
            limiter = _INSIDE.pop()
            if not _INSIDE:
                _take_control()
                limiter.restore_original_limits()
                _take_control()


def _limit() -> Any:
    _take_control()
    return _controller().limit(limits=1, user_api="blas")


def _take_control() -> None:
    """Let this thread set limits: threadpoolctl 3.8 heeds only the thread that set the first."""
    if hasattr(OpenBLASController, "clear_controlling_thread"):
        OpenBLASController.clear_controlling_thread(force=True)


@cache
def _controller() -> ThreadpoolController:
    import scipy.linalg  # noqa: F401  # loads its own BLAS, which the controller must find

    return ThreadpoolController()
