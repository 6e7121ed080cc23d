"""What axe-core, headings, titles and narrow windows say of every page after a run."""

from pathlib import Path

import axe_playwright_python
import pytest
from app_server import CHROMIUM  # beside this file
from playwright.sync_api import expect

from spl.explain.walkthrough_text import STEPS
from spl.ui.app.shell import PAGES

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
RUN = "data=icons:filled,icons:outline&embedding=pca&d1=32&d2=16&T=4&run=1&k=2"
BAD = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .filter((v) => ["serious", "critical"].includes(v.impact) || v.id === "heading-order")
  .map((v) => [v.id, v.nodes.map((n) => [n.html, n.failureSummary])])"""
OUTSIDE = """() => [...document.querySelectorAll(".katex .base")]
  .filter((b) => b.getBoundingClientRect().right > innerWidth).map((b) => b.textContent)"""


def _open(page, address, name):
    page.goto(f"{address}/{name}?{RUN}")
    page.get_by_role("heading", name=PAGES[name], exact=True, level=1).wait_for()
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.get_by_test_id("stProgress")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_has_a_title_and_no_serious_violation(page, app_address, name, scheme):
    page.emulate_media(color_scheme=scheme)
    _open(page, app_address, name)
    expect(page).to_have_title(f"{PAGES[name]} · SPL Explorer")
    page.evaluate(AXE)
    assert page.evaluate(BAD) == []
    page.set_viewport_size({"width": 360, "height": 740})
    header = page.get_by_test_id("stHeader").bounding_box()
    heading = page.get_by_role("heading", level=1).bounding_box()
    assert heading["y"] >= header["y"] + header["height"]


@pytest.mark.parametrize("width", [320, 1024])
def test_equations_break_rather_than_leave_the_window(page, app_address, width):
    page.set_viewport_size({"width": width, "height": 900})
    _open(page, app_address, "walkthrough")
    steps = page.get_by_role("radiogroup", name="Steps").locator("label")
    steps.first.wait_for()
    for n in range(len(STEPS)):
        steps.nth(n).click()
        page.get_by_role("heading", level=2, name=f"{n + 1}. ").wait_for()
        assert page.evaluate(OUTSIDE) == []
