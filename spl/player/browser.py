"""Frames and films of a run without a window: an installed browser draws them.

The saved page draws its own frames, so that there is one renderer. Here it is served to a
headless browser on this machine, and sends back the file.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from http.server import BaseHTTPRequestHandler, HTTPServer
from tempfile import TemporaryDirectory
from time import monotonic

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SILENT = 10  # seconds after which a connection that says nothing is closed
TO_END = 20  # seconds that a browser has to end when asked to


class _Server(HTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that goes while it is answered: that no file came is said."""


def find_browser() -> str:
    """Path of an installed Chromium or Chrome.

    Raises
    ------
    ValueError
        If there is none.
    """
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    raise ValueError(
        "Frames and films are drawn by Chromium or Chrome, and none was found; install one, or "
        "export --html and use the page's Save menu."
    )


def made_by_browser(page: str, *, seconds: float, dark: bool = False) -> bytes:
    """Return the file that a page made with `standalone_html(…, send=…)` sends.

    Parameters
    ----------
    page : str
    seconds : float
        How long to wait for it.
    dark : bool
        Draw light on dark.

    Raises
    ------
    ValueError
        If no browser is installed, it ends without a file, or the file did not come in time.
    """
    received: list[bytes] = []

    # The browser's children may still write into its profile when it has ended.
    folder = TemporaryDirectory(ignore_cleanup_errors=True)
    with _Server(("127.0.0.1", 0), _handler(page.encode(), received)) as server, folder as profile:
        server.timeout = 0.5
        address = f"http://127.0.0.1:{server.server_port}/"
        browser = subprocess.Popen(
            [*_command(profile, dark), address],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = monotonic() + seconds
        try:
            while not received and monotonic() < end and browser.poll() is None:
                server.handle_request()
            ended = browser.poll() is not None
        finally:
            _end(browser)
    if not received:
        why = "ended without a file" if ended else f"made no file within {seconds:.0f} s"
        raise ValueError(f"The browser {why}; export --html instead.")
    return received[0]


def _handler(page: bytes, received: list[bytes]) -> type[BaseHTTPRequestHandler]:
    """Gives the page, and keeps the file that it sends back."""

    class Handler(BaseHTTPRequestHandler):
        timeout = SILENT

        def do_GET(self) -> None:
            self._answer(page if self.path == "/" else b"")

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            content = self.rfile.read(length)
            if len(content) == length:  # less comes from a browser that ends meanwhile
                received.append(content)
            self._answer(b"")

        def _answer(self, content: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def _end(browser: subprocess.Popen[bytes]) -> None:
    """End the browser, by force where it does not heed the request."""
    browser.terminate()
    try:
        browser.wait(timeout=TO_END)
    except subprocess.TimeoutExpired:
        browser.kill()
        browser.wait()


def _command(profile: str, dark: bool) -> list[str]:
    flags = ["--headless=new", "--disable-gpu", "--no-first-run", "--window-size=1366,900"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium does not start for root with it; the page is ours
    if dark:
        flags.append("--blink-settings=preferredColorScheme=0")  # what the page asks for
    return [find_browser(), *flags, f"--user-data-dir={profile}"]
