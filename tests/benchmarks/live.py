"""From a slider's release to the picture under the new setting: seconds, in Chromium, on icons.

`PYTHONPATH=. python tests/benchmarks/live.py [times]`. Each time takes a setting that was not run
before. The picture is there when the frame of the iteration that is looked at is ready to be drawn.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

from app_server import CHROMIUM, FLAGS, start_app, stop_app  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402

FIND = """const find = (r) => { for (const e of r.querySelectorAll("*")) {
  if (e.player) return e.player;
  const inside = e.shadowRoot && find(e.shadowRoot);
  if (inside) return inside;
} };"""
COMPLETE = f"""() => {{
  {FIND}
  const run = find(document)?.panes[0]?.run;
  return run?.ready && run.frames.size > 11;
}}"""
WATCH = f"""() => {{
  {FIND}
  let player = find(document);
  const first = player.panes[0].run.id, start = performance.now();
  window.seconds = null;
  const look = () => {{
    if (!player || player.gone) player = find(document); // else the search would take time, too
    const run = player?.panes[0]?.run;
    if (run?.ready && run.id !== first) window.seconds = (performance.now() - start) / 1000;
    else requestAnimationFrame(look);
  }};
  look();
}}"""


def released(page: Page, slider: str, key: str) -> float:
    """Seconds from a key on a slider, which releases it at once, to the next run's picture."""
    page.get_by_role("slider", name=f"{slider} ·").focus()
    page.evaluate(WATCH)
    page.keyboard.press(key)
    page.wait_for_function("window.seconds", timeout=60_000)
    page.wait_for_timeout(4000)  # the other frames
    return float(page.evaluate("window.seconds"))


def main(times: int) -> None:
    """Print the table."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for embedding in ("pca", "tsne"):
            process, address = start_app()
            try:
                page = browser.new_page(viewport={"width": 1366, "height": 768})
                query = f"run=1&live=on&k=10&embedding={embedding}"
                page.goto(f"{address}/?data=icons:filled,icons:outline&{query}")
                page.wait_for_function(COMPLETE, timeout=120_000)
                time.sleep(8)  # the classifiers
                for slider, key in (("d1", "ArrowLeft"), ("d2", "ArrowRight"), ("T", "ArrowRight")):
                    seen = [released(page, slider, key) for _ in range(times)]
                    middle, least, most = statistics.median(seen), min(seen), max(seen)
                    print(
                        f"| {embedding} | {slider} | {middle:.2f} | {least:.2f} to {most:.2f} | "
                        f"{os.getloadavg()[0]:.1f} |",
                        flush=True,
                    )
            finally:
                stop_app(process)
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
