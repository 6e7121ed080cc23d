"""Thumbnails and names of the samples, packed for the player."""

from __future__ import annotations

from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np

from spl.data.pair import Array, DomainPair
from spl.player.blobs import pack

BUDGET = 12_000_000  # bytes of all thumbnails before compression
SIDES = (48, 40, 32, 24, 16)  # pixels


def pack_extras(pair: DomainPair) -> tuple[str, bytes]:
    """Thumbnails and names as a blob.

    They are packed once for each pair object, since hashing them each time is slower.

    Parameters
    ----------
    pair : DomainPair

    Returns
    -------
    digest, blob
        Both empty if the pair has neither thumbnails nor names.
    """
    with _PACKING:  # another thread that asks for them meanwhile waits
        if pair not in _EXTRAS:
            _EXTRAS[pair] = _extras(pair)
        return _EXTRAS[pair]


def _extras(pair: DomainPair) -> tuple[str, bytes]:
    """Pack thumbnails and sample names, as far as the pair has them."""
    sections: dict[str, Array] = {}
    pictures = pair.thumbnails_source, pair.thumbnails_target
    shapes = [t.shape for t in pictures if t is not None]
    n = sum(shape[0] for shape in shapes)
    channels = 3 if any(len(shape) == 4 for shape in shapes) else 1
    side = _thumbnail_side(shapes, n * channels)
    if side:
        for domain, t in zip(("source", "target"), pictures, strict=True):
            if t is not None:
                sections[f"thumbnails_{domain}"] = thumbnails(t, side, channels)
    for domain in ("source", "target"):
        names = getattr(pair, f"sample_names_{domain}")
        if names is not None:
            text = "\n".join(str(name).replace("\n", " ") for name in names)
            # a file's name need not be valid Unicode
            sections[f"names_{domain}"] = np.frombuffer(text.encode(errors="replace"), np.uint8)
    return pack(sections, {"kind": "extras"}) if sections else ("", b"")


def _thumbnail_side(shapes: list[tuple[int, ...]], n_planes: int) -> int:
    """Side in pixels that keeps all thumbnails within the budget, 0 if none does."""
    if not shapes:
        return 0
    largest = max(max(shape[1:3]) for shape in shapes)
    fitting = [s for s in SIDES if n_planes * s * s <= BUDGET]
    return min(largest, fitting[0]) if fitting else 0


def thumbnails(pictures: Array, side: int, channels: int) -> Array:
    """Pictures brought to one square size by their nearest pixels, with white around them.

    Parameters
    ----------
    pictures : ndarray of shape (n, h, w) or (n, h, w, 3), uint8
    side : int
        Pixels.
    channels : int
        1 (grey) or 3; grey pictures are repeated in all three.

    Returns
    -------
    ndarray of shape (n, side, side, channels), uint8
    """
    n, h, w = pictures.shape[:3]
    longest = max(h, w)
    at = (np.arange(side) * longest + longest // 2) // side
    rows, cols = at - (longest - h) // 2, at - (longest - w) // 2  # centred on the shorter side
    planes = pictures[..., None] if pictures.ndim == 3 else pictures
    out = planes[:, rows.clip(0, h - 1)][:, :, cols.clip(0, w - 1)].copy()
    out[:, (rows < 0) | (rows >= h)] = 255
    out[:, :, (cols < 0) | (cols >= w)] = 255
    if channels == 1 or out.shape[-1] == channels:
        return np.ascontiguousarray(out[..., :channels])
    return np.repeat(out, channels, axis=-1)


_PACKING = Lock()
_EXTRAS: WeakKeyDictionary[DomainPair, tuple[str, bytes]] = WeakKeyDictionary()
