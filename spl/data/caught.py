"""Warnings of other libraries, caught by one thread at a time."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Literal

_LOCK = RLock()


@contextmanager
def caught_warnings(
    action: Literal["always", "error", "ignore"] = "ignore", category: type[Warning] = Warning
) -> Iterator[list[warnings.WarningMessage]]:
    """Record warnings, ignore them, or raise them; the process's own filters come back afterwards.

    Python's filters belong to the whole process. Two threads that each put back what they found
    would leave one's filters for good, so that a second thread waits here: keep the body short.

    Parameters
    ----------
    action : {"always", "error", "ignore"}
        What to do with warnings of `category`.
    category : type of Warning
    """
    with _LOCK, warnings.catch_warnings(record=True) as found:
        warnings.simplefilter(action, category)
        yield found
