"""Start the Streamlit app, wherever the project is installed."""

from __future__ import annotations

import os
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


def start(*, port: int = 8501, address: str = "localhost", headless: bool = False) -> int:
    """Run the app until it is stopped; returns Streamlit's exit code."""
    file = app_file()
    command = [sys.executable, "-m", "streamlit", "run", str(file), "--server.port", str(port)]
    command += ["--server.address", address]
    if headless:
        command += ["--server.headless", "true"]
    # openTSNE's threads would otherwise spin while they wait
    environment = {"OMP_WAIT_POLICY": "passive", **os.environ}
    try:
        return subprocess.call(command, cwd=file.parent, env=environment)
    except KeyboardInterrupt:
        return 0
