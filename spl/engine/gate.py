"""What stands before the web server: which host names and addresses it serves, safe headers.

Plain ASGI, without streamlit. `spl.ui.app.server` puts it around Streamlit's own application.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("localhost", "127.0.0.1", "::1")
# First parts of the addresses that Streamlit serves beside its pages.
CORE = "_stcore"
SERVED = (CORE, "media", "component")
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)
HTML = b"text/html; charset=utf-8"
NOT_FOUND = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Not found · SPL Explorer</title>
<body style="font: 17px/1.5 system-ui, sans-serif; margin: 3rem; color-scheme: light dark">
<h1>There is no such page</h1>
<p>This address is not a page of SPL Explorer. <a href="/">Open the app</a>.</p>
"""


def local_names(address: str, more: Collection[str] = ()) -> list[str]:
    """Names under which a browser may ask for the app; empty where any may.

    Parameters
    ----------
    address : str
        What the server listens on. On the loopback only this machine's own names are accepted:
        a foreign name that leads here is DNS rebinding.
    more : collection of str
        Further names, as of a proxy on this machine.
    """
    if address not in LOOPBACK:
        return list(more)
    own = socket.gethostname().lower()
    return list(dict.fromkeys([*LOOPBACK, own, f"{own}.local", *more]))


class Gate:
    """Refuses foreign names and unknown addresses, and adds headers to every answer.

    Parameters
    ----------
    app : ASGI application
    pages : collection of str
        Names of the pages: ``/name`` is served, as is ``/``.
    files : path
        Folder of the front end, whose files are served at the root.
    hosts : collection of str
        Names the server answers to; any where it is empty.
    frames : str
        Sites that may show the app in a frame, as ``frame-ancestors`` of a content security policy.
    """

    def __init__(
        self,
        app: Application,
        pages: Collection[str],
        files: Path,
        hosts: Collection[str] = (),
        frames: str = "'self'",
    ) -> None:
        self.app, self.hosts, self.files = app, frozenset(hosts), files
        self.pages = frozenset({"", *pages})
        policy = f"frame-ancestors {frames}".encode()
        self.headers = (*HEADERS, (b"content-security-policy", policy))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":  # Streamlit checks a websocket's names itself
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self.headers]
            await send(message)

        found = True

        async def send_no_page(message: Message) -> None:
            """Streamlit answers what it does not know below its own addresses with its page."""
            nonlocal found
            kind = dict(message.get("headers", ())).get(b"content-type", b"")
            if message["type"] == "http.response.start" and kind.startswith(b"text/html"):
                found = False
                await _refuse(send_with_headers, 404, NOT_FOUND, kind=HTML)
            elif found:
                await send_with_headers(message)

        if not self._answers_to(scope):
            await _refuse(
                send_with_headers, 403, "This server does not answer to that host name.\n"
            )
        elif not self._has(scope["path"]):
            await _refuse(send_with_headers, 404, NOT_FOUND, kind=HTML)
        else:
            own = scope["path"].startswith(f"/{CORE}/")
            with suppress(ClientDisconnect):  # who leaves in the middle of an upload
                await self.app(scope, receive, send_no_page if own else send_with_headers)

    def _answers_to(self, scope: Scope) -> bool:
        if not self.hosts:
            return True
        given = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        try:
            name = urlsplit(f"//{given}").hostname or ""
        except ValueError:
            return False
        return name.rstrip(".") in self.hosts

    def _has(self, path: str) -> bool:
        parts = path.strip("/").split("/")
        if parts[0] in SERVED or (len(parts) == 1 and parts[0] in self.pages):
            return True
        place = self.files / "/".join(parts)
        return ".." not in parts and os.path.isfile(place)  # a name that is too long is none


async def _refuse(send: Send, status: int, text: str, kind: bytes = b"text/plain") -> None:
    body = text.encode()
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
