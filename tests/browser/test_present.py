"""Present, and the room that the player takes; in Chromium."""

import pytest
from app_server import CHROMIUM  # beside this file
from player_driver import ask, do, picture, start, wait

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


def test_present_shows_only_the_picture_and_obeys_a_clicker(page, server):
    start(page, server)
    page.get_by_role("button", name="Present: only the frame (f)").click()
    wait(page, "p.presenting && p.root.clientWidth === innerWidth")
    assert page.locator(".spl-player .toolbar").is_hidden()
    for part in (".tools", ".picked"):
        assert page.locator(f".spl-player .legend {part}").is_hidden()
    legend = page.locator(".spl-player .legend")
    for words in ("source", "target", "ash", "date"):  # a key for those at the back
        assert words in legend.inner_text()
    size, beside = picture(page).bounding_box(), legend.bounding_box()
    assert size["width"] + beside["width"] > 0.95 * 1400 and size["height"] > 0.75 * 1000
    assert ask(page, "getComputedStyle(p.panes[0].over).outlineStyle") == "none"  # after a click
    assert ask(page, "parseFloat(getComputedStyle(p.root).fontSize)") >= 20
    page.keyboard.press("PageDown")
    wait(page, "p.clock.t === 1")
    page.keyboard.press("PageUp")
    wait(page, "p.clock.t === 0")
    page.keyboard.press("f")
    wait(page, "!p.presenting")
    page.locator(".spl-player .toolbar").wait_for()
    page.keyboard.press("f")
    wait(page, "p.presenting")
    page.keyboard.press("Escape")
    wait(page, "!p.presenting && !document.fullscreenElement")
    page.get_by_role("button", name="Present: only the frame (f)").focus()
    for _ in range(30):  # until the focus is in the picture
        page.keyboard.press("Tab")
        if ask(page, "p.panes[0].over.matches(':focus')"):
            break
    assert ask(page, "getComputedStyle(p.panes[0].over).outlineStyle") == "solid"
    assert page.troubles == []


def test_a_second_key_before_the_screen_is_full_or_left_is_obeyed(page, server):
    start(page, server)
    page.get_by_role("button", name="Present: only the frame (f)").click()
    wait(page, "p.presenting && document.fullscreenElement")
    for _ in range(6):
        page.keyboard.press("f")  # leaves
        page.keyboard.press("f")  # is presented again, while the full screen is still being left
        page.wait_for_timeout(500)
        wait(page, "p.presenting && document.fullscreenElement")
    page.keyboard.press("f")
    wait(page, "!p.presenting && !document.fullscreenElement")
    page.keyboard.press("f")
    page.keyboard.press("f")  # before it is full
    page.wait_for_timeout(500)
    wait(page, "!p.presenting && !document.fullscreenElement")
    assert page.troubles == []


def test_present_survives_that_the_player_is_mounted_anew_and_lies_over_everything(page, server):
    start(page, server)
    page.get_by_role("button", name="Present: only the frame (f)").click()
    wait(page, "p.presenting && p.root.clientWidth === innerWidth")
    do(
        page,
        """const { store, reporter, panes } = p;
        const parent = p.root.parentNode, Player = p.constructor;
        const data = { runs: panes.map((q) => q.run.header), k: 2 };
        const key = [...store.views.keys()].find((k) => store.views.get(k) === p.view);
        const css = p.root.querySelector(":scope > style");
        p.destroy();
        const next = new Player(parent, store, key, reporter.send);
        next.root.prepend(css);
        next.update(data);""",
    )
    wait(page, "p.presenting && p.root.popover === 'manual' && p.root.clientWidth === innerWidth")
    page.keyboard.press("Tab")
    picture(page).focus()
    page.keyboard.press("Escape")
    wait(page, "!p.presenting && p.root.popover === null")
    page.locator(".spl-player .toolbar").wait_for()


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_picture_numbers_and_track_are_seen_without_scrolling(page, server, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    start(page, server, "before=1")
    for part in (".wrap", ".readout", ".transport", ".curve"):
        box = page.locator(f".spl-player {part}").first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], part
    assert page.troubles == []


def test_a_changed_size_never_leaves_the_picture_empty(page, server):
    start(page, server)
    empty = do(
        page,
        """return new Promise((done) => {
          const q = p.panes[0];
          p.root.style.height = "500px";
          new ResizeObserver(() => setTimeout(() => {
            const { data } = q.ctx.getImageData(2, 2, 1, 1);
            done([q.canvas.height, data[0] === 0]);
          })).observe(q.wrap);
          p.schedule = () => {}; // a machine too busy for the next frame
        });""",
    )
    assert empty[0] < 450 and not empty[1]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (320, 256)])
def test_in_a_narrow_window_present_leaves_everything_in_reach(page, server, width, height):
    start(page, server)
    page.set_viewport_size({"width": width, "height": height})
    wait(page, "p.root.classList.contains('narrow')")
    page.get_by_role("button", name="Present: only the frame (f)").click()
    wait(page, "p.presenting && p.root.clientHeight === innerHeight")
    assert picture(page).bounding_box()["height"] >= 100
    scrub = page.locator(".spl-player .scrub")
    scrub.scroll_into_view_if_needed()
    box = scrub.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= height
    if height == 640:  # a phone: nothing needs to be scrolled
        assert ask(page, "p.root.scrollHeight <= p.root.clientHeight")
    page.keyboard.press("Escape")
    wait(page, "!p.presenting")
    assert page.troubles == []
