"""Build the documentation as plain HTML: python docs/build.py [FOLDER], else in `build/docs/`.

It needs the extra `docs` (python -m pip install -e '.[docs]') and no network. A warning, such as a
link that leads nowhere, is an error.
"""

from __future__ import annotations

import sys
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


if __name__ == "__main__":
    site = Path(sys.argv[1]) if len(sys.argv) > 1 else SITE
    failed = build(site)
    if not failed:
        print(f"Open {site / 'index.html'}.")
    sys.exit(failed)
