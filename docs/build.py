"""Build the documentation as plain HTML: python docs/build.py [FOLDER], else in `build/docs/`.

It needs the extra `docs` (python -m pip install -e '.[docs]') and no network. A warning, such as a
link that leads nowhere, is an error.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "docs"  # not `site/`, where the pages let `spl lessons` write
FRONT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>SPL Explorer</title>
<meta http-equiv="refresh" content="0; url=docs/index.html">
<p><a href="docs/index.html">SPL Explorer</a></p>
</html>
"""


def build(folder: Path) -> int:
    """Build the site in a folder; returns Sphinx's exit code."""
    from sphinx.cmd.build import main

    with TemporaryDirectory() as cache:
        where = ["-c", str(ROOT / "docs"), "-d", cache, str(ROOT), str(folder)]
        code = main(["-b", "html", "-W", "--keep-going", "-q", *where])
    (folder / "index.html").write_text(FRONT, encoding="utf-8")
    return code


def refused(arguments: list[str]) -> str:
    """Why nothing is built, in one sentence; empty if it is."""
    if len(arguments) > 1 or arguments[:1] == [""] or arguments[:1] and arguments[0][0] == "-":
        return f"{' '.join(map(repr, arguments))}: give one folder, or none for {SITE}."
    folder = Path(arguments[0]) if arguments else SITE
    if folder.exists() and not folder.is_dir():
        return f"{folder} is a file; give a folder."
    if folder.is_dir() and any(folder.iterdir()) and not (folder / ".buildinfo").is_file():
        return (
            f"{folder} holds other files than this site, which could be overwritten; give an empty "
            "or a new folder."
        )
    if not all(find_spec(name) for name in ("sphinx", "myst_parser", "furo")):
        return "Sphinx is not installed; run python -m pip install -e '.[docs]' first."
    return ""


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        sys.exit(__doc__)
    if said := refused(sys.argv[1:]):
        sys.exit(said)
    site = Path(sys.argv[1]) if len(sys.argv) > 1 else SITE
    failed = build(site)
    if not failed:
        print(f"Open {site / 'index.html'}.")
    sys.exit(failed)
