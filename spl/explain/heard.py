"""Equations as words, for who hears the page: a screen reader may read nothing of an equation."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[A-Za-z]|\d+|\S")
_WORDS = {
    "-": "minus", "+": "plus", "=": "equals", "/": "divided by", ">": "is greater than",
    ":": "with", "'": "prime", "&": "if", r"\quad": ",", r"\qquad": ",",
    r"\lVert": "the length of", r"\rVert": ",", r"\lfloor": "the floor of", r"\rfloor": ",",
    r"\{": "the set of", r"\}": ",", r"\leftarrow": "becomes", r"\longrightarrow": "becomes",
    r"\Longleftrightarrow": ", which means,", r"\mid": "given", r"\forall": "for all",
    r"\geq": "is at least", r"\dots": "and so on to", r"\exp": "the exponential of",
    r"\varnothing": "the empty set", r"\top": "transposed", r"\alpha": "alpha",
    r"\lambda": "lambda", r"\phi": "phi",
}  # fmt: skip
_RANGES = {  # with what they range over
    r"\max": "the maximum", r"\min": "the minimum", r"\sum": "the sum", r"\bigcup": "the union",
    r"\argmax": "what gives the maximum",
}  # fmt: skip
_ACCENTS = {r"\tilde": "tilde", r"\bar": "bar", r"\hat": "hat"}
_UNHEARD = r"\\(?:left|right|bigl|bigr|allowbreak|mathcal|begin|end)(?![a-z])|\\[,;: ]|\{cases\}"
_SMOOTHER = (
    (r"\s+", " "),
    (r"[\s,]*,", ","),
    (r"([([]) ", r"\1"),
    (r",? ([)\]])", r"\1"),
    (r",\s*-th", "-th"),
    (r"\bif otherwise", "otherwise"),
    (r"\bthe the\b", "the"),
    (r"\bs\.t\.,?", "such that"),
)


def in_words(latex: str) -> str:
    r"""An equation of the walk-through as it would be read aloud.

    Parameters
    ----------
    latex : str
        With the commands that `walkthrough_text` uses.

    Examples
    --------
    >>> in_words(r"\tilde x \leftarrow \tilde x / \lVert\tilde x\rVert_2")
    'x tilde becomes x tilde divided by the length of x tilde'
    >>> in_words(r"\hat y^t = \arg\max_y\, p(y \mid x^t)")
    'y hat super t equals what gives the maximum over y of p (y given x super t)'
    """
    plain = latex.replace(r"\rVert_2", r"\rVert").replace(r"\arg\max", r"\argmax")
    plain = plain.replace(r"\\", ", ")
    texts = re.findall(r"\\text\{([^}]*)\}", plain)
    plain = re.sub(_UNHEARD, " ", re.sub(r"\\text\{[^}]*\}", r" \\text ", plain))
    words = _phrase(deque(_TOKEN.findall(plain)), iter(texts))
    for found, better in _SMOOTHER:
        words = re.sub(found, better, words)
    return words.strip(" ,")


def _phrase(tokens: deque[str], texts: Iterator[str]) -> str:
    """All tokens, or those up to the end of a group."""
    words = []
    while tokens and tokens[0] != "}":
        words.append(_next(tokens, texts))
    if tokens:
        tokens.popleft()
    return " ".join(words)


def _next(tokens: deque[str], texts: Iterator[str]) -> str:
    """The next token with what belongs to it."""
    token = tokens.popleft()
    if token == "{":
        return _phrase(tokens, texts)
    if token == r"\text":
        return next(texts)
    if token in _ACCENTS:
        return f"{_next(tokens, texts)} {_ACCENTS[token]}"
    if token == r"\frac":
        return f"{_next(tokens, texts)}, divided by {_next(tokens, texts)},"
    if token == r"\operatorname":
        return {"t r": "the trace of"}[_next(tokens, texts)]
    if token in _RANGES:
        over = {"_": " over ", "^": " to "}
        words = _RANGES[token]
        while tokens and tokens[0] in over:
            words += over[tokens.popleft()] + _next(tokens, texts)
        return f"{words} of"
    if token == "_":
        return f"sub {_next(tokens, texts)}"
    if token == "^":
        raised = _next(tokens, texts)
        return {"2": "squared", "transposed": raised}.get(raised, f"super {raised}")
    return _WORDS.get(token, token)
