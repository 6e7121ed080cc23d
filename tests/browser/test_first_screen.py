"""What a visitor sees first, and whether it fits on a projector."""

import re

import pytest
from app_server import CHROMIUM, start_app, stop_app  # beside this file
from playwright.sync_api import expect
from shifts import assert_little_moved, watch_shifts

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

PROJECTOR = {"width": 1366, "height": 768}
ICONS = "data=icons:filled,icons:outline&embedding=pca&run=1"
DIGITS = "data=digits:uci,digits:mnist&embedding=pca&run=1&k=10&compare=pca&b_selection=all"
BEFORE = re.compile("before adaptation")


@pytest.fixture(scope="module")
def app_address():
    """The address of a fresh app, which still computes the run that its first screen shows."""
    process, address = start_app()
    yield address
    stop_app(process)


def test_the_app_opens_playing_with_images_and_ways_to_go_on(page, app_address):
    page.goto(app_address)
    page.get_by_role("button", name="Pause (space)").wait_for()
    page.get_by_text("Wang & Breckon, AAAI 2020").wait_for()
    images = page.locator(".spl-samples img")
    assert images.count() > 10
    assert images.evaluate_all("all => all.every(image => image.naturalWidth > 0)")
    page.get_by_text(re.compile("k = [2-9] of 10")).wait_for()
    page.get_by_text("k = 10 of 10").wait_for()
    page.get_by_role("button", name="Start the first lesson").click()
    page.get_by_text("An easy shift").wait_for()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_text("Click a class that will lose").wait_for()  # a lesson asks before it plays
    expect(page.locator(".spl-samples")).to_have_count(0)
    assert page.troubles == []


def test_with_reduced_motion_it_rests_before_adaptation(browser, app_address):
    context = browser.new_context(reduced_motion="reduce", viewport=PROJECTOR)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(app_address)
    page.get_by_text("SPL").first.wait_for()
    expect(page.locator(".bar .text").first).to_have_text(BEFORE)
    page.wait_for_timeout(2500)
    expect(page.locator(".bar .text").first).to_have_text(BEFORE)
    assert page.get_by_role("button", name="Play (space)").is_visible()
    context.close()


def test_run_on_the_data_page_leads_to_the_picture(page, app_address):
    page.set_viewport_size(PROJECTOR)
    page.goto(f"{app_address}/data?data=moons&embedding=pca&T=3")
    page.get_by_role("heading", name="Data", exact=True).wait_for()
    run = page.get_by_test_id("stSidebar").get_by_role("button", name="Run", exact=True)
    expect(run).to_be_in_viewport(ratio=1)  # below the sliders, and yet in sight
    run.click()
    page.get_by_role("heading", name="Alignment", exact=True).wait_for()
    page.get_by_text("k = 3 of 3").wait_for()  # it plays
    assert page.troubles == []


@pytest.mark.parametrize("query", ["", f"{ICONS}&k=3", f"{ICONS}&k=3&lesson=icons", DIGITS])
def test_the_picture_its_numbers_and_the_track_fit_on_a_projector(browser, app_address, query):
    context = browser.new_context(viewport=PROJECTOR)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{app_address}/?{query}")
    play = page.get_by_role("button", name=re.compile(r"(Play|Pause) \(space\)"))
    track = page.get_by_role("slider", name="Iteration k")
    expect(track).to_have_attribute("max", "10", timeout=120_000)
    expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=120_000)
    for part in (play, track, *page.locator(".readout").all(), *page.locator(".wrap").all()):
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= PROJECTOR["height"]
    picture = page.locator(".wrap").first.bounding_box()
    assert picture["height"] > 0.4 * PROJECTOR["height"]
    context.close()


def test_the_picture_fills_a_wide_window(browser, app_address):
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{app_address}/?{ICONS}&k=3")
    expect(page.get_by_role("slider", name="Iteration k")).to_have_attribute(
        "max", "10", timeout=120_000
    )
    expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=120_000)
    for _ in range(20):  # the page may still be being laid out
        player = page.locator(".spl-player").bounding_box()
        right, bottom = player["x"] + player["width"], player["y"] + player["height"]
        if right > 1880 and 1000 < bottom <= 1080:
            break
        page.wait_for_timeout(500)
    assert right > 1880 and 1000 < bottom <= 1080
    context.close()


@pytest.mark.parametrize("query, slower", [("", 4), (f"{ICONS}&T=4", 1)])
def test_little_jumps_while_the_page_and_its_frames_arrive(browser, app_address, query, slower):
    context = browser.new_context(viewport=PROJECTOR)
    watch_shifts(context)
    page = context.new_page()
    slow = context.new_cdp_session(page)  # what comes later is drawn later: each step is seen
    slow.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.set_default_timeout(120_000)
    page.goto(f"{app_address}/?{query}")
    last = "4" if query else "10"
    expect(page.locator(".k")).to_have_text(f"k = {last} of {last}", timeout=120_000)  # it plays
    expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=120_000)
    assert_little_moved(page)
    context.close()


def test_the_apps_style_holds_while_streamlit_mounts_its_copy_anew(page, app_address):
    page.goto(f"{app_address}/data?data=moons")
    caption = page.get_by_test_id("stCaptionContainer").first
    caption.wait_for()
    expect(caption).to_have_css("opacity", "0.8")
    page.evaluate("document.querySelectorAll('body style').forEach((style) => style.remove())")
    expect(caption).to_have_css("opacity", "0.8")
    expect(page.get_by_test_id("stMainBlockContainer")).to_have_css("padding-left", "32px")
