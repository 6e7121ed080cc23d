"""Visitors' own data, kept for a while, so that a reload finds them again."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict

from spl.data.pair import DomainPair

MAX_UPLOADS = 8


class Uploads:
    """Visitors' own data by a token that cannot be guessed."""

    def __init__(self) -> None:
        self._pairs: OrderedDict[str, DomainPair] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, pair: DomainPair) -> str:
        """Keep a pair, forget the oldest beyond MAX_UPLOADS; returns its token."""
        token = secrets.token_urlsafe(12)
        with self._lock:
            self._pairs[token] = pair
            while len(self._pairs) > MAX_UPLOADS:
                self._pairs.popitem(last=False)
        return token

    def get(self, token: str) -> DomainPair | None:
        """The pair, or None if it is no longer kept."""
        return self._pairs.get(token)


UPLOADS = Uploads()
