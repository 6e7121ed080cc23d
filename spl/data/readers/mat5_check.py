"""A walk over the elements of a version 5 .mat file before scipy opens it.

scipy looks an element's type up without a bound, so one wrong byte can end the whole process, and
with it every session of a served app. Damaged files are refused here instead.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator

MATRIX, COMPRESSED = 14, 15
NUMBERS = {1, 2, 3, 4, 5, 6, 7, 9, 12, 13}
TEXTS = {16, 17, 18}
CELL, STRUCT, CHAR, SPARSE, NUMERIC = 1, 2, 4, 5, range(6, 16)  # classes of arrays
OPAQUE = (3, 16, 17)  # objects and functions: scipy passes them on
COMPLEX = 0x800  # flag
MAX_DEPTH = 20


def check_mat5(content: bytes) -> None:
    """Raise ValueError where an element has an unknown type, or reaches past its parent's end."""
    order = ">" if content[126:128] == b"MI" else "<"
    for kind, data in _elements(memoryview(content)[128:], order):
        if kind == COMPRESSED:
            inner = list(_elements(memoryview(zlib.decompress(data)), order))
            if [k for k, _ in inner] != [MATRIX]:
                raise ValueError("a compressed element holds no array")
            data = inner[0][1]
        elif kind != MATRIX:
            raise ValueError(f"an element of type {kind} stands where an array is due")
        _check_matrix(data, order, 0)


def _elements(data: memoryview, order: str) -> Iterator[tuple[int, memoryview]]:
    """Type and content of each element in a row of them."""
    at = 0
    while at < len(data):
        if at + 8 > len(data):
            raise ValueError("the file is cut off")
        kind, size = struct.unpack_from(order + "II", data, at)
        start = at + 8
        if kind >> 16:  # small element: size, type and up to four bytes in eight
            kind, size, start = kind & 0xFFFF, kind >> 16, at + 4
            at += 8
            if size > 4:
                raise ValueError("an element has an impossible size")
        else:
            at = start + size
            if at > len(data):
                raise ValueError("the file is cut off")
            at += 0 if kind == COMPRESSED else -size % 8  # padding
        yield kind, data[start : start + size]


def _check_matrix(data: memoryview, order: str, depth: int) -> None:
    parts = list(_elements(data, order))
    if not parts:
        return  # an empty cell
    unknown = [kind for kind, _ in parts if kind not in NUMBERS | TEXTS | {MATRIX}]
    if unknown or depth > MAX_DEPTH:
        raise ValueError(f"an element of unknown type {unknown[:1]} or depth")
    if len(parts[0][1]) != 8:
        raise ValueError("an array without flags")
    (flags,) = struct.unpack_from(order + "I", parts[0][1])
    kind, due = flags & 0xFF, 4 + bool(flags & COMPLEX)
    due += 2 * (kind == SPARSE)
    if kind in (CHAR, SPARSE, *NUMERIC):
        allowed = NUMBERS | TEXTS if kind == CHAR else NUMBERS
        if len(parts) != due or any(k not in allowed for k, _ in parts):
            raise ValueError("an array with missing or wrong parts")
    elif kind in (CELL, STRUCT):
        _check_nested(parts, kind, order)
    elif kind not in OPAQUE:
        raise ValueError(f"an array of unknown class {kind}")
    if kind not in OPAQUE and [k for k, _ in parts[:2]] != [6, 5]:
        raise ValueError("an array without flags and sizes")
    if kind not in OPAQUE and (len(parts[1][1]) < 8 or len(parts[1][1]) % 4):
        raise ValueError("an array with damaged sizes")
    for part, inner in parts:
        if part == MATRIX:
            _check_matrix(inner, order, depth + 1)


def _check_nested(parts: list[tuple[int, memoryview]], kind: int, order: str) -> None:
    """Check that cells and structures hold as many arrays as their sizes and fields ask for."""
    first = 3 if kind == CELL else 5
    if len(parts) < first or len(parts[1][1]) % 4:
        raise ValueError("a cell array or structure with missing parts")
    sizes = [size for (size,) in struct.iter_unpack(order + "i", parts[1][1])]
    fields = 1
    if kind == STRUCT:
        if len(parts[3][1]) < 4:
            raise ValueError("a structure without fields")
        (length,) = struct.unpack_from(order + "i", parts[3][1])
        if length < 1 or len(parts[4][1]) % length:
            raise ValueError("a structure with damaged names of fields")
        fields = len(parts[4][1]) // length
    due = math.prod(sizes) * fields
    held = [k for k, _ in parts[first:]]
    if min(sizes, default=0) < 0 or len(held) != due or set(held) - {MATRIX}:
        raise ValueError("a cell array or structure with missing or wrong parts")
