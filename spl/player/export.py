"""A run to take away: one HTML file that plays without a network."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spl.player.bundler import bundle, stylesheet
from spl.player.playback import Playback
from spl.player.row_bits import encode_rows

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0; padding: 12px 16px; }}
body {{ font: 15px/1.4 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }}
h1 {{ font-size: 18px; margin: 0 0 8px; }}
main .spl-player .toolbar label select {{ width: 320px; }}  /* a system's font may be wide */
@media (prefers-color-scheme: dark) {{
  :root {{ --st-background-color: #0e1117; --st-secondary-background-color: #262730;
    --st-text-color: #fafafa; --st-primary-color: #2b7bb9; }}
  body {{ background: #0e1117; color: #fafafa; }}
}}
{style}
</style>
</head>
<body>
<h1>{title}</h1>
<main id="player"></main>
{below}
<script type="application/json" id="spl-header">{header}</script>
<script type="text/plain" id="spl-blobs">
{blobs}
</script>
<script type="module">
{script}
start(document.getElementById("player"));
</script>
</body>
</html>
"""


@dataclass(frozen=True)
class SavedView:
    """How a saved page looks when it is opened."""

    k: int | None = None  # None: the first frame there is
    color_by: str = "class"  # a key of `spl.player.colorings.COLORINGS`
    shown: str = ""  # keys of `spl.player.colorings.SHOWN`, with commas; "": as at first; or "none"
    camera: dict[str, float] | None = None  # x, y in halves of the frame's extent; zoom
    chosen: Sequence[int] = ()  # rows of the chosen samples, source first
    hidden: str = ""  # what the legend has switched off, as hidden.js has it


def standalone_html(
    playback: Playback,
    title: str,
    *,
    compare: Playback | None = None,
    view: SavedView | None = None,
    tour: Mapping[str, Any] | None = None,
    below: str = "",
    send: dict[str, str] | None = None,
) -> str:
    """Return one self-contained page with the player and the run in it.

    Parameters
    ----------
    playback, compare : Playback
        What to play; two runs of the same pair stand side by side.
    title : str
        Heading of the page.
    view : SavedView, optional
        Iteration, colours, marks, camera, chosen samples and switched-off entries with which the
        page opens.
    tour : mapping, optional
        A lesson that the page leads through: steps, questions and answers, as the player has it.
    below : str
        HTML under the player.
    send : dict, optional
        The file that the page sends to `spl.player.browser.made_by_browser`: ``"kind"`` (its
        suffix) and ``"what"`` (``"picture"``, ``"multiples"`` or ``"film"``).
    """
    view = view or SavedView()
    runs = [playback] if compare is None else [playback, compare]
    blobs = {key: blob for run in runs for key, blob in run.blobs.items()}
    first = min(frame["k"] for run in runs for frame in run.header["frames"])
    data = {
        "runs": [run.header for run in runs],
        "key": "standalone",
        "k": first if view.k is None else view.k,
        "color_by": view.color_by,
        "shown": view.shown,
        "camera": view.camera,
        "chosen": encode_rows(view.chosen, playback.n_points),
        "hidden": view.hidden,
        "send": send,
        "tour": tour,
    }
    return _PAGE.format(
        title=html.escape(title).encode(errors="replace").decode(),  # half a character: no UTF-8
        below=below,
        style=stylesheet(),
        header=json.dumps(data).replace("<", "\\u003c"),
        blobs="\n".join(base64.b64encode(blob).decode() for blob in blobs.values()),
        script=bundle("standalone.js").replace("export default ", ""),
    )
