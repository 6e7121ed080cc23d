"""In which encoding a text table is written."""

from __future__ import annotations

import codecs
import re

from spl.data.readers.sources import Opened

MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Letters beyond ASCII stand singly in Western texts: `Käfer`, `1 234 €`.
HIGH_RUNS = re.compile(rb"[\x80-\xff]+")
# Signs that are letters elsewhere (`³` is `ł` in Windows-1250, `Š` is `ä` on an old Mac): inside a
# word, or as a capital within one, they show that the text is not Western.
NOT_WESTERN = re.compile(
    r"[^\W\d_][\u2021\u2030\u201a\u02c6\u00a1\u00a3\u00a5-\u00a7\u00b9\u00b3\u00bc-\u00bf][^\W\d_]"
    r"|(?<![\w.])[\u00aa\u00ba\u0178][^\W\d_]"
    r"|[^\W\d_][\u0160\u0178\u017d\u0152\u00c0-\u00d6\u00d8-\u00de][a-z]"
)
HEAD, BLOCK = 1 << 20, 1 << 24
AS_UTF8 = "save it as UTF-8 (in a spreadsheet: CSV UTF-8)"


def text_encoding(file: Opened) -> tuple[str, str]:
    """Tell a text file's encoding from its bytes.

    Parameters
    ----------
    file : Opened
        What to read.

    Returns
    -------
    encoding, note : str
        For `bytes.decode`, and a sentence where the reader should know.

    Raises
    ------
    ValueError
        If the file is not text, or in an encoding that cannot be told from others.
    """
    head = file.head(HEAD)
    for mark, encoding in MARKS:
        if head.startswith(mark):
            return encoding, ""
    if b"\0" in head:
        return _without_mark(file, head), ""
    if _is_utf8(file):
        return "utf-8-sig", ""
    return _western(file)


def _without_mark(file: Opened, head: bytes) -> str:
    """UTF-16 or UTF-32 without a byte order mark: most characters are ASCII, the rest is NUL."""
    some = head[: 4 * (min(len(head), 4096) // 4)]
    for encoding, width, at in (
        ("utf-32-le", 4, 0),
        ("utf-32-be", 4, 3),
        ("utf-16-le", 2, 0),
        ("utf-16-be", 2, 1),
    ):
        used = some[at::width]
        others = [some[i::width] for i in range(width) if i != at]
        if used.count(0) == 0 and all(o.count(0) > 0.9 * len(o) for o in others) and used:
            return encoding
    raise ValueError(
        f"{file.name} is not text (it begins with {head[:8]!r}, and byte {head.index(0)} is NUL); "
        "give a .csv or .tsv table without NUL bytes, or name the file by what it is, e.g. .npz."
    )


def _is_utf8(file: Opened) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        with file.open() as stream:
            while block := stream.read(BLOCK):
                decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _western(file: Opened) -> tuple[str, str]:
    """Western European text, whose letters beyond ASCII stand singly; others are refused.

    Windows-1250 and 1254 have many letters in common with it: where only those are used, what is
    said about the encoding is all that the reader gets.
    """
    with file.open() as stream:
        block = stream.read(BLOCK)
    runs = HIGH_RUNS.findall(block)
    alone = sum(len(run) == 1 for run in runs)
    try:
        strange = NOT_WESTERN.search(block.decode("cp1252"))
        readable = alone >= 0.9 * len(runs) and strange is None
    except UnicodeDecodeError:
        readable = False
    if not readable:
        raise ValueError(
            f"{file.name} is not UTF-8 and its encoding is not certain (it may be GBK, KOI8, "
            f"Windows-1250 or another); {AS_UTF8}."
        )
    return "cp1252", "The text is not UTF-8; it was read as Western European (Windows-1252)."
