"""The player's gestures in Chromium: inside Streamlit, and as a saved page from disk."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from app_server import CHROMIUM  # beside this file
from player_app import made
from player_driver import (
    PLAYER,
    ask,
    at,
    do,
    drag,
    inside,
    on_screen,
    picture,
    python_side,
    start,
    wait_python,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


@pytest.fixture
def page(browser):
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.errors = []
    page.on("pageerror", lambda e: page.errors.append(str(e)))
    page.on("console", lambda m: page.errors.append(m.text) if m.type == "error" else None)
    yield page
    errors = page.errors
    page.close()
    assert errors == []


LASSO = [(0.3, 0.2), (0.7, 0.25), (0.72, 0.8), (0.5, 0.5), (0.28, 0.75)]


def test_play_advances_and_stops_at_the_end(page, server):
    start(page, server)
    page.get_by_role("button", name="Play (space)").click()
    page.wait_for_function(f"({PLAYER})().clock.t > 0.2")
    assert ask(page, "p.clock.playing")
    page.get_by_role("button", name="Pause (space)").click()
    page.wait_for_function(f"!({PLAYER})().clock.playing && !({PLAYER})().clock.move")
    k = ask(page, "p.clock.k")
    assert k >= 1 and ask(page, "p.clock.t") == k
    wait_python(page, k=k)


def test_a_mouse_that_moves_before_new_frames_are_drawn_is_no_error(page, server):
    start(page, server)
    do(page, "p.panes[0].coloring = null; p.panes[0].setHover(5, 100, 100);")
    do(page, "p.redraw();")
    page.wait_for_function(f"({PLAYER})().panes[0].coloring")


def test_a_long_name_takes_no_width_from_the_picture(page, server):
    start(page, server)
    room = "[p.panes[0].root.clientWidth, p.legend.root.clientWidth, p.legend.root.scrollWidth]"
    before = ask(page, room)
    do(page, "const name = 'long name '.repeat(30); const { entries } = p.panes[0].coloring;"
       "entries[0].label = 'W'.repeat(300); entries[1].label = `${name}, part 12`;"
       "p.panes[0].run.targetName = 'W'.repeat(300); p.legend.update();")  # fmt: skip
    assert ask(page, room) == before
    for place, end in ((0, "WW"), (1, "part 12")):
        label = page.locator(".spl-player .entries .label").nth(place)
        assert re.fullmatch(rf".+….*{end}", label.inner_text())
        assert label.evaluate("e => e.scrollWidth <= e.clientWidth")
        assert len(label.get_attribute("title")) >= 300
    assert len(page.locator(".spl-player .domain").last.get_attribute("title")) > 300
    do(page, "p.panes[0].run.classes.fill('W'.repeat(300)); p.panes[0].setHover(150, 300, 300);")
    do(page, "p.redraw();")
    card = page.locator(".spl-player .card")
    assert "W" * 300 in card.inner_text()
    wide, high, room = card.evaluate("e => [e.scrollWidth, e.scrollHeight, e.clientWidth]")
    assert wide == room and high < 450


def test_keys_step_scrub_zoom_and_choose(page, server):
    start(page, server)
    picture(page).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    wait_python(page, k=2)
    page.keyboard.press("ArrowLeft")
    wait_python(page, k=1)
    page.keyboard.press("End")
    wait_python(page, k=5)
    spoken = ask(page, "p.deck.root.querySelector('[aria-live]').textContent")
    assert spoken.startswith("Iteration 5 of 5. S_k has ")
    page.keyboard.press("Home")
    wait_python(page, k=0)
    page.keyboard.press("+")
    page.wait_for_function(f"({PLAYER})().view.camera.zoom > 1.2")
    for _ in range(14):
        page.keyboard.press("+")
    in_sight = f"({PLAYER})().panes[0]"
    in_sight = f"(p => p.at(p.width / 2, p.height / 2, p.height / 2) >= 0)({in_sight})"
    page.wait_for_function(f"({PLAYER})().view.camera.zoom > 20 && {in_sight}")
    page.keyboard.press("0")
    page.wait_for_function(f"({PLAYER})().view.camera.zoom === 1")
    page.keyboard.press("c")
    wait_python(page, color_by="truth")
    page.get_by_role("button", name="wrong").click()  # "SPL 83.8 %, 175 wrong"
    wait_python(page, color_by="correct")
    page.keyboard.press("Enter")  # the button keeps the focus while its line is drawn anew
    wait_python(page, color_by="class")
    picture(page).focus()
    page.keyboard.press("Space")
    page.wait_for_function(f"({PLAYER})().clock.t > 0")


def test_scrub_by_mouse_and_by_keys_on_the_slider(page, server):
    start(page, server)
    slider = page.get_by_role("slider", name="Iteration k")
    box = slider.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2)
    wait_python(page, k=3)
    page.keyboard.press("ArrowRight")
    wait_python(page, k=4)
    assert slider.get_attribute("aria-valuetext") == "k = 4 of 5"


def test_lasso_takes_exactly_the_points_inside_and_they_stay(page, server):
    start(page, server)
    picture(page).focus()
    page.keyboard.press("l")
    expected_points = on_screen(page)
    polygon = drag(page, LASSO)
    wanted = np.flatnonzero(inside(expected_points, polygon)).tolist()
    assert 10 < len(wanted) < 100
    wait_python(page, chosen=wanted)
    page.keyboard.press("End")
    wait_python(page, chosen=wanted, k=5)
    page.get_by_role("button", name="Rerun").click()
    wait_python(page, chosen=wanted, reruns=1)
    page.get_by_text("Other page", exact=True).click()
    page.get_by_text("Nothing here").wait_for()
    page.get_by_text("Player page", exact=True).click()
    page.wait_for_function(f"({PLAYER})()?.pickCount === {len(wanted)}", timeout=20000)
    wait_python(page, chosen=wanted, k=5)


def test_click_shift_click_box_and_escape(page, server):
    start(page, server)
    box = picture(page).bounding_box()
    pixels = on_screen(page)
    order = np.argsort(pixels[:, 0])
    a, b = int(order[0]), int(order[-1])  # at the rim: nothing beside them
    page.mouse.click(*at(box, pixels[a]))
    wait_python(page, chosen=[a])
    page.keyboard.down("Shift")
    page.mouse.click(*at(box, pixels[b]))
    page.keyboard.up("Shift")
    wait_python(page, chosen=sorted([a, b]))
    page.keyboard.press("b")
    corners = drag(page, [(0.4, 0.4), (0.6, 0.7)])
    (x0, y0), (x1, y1) = corners
    within = (pixels > [x0, y0]).all(axis=1) & (pixels < [x1, y1]).all(axis=1)
    wait_python(page, chosen=np.flatnonzero(within).tolist())
    page.keyboard.press("Escape")  # puts the tool down
    page.keyboard.press("Escape")
    wait_python(page, chosen=[])


def test_wheel_zooms_and_drag_pans_and_the_camera_reaches_python(page, server):
    start(page, server)
    box = picture(page).bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 150)
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"({PLAYER})().view.camera.zoom > 1.3")
    before = ask(page, "p.view.camera.x")
    drag(page, [(0.5, 0.5), (0.7, 0.5)])
    assert ask(page, "p.view.camera.x") < before
    page.wait_for_timeout(1200)
    assert python_side(page)["camera"]["zoom"] > 1.3
    page.get_by_role("button", name="Rerun").click()
    wait_python(page, reruns=1)
    assert ask(page, "p.view.camera.zoom") > 1.3


def test_scrolling_the_page_over_a_resting_pointer_does_not_zoom(page, server):
    page.set_viewport_size({"width": 1000, "height": 500})
    start(page, server)
    box = picture(page).bounding_box()
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    x, y = box["x"] + 200, picture(page).bounding_box()["y"]
    page.mouse.move(x, y - 30)  # above the picture
    page.mouse.wheel(0, 90)
    page.wait_for_function(
        f"() => ({PLAYER})().panes[0].over.getBoundingClientRect().y < {y - 60}"
    )  # now it lies below the pointer
    page.wait_for_timeout(300)
    page.mouse.wheel(0, 90)
    page.wait_for_timeout(300)
    assert ask(page, "p.view.camera.zoom") == 1
    page.mouse.move(x + 5, y - 20)
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"({PLAYER})().view.camera.zoom > 1.3")


def test_hover_shows_the_sample_and_its_history(page, server):
    start(page, server)
    box = picture(page).bounding_box()
    pixels = on_screen(page)
    i = int(np.argmax(pixels[100:, 0])) + 100  # a target sample at the rim
    page.mouse.move(*at(box, pixels[i]))
    card = page.locator(".spl-player .card")
    card.wait_for(state="visible")
    assert f"t{i - 100}" in card.inner_text()
    for words in ("true label", "pseudo-label, k = 0", "nearest prototype", "matched"):
        assert words in card.inner_text()
    assert card.locator(".cell").count() == 6 and card.locator("canvas").count() == 1


def test_the_card_tells_the_prototype_from_the_cluster(page, server):
    start(page, server)
    pair, states, *_ = made()
    matched = states[0].matching[states[0].cluster_labels]
    j = int(np.flatnonzero(states[0].ncp_labels != matched)[0])
    page.evaluate(f"() => ({PLAYER})().panes[0].setHover({100 + j}, 50, 50)")
    rows = page.locator(".spl-player .card .row").all_inner_texts()
    said = {row.split("\n")[0]: row.split("\n")[-1] for row in rows}
    names = pair.class_names
    assert said["nearest prototype"] == names[states[0].ncp_labels[j]]
    cluster = f"cluster {states[0].cluster_labels[j]} matched"
    assert said[cluster] == names[matched[j]]


def test_hover_shows_a_sample_that_has_no_picture(page, server):
    start(page, server)
    i = int(np.argmin(on_screen(page)[:100, 0]))  # a source sample at the rim
    page.mouse.move(*at(picture(page).bounding_box(), on_screen(page)[i]))
    card = page.locator(".spl-player .card")
    card.wait_for(state="visible")
    text = card.inner_text()
    assert f"sample {i}" in text and "true label" in text
    assert "null" not in text and card.locator("canvas").count() == 0


def test_legend_switches_off_and_isolates(page, server):
    start(page, server)
    entry = page.locator(".spl-player .entries button").first
    shown = "p.panes[0].shown.reduce((a, b) => a + b, 0)"
    entry.click()
    page.wait_for_function(f"(() => {{ const p = ({PLAYER})(); return {shown} < 200; }})()")
    left = ask(page, shown)
    entry.click()
    page.wait_for_function(f"(() => {{ const p = ({PLAYER})(); return {shown} === 200; }})()")
    entry.click(modifiers=["Alt"])
    page.wait_for_function(
        f"(() => {{ const p = ({PLAYER})(); return {shown} === {200 - left}; }})()"
    )


def test_a_long_card_leaves_the_number_of_chosen_samples_above_the_track(page, server):
    page.set_viewport_size({"width": 1280, "height": 900})
    start(page, server)
    page.mouse.click(*at(picture(page).bounding_box(), ask(page, "p.panes[0].pixel(105)")))
    picked = page.locator(".spl-player .picked")
    picked.get_by_text("1 chosen").wait_for()
    picked = picked.bounding_box()
    track = page.locator(".spl-player .transport").bounding_box()
    assert picked["y"] + picked["height"] <= track["y"]


def test_python_changes_k_and_the_chosen_samples(page, server):
    start(page, server)
    page.get_by_role("button", name="k = 4 and rows 1, 150").click()
    page.wait_for_function(f"({PLAYER})().clock.k === 4 && ({PLAYER})().pickCount === 2")
    assert ask(page, "[...p.picks.keys()].filter((i) => p.picks[i])") == [1, 150]


def test_rerun_while_playing_disturbs_nothing(page, server):
    start(page, server)
    page.get_by_role("button", name="Play (space)").click()
    page.wait_for_function(f"({PLAYER})().clock.t > 0.5")
    page.get_by_role("button", name="Rerun").click()
    wait_python(page, reruns=1)
    assert ask(page, "p.clock.playing && p.clock.t > 0.5")


@pytest.mark.parametrize("other_player", [False, True])
def test_a_rerun_that_overtakes_another_does_not_end_the_player(page, server, other_player):
    start(page, server)
    found = page.evaluate(
        f"""(keys) => {{
        const header = ({PLAYER})().panes[0].run.header, div = document.createElement("div");
        const call = (key) => globalThis.__splPlayer.component(
            {{ data: {{ runs: [header], key, k: 0, height: 300 }}, parentElement: div }});
        const there = () => div.querySelectorAll(".spl-player").length;
        document.body.append(div);
        const first = call(keys[0]), second = call(keys[1]);
        first(); // Streamlit ends the earlier rerun after it has called for the later one
        const overtaken = there(), third = call(keys[1]);
        const again = there();
        second();
        third(); // the latest call of a place that is still in the page
        const kept = there();
        div.remove();
        third();
        return [overtaken, again, kept, there()];
    }}""",
        ["one", "two" if other_player else "one"],
    )
    assert found == [1, 1, 1, 0]


def test_selecting_while_playing_keeps_playing(page, server):
    start(page, server)
    page.get_by_role("button", name="Play (space)").click()
    page.wait_for_function(f"({PLAYER})().clock.t > 0.2")
    page.evaluate(f"() => {{ const p = ({PLAYER})(); p.search('t3'); }}")
    wait_python(page, chosen=[103])
    assert ask(page, "p.clock.playing || p.clock.t === 5")
    assert ask(page, "p.clock.t > 0.2")


def test_search_selects_a_class(page, server):
    start(page, server)
    page.get_by_role("searchbox").fill("birch")
    page.keyboard.press("Enter")
    pair, states, *_ = made()
    said = np.concatenate([pair.ys, states[0].pseudo_labels])
    true = np.concatenate([pair.ys, pair.yt])
    assert (said != true).any()
    wait_python(page, chosen=np.flatnonzero((said == 1) | (true == 1)).tolist())


@pytest.mark.parametrize("kind, start_of_file", [("PNG", b"\x89PNG"), ("SVG", b"<svg")])
def test_save_picture(page, server, kind, start_of_file):
    start(page, server)
    page.get_by_text("Save", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name=f"Frame as {kind}").click()
    content = Path(download.value.path()).read_bytes()
    assert content.startswith(start_of_file) and len(content) > 5000


def test_compared_players_share_clock_camera_and_chosen_samples(page, server):
    start(page, server, "compare=1")
    page.wait_for_function(f"({PLAYER})().panes.every((q) => q.positions)")
    picture(page).focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"({PLAYER})().clock.t === 1")
    assert ask(page, "p.panes.map((q) => q.k)") == [1, 1]
    page.get_by_role("button", name="Play (space)").click()
    for _ in range(10):
        page.wait_for_timeout(60)
        a, b = ask(page, "p.panes.map((q) => q.t)")
        assert a == b
    titles = page.locator(".spl-player .title").all_inner_texts()
    assert len(set(titles)) == 2
    page.keyboard.press("End")
    k = ask(page, "p.clock.last")
    page.get_by_text(f"Left, k = {k} of {k} · d1=").wait_for()
    page.get_by_text(f"Right, k = {k} of {k} · d1=").wait_for()
    counts = page.locator(".spl-player .entry .count").all_inner_texts()
    assert counts and all(len(text.split(" · ")) == 2 for text in counts)


def test_reduced_motion_never_shows_in_between(browser, server):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    start(page, server)
    page.get_by_role("button", name="Play (space)").click()
    for _ in range(12):
        page.wait_for_timeout(100)
        t = ask(page, "p.clock.t")
        assert t == round(t)
    context.close()


def test_buttons_are_large_and_named(page, server):
    start(page, server)
    small = ask(
        page,
        "[...p.root.querySelectorAll('button, select, summary')].filter((e) => e.offsetWidth && "
        "(e.offsetHeight < 24 || e.offsetWidth < 24)).map((e) => e.outerHTML)",
    )
    assert small == []
    unnamed = ask(
        page,
        "[...p.root.querySelectorAll('button, select, input, summary')].filter((e) => "
        "!(e.getAttribute('aria-label') || e.textContent || e.closest('label'))).length",
    )
    assert unnamed == 0


def test_theme_change_repaints(browser, server):
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    start(page, server)
    assert ask(page, "p.theme") == "dark"
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"({PLAYER})().theme === 'light'", timeout=10000)
    assert ask(page, "p.css.background") == [255, 255, 255]
    context.close()


def test_saved_page_plays_from_disk(page, tmp_path):
    from spl.player.export import standalone_html
    from spl.player.playback import playback

    pair, states, frames, params = made()
    path = tmp_path / "run.html"
    path.write_text(
        standalone_html(playback(pair, states, frames, params=params), "Run"), encoding="utf-8"
    )
    requests = []
    page.on("request", lambda r: requests.append(r.url))
    page.goto(path.as_uri())
    page.wait_for_function(f"({PLAYER})()?.panes[0]?.positions?.length > 0")
    page.get_by_role("button", name="Play (space)").click()
    page.wait_for_function(f"({PLAYER})().clock.t > 0.3")
    assert all(url.startswith(("file:", "blob:", "data:")) for url in requests)
