"""What a rerun must not disturb, and what goes to Python and comes back; in Chromium."""

import pytest
from app_server import CHROMIUM  # beside this file
from player_driver import do, picture, start, wait, wait_python

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


def test_a_late_echo_of_k_does_not_stop_it(page, server):
    start(page, server)
    picture(page).focus()
    page.keyboard.press("Space")
    wait_python(page, k=2)
    wait(page, "p.clock.playing && p.clock.t > 2")
    playing = do(
        page,
        """const runs = p.panes.map((q) => q.run.header);
        p.update({ runs, k: 1, color_by: "class" }); // what a slow rerun still had to say
        return p.clock.playing && p.clock.t > 2;""",
    )
    assert playing
    wait_python(page, k=5)
    page.wait_for_timeout(500)  # the echo of 5
    page.get_by_role("button", name="k = 4 and rows 1, 150").click()  # at rest it is news
    wait(page, "p.clock.t === 4")
    assert page.troubles == []


def test_a_slow_remount_does_not_stop_it(page, server):
    start(page, server)
    picture(page).focus()
    page.keyboard.press("Space")
    wait(page, "p.clock.playing && p.clock.t > 1")
    do(
        page,
        """const runs = p.panes.map((q) => q.run.header);
        const parent = p.root.parentNode;
        const style = p.root.querySelector("style");
        p.destroy();
        globalThis.remount = () => {
          const q = new p.constructor(parent, p.store, "player", () => {});
          q.root.prepend(style);
          q.update({ runs, k: 0, color_by: "class" });
        };""",
    )
    page.wait_for_timeout(1600)  # a busy server takes as long
    page.evaluate("globalThis.remount()")
    wait(page, "p.clock.playing && p.clock.t < 4")
    wait(page, "p.clock.t === 5")
    assert page.troubles == []


def test_what_is_shown_goes_to_python_and_comes_back_with_a_link(page, server):
    start(page, server)
    page.get_by_text("Show", exact=True).click()
    page.get_by_text("Names of the classes").click()
    page.get_by_text("The sample nearest to each class prototype").click()
    wait_python(page, shown="lines,classes,thumbnails,trails,selected,changed")
    start(page, server, "shown=classes,selected")
    wait(page, "p.view.overlays.classes && !p.view.overlays.names && !p.view.marks.changed")
    page.get_by_text("Show", exact=True).click()
    box = page.get_by_role("checkbox", name="The sample nearest to each class prototype")
    assert box.is_checked()
    assert not page.get_by_role("checkbox", name="Names of the classes").is_checked()
    assert page.troubles == []
