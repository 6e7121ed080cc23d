"""Text from outside, shown as it is."""

from __future__ import annotations

import re


def plain(text: str) -> str:
    r"""Text whose punctuation Streamlit's Markdown does not change.

    Examples
    --------
    >>> print(plain("**bold** $x$"))
    \*\*bold\*\* \$x\$
    """
    return re.sub(r"([\\`*_{}\[\]()#+\-.!$~|<>:])", r"\\\1", text)


def with_code(text: str) -> str:
    r"""As `plain`, but what stands in backticks is shown as code.

    Examples
    --------
    >>> print(with_code("a*b*.png lacks `my_label`"))
    a\*b\*\.png lacks `my_label`
    """
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a lone backtick belongs to a name
        return plain(text)
    return "`".join(p if i % 2 else plain(p) for i, p in enumerate(parts))
