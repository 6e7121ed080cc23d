"""One script from the player's modules.

Streamlit takes a component's script as one text, and a saved page must not load anything. The
modules are plain ES modules, so that node can test each one; joining them needs two rules, which
``tests/player/test_web.py`` checks: a module imports only by name from ``"./other.js"``, and no two
modules use the same top-level name.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "web"
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) )", re.MULTILINE)


@cache
def bundle(entry: str) -> str:
    """Return `entry` and all that it imports as one module, each module after those it needs.

    Parameters
    ----------
    entry : str
        Name of a file in `FOLDER`.

    Examples
    --------
    >>> script = bundle("register.js")
    >>> "import {" in script, script.count("export default")
    (False, 1)
    """
    return "\n".join(_stripped(name) for name in modules(entry))


@cache
def stylesheet() -> str:
    """Return the player's CSS."""
    return (FOLDER / "player.css").read_text(encoding="utf-8")


def modules(entry: str, seen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Names of the modules that `entry` needs, dependencies first, itself last.

    Parameters
    ----------
    entry : str
        Name of a file in `FOLDER`.
    seen : tuple of str
        Modules that are listed already; the result begins with them.
    """
    source = (FOLDER / entry).read_text(encoding="utf-8")
    for _, name in _IMPORT.findall(source):
        if name not in seen:
            seen = modules(name, seen)
    return seen if entry in seen else (*seen, entry)


def _stripped(name: str) -> str:
    source = (FOLDER / name).read_text(encoding="utf-8")
    return f"// --- {name}\n" + _EXPORT.sub("", _IMPORT.sub("", source))
