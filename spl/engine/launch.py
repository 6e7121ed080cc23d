"""Start the Streamlit app, wherever the project is installed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path


def app_file() -> Path:
    """`app.py`: beside the package in a checkout, inside it in a wheel."""
    package = Path(__file__).parents[1]
    for file in (package.parent / "app.py", package / "_bundle" / "app.py"):
        if file.is_file():
            return file
    raise FileNotFoundError("app.py is missing from this installation; install the project again.")


def link(address: str, port: int) -> str:
    """Where a browser on this machine finds the app that answers at this address."""
    return f"http://{'localhost' if address in ('0.0.0.0', '::') else address}:{port}"


def start(*, port: int = 8501, address: str = "localhost", headless: bool = False) -> int:
    """Run the app until it is stopped; returns the server's exit code.

    Raises
    ------
    ValueError
        If something answers at that port already.
    """
    file = app_file()
    _check_free(port, address)
    command = [sys.executable, "-m", "spl.ui.app.server", "--port", str(port), "--address", address]
    if headless:
        command.append("--headless")
    # Half of the cores for linear algebra: the browser and t-SNE need the others, and threads that
    # spin for a busy core make a run many times slower. openTSNE's would spin while they wait.
    threads = str(max(1, (os.cpu_count() or 2) // 2))
    environment = {
        "OPENBLAS_NUM_THREADS": threads,
        "MKL_NUM_THREADS": threads,
        "OMP_WAIT_POLICY": "passive",
        **os.environ,
    }
    with subprocess.Popen(command, cwd=file.parent, env=environment) as server:
        signal.signal(signal.SIGTERM, lambda *_: server.terminate())  # it would live on alone
        try:
            code = server.wait()
            return 0 if code == -signal.SIGTERM else code
        except KeyboardInterrupt:
            return 0


def _check_free(port: int, address: str) -> None:
    try:
        socket.create_connection((address, port), timeout=2).close()
    except OSError:
        return
    raise ValueError(
        f"port {port} is in use, perhaps by this app started before: open {link(address, port)}, "
        f"or choose another port with `spl app --port {port + 1}`."
    )
