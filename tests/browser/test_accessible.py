"""Every page for axe-core, in narrow windows and in forced colours; the app by its keyboard."""

import re
from pathlib import Path

import axe_playwright_python
import pytest
from app_server import CHROMIUM  # beside this file
from playwright.sync_api import expect
from shifts import assert_little_moved, watch_shifts

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

FOCUS = """() => {
  let at = document.activeElement;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at.ariaLabel ?? at.textContent;
}"""


def _open(page, address, name):
    page.goto(f"{address}/{name}?{RUN}")
    page.get_by_role("heading", name=PAGES[name], exact=True, level=1).wait_for()
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    page.get_by_test_id("stProgress").wait_for(state="detached")


def _violations(page):
    page.evaluate(AXE)
    bad = page.evaluate(BAD)
    if bad:  # a last rerun mounts the page's styles anew: what is wrong for good is still there
        page.wait_for_timeout(3000)
        bad = page.evaluate(BAD)
    return bad


@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_has_a_title_and_no_serious_violation(page, app_address, name):
    page.emulate_media(color_scheme="light")
    _open(page, app_address, name)
    expect(page).to_have_title(f"{PAGES[name]} · SPL Explorer")
    assert _violations(page) == []
    page.emulate_media(color_scheme="dark")
    _open(page, app_address, name)
    assert _violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    header = page.get_by_test_id("stHeader").bounding_box()
    heading = page.get_by_role("heading", level=1).bounding_box()
    assert heading["y"] >= header["y"] + header["height"]


def test_charts_follow_the_colour_scheme_while_their_page_is_open(page, app_address):
    fills = """() => [...document.querySelectorAll('.xtick text, .ytick text, .xtitle, .ytitle')]
      .map((text) => getComputedStyle(text).fill)"""
    page.emulate_media(color_scheme="light")
    page.goto(f"{app_address}/selection?data=gaussian&T=2&run=1&k=2")
    page.locator(".xtitle").first.wait_for()
    for scheme, wanted in [("dark", "rgb(230, 234, 241)"), ("light", "rgb(74, 79, 89)")]:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(f"new Set(({fills})()).has('{wanted}')")
        assert set(page.evaluate(fills)) == {wanted}


def _press_until(page, key, words):
    """How often a key was pressed until the focus was on what these words name."""
    for n in range(1, 40):
        page.keyboard.press(key)
        if re.search(words, page.evaluate(FOCUS)):
            return n
    raise AssertionError(f"{words} was not reached with {key}")


def test_the_keyboard_leads_from_the_start_to_a_labelled_sample(page, app_address):
    page.goto(f"{app_address}/?data=moons&embedding=pca&T=3")
    page.get_by_test_id("stSidebar").get_by_role("button", name="Run", exact=True).wait_for()
    _press_until(page, "Tab", "Run$")
    page.keyboard.press("Enter")
    page.wait_for_function(f"({FOCUS})().includes('samples, ')")  # the focus is in the picture
    page.get_by_text("k = 3 of 3").wait_for()
    assert _press_until(page, "Tab", "^(Play|Pause)") < 10
    _press_until(page, "Shift+Tab", "^Find a class")
    page.keyboard.type("t12")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Chosen samples (1)").wait_for()
    _press_until(page, "Tab", "^Its class")


def test_the_legend_is_one_stop_and_arrow_keys_move_in_it(page, app_address):
    _open(page, app_address, "alignment")
    page.locator(".entries button").first.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator(".entries button").nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".entries button:focus")).to_have_count(0)


def test_nothing_jumps_while_frames_arrive(page, app_address):
    page.set_viewport_size({"width": 1366, "height": 768})
    watch_shifts(page)
    page.goto(f"{app_address}/?data=icons:filled,icons:outline&T=6&d1=40&d2=20&run=1")
    page.get_by_text("k = 6 of 6").wait_for()
    page.get_by_test_id("stProgress").wait_for(state="detached")
    assert_little_moved(page)


BESIDE = """() => {
  const parts = [".st-key-bar", ".spl-player .stage", ".spl-player .readout",
    ".spl-player .transport", ".spl-player .legend", ".st-key-head button"].map((at) => {
    for (const e of [document, ...document.querySelectorAll("*")]) {
      const found = (e.shadowRoot ?? (e === document ? e : null))?.querySelector(at);
      if (found) return found.getBoundingClientRect();
    }
  });
  return parts[1]?.height && parts.every(Boolean)
    && parts.map((b) => [b.left, b.top, b.right, b.bottom]);
}"""


def test_progress_has_a_place_of_its_own(page, app_address):
    page.set_viewport_size({"width": 1366, "height": 768})
    query = "data=letters:handwriting,letters:serif&embedding=tsne&T=5&run=1"
    page.goto(f"{app_address}/?{query}")
    bar, *parts = page.wait_for_function(BESIDE).json_value()  # while frames are computed
    assert bar[2] <= 1366 and bar[3] <= 768
    for left, top, right, bottom in parts:  # numbers under it could not be read meanwhile
        assert bar[2] <= left or right <= bar[0] or bar[3] <= top or bottom <= bar[1]
    page.locator(".st-key-bar").wait_for(state="detached")
    after = page.locator(".spl-player .stage").bounding_box()["y"]
    assert abs(after - parts[0][1]) < 1  # a bar in the page's flow moved it by 48, its gap by 8


def test_swatches_keep_their_colours_where_colours_are_forced(page, app_address):
    page.emulate_media(forced_colors="active")
    _open(page, app_address, "alignment")
    swatches = page.locator(".entries .swatch")
    swatches.first.wait_for()
    colours = swatches.evaluate_all("(all) => all.map((s) => getComputedStyle(s).backgroundColor)")
    assert len(set(colours)) > 20


def test_what_is_chosen_shows_where_colours_are_forced(page, app_address):
    page.emulate_media(forced_colors="active")
    _open(page, app_address, "comparison")
    drawn = "(all) => all.map((e) => getComputedStyle(e).backgroundColor)"
    for kind, chosen in (("radio", "checked"), ("tab", "selected")):
        both = [
            page.locator(f"[role={kind}][aria-{chosen}={is_it}]") for is_it in ("true", "false")
        ]
        both[0].first.wait_for()
        dark, light = (set(found.evaluate_all(drawn)) for found in both)
        assert dark and light and not dark & light, kind


def test_a_bar_shows_how_far_a_run_is_where_colours_are_forced(page, app_address):
    page.emulate_media(forced_colors="active")
    page.goto(f"{app_address}/alignment?data=icons:filled,icons:outline&T=140&run=1")
    bar = page.locator(".st-key-bar [role=progressbar]")
    bar.wait_for()
    drawn = """(bar) => [...new Set([bar, ...bar.querySelectorAll("*")].map((e) =>
      getComputedStyle(e).backgroundColor))].filter((c) => !c.endsWith(", 0)"))"""
    assert len(bar.evaluate(drawn)) > 1
    page.get_by_role("button", name="Cancel").click()


def test_the_button_that_cancels_a_run_keeps_its_word_in_a_narrow_window(page, app_address):
    page.set_viewport_size({"width": 320, "height": 256})  # 400 % of 1280 pixels
    page.goto(f"{app_address}/alignment?data=icons:filled,icons:outline&T=150&run=1")
    cancel = page.get_by_role("button", name="Cancel")
    cancel.wait_for()
    inside = """(b) => { const [own, word] = [b, b.querySelector("p")].map((e) =>
      e.getBoundingClientRect()); return word.left >= own.left && word.right <= own.right &&
      own.right <= innerWidth && b.querySelector("p").scrollWidth <= word.width + 1; }"""
    assert cancel.evaluate(inside)
    cancel.click()
    cancel.wait_for(state="detached")


def test_sliders_keep_track_and_thumb_where_colours_are_forced(page, app_address):
    page.emulate_media(forced_colors="active")
    page.goto(f"{app_address}/?data=moons&embedding=pca&T=3")
    slider = page.get_by_test_id("stSlider").first
    value = slider.get_by_test_id("stSliderThumbValue")
    value.wait_for()
    style = "e => getComputedStyle(e.{})"
    assert value.evaluate(style.format("parentElement") + ".borderTopWidth") == "2px"
    track = style.format("parentElement.previousElementSibling")
    assert "gradient" in value.evaluate(f"{track}.backgroundImage")


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
