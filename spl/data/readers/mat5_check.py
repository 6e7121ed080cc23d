"""A walk over the elements of a version 4 or 5 .mat file before scipy opens it.

scipy looks an element's type up without a bound, so one wrong byte can end the whole process, and
with it every session of a served app. Damaged files are refused here instead, and so are files
whose headers ask for more memory than one file may take.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator

from spl.data.readers.bounds import Budget
from spl.data.readers.features import Damaged

MATRIX, COMPRESSED = 14, 15
NUMBERS = {1, 2, 3, 4, 5, 6, 7, 9, 12, 13}
TEXTS = {16, 17, 18}
CELL, STRUCT, CHAR, SPARSE, NUMERIC = 1, 2, 4, 5, range(6, 16)  # classes of arrays
OPAQUE = (3, 16, 17)  # objects and functions: scipy passes them on
COMPLEX = 0x800  # flag
MAX_DEPTH = 20
ELEMENT = 200  # bytes that Python keeps for an element, however small it is in the file
WIDEST = 16  # bytes of a complex number, the widest that a reader makes of one


def check_mat5(content: memoryview, budget: Budget) -> None:
    """Check the elements of a version 5 file, and count the memory that they ask for.

    Parameters
    ----------
    content : memoryview
        The whole file.
    budget : Budget
        Is told what each array takes once it is decoded.

    Raises
    ------
    ValueError
        Where an element has an unknown type, or reaches past its parent's end.
    TooLarge
        Where the arrays take more memory than one file may.
    """
    order = ">" if content[126:128] == b"MI" else "<"
    for kind, data in _elements(content[128:], order):
        if kind == COMPRESSED:
            data = _unpacked(data, order, budget)
        elif kind != MATRIX:
            raise Damaged(f"an element of type {kind} stands where an array is due")
        else:
            budget.spend(len(data))
        _check_matrix(data, order, 0, budget)


def _unpacked(data: memoryview, order: str, budget: Budget) -> memoryview:
    """Decompress one array; no more is unpacked than its own header announces."""
    unpacker = zlib.decompressobj()
    head = unpacker.decompress(data, 8)
    if len(head) < 8:
        raise Damaged("a compressed element is cut off")
    kind, size = struct.unpack(order + "II", head)
    if kind != MATRIX:
        raise Damaged("a compressed element holds no array")
    budget.spend(size)
    content = unpacker.decompress(unpacker.unconsumed_tail, size + 8)
    if not size <= len(content) < size + 8:  # up to seven bytes of padding
        raise Damaged("a compressed element has another size than its header says")
    return memoryview(content)[:size]


def check_mat4(content: memoryview, budget: Budget) -> None:
    """Check the headers of a version 4 file, and count the memory that its matrices ask for.

    Parameters
    ----------
    content : bytes
        The whole file.
    budget : Budget
        Counts the memory, in bytes.

    Raises
    ------
    ValueError
        Where a header is impossible, or a matrix reaches past the file's end.
    TooLarge
        Where the matrices take more memory than one file may.
    """
    order, at = _mat4_order(content), 0
    while at < len(content):
        if at + 20 > len(content):
            raise Damaged("the file is cut off")
        code, rows, columns, imaginary, name = struct.unpack_from(order + "5i", content, at)
        precision, kind = code // 10 % 10, code % 10
        if not 0 <= code < 2000 or precision > 5 or kind > 2 or min(rows, columns, name) < 0:
            raise Damaged("a matrix has an impossible header")
        if kind == 2 and precision:
            raise Damaged("a sparse matrix is not stored as doubles")
        size = rows * columns * MAT4_BYTES[precision] * (1 + bool(imaginary) * (kind == 0))
        budget.spend(rows * columns * (WIDEST if imaginary else 8))
        at += 20 + name
        if at + size > len(content):
            raise Damaged("the file is cut off")
        if kind == 2 and rows:  # sparse: its last row holds its sizes
            last = [
                struct.unpack_from(order + "d", content, at + 8 * (rows * (column + 1) - 1))[0]
                for column in range(min(columns, 2))
            ]
            budget.spend(math.prod(last) * WIDEST if all(map(math.isfinite, last)) else math.inf)
        at += size


MAT4_BYTES = (8, 4, 4, 2, 2, 1)


def _mat4_order(content: memoryview) -> str:
    if len(content) < 20:
        raise Damaged("the file is cut off")
    (code,) = struct.unpack_from("<i", content)
    return "<" if 0 <= code <= 5000 else ">"


def _elements(data: memoryview, order: str) -> Iterator[tuple[int, memoryview]]:
    """Type and content of each element in a row of them."""
    at = 0
    while at < len(data):
        if at + 8 > len(data):
            raise Damaged("the file is cut off")
        kind, size = struct.unpack_from(order + "II", data, at)
        start = at + 8
        if kind >> 16:  # small element: size, type and up to four bytes in eight
            kind, size, start = kind & 0xFFFF, kind >> 16, at + 4
            at += 8
            if size > 4:
                raise Damaged("an element has an impossible size")
        else:
            at = start + size
            if at > len(data):
                raise Damaged("the file is cut off")
            at += 0 if kind == COMPRESSED else -size % 8  # padding
        yield kind, data[start : start + size]


def _check_matrix(data: memoryview, order: str, depth: int, budget: Budget) -> None:
    parts = []
    for element in _elements(data, order):
        budget.spend(ELEMENT)
        parts.append(element)
    if not parts:
        return  # an empty cell
    unknown = [kind for kind, _ in parts if kind not in NUMBERS | TEXTS | {MATRIX}]
    if unknown or depth > MAX_DEPTH:
        raise Damaged(f"an element of unknown type {unknown[:1]} or depth")
    if len(parts[0][1]) != 8:
        raise Damaged("an array without flags")
    (flags,) = struct.unpack_from(order + "I", parts[0][1])
    kind, due = flags & 0xFF, 4 + bool(flags & COMPLEX)
    due += 2 * (kind == SPARSE)
    if kind in (CHAR, SPARSE, *NUMERIC):
        allowed = NUMBERS | TEXTS if kind == CHAR else NUMBERS
        if len(parts) != due or any(k not in allowed for k, _ in parts):
            raise Damaged("an array with missing or wrong parts")
        _spend_array(parts, kind, bool(flags & COMPLEX), order, budget)
    elif kind in (CELL, STRUCT):
        _check_nested(parts, kind, order)
    elif kind not in OPAQUE:
        raise Damaged(f"an array of unknown class {kind}")
    if kind not in OPAQUE and [k for k, _ in parts[:2]] != [6, 5]:
        raise Damaged("an array without flags and sizes")
    if kind not in OPAQUE and (len(parts[1][1]) < 8 or len(parts[1][1]) % 4):
        raise Damaged("an array with damaged sizes")
    for part, inner in parts:
        if part == MATRIX:
            _check_matrix(inner, order, depth + 1, budget)


def _spend_array(
    parts: list[tuple[int, memoryview]], kind: int, is_complex: bool, order: str, budget: Budget
) -> None:
    """Count what an array takes beyond its bytes in the file: sparse, complex and text grow."""
    if kind not in (CHAR, SPARSE) and not is_complex:
        return
    sizes = parts[1][1]
    counted = sizes[: len(sizes) - len(sizes) % 4]
    count = math.prod(max(n, 0) for (n,) in struct.iter_unpack(order + "i", counted))
    budget.spend(count * (4 if kind == CHAR else WIDEST if is_complex else 8))


def _check_nested(parts: list[tuple[int, memoryview]], kind: int, order: str) -> None:
    """Check that cells and structures hold as many arrays as their sizes and fields ask for."""
    first = 3 if kind == CELL else 5
    if len(parts) < first or len(parts[1][1]) % 4:
        raise Damaged("a cell array or structure with missing parts")
    sizes = [size for (size,) in struct.iter_unpack(order + "i", parts[1][1])]
    fields = 1
    if kind == STRUCT:
        if len(parts[3][1]) < 4:
            raise Damaged("a structure without fields")
        (length,) = struct.unpack_from(order + "i", parts[3][1])
        if length < 1 or len(parts[4][1]) % length:
            raise Damaged("a structure with damaged names of fields")
        fields = len(parts[4][1]) // length
    due = math.prod(sizes) * fields
    held = [k for k, _ in parts[first:]]
    if min(sizes, default=0) < 0 or len(held) != due or set(held) - {MATRIX}:
        raise Damaged("a cell array or structure with missing or wrong parts")
