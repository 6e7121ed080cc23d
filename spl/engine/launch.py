"""Start the Streamlit app, wherever the project is installed."""

from __future__ import annotations

import errno
import os
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from spl.data.extras import EXTRAS, need
from spl.engine.hosting import VARIABLE, limits
from spl.engine.pool import n_workers


def app_file() -> Path:
    """`app.py`: beside the package in a checkout, inside it in a wheel."""
    package = Path(__file__).parents[1]
    for file in (package.parent / "app.py", package / "_bundle" / "app.py"):
        if file.is_file():
            return file
    raise FileNotFoundError("app.py is missing from this installation; install the project again.")


def link(address: str, port: int) -> str:
    """Where a browser on this machine finds the app.

    Parameters
    ----------
    address : str
        What the server listens on.
    port : int
    """
    name = "localhost" if address in ("0.0.0.0", "::") else address
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def start(
    *,
    port: int = 8501,
    address: str = "localhost",
    headless: bool = False,
    hosts: Sequence[str] = (),
    hosted: bool = False,
) -> int:
    """Become the app's server, which runs until it is stopped.

    This process turns into the server, so that stopping the one stops the other. Windows cannot do
    that: there the server is a child, and its exit code is returned.

    Parameters
    ----------
    port : int
    address : str
        What to listen on; ``"0.0.0.0"`` opens the app to the network.
    headless : bool
        Do not open a browser.
    hosts : sequence of str
        Further names that the server answers to, as of a proxy on this machine.
    hosted : bool
        Set bounds, as a public server with little memory needs them; `SPL_HOSTED=1` does it too.

    Raises
    ------
    ValueError
        If the extra ``app`` is not whole, something already answers at that port, the address is
        not of this machine, a host is not a name, or ``SPL_WORKERS`` is not a number.
    """
    for extra in ("app", "embed", "files"):
        need("The app", *EXTRAS[extra])
    file = app_file()
    mode = {VARIABLE: "1"} if hosted else {}
    limits(os.environ | mode)  # refuses what the server could not use
    n_workers()  # refuses what the server could not use
    for host in hosts:
        _check_name(host)
    _check_free(port, address)
    command = [sys.executable, "-m", "spl.ui.app.server", "--port", str(port), "--address", address]
    command += ["--headless"] * headless
    command += [part for host in hosts for part in ("--allow-host", host)]
    # Half of the cores for linear algebra: the browser and t-SNE need the others, and threads that
    # spin for a busy core make a run many times slower. openTSNE's would spin while they wait.
    threads = str(max(1, (os.cpu_count() or 2) // 2))
    environment = {
        "OPENBLAS_NUM_THREADS": threads,
        "MKL_NUM_THREADS": threads,
        "OMP_WAIT_POLICY": "passive",
        **os.environ,
        **mode,
    }
    os.chdir(file.parent)  # where Streamlit looks for its configuration
    if os.name == "nt":
        return subprocess.call(command, env=environment)
    sys.stdout.flush()
    os.execve(sys.executable, command, environment)


def _check_name(host: str) -> None:
    """Refuse what no browser sends as a host's name: http://, a port, a pattern."""
    if not re.fullmatch(r"[\w-]+(\.[\w-]+)*|[0-9a-f:]+", host, flags=re.IGNORECASE):
        raise ValueError(
            f"--allow-host {host!r} is not a host's name; give one such as spl.example.org, "
            "without http://, port and path."
        )


def _check_free(port: int, address: str) -> None:
    """Refuse a port that somebody has, and an address that this machine has not."""
    try:
        if not address:  # it would stand for all addresses
            raise OSError("it is empty")
        known = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, _, _, place in known[:1]:
            with socket.socket(family, kind) as tried:
                if os.name != "nt":  # there it would take a port that somebody has
                    tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                tried.bind(place)
    except OSError as error:
        raise ValueError(_why_not(port, address, error)) from None
    try:  # it may answer on another of this machine's addresses
        socket.create_connection((address, port), timeout=2).close()
    except OSError:
        return
    raise ValueError(_in_use(port, address))


def _in_use(port: int, address: str) -> str:
    another = port + 1 if port < 65535 else 8501
    return (
        f"port {port} is in use, perhaps by this app started before: open {link(address, port)}, "
        f"or choose another port with `spl app --port {another}`."
    )


def _why_not(port: int, address: str, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return _in_use(port, address)
    if error.errno == errno.EACCES:
        return f"port {port} may not be used by you; choose one from 1024, such as 8501."
    return (
        f"--address {address!r} is not an address of this machine ({error.strerror or error}); use "
        "localhost, or 0.0.0.0 to open the app to the network."
    )
