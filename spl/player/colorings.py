"""What the player can colour points by and show: lists read from the player's own source."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from spl.player.bundler import FOLDER

_ENTRY = re.compile(r'^  \["(\w+)", .*?"([^"]+)"(?:, (?:true|false))?\],$', re.MULTILINE)


def _read(file: str, name: str) -> dict[str, str]:
    source = (FOLDER / file).read_text(encoding="utf-8")
    found = re.search(rf"{name} = \[\n(.*?)\n\];", source, re.DOTALL)
    return dict(_ENTRY.findall(found[1])) if found else {}


COLORINGS = _read("palette.js", "COLOR_MODES")  # key, as in links → words for people
SHOWN = _read("shown.js", "SHOWN")


def offered(header: Mapping[str, Any]) -> list[str]:
    """Keys of `COLORINGS` that a run has the data for, as the player's own menu offers them.

    Parameters
    ----------
    header : mapping
        Of a `spl.player.playback.Playback`.
    """
    lacking = set() if header["vote"] else {"vote"}
    if not any("accuracy" in step for step in header["steps"]):
        lacking |= {"truth", "correct"}
    if header.get("plain"):  # frames of another method: nothing was selected or matched
        lacking |= {"cluster", "agreement", "first"}
    return [key for key in COLORINGS if key not in lacking]
