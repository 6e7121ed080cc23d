"""The frame before adaptation: track, colours, readout, legend; in Chromium."""

import numpy as np
import pytest
from app_server import CHROMIUM  # beside this file
from player_app import played
from player_driver import (
    PLAYER,
    ask,
    at,
    drag,
    inside,
    on_screen,
    picture,
    rest_at,
    start,
    wait,
    wait_python,
)
from playwright.sync_api import expect

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


def test_the_track_begins_before_adaptation_and_its_colours_become_those_of_classes(page, server):
    start(page, server, "before=1")
    picture(page).focus()
    page.keyboard.press("Home")
    wait_python(page, k=-1)
    slider = page.get_by_role("slider", name="Iteration k")
    assert slider.get_attribute("min") == "-1"
    assert slider.get_attribute("aria-valuetext") == "before adaptation"
    page.get_by_text("1-NN before adaptation", exact=True).wait_for()
    page.get_by_text("46.9 %", exact=True).wait_for()
    assert ask(page, "p.panes[0].coloring.mode") == "domain"
    source, target = ask(page, "p.panes[0].sheet.colors.filter((_, i) => i === 0 || i === 3)")
    rest_at(page, -0.5)
    halfway = ask(page, "p.panes[0].sheet.colors.slice(0, 2)")
    rest_at(page, 0)
    classes = ask(page, "p.panes[0].sheet.colors.slice(0, 2)")
    assert ask(page, "p.panes[0].coloring.mode") == "class" and classes[0] == classes[1]
    for now, domain in zip(halfway, (source, target), strict=True):
        np.testing.assert_allclose(now, (np.array(domain) + classes[0]) / 2)
    assert page.troubles == []


def test_playing_from_the_end_starts_before_adaptation(page, server):
    start(page, server, "before=1")
    picture(page).focus()
    page.keyboard.press("End")
    wait(page, "p.clock.t === 5")
    page.keyboard.press("Space")
    wait(page, "p.clock.playing && p.clock.t < 0")
    wait(page, "p.clock.playing && p.clock.t > 0.2")
    assert page.troubles == []


def test_before_adaptation_one_can_hover_and_lasso(page, server):
    start(page, server, "before=1")
    picture(page).focus()
    page.keyboard.press("Home")
    wait_python(page, k=-1)
    pixels = on_screen(page)
    i = int(np.argmax(pixels[100:, 0])) + 100
    page.mouse.move(*at(picture(page).bounding_box(), pixels[i]))
    card = page.locator(".spl-player .card")
    card.wait_for(state="visible")
    assert f"t{i - 100}" in card.inner_text() and "none before adaptation" in card.inner_text()
    page.keyboard.press("l")
    polygon = drag(page, [(0.02, 0.1), (0.5, 0.1), (0.5, 0.95), (0.02, 0.95)])
    wanted = np.flatnonzero(inside(pixels, polygon)).tolist()
    assert 50 < len(wanted) < 150
    wait_python(page, chosen=wanted, k=-1)
    assert page.troubles == []


def test_a_compared_run_without_that_frame_waits_at_its_first(page, server):
    start(page, server, "before=1&compare=1")
    wait(page, "p.panes.every((q) => q.positions)")
    picture(page).focus()
    page.keyboard.press("Home")
    wait_python(page, k=-1)
    assert ask(page, "p.panes.map((q) => q.k)") == [-1, 0]
    page.get_by_text("Left, before adaptation of 5").wait_for()
    assert page.troubles == []


def test_a_saved_page_has_the_frame_before_adaptation(page, tmp_path):
    from spl.player.export import standalone_html

    path = tmp_path / "run.html"
    path.write_text(standalone_html(played(before=True), "Run"), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_function(f"({PLAYER})()?.panes[0]?.positions?.length > 0")
    page.keyboard.press("Home")
    wait(page, "p.panes[0].k === -1")
    page.get_by_text("before adaptation", exact=True).first.wait_for()


def test_the_readout_says_in_words_whether_the_picture_is_true(page, server):
    start(page, server, "before=1")
    words = page.locator(".spl-player .facts-line").inner_text().replace("\n", " ")
    assert "correct class nearby: 70 %, in the subspace 66 %" in words
    assert "1,341 will change their nearest class: 24 % are already drawn there" in words
    assert "cross-domain neighbours 0 % (mixed " in words
    page.get_by_text("How to read", exact=True).click()
    table = page.locator(".spl-player .readout table")
    expect(table).to_contain_text("An ordinary t-SNE has 10 to 45 %")
    rest_at(page, -1)  # the menu follows, and stays open
    expect(table).to_contain_text("1-NN before adaptation")
    start(page, server)  # a run whose frames have no such numbers
    assert "nearby" not in page.locator(".spl-player .readout").inner_text()
    page.get_by_text("How to read", exact=True).click()
    page.get_by_text("PCA: a flat shadow").wait_for()
    assert page.troubles == []


@pytest.mark.parametrize("query", ["before=1", "before=1&compare=1"])
def test_the_readout_has_two_lines_on_a_projector(page, server, query):
    page.set_viewport_size({"width": 1366, "height": 768})
    start(page, server, query)
    for box in (e.bounding_box() for e in page.locator(".spl-player .readout").all()):
        assert box["height"] < 50
    tops = "(q) => new Set([...q.readout.lines.querySelectorAll('.item')].map((e) => e.offsetTop))"
    assert all(n >= 1 for n in ask(page, f"p.panes.map({tops}).map((lines) => lines.size)"))
    for item in page.locator(".spl-player .item", has_text="SPL").all():
        assert item.is_visible()
    assert page.troubles == []


def test_the_legend_changes_from_domains_to_classes_as_the_picture_does(page, server):
    start(page, server, "before=1")
    entries = page.locator(".spl-player .legend .entries")
    signs = "p.legend.domains.map((b) => getComputedStyle(b.firstChild).color)"
    rest_at(page, -1)
    assert entries.is_hidden()
    source, target = ask(page, signs)
    assert source != target
    rest_at(page, -0.5)
    assert entries.is_visible()
    assert ask(page, "Number(getComputedStyle(p.legend.listed).opacity)") == 0.5
    rest_at(page, 0)
    assert ask(page, "Number(getComputedStyle(p.legend.listed).opacity)") == 1
    assert len(set(ask(page, signs))) == 1
    assert page.troubles == []
