"""What the browser tests share: where Chromium is, and the app on a port of its own.

Where Debian's `chromium-headless-shell` is installed, too, pages are opened in it: the same engine
without a window's parts needs a third less CPU.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ROOT = Path(__file__).parents[2]


_STATE = tempfile.TemporaryDirectory(prefix="spl-tests-")  # deleted when the tests end


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def start_app(
    *program: str,
    host: str = "127.0.0.1",
    code: Path = ROOT,
    port: int = 0,
    log: Path | None = None,
) -> tuple[subprocess.Popen, str]:
    """A fresh server and its address; `program` for Python is `spl app` unless given.

    `code` names another checkout whose app is served, `port` where it answers unless any will do,
    and `log` a file for what it writes. What it keeps on disk goes to a folder of the tests.
    """
    port = port or _free_port()
    command = [sys.executable, *(program or ("-m", "spl", "app")), "--headless"]
    command += ["--port", str(port), "--address", host]
    environment = {"SPL_STATE": _STATE.name} | os.environ
    environment |= {} if code == ROOT else {"PYTHONPATH": str(code)}
    with open(log or os.devnull, "ab") as said:
        process = subprocess.Popen(command, cwd=code, env=environment, stdout=said, stderr=said)
    address = f"http://127.0.0.1:{port}"
    for _ in range(240):
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=2)
            return process, address
        except OSError:
            time.sleep(0.5)
    stop_app(process)
    raise RuntimeError("the app did not start within two minutes")


def stop_app(process: subprocess.Popen) -> None:
    """End the server, which `spl app` has become."""
    process.terminate()
    process.wait(30)
