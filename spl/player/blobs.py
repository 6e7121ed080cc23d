"""Named arrays as one compact, content-addressed block of bytes.

Layout, read in the browser by ``web/decode.js``::

    b"SPL1" | uint32 length of header | header (JSON) | zlib stream of all sections
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def pack(sections: dict[str, Array], meta: dict[str, Any], *, level: int = 6) -> tuple[str, bytes]:
    """One blob of named arrays.

    Parameters
    ----------
    sections : dict of str to ndarray
    meta : dict
        Further entries of the header, as JSON.
    level : int
        Of the compression, 0 to 9.

    Returns
    -------
    digest, blob
        The digest names the blob; it is also in the blob's header as ``"key"``.
    """
    body = b"".join(np.ascontiguousarray(a).tobytes() for a in sections.values())
    layout, at = {}, 0
    for name, a in sections.items():
        layout[name] = {"dtype": a.dtype.name, "shape": list(a.shape), "offset": at}
        at += a.nbytes
    key = digest(json.dumps([meta, layout]), body)
    header = json.dumps(meta | {"key": key, "sections": layout, "size": at}).encode()
    return key, b"SPL1" + struct.pack("<I", len(header)) + header + zlib.compress(body, level)


def unpack(blob: bytes) -> tuple[dict[str, Any], dict[str, Array]]:
    """Undo `pack`.

    Parameters
    ----------
    blob : bytes

    Returns
    -------
    header : dict
    arrays : dict of str to ndarray
    """
    (length,) = struct.unpack("<I", blob[4:8])
    header = json.loads(blob[8 : 8 + length])
    body = zlib.decompress(blob[8 + length :])
    arrays = {}
    for name, s in header["sections"].items():
        count = int(np.prod(s["shape"], dtype=np.int64))
        flat = np.frombuffer(body, np.dtype(s["dtype"]), count, s["offset"])
        arrays[name] = flat.reshape(s["shape"])
    return header, arrays


def digest(*parts: object) -> str:
    """Hexadecimal digest of bytes and of anything with a faithful repr.

    Examples
    --------
    >>> digest("frame", 1) == digest("frame", 1), digest("frame", 1) == digest("frame", 2)
    (True, False)
    """
    h = hashlib.blake2b(digest_size=12)
    for part in parts:
        h.update(part if isinstance(part, bytes) else repr(part).encode())
        h.update(b"\0")
    return h.hexdigest()
