"""Visitors' own data, kept for a while, so that a reload finds them again."""

from __future__ import annotations

import secrets

from spl.data.cache import Cache
from spl.data.pair import DomainPair

MAX_UPLOADS = 8
UPLOADS: Cache[str, DomainPair] = Cache(most=MAX_UPLOADS)  # by a token that cannot be guessed


def keep_upload(pair: DomainPair) -> str:
    """Keep a pair, and forget the oldest beyond `MAX_UPLOADS`; returns the pair's token.

    Parameters
    ----------
    pair : DomainPair
    """
    token = secrets.token_urlsafe(12)
    UPLOADS.put(token, pair)
    return token
