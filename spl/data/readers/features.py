"""What a reader returns: features, labels, and how the file was understood."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.checks import is_missing, plain_number

Array = NDArray[Any]

# Names that mean labels or domains in the field's files, lower case, the likeliest first.
LABEL_NAMES = ("labels", "label", "y", "gnd", "gt", "target", "targets", "class", "classes")
PADDED = re.compile(r"[-+]?(0\d+(\.\d*)?|\d*\.\d*[1-9]0+|\d*\.?\d*[eE][-+]?\d+)")
HALF = re.compile("[\ud800-\udfff]")
DOMAIN_NAMES = ("domain", "domains", "sample_domain")


@dataclass(frozen=True, eq=False)
class FeatureFile:
    """What one file holds, and how it was understood."""

    X: Array  # (n, d), numbers as stored
    y: Array | None  # (n,), of any type; None within it where a label is missing
    domain: Array | None = None  # (n,) str, when the file holds several domains
    name: str = ""  # the file's name without suffix
    notes: tuple[str, ...] = ()  # plain sentences about what was understood
    found: str = ""  # names, shapes and types in the file, for messages
    class_names: tuple[str, ...] | None = None  # of labels 0 … C−1
    sample_names: Array | None = None  # (n,) str
    thumbnails: Array | None = None  # (n, h, w[, 3]) uint8
    feature_names: tuple[str, ...] = ()  # the columns of a table that became features
    label_name: str | None = None  # the column of a table that became the labels
    signs: tuple[tuple[str, str], ...] = ()  # columns of numbers with a sign such as %: name, sign
    second_row: tuple[tuple[str, str], ...] = ()  # below the names: column, its unit or second name
    decimal: str = ""  # the sign with which a text table was read
    texts: tuple[tuple[str, str], ...] = ()  # columns left out as text: name, a text that is in it
    name_arrays: tuple[tuple[str, tuple[str, ...]], ...] = ()  # different texts: of what, unknown
    left_out: tuple[str, ...] = ()  # columns that could be labels but are not: text, other labels
    padded: Array | None = None  # (n,) labels as text where y is numbers but some begin with 0
    source_domains: tuple[str, ...] = ()  # domains that the file itself says are sources
    role: str = ""  # "source" or "target", where the names of its arrays say so

    @property
    def domains(self) -> tuple[str, ...]:
        """Names of the domains in the file, in order of appearance."""
        return () if self.domain is None else tuple(dict.fromkeys(self.domain.tolist()))


def describe(arrays: Mapping[str, Array], limit: int = 12) -> str:
    """List names, shapes and types: "`fts` 157 × 800 uint8, `labels` 157 × 1 uint8".

    Parameters
    ----------
    arrays : mapping of name to array
    limit : int
        How many are listed.
    """
    kinds = {"U": "text", "S": "text", "O": "mixed values", "V": "records"}
    parts = [
        f"`{short(name)}` {shape_text(a)} {kinds.get(a.dtype.kind, a.dtype)}"
        for name, a in list(arrays.items())[:limit]
    ]
    more = len(arrays) - limit
    return ", ".join(parts + ([f"and {more} more"] if more > 0 else [])) or "nothing"


class Damaged(ValueError):
    """Says in our words what is wrong with a file; `damage` passes it on."""


# What other libraries say of damaged files, and what it means.
MEANINGS = (
    ("encrypted|password", "it is encrypted"),
    ("in footer", "it is cut off"),
    ("not a zip|magic|signature not found|unknown mat file", "its content is of another kind"),
    ("truncated|too small|smaller than|unexpected end|^eof|cut off", "it is cut off"),
    ("no columns to parse", "it is empty"),
    ("memory|malloc", "it asks for more memory than its headers announce"),
    ("multiple matches|duplicate", "several of its columns have the same name"),
    ("not implemented", "it holds a kind of values that is not read"),
    ("can't decode", "it is not text in UTF-8"),
    ("compress|codec", "its compressed content is damaged"),
)


def damage(error: BaseException) -> str:
    """Say in our words why another library could not read a file.

    Parameters
    ----------
    error : BaseException

    Examples
    --------
    >>> damage(EOFError("EOF: reading array data, expected 8 bytes got 1"))
    'it is cut off'
    >>> damage(NotImplementedError("Integers with more than 64 bits not implemented"))
    'it holds a kind of values that is not read'
    """
    if isinstance(error, Damaged):
        return str(error)
    text = str(error).lower()
    found = (words for pattern, words in MEANINGS if re.search(pattern, text))
    return next(found, "its content is damaged")


def reason_text(error: BaseException, limit: int = 120) -> str:
    """Write what another library says on one line, not too long.

    Parameters
    ----------
    error : BaseException
    limit : int
        Length in characters.
    """
    return short(" ".join(str(error).split()).rstrip(".") or type(error).__name__, limit)


def shape_text(a: Array) -> str:
    """Write a shape as people do.

    Parameters
    ----------
    a : ndarray
    """
    return " × ".join(map(str, a.shape)) or "single value"


def short(text: str, limit: int = 60) -> str:
    """Cut a name or a cell of a table so that a sentence can hold it.

    Parameters
    ----------
    text : str
    limit : int
        Length in characters.
    """
    return text if len(text) <= limit else text[: limit - 1] + "…"


def first_named(names: Iterable[str], wanted: Iterable[str]) -> str | None:
    """Return the first of `wanted` among `names`, whatever their case, as the file spells it.

    Parameters
    ----------
    names : iterable of str
        As the file spells them.
    wanted : iterable of str
        Lower case, the likeliest first.
    """
    by_lower = {name.lower().rsplit(".", 1)[-1]: name for name in reversed(list(names))}
    return next((by_lower[w] for w in wanted if w in by_lower), None)


def as_text(a: Array) -> Array:
    """Values as text; bytes that are not UTF-8 are spelt out, so that no two become the same.

    Parameters
    ----------
    a : ndarray
        Of any shape and type.
    """
    if a.dtype.kind == "S":
        return np.asarray(np.char.decode(a, "utf-8", "backslashreplace"))
    return a.astype(str)


def refuse_halves(file: FeatureFile, name: str) -> None:
    """Refuse text with half a character, as cutting UTF-16 leaves: no page or table can hold it.

    Parameters
    ----------
    file : FeatureFile
    name : str
        Of the file, for the sentence.

    Raises
    ------
    ValueError
        If a label, a domain or a feature's name has a half.
    """
    for what, texts in (
        ("label", file.y),
        ("domain", file.domain),
        ("feature name", file.feature_names),
    ):
        if found := halved(() if texts is None else texts):
            raise ValueError(
                f"{name} has the {what} {ascii(short(found))}, in which half a character "
                "stands, as where text was cut; write it whole."
            )


def halved(texts: Any) -> str:
    r"""A text with half a character among these; empty if none has.

    Parameters
    ----------
    texts : array-like

    Examples
    --------
    >>> ascii(halved(["ant", "b\ud83d"])), halved([1, 2])
    ("'b\\ud83d'", '')
    """
    found = np.asarray(texts)
    values = set(found.reshape(-1).tolist()) if found.dtype.kind in "UO" else ()
    return next((v for v in values if isinstance(v, str) and HALF.search(v)), "")


def whole_text(a: Array) -> Array:
    """Names to be shown: `as_text`, with � for half a character, as a file's name may have.

    Parameters
    ----------
    a : ndarray
    """
    return np.array([HALF.sub("\ufffd", text) for text in as_text(a).tolist()])


def tidy_labels(y: Array) -> Array | None:
    """Labels as one vector of plain type: 1.0 becomes 1, bytes become text; None if all missing.

    Text that differs only in how accents are coded (`é` as one sign or as two) is one label.

    Parameters
    ----------
    y : ndarray
        n values in any shape.
    """
    labels = np.asarray(y).reshape(-1)
    if labels.dtype.kind == "S":
        labels = as_text(labels)
    if labels.dtype.kind == "f":
        if np.isnan(labels).all():
            return None
        whole = np.isfinite(labels).all() and (labels == np.rint(labels)).all()
        return labels.astype(np.int64) if whole and float(np.abs(labels).max()) < 2**53 else labels
    if labels.dtype.kind == "U" and not all(v.isascii() for v in set(labels.tolist())):
        return np.array([composed(v) for v in labels.tolist()])
    if labels.dtype.kind != "O":
        return labels
    values = [None if is_missing(v) else plain_number(composed(v)) for v in labels.tolist()]
    if all(v is None for v in values):
        return None
    if any(v is None for v in values):
        kept = np.empty(len(values), dtype=object)
        kept[:] = values
        return kept
    text = any(isinstance(v, str) for v in values)
    plain = np.array([str(v) for v in values] if text else values)
    return tidy_labels(plain) if plain.dtype.kind in "fS" else plain


def is_padded(label: Any) -> bool:
    """Whether a label's digits are more than the number that they make: 01, 1.10 or 1E5.

    Parameters
    ----------
    label : object
    """
    return isinstance(label, str) and PADDED.fullmatch(label) is not None


def as_number(label: str) -> str:
    """A written number without what is said in one way or another: +1, 1.0 and 1 are the same.

    Parameters
    ----------
    label : str

    Examples
    --------
    >>> [as_number(text) for text in ("+1", "2.0", ".5", "1e+05", "1.10", "01")]
    ['1', '2', '0.5', '1e5', '1.10', '01']
    """
    text = re.sub(r"e\+?(-?)0*(?=\d)", r"e\1", label.lower().lstrip("+"))
    text = re.sub(r"(?<=\d)\.0*$", "", re.sub(r"^(-?)\.", r"\g<1>0.", text))
    return "0" if text == "-0" else text


def composed(label: Any) -> Any:
    """A text with each accent in the letter that bears it; anything else as it is.

    Parameters
    ----------
    label : object
    """
    return unicodedata.normalize("NFC", label) if isinstance(label, str) else label
