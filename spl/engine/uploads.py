"""Visitors' own data, kept for a while, so that a reload finds them again."""

from __future__ import annotations

import secrets

from spl.data.cache import Cache
from spl.data.pair import DomainPair

MAX_UPLOADS, MAX_BYTES = 8, 1_000_000_000  # the latest stays whatever its size


UPLOADS: Cache[str, DomainPair] = Cache(  # by secret tokens
    MAX_UPLOADS, MAX_BYTES, size=lambda pair: pair.n_bytes
)


def keep_upload(pair: DomainPair) -> str:
    """Keep a pair, and forget the oldest beyond `MAX_UPLOADS` or `MAX_BYTES`; returns its token.

    Parameters
    ----------
    pair : DomainPair
    """
    token = secrets.token_urlsafe(12)
    UPLOADS.put(token, pair)
    return token


def same_pair(one: DomainPair | None, other: DomainPair | None) -> bool:
    """Whether two pairs hold the same, as after files were given again.

    Parameters
    ----------
    one, other : DomainPair or None
    """
    if one is None or other is None or one is other:
        return one is other
    return one.identity == other.identity and _labels(one) == _labels(other)


def _labels(pair: DomainPair) -> list[object] | None:
    """The target's labels as given: `identity` tells those that the source lacks not apart."""
    return None if pair.y_target is None else pair.y_target.tolist()
