"""What the player can colour points by and show: lists read from the player's own source."""

from __future__ import annotations

import re

from spl.player.bundler import FOLDER

_ENTRY = re.compile(r'^  \["(\w+)", .*?"([^"]+)"(?:, (?:true|false))?\],$', re.MULTILINE)


def _read(file: str, name: str) -> dict[str, str]:
    source = (FOLDER / file).read_text(encoding="utf-8")
    found = re.search(rf"{name} = \[\n(.*?)\n\];", source, re.DOTALL)
    return dict(_ENTRY.findall(found[1])) if found else {}


COLORINGS = _read("palette.js", "COLOR_MODES")  # key, as in links → words for people
SHOWN = _read("shown.js", "SHOWN")
