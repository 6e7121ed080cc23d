"""From a click on Cancel to the end of the running step, and from there to "Stopped." on the page.

Run by hand, with Debian's chromium:  PYTHONPATH=. python tests/benchmarks/cancel.py
It prints the table of README.md. The app is the real one; its server writes down when a run's
thread ends, and the browser when the words appear.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

DATA = "letters:handwriting,letters:serif"
# T, each another one (what has run is not run again); picture; seconds from Cancel's coming
PRESSED = (
    (10, "pca", 0.05), (11, "tsne", 0.3), (12, "tsne", 0.7), (13, "umap", 3.0), (14, "umap", 1.5),
    (90, "pca", 0.1), (91, "pca", 0.4), (92, "tsne", 1.0), (93, "tsne", 3.0), (94, "umap", 5.0),
    (95, "umap", 8.0),
)  # fmt: skip
WATCH = """() => {
  window.stopped = null;
  const look = () => {
    if (window.stopped || !document.body.innerText.includes("Stopped.")) return;
    requestAnimationFrame(() => { window.stopped ??= Date.now() / 1000; });
  };
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""


def serve(port: str, ends: str) -> None:
    """The app, which appends the time at which a run's thread ends to a file."""
    from spl.engine.job import Job
    from spl.ui.app import server

    work = Job._work

    def timed(job: Job) -> None:
        work(job)
        with Path(ends).open("a") as file:
            file.write(f"{time.time()}\n")

    Job._work = timed
    server.main(["--port", port, "--address", "127.0.0.1", "--headless"])


def start(ends: Path) -> tuple[subprocess.Popen, str]:
    """A server of its own, and its address."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    process = subprocess.Popen([sys.executable, __file__, "--serve", str(port), str(ends)])
    address = f"http://127.0.0.1:{port}"
    while process.poll() is None:
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=2)
            break
        except OSError:
            time.sleep(0.5)
    return process, address


def measure(page, address: str, T: int, method: str, wait: float, ends: Path) -> str:
    """One row of the table: a run that is cancelled some seconds after its Cancel appeared."""
    from playwright.sync_api import TimeoutError as NotShown

    page.goto(f"{address}/?data={DATA}&T={T}&embedding={method}")
    page.get_by_test_id("stSidebar").get_by_role("button", name="Run", exact=True).click()
    page.evaluate(WATCH)
    cancel = page.get_by_role("button", name="Cancel", exact=True)
    cancel.wait_for()
    time.sleep(wait)
    try:
        step = page.get_by_test_id("stProgress").inner_text(timeout=500)
        clicked = time.time()
        cancel.click(timeout=2000)
        page.get_by_text("Stopped.").wait_for(timeout=30_000)
    except NotShown:
        return f"| {T} | {method} | the run was over | | |"
    ended = float(ends.read_text().split()[-1])
    shown = page.evaluate("window.stopped")
    words = step.partition("·")[0].strip()
    return f"| {T} | {method} | {words} | {ended - clicked:.2f} | {shown - ended:.2f} |"


def main() -> None:
    """Print a row for each run and moment."""
    from player import FLAGS  # beside this file
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        ends = Path(folder) / "ends"
        ends.touch()
        process, address = start(ends)
        browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox", *FLAGS])
        print("| T | picture | step at the click | click → step's end, s | end → Stopped., s |")
        print("| --- | --- | --- | --- | --- |")
        for T, method, wait in PRESSED:
            page = browser.new_page()
            print(measure(page, address, T, method, wait, ends), flush=True)
            page.close()
        browser.close()
        process.terminate()


if __name__ == "__main__":
    if "--serve" in sys.argv:
        serve(*sys.argv[2:])
    else:
        main()
