"""Text from outside, shown as it is."""

from __future__ import annotations

import re


def plain(text: str) -> str:
    r"""Text whose punctuation Streamlit's Markdown leaves alone.

    Examples
    --------
    >>> print(plain("**bold** $x$"))
    \*\*bold\*\* \$x\$
    """
    return re.sub(r"([\\`*_{}\[\]()#+\-.!$~|<>:])", r"\\\1", text)
