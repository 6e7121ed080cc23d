"""How soon something moves on the first screen: seconds from navigation, in Chromium.

`PYTHONPATH=. python tests/benchmarks/first_screen.py [visits]`. One row is of a server opened as
soon as it answers, one of the first visitor to a server that has computed its headline run, and one
of new browsers that come after.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

from app_server import CHROMIUM, FLAGS, start_app, stop_app  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

HEADLINE_SECONDS = 25  # in which the headline run and its picture are computed
# Looks at the picture's middle before each frame is painted. performance.now() counts from the
# start of navigation. The picture is there with its first points, and moves with the third change:
# one could be a drawing in another size.
WATCH = """
window.seen = {};
const canvasOf = (root) => {
  for (const e of root.querySelectorAll("*")) {
    if (e.matches("canvas.points")) return e;
    const inside = e.shadowRoot && canvasOf(e.shadowRoot);
    if (inside) return inside;
  }
};
let canvas, before, changes = 0;
const look = () => {
  canvas = canvas?.isConnected ? canvas : canvasOf(document);
  if (canvas?.width > 200) {
    const middle = [canvas.width / 4, canvas.height / 4, canvas.width / 2, canvas.height / 2];
    const now = canvas.getContext("2d").getImageData(...middle.map(Math.floor)).data;
    let hash = 0;
    for (let i = 0; i < now.length; i += 4) hash = (hash * 31 + now[i] + 3 * now[i + 2]) | 0;
    const blank = now.every((v, i) => v === now[i % 4]);
    if (!blank && !window.seen.there) window.seen.there = performance.now();
    else if (window.seen.there && hash !== before && ++changes === 3) {
      window.seen.moves = performance.now();
    }
    before = hash;
  }
  if (!window.seen.moves) requestAnimationFrame(look);
};
requestAnimationFrame(look);
addEventListener("load", () => { window.seen.loaded = performance.now(); });
"""


def visit(browser: Browser, address: str) -> dict[str, float]:
    """Seconds from navigation to the load event, to the picture and to its first movement."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    page.wait_for_function("window.seen.moves", timeout=120_000)
    seen = page.evaluate("window.seen")
    context.close()
    return {name: milliseconds / 1000 for name, milliseconds in seen.items()}


def show(name: str, seen: list[dict[str, float]]) -> None:
    """One row: medians, and the range of the first movement."""
    middle = {key: statistics.median(s[key] for s in seen) for key in ("loaded", "there", "moves")}
    moves = [s["moves"] for s in seen]
    cells = " | ".join(f"{value:.2f}" for value in middle.values())
    print(f"| {name} | {cells} | {min(moves):.2f} to {max(moves):.2f} |", flush=True)


def main(visits: int) -> None:
    """Print the table."""
    with sync_playwright() as playwright:
        for name, wait in (("server just started", 0), ("first visitor", HEADLINE_SECONDS)):
            process, address = start_app()
            try:
                time.sleep(wait)
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                show(name, [visit(browser, address)])
                if wait:
                    show(f"{visits} more", [visit(browser, address) for _ in range(visits)])
                browser.close()
            finally:
                stop_app(process)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
