"""The chosen samples as text: a bit set in base64, as the player's script reads and writes it."""

from __future__ import annotations

import base64
from collections.abc import Sequence

import numpy as np


def encode_rows(rows: Sequence[int], n: int) -> str:
    """Row ids as a bit set in base64; empty text if there are none.

    Parameters
    ----------
    rows : sequence of int
        Rows of the chosen samples, source first; others than 0 … n−1 are left out.
    n : int
        Number of samples of both domains.
    """
    if not len(rows):
        return ""
    mask = np.zeros(n, dtype=bool)
    wanted = np.asarray(rows, dtype=np.intp)
    mask[wanted[(wanted >= 0) & (wanted < n)]] = True
    return base64.b64encode(np.packbits(mask, bitorder="little").tobytes()).decode()


def decode_rows(text: str, n: int) -> list[int]:
    """Undo `encode_rows`.

    Parameters
    ----------
    text : str
        What `encode_rows` returned.
    n : int
        Number of samples of both domains.

    Examples
    --------
    >>> decode_rows(encode_rows([0, 9], 12), 12)
    [0, 9]
    """
    bits = np.unpackbits(np.frombuffer(base64.b64decode(text or ""), np.uint8), bitorder="little")
    return [int(i) for i in np.flatnonzero(bits[:n])]
