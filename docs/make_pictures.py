"""Make the pictures of the documentation with the product: python docs/make_pictures.py [NAME …].

It needs Chromium and the extra `test`. Three pictures and the film come from `spl export`, the
others from pages of the app. They are pictures, not measurements: no test compares them.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

try:
    from PIL import Image, ImageSequence
    from playwright.sync_api import Locator, Page, sync_playwright
except ImportError as error:
    sys.exit(f"{error.name} is not installed; run python -m pip install -e '.[test]' first.")

DOCS = Path(__file__).parent
sys.path.append(str(DOCS.parent / "tests/browser"))
from app_server import CHROMIUM, FLAGS, start_app, stop_app  # noqa: E402

from spl.cli.main import main  # noqa: E402

ICONS = "icons:filled", "icons:outline"
SMALL = "data=styles:filled,styles:outline&d1=128&d2=48&T=5&embedding=pca&run=1"
WIDTH = 1000  # pixels of a picture in the gallery
FILM_COLOURS = 128
WAIT_MS = 150_000


def _export(folder: Path, data: tuple[str, ...], run: list[str], kind: str, *more: str) -> Path:
    """Run SPL and let `spl export` make a file of it."""
    file, saved = folder / f"made.{'gif' if kind == 'video' else 'png'}", str(folder / "run.npz")
    for words in (
        ["run", *data, *run, "--out", saved, "--quiet", "--no-baselines"],
        ["export", saved, f"--{kind}", str(file), *more],
    ):
        if main(words):
            raise RuntimeError(f"spl {' '.join(words)} failed")
    return file


def film(folder: Path) -> None:
    """The film at the top of README, with fewer colours than the exported one."""
    made = Image.open(_export(folder, ICONS, [], "video"))
    frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(made)]
    times = [frame.info["duration"] for frame in ImageSequence.Iterator(made)]
    some = frames[:: max(1, len(frames) // 12)]
    strip = Image.new("RGB", (made.width, made.height * len(some)))
    for i, frame in enumerate(some):
        strip.paste(frame, (0, i * made.height))
    palette = strip.quantize(FILM_COLOURS)
    first, *rest = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    first.save(
        DOCS / "icons.gif", save_all=True, append_images=rest, duration=times, loop=0, optimize=True
    )


def small_multiples(folder: Path) -> None:
    """Before adaptation, k = 0, T/2 and T side by side."""
    _keep(Image.open(_export(folder, ICONS, [], "figure")), "small-multiples", 1400)


def matching(folder: Path) -> None:
    """Lines from clusters to the classes they are matched with."""
    of = ("--k", "5", "--color-by", "cluster", "--embedding", "pca")
    _keep(Image.open(_export(folder, ("matching differs",), [], "picture", *of)), "matching")


def first_selected(folder: Path) -> None:
    """In which iteration each sample of the target was first in S_k."""
    of = ("--k", "5", "--color-by", "first")
    _keep(Image.open(_export(folder, ICONS, [], "picture", *of)), "selected")


def heat_map(page: Page, address: str) -> None:
    """Accuracy over d1 × d2 on Explore."""
    _open(page, f"{address}/explore?{SMALL}", "Explore")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_text(re.compile(r"^\d+ runs?.*, all finished")).wait_for()
    _shot(page, page.get_by_test_id("stPlotlyChart").first, "explore")


def lesson(page: Page, address: str) -> None:
    """A question of a lesson, answered."""
    link = "data=icons:filled,icons:outline&d1=512&d2=36&T=10&embedding=tsne&run=1&lesson=icons"
    _open(page, f"{address}/alignment?{link}&lesson_step=3", "Alignment")
    page.get_by_text(re.compile(r"^k = \d+ of 10$")).first.wait_for()
    _shot(page, None, "lesson")


def comparison(page: Page, address: str) -> None:
    """SPL beside other methods."""
    _open(page, f"{address}/comparison?{SMALL}", "Comparison")
    page.get_by_role("button", name="Compare", exact=True).click()
    page.get_by_role("button", name="Compare", exact=True).wait_for(state="detached")
    page.get_by_role("button", name="Cancel", exact=True).wait_for(state="detached")
    _shot(page, page.get_by_test_id("stPlotlyChart").first, "comparison")


def alignment(page: Page, address: str) -> None:
    """The Alignment page, as the app opens it."""
    link = "data=icons:filled,icons:outline&d1=512&d2=36&T=10&embedding=tsne&run=1&k=4"
    _open(page, f"{address}/alignment?{link}", "Alignment")
    page.get_by_text("k = 4 of 10").first.wait_for()
    _shot(page, None, "../alignment")


def _open(page: Page, link: str, title: str) -> None:
    page.goto(link)
    page.get_by_role("heading", name=title, exact=True, level=1).wait_for()
    _settled(page)


def _settled(page: Page) -> None:
    """Wait until the app neither computes nor draws."""
    page.get_by_test_id("stProgress").wait_for(state="detached")
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def _shot(page: Page, part: Locator | None, name: str) -> None:
    _settled(page)
    page.wait_for_timeout(2000)  # charts fade in
    taken = page.screenshot() if part is None else part.screenshot()
    _keep(Image.open(io.BytesIO(taken)), name, WIDTH if part else 1366)


def _keep(picture: Image.Image, name: str, width: int = WIDTH) -> None:
    """Write a picture as WebP, which keeps colours and edges at a third of a PNG's size."""
    picture = picture.convert("RGB")
    if picture.width > width:
        picture = picture.resize((width, round(picture.height * width / picture.width)))
    (DOCS / "gallery").mkdir(exist_ok=True)
    picture.save(DOCS / f"gallery/{name}.webp", quality=88, method=6)


EXPORTED: dict[str, Callable[[Path], None]] = {
    f.__name__: f for f in (film, small_multiples, matching, first_selected)
}
OF_THE_APP: dict[str, Callable[[Page, str], None]] = {
    f.__name__: f for f in (heat_map, lesson, comparison, alignment)
}


def make(names: list[str]) -> None:
    """Make the pictures of these names."""
    for name in names:
        if name in EXPORTED:
            with TemporaryDirectory() as folder:
                EXPORTED[name](Path(folder))
    if not any(name in OF_THE_APP for name in names):
        return
    server, address = start_app()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for name in (name for name in names if name in OF_THE_APP):
                scheme = "dark" if name == "heat_map" else "light"
                page = browser.new_page(
                    viewport={"width": 1366, "height": 768}, color_scheme=scheme
                )
                page.set_default_timeout(WAIT_MS)
                OF_THE_APP[name](page, address)
                page.close()
            browser.close()
    finally:
        stop_app(server)


if __name__ == "__main__":
    known = [*EXPORTED, *OF_THE_APP]
    wanted = sys.argv[1:] or known
    if unknown := set(wanted) - set(known):
        sys.exit(f"{', '.join(sorted(unknown))}: no such picture; name some of {', '.join(known)}.")
    make(wanted)
