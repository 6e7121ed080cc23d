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

from threadpoolctl import ThreadpoolController

_LOCK = Lock()
_INSIDE: list[Any] = []  # one limiter for each block that is open in any thread


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Hold BLAS to one thread inside the block.

    The limit belongs to the process. So the first block that opens sets it, and the last that
    closes, in whatever thread, lifts it.
    """
    with _LOCK:
        _INSIDE.append(_INSIDE[0] if _INSIDE else _controller().limit(limits=1, user_api="blas"))
    try:
        yield
    finally:
        with _LOCK:
            limiter = _INSIDE.pop()
            if not _INSIDE:
                limiter.restore_original_limits()


@cache
def _controller() -> ThreadpoolController:
    import scipy.linalg  # noqa: F401  # loads its own BLAS, which the controller must find

    return ThreadpoolController()
