"""The badges of README, made from `pyproject.toml`: they say what it says, and load nothing."""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHARACTER, MARGIN, HEIGHT = 6.5, 7, 20  # pixels
LEFT, RIGHT = "#444", "#2563a8"  # white on both is at least 6 : 1


def badges() -> dict[str, str]:
    """Return each badge's name and its SVG."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    python = project["requires-python"].removeprefix(">=")
    said = {
        "version": project["version"],
        "python": f"{python} or newer",
        "licence": project["license"],
    }
    return {name: _svg(name, value) for name, value in said.items()}


def _svg(name: str, value: str) -> str:
    """Draw two words side by side; `textLength` makes them fit in any font."""
    inner = [round(CHARACTER * len(word)) for word in (name, value)]
    first, second = (width + 2 * MARGIN for width in inner)
    words = "".join(
        f'<text x="{x}" y="14" textLength="{width}">{escape(word)}</text>'
        for x, width, word in zip((MARGIN, first + MARGIN), inner, (name, value), strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{first + second}" height="{HEIGHT}" '
        f'role="img" aria-label="{escape(name)}: {escape(value)}">'
        f'<rect width="{first + second}" height="{HEIGHT}" rx="3" fill="{LEFT}"/>'
        f'<path d="M{first} 0h{second - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H{first}z" '
        f'fill="{RIGHT}"/>'
        f'<g fill="#fff" font-family="sans-serif" font-size="11">{words}</g></svg>\n'
    )
