"""Settings that run as they are changed, in Chromium: points move, and back again."""

import re

import pytest
from app_server import CHROMIUM  # beside this file
from playwright.sync_api import expect

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

QUICK = "?data=moons&embedding=pca&run=1&k=10&live=on"
SLOW = "?data=letters:handwriting,letters:serif&embedding=pca&run=1&k=60&T=60&live=on"
FIND = """const player = (root => { const find = (r) => { for (const e of r.querySelectorAll("*")) {
    if (e.player) return e.player;
    const inside = e.shadowRoot && find(e.shadowRoot);
    if (inside) return inside;
  } }; return find(root); })(document);"""
# Notes how points of the picture move once another run has taken the place of the one shown.
WATCH = f"""() => {{
  {FIND}
  const first = player.panes[0].run.id;
  window.moved = null;
  const steps = [];
  const pixels = (pane) => Array.from({{ length: pane.run.n }}, (_, i) => pane.pixel(i)).flat();
  let before = [];
  const far = (now) => Math.max(...now.map((v, i) => Math.abs(v - before[i])));
  const look = () => {{
    const pane = player.panes[0];
    if (pane.run.id === first && pane.tf) before = pixels(pane);
    if (pane.run.id !== first && pane.run.ready) {{
      steps.push(far(pixels(pane)));
      if (steps.length > 2 && !pane.morph) {{ window.moved = steps; return; }}
    }}
    requestAnimationFrame(look);
  }};
  look();
}}"""


def _ask(page, expression):
    return page.evaluate(f"() => {{ {FIND} return {expression}; }}")


def _open(page, address, query):
    page.goto(f"{address}/{query}")
    page.wait_for_function(f"() => {{ {FIND} return player?.panes[0]?.run.ready; }}")
    k = re.search(r"k=(\d+)", query)[1]
    page.get_by_text(f"k = {k} of {k}").wait_for()


def _slide(page, label, keys):
    page.get_by_test_id("stSidebar").get_by_role("slider", name=label).focus()
    page.keyboard.press(keys)


def test_points_move_from_where_they_are_and_undo_brings_them_back(page, app_address):
    _open(page, app_address, QUICK)
    first = _ask(page, "player.panes[0].run.id")
    page.evaluate(WATCH)
    _slide(page, "d2 · subspace dimension", "Home")
    page.wait_for_function("window.moved")
    steps = page.evaluate("window.moved")
    assert steps[-1] > 5  # pixels: the setting shows
    assert steps[0] < 0.5 * max(steps)  # they set out from where they were
    second = _ask(page, "player.panes[0].run.id")
    assert second != first and "d2=1" in page.url
    expect(page.locator(".curve polyline.ghost")).to_have_count(1)
    page.keyboard.press("Control+z")
    page.wait_for_function(f"() => {{ {FIND} return player?.panes[0].run.id === '{first}'; }}")
    expect(page.locator(".st-key-redo button:visible")).to_be_enabled()
    page.keyboard.press("Control+Shift+z")
    page.wait_for_function(f"() => {{ {FIND} return player?.panes[0].run.id === '{second}'; }}")
    assert page.troubles == []


def test_keys_of_undo_stay_with_a_text_field(page, app_address):
    _open(page, app_address, QUICK)
    _slide(page, "T · iterations", "ArrowLeft")
    page.get_by_text("k = 9 of 9").wait_for()
    search = page.get_by_role("searchbox")
    search.fill("moon")
    search.press("Control+z")
    page.wait_for_timeout(1500)
    assert "T=9" in page.url
    page.locator(".spl-player .over").first.focus()
    page.keyboard.press("Control+z")
    page.get_by_text("k = 10 of 10").wait_for()


def test_a_small_picture_shows_its_run(page, app_address):
    _open(page, app_address, QUICK)
    top = page.locator(".spl-player .over").first.bounding_box()["y"]
    for T in (9, 8):
        _slide(page, "T · iterations", "ArrowLeft")
        page.get_by_text(f"k = {T} of {T}").wait_for()
    small = page.locator(".st-key-tried button:visible")
    expect(small).to_have_count(3)
    assert page.locator(".spl-player .over").first.bounding_box()["y"] == top
    for at in range(3):
        box = small.nth(at).bounding_box()
        assert box["width"] >= 24 and box["height"] >= 24
    assert "data:image/png" in small.nth(1).evaluate("e => getComputedStyle(e).backgroundImage")
    page.get_by_role("button", name="T 9", exact=True).click()
    page.get_by_text("k = 9 of 9").wait_for()
    assert page.troubles == []


def test_a_slider_during_a_run_replaces_it_and_cancel_keeps_the_picture(page, app_address):
    _open(page, app_address, SLOW.replace("60", "200") + "&d2=200")  # not done at once, anywhere
    first = _ask(page, "player.panes[0].run.id")
    top = page.locator(".spl-player .over").first.bounding_box()["y"]
    _slide(page, "d1 · PCA dimension", "End")
    page.locator(".stage.waiting .next").get_by_text("Running with d1").wait_for()
    _slide(page, "d1 · PCA dimension", "ArrowLeft")
    page.locator(".next").get_by_text("This replaces the run with").wait_for()
    page.locator(".st-key-bar").get_by_text("This replaces the run with").wait_for()
    assert (
        page.locator(".spl-player .over").first.bounding_box()["y"] == top
    )  # nothing moves for it
    page.locator(".next").get_by_role("button", name="Cancel").click()
    expect(page.locator(".stage.waiting")).to_have_count(0)
    assert _ask(page, "player.panes[0].run.id") == first
    page.get_by_test_id("stSidebar").get_by_role(
        "button", name="Run again with these settings"
    ).wait_for()


def test_a_reload_during_a_run_finds_it_again(page, app_address):
    _open(page, app_address, SLOW)
    _slide(page, "T · iterations", "ArrowLeft")
    page.wait_for_url("**T=59**")
    page.reload()
    page.get_by_text(re.compile("k = 59 of 59")).first.wait_for()
    assert page.troubles == []


def test_all_is_on_one_screen(browser, app_address):
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.set_default_timeout(120_000)
    _open(page, app_address, QUICK)
    for T in range(9, 1, -1):
        _slide(page, "T · iterations", "ArrowLeft")
        page.get_by_text(f"k = {T} of {T}").wait_for()
    expect(page.locator(".st-key-tried button:visible")).to_have_count(8)
    boxes = {
        name: page.locator(at).first.bounding_box()
        for name, at in {
            "picture": ".spl-player .wrap",
            "numbers": ".spl-player .readout",
            "track": ".spl-player .scrub",
            "small": ".st-key-tried",
        }.items()
    }
    for name, box in boxes.items():
        assert box["y"] >= 0 and box["y"] + box["height"] <= 768, name
        assert box["x"] + box["width"] <= 1366, name
    assert boxes["picture"]["height"] > 400
    context.close()
