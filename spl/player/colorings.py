"""What the player can colour points by: one list, read from the player's own source."""

from __future__ import annotations

import re

from spl.player.bundler import FOLDER

_LIST = re.compile(r"COLOR_MODES = \[\n(.*?)\n\];", re.DOTALL)
_ENTRY = re.compile(r'\["(\w+)", "([^"]+)"\]')


def _read() -> dict[str, str]:
    found = _LIST.search((FOLDER / "palette.js").read_text(encoding="utf-8"))
    return dict(_ENTRY.findall(found[1])) if found else {}


COLORINGS = _read()  # key, as in links → words for people
