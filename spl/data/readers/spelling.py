"""Labels that are nearly spelled the same: `Cat`, `cat` and `cat ` are hardly three classes."""

from __future__ import annotations

import re
import unicodedata

from spl.data.readers.features import Array, FeatureFile, short
from spl.data.readers.known_labels import known_labels
from spl.data.words import listed

SHOWN = 6


def nearly(labels: list[str], classes: Array) -> str:
    """Pairs of labels that differ only in case, blanks, hyphens, accents' codes or unseen signs.

    Parameters
    ----------
    labels : list of str
    classes : ndarray of shape (C,)
        Among which the labels are looked for.
    """
    there = {_bare(str(c)): str(c) for c in classes.tolist()}
    pairs = [f"{_quoted(v)} and {_quoted(there[_bare(v)])}" for v in labels if _bare(v) in there]
    return ", ".join(pairs[:SHOWN])


def spelled_alike(source: FeatureFile) -> tuple[str, ...]:
    """Caution about labels of one file that differ only in such a way.

    Parameters
    ----------
    source : FeatureFile
    """
    if source.y is None:
        return ()
    first: dict[str, str] = {}
    labels = sorted({v for v in known_labels(source.y).tolist() if isinstance(v, str)})
    pairs = ((first.setdefault(_bare(label), label), label) for label in labels)
    alike = [f"{_quoted(a)} and {_quoted(b)}" for a, b in pairs if a != b and _bare(a)]
    if not alike:
        return ()
    return (
        f"Caution: {source.name} has labels that are spelled alike ({listed(alike, SHOWN)}); they "
        "are taken as different classes: write each class in one way.",
    )


def _bare(text: str) -> str:
    seen = "".join(c for c in unicodedata.normalize("NFKC", text) if c.isprintable())
    bare = re.sub(r"[\s_]+|(?<=[^\W\d])-(?=[^\W\d])", "", seen)
    return bare.casefold() if len(bare) > 1 else bare  # a and A may be two letters


def _quoted(text: str) -> str:
    """A label as it is shown, or spelled out where some of it cannot be seen."""
    seen = text.isprintable() and text == text.strip() and unicodedata.is_normalized("NFC", text)
    return f"`{short(text if seen else ascii(text)[1:-1])}`"
