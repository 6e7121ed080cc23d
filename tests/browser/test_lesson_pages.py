"""The folder of lessons, opened from disk: in Chromium, on a phone, without a network."""

from __future__ import annotations

import pytest
from app_server import CHROMIUM
from player_driver import PLAYER, ask

from spl.cli.main import main
from spl.engine.lesson_pages import file_name
from spl.engine.lessons import LESSONS

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
MOST_BYTES = 15_000_000


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lessons") / "site"
    assert main(["lessons", "--html", str(folder), "--quiet"]) == 0
    return folder


@pytest.fixture
def phone(browser):
    """A small page that notes every request that leaves the disk, and every error."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.left, page.troubles = [], []
    own = ("file://", "blob:", "data:")
    page.on("request", lambda r: None if r.url.startswith(own) else page.left.append(r.url))
    page.on("pageerror", lambda error: page.troubles.append(str(error)))
    page.on("console", lambda m: m.type == "error" and page.troubles.append(m.text))
    yield page
    context.close()


def test_all_lessons_play_from_disk_on_a_phone(site, phone):
    assert sum(file.stat().st_size for file in site.iterdir()) <= MOST_BYTES
    phone.goto((site / "index.html").as_uri())
    assert phone.locator("li").count() == len(LESSONS)
    drawn = "[...document.images].every((image) => image.complete && image.naturalWidth > 0)"
    assert phone.evaluate(drawn)
    for lesson in LESSONS:
        phone.get_by_role("link", name=lesson.title).last.click()
        phone.wait_for_function(f"({PLAYER})()?.panes[0]?.positions?.length > 0")
        assert phone.url.endswith(f"{file_name(lesson)}.html")
        for at in ("p.clock.first", "p.clock.last", "p.clock.first"):
            ask(phone, f"p.jump({at})")
            phone.evaluate(
                "new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"
            )
            assert phone.evaluate("document.documentElement.scrollWidth") <= 360, lesson.key
        assert phone.locator(".tour").first.is_visible() and ask(phone, "p.tour.at") == 0
        phone.get_by_role("link", name="All lessons").click()
    assert (phone.left, phone.troubles) == ([], [])
