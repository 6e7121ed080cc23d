"""The web server: Streamlit's own, behind a gate, with a few more lines in its page.

On a page's own address, `/matching`, Streamlit's front end first looks for its server below that
page, and the browser's console notes two errors; it reads `window.__streamlit` before it looks.
And each change of the link (k moves, a slider) would be an entry of the browser's history: Back
would need many presses to reach the page before. Here a changed link replaces the last of its page.
When the server is gone, its dialog names the command that starts this app again. Once it is back,
an open page loads itself again by its link, since the new server does not know its session.

Streamlit looks up the machine's outside address with a web request that blocks its event loop: for
every websocket that it refuses, and for its banner. `no_lookup` stops this.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import threading
import uuid
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route
from streamlit import config, net_util

from spl.embedding.compiled import compile_apart
from spl.engine.gate import Gate, local_names
from spl.engine.headline import compute_headline_once
from spl.engine.hosting import LIMITS
from spl.engine.launch import app_file, link
from spl.engine.shelf import SHELF, state_folder
from spl.engine.studies import keep_all
from spl.ui.app.shell import PAGES
from spl.ui.app.style import STYLE

_LINES = """
    <script>
      const server = "SERVER_ID";
      const Socket = window.WebSocket;
      let opened = 0;
      window.WebSocket = class extends Socket {
        constructor(...where) {
          super(...where);
          this.addEventListener("open", async () => {
            if (!opened++) return;
            const page = await fetch(location.href, { cache: "no-store" }).then((r) => r.text());
            if (!page.includes(server)) location.reload();
          });
        }
      };
      window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };
      const push = history.pushState.bind(history);
      history.pushState = (state, title, url) => {
        const stays = new URL(url ?? "", location.href).pathname === location.pathname;
        return stays ? history.replaceState(state, title, url) : push(state, title, url);
      };
      const said = {
        "streamlit run yourscript.py": "spl app",
        ["Is Streamlit still running? If you accidentally stopped Streamlit, " +
          "just restart it in your terminal:"]:
          "The app's server has stopped. Start it again in a terminal:",
        "Streamlit server is not responding. Are you connected to the internet?":
          "The app's server does not answer. Start it again in a terminal with: spl app",
      };
      const reword = (node) => {
        const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const words = said[texts.currentNode.nodeValue.trim()];
          if (words) texts.currentNode.nodeValue = words;
        }
      };
      new MutationObserver((changes) => {
        if (!document.querySelector("[role=dialog]")) return;
        for (const change of changes) change.addedNodes.forEach(reword);
      }).observe(document, { childList: true, subtree: true });
    </script>
    <style>
      /* Where things will be once the app has answered: nothing jumps when it does. */
      .stApp [data-testid=stMainBlockContainer] {max-width: initial}
      @media (min-width: 769px) {
        body:not(:has([data-testid=stSidebar])) div:has(> .stAppHeader) {margin-left: 300px}
      }
    </style>"""


_ID = uuid.uuid4().hex  # tells a server that was started again from the one before
FORGOTTEN_SECONDS = 60  # after which a session whose connection is lost is forgotten
FRONT_END = Path(st.__file__).parent / "static"


def no_lookup() -> None:
    """Keep Streamlit from asking a web service for the machine's outside address."""
    net_util.get_external_ip = lambda: None


def _index(_: Request) -> HTMLResponse:
    """Streamlit's page with the lines above."""
    page = (
        (FRONT_END / "index.html")
        .read_text(encoding="utf-8")
        .replace("<head>", f"<head>{_LINES.replace('SERVER_ID', _ID)}{STYLE}", 1)
    )
    return HTMLResponse(page, headers={"Cache-Control": "no-cache"})


def _prepare() -> None:
    """Compute the run of the first screen, and import what its page needs."""
    compute_headline_once()
    import_module("spl.ui.alignment.view")


@asynccontextmanager
async def _opened(_: st.App) -> AsyncIterator[None]:
    """Have the first screen ready, and show the app to whoever started it."""
    threading.Thread(target=_prepare, daemon=True).start()
    compiling = None if LIMITS else compile_apart()  # a hosted app offers no UMAP
    if not config.get_option("server.headless"):
        found = link(config.get_option("server.address"), config.get_option("server.port"))
        asyncio.get_running_loop().call_later(1, webbrowser.open, found)
    yield
    keep_all()
    if compiling is not None:
        compiling.terminate()


def keep_little(n_bytes: int) -> None:
    """Bound what a hosted server keeps.

    Parameters
    ----------
    n_bytes : int
        Of each cache.
    """
    from spl.data.prepared import PREPARED
    from spl.engine.jobs import JOBS
    from spl.engine.studies import STUDIES
    from spl.engine.uploads import UPLOADS
    from spl.player.playback import CACHE
    from spl.ui.explore.runs import KEPT

    for cache in (PREPARED, JOBS, CACHE, KEPT):
        cache.most_bytes = n_bytes
    for kept in (JOBS, STUDIES, UPLOADS):
        kept.most = 4


def main(arguments: list[str] | None = None) -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--address", required=True)
    parser.add_argument("--headless", action="store_true")
    parser.add_argument("--allow-host", action="append", default=[])
    chosen = parser.parse_args(arguments)
    no_lookup()
    SHELF.folder = state_folder()
    frames = os.environ.get("SPL_FRAMES", "'self'")  # sites that may show the app in a frame
    hosts = local_names(chosen.address, chosen.allow_host)
    sys.argv = [str(app_file())]  # beside which Streamlit looks for its configuration
    routes = [Route(path, _index) for path in ("/", *(f"/{name}" for name in PAGES))]
    settings: dict[str, object] = {
        "server.port": chosen.port,
        "server.address": chosen.address,
        "server.allowedHosts": hosts,
        "server.disconnectedSessionTTL": FORGOTTEN_SECONDS,
    }
    if LIMITS:
        settings["server.maxUploadSize"] = LIMITS.upload_mb
        keep_little(1_000_000 * LIMITS.memory_mb)
    if chosen.headless:
        settings["server.headless"] = True
    gate = Middleware(Gate, pages=PAGES, files=FRONT_END, hosts=hosts, frames=frames)
    app = st.App(app_file(), routes=routes, middleware=[gate], lifespan=_opened)
    # Once it has shut down, uvicorn raises again the signal that it was stopped by.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    code: object = None
    with suppress(KeyboardInterrupt):
        try:
            app.run(config=settings)
        except SystemExit as end:
            code = end.code
    sys.stdout.flush()
    sys.stderr.flush()
    # A run that is still on in compiled code would abort an interpreter that ends as usual.
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    main()
