"""Labels that are nearly spelled the same: `Cat`, `cat` and `cat ` are hardly three classes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from numpy.typing import NDArray

SHOWN, LONGEST = 6, 60  # pairs in a sentence, and characters of each label


def nearly(labels: Iterable[object], classes: NDArray[Any]) -> str:
    """Pairs of labels that differ only in case, blanks, hyphens, accents' codes or unseen signs.

    Parameters
    ----------
    labels : iterable
    classes : ndarray of shape (C,)
        Among which the labels are looked for.

    Examples
    --------
    >>> import numpy as np
    >>> nearly(["Cat", "owl"], np.array(["cat", "dog"]))
    '`Cat` and `cat`'
    """
    there = {_bare(str(c)): str(c) for c in classes.tolist()}
    pairs = ((text, there.get(_bare(text), text)) for text in map(str, labels))
    return _pairs((one, other) for one, other in pairs if one != other)


def spelled_alike(labels: Iterable[object], name: str) -> str:
    """Say which of the labels of one domain differ only in such a way; nothing if none does.

    Parameters
    ----------
    labels : iterable
        Numbers and dates are never alike.
    name : str
        What messages call them.

    Examples
    --------
    >>> print(spelled_alike(["cat", "cat ", "dog"], "y_source")[:58])
    y_source has labels that are spelled alike (`cat` and `cat
    """
    first: dict[str, str] = {}
    texts = sorted({label for label in labels if isinstance(label, str)})
    pairs = [(first.setdefault(_bare(label), label), label) for label in texts]
    alike = [(a, b) for a, b in pairs if a != b and _bare(a)]
    if not alike:
        return ""
    return (
        f"{name} has labels that are spelled alike ({_pairs(alike)}); they are taken as different "
        "classes: write each class in one way."
    )


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    told = [f"{_quoted(one)} and {_quoted(other)}" for one, other in pairs]
    return ", ".join([*told[:SHOWN], *(["…"] if len(told) > SHOWN else [])])


def _bare(text: str) -> str:
    seen = "".join(c for c in unicodedata.normalize("NFKC", text) if c.isprintable())
    bare = re.sub(r"[\s_]+|(?<=[^\W\d])-(?=[^\W\d])", "", seen)
    return bare.casefold() if len(bare) > 1 else bare  # a and A may be two letters


def _quoted(text: str) -> str:
    """A label as it is shown, or spelled out where some of it cannot be seen."""
    seen = text.isprintable() and text == text.strip() and unicodedata.is_normalized("NFC", text)
    shown = text if seen else ascii(text)[1:-1]
    return f"`{shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + '…'}`"
