"""The app in Chromium: run, watch, move, reload, share, cancel."""

import re

import pytest
from app_server import CHROMIUM, start_app, stop_app  # beside this file
from player_driver import PLAYER
from playwright.sync_api import expect

from spl.player.colorings import COLORINGS
from spl.ui.app.shell import PAGES

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
_NO_COLORING = re.compile("^(?!.*color_by=)")


def _sidebar(page):
    return page.get_by_test_id("stSidebar")


def _press_run(page):
    _sidebar(page).get_by_role("button", name="Run", exact=True).click()


def _wait_until_done(page):
    page.get_by_test_id("stProgress").wait_for(state="detached")
    page.get_by_text("k = 0 of").or_(page.get_by_text(re.compile(r"k = \d+ of"))).first.wait_for()


def _wait_for_k(page, k: int):
    """Until the app has heard of iteration k, and not only the player shows it."""
    page.wait_for_url(re.compile(rf"[?&]k={k}(&|$)"))


def _next_k(page, least: int) -> int:
    """The first iteration from `least` on of which the app has heard."""
    page.wait_for_function(
        "(least) => Number(new URL(location).searchParams.get('k')) >= least", arg=least
    )
    return int(page.evaluate("new URL(location).searchParams.get('k')"))


def _track(page):
    return page.get_by_role("slider", name="Iteration k")


def _slide(page, label: str, keys: str):
    slider = _sidebar(page).get_by_role("slider", name=label)
    slider.focus()
    page.keyboard.press(keys)


def test_icons_align_and_the_iteration_moves(page, app_address):
    page.goto(f"{app_address}/?data=icons:filled,icons:outline&d1=64&d2=32&T=5")
    _press_run(page)
    _wait_until_done(page)
    page.get_by_text("k = 5 of 5").wait_for()  # it plays to the end by itself
    _wait_for_k(page, 5)
    expect(page.locator(".readout").first).to_have_text(
        re.compile(r"SPL ?\d+\.\d %.*best without adaptation ?[\w -]+\d+\.\d %"),
        timeout=120_000,  # 1-NN and the SVM come last
    )
    page.get_by_role("button", name="Scores").click()
    page.get_by_test_id("stMetric").filter(has_text="SPL, k = 5").wait_for()
    page.keyboard.press("Escape")
    _track(page).focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("k = 4 of 5").wait_for()
    _wait_for_k(page, 4)
    assert page.troubles == []


LITTLE_FIRST = """
from spl.engine import headline
from spl.engine.settings import Settings
# Its first screen is computed as ever, but of few samples: these pages do not show it.
headline.Settings = lambda: Settings(data="moons", embedding="pca")
from spl.ui.app.server import main
main()
"""


@pytest.mark.parametrize("name", list(PAGES))
def test_every_page_opens_by_its_own_link_on_a_fresh_server(page, name):
    process, address = start_app(*(() if name == "alignment" else ("-c", LITTLE_FIRST)))
    try:
        page.goto(f"{address}/{name}?data=moons&embedding=pca&run=1&k=2")
        page.get_by_role("heading", name=PAGES[name], exact=True).wait_for()
        k = _sidebar(page).get_by_role("slider", name="k · iteration shown")
        (_track(page) if name == "alignment" else k).wait_for()  # one place on each page
        expect(k).to_have_count(0 if name == "alignment" else 1)
        assert _sidebar(page).get_by_text("moons").is_visible()
        assert "data=moons" in page.url
        assert page.troubles == []
    finally:
        stop_app(process)


def test_a_reload_finds_the_run_again_and_a_link_shows_the_same(page, browser, app_address):
    page.goto(f"{app_address}/?data=moons&embedding=pca&T=6")
    _press_run(page)
    _wait_until_done(page)
    _wait_for_k(page, 6)
    words = re.compile("best without adaptation")
    expect(page.locator(".readout").first).to_have_text(words, timeout=120_000)
    scores = page.locator(".readout").first.inner_text()
    page.reload()
    page.get_by_text("k = 6 of 6").wait_for()
    expect(page.locator(".readout").first).to_have_text(words, timeout=120_000)
    assert page.locator(".readout").first.inner_text() == scores
    other = browser.new_context().new_page()
    other.set_default_timeout(120_000)
    other.goto(page.url)
    other.get_by_text("k = 6 of 6").wait_for()
    expect(other.locator(".readout").first).to_have_text(words, timeout=120_000)
    assert other.locator(".readout").first.inner_text() == scores
    other.context.close()


def test_cancel_keeps_what_is_done_and_continue_ends_it(page, app_address):
    page.goto(
        f"{app_address}/?data=letters:handwriting,letters:serif&T=100&d1=256&d2=200&embedding=pca"
    )
    _press_run(page)
    _track(page).wait_for()  # something is done, and much is left
    page.get_by_role("button", name="Cancel", exact=True).click()
    page.get_by_text("Stopped.").wait_for()
    kept = int(re.search(r"Stopped. (\d+) of 101", page.get_by_test_id("stMain").inner_text())[1])
    assert 0 < kept < 101
    expect(_track(page)).to_have_attribute("max", str(kept - 1))
    page.get_by_role("button", name="Continue").click()
    _wait_until_done(page)
    expect(_track(page)).to_have_attribute("max", "100")
    assert page.troubles == []


def test_values_stay_over_page_changes(page, app_address):
    page.goto(f"{app_address}/?data=moons&embedding=pca")
    _slide(page, "T · iterations", "ArrowLeft")
    page.wait_for_url("**T=9**")
    for name in ("Matching", "Data", "Selection", "Alignment"):
        page.get_by_test_id("stSidebarNav").get_by_text(name, exact=True).click()
        page.get_by_role("heading", name=name, exact=True).wait_for()
        expect(_sidebar(page).get_by_role("slider", name="T · iterations")).to_have_value("9")


def _draw_around_the_middle(page):
    canvas, before = page.locator(".spl-player canvas:visible").first, None
    while (box := canvas.bounding_box()) != before:  # the page above it is still being laid out
        before = box
        page.wait_for_timeout(1500)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x - 250, y - 200)
    page.mouse.down()
    for dx, dy in ((250, -200), (250, 200), (-250, 200), (-250, -200)):
        page.mouse.move(x + dx, y + dy, steps=8)
    page.mouse.up()


def test_a_lasso_stays_after_play_rerun_and_page_change(page, app_address):
    page.goto(f"{app_address}/?data=moons&embedding=pca&run=1&T=4")
    _wait_for_k(page, 4)  # all iterations are there, and have been played
    page.get_by_role("button", name=re.compile("Lasso", re.I)).first.click()
    _draw_around_the_middle(page)
    heading = page.get_by_role("heading", name=re.compile(r"Chosen samples \([1-9]\d*\)"))
    heading.wait_for()
    found = heading.inner_text()
    page.keyboard.press("Space")
    page.get_by_text("k = 2 of 4").wait_for()
    _wait_for_k(page, 4)
    assert heading.inner_text() == found
    for name in ("Matching", "Alignment"):
        page.get_by_test_id("stSidebarNav").get_by_text(name, exact=True).click()
        page.get_by_role("heading", name=name, exact=True).wait_for()
    heading.wait_for()
    assert heading.inner_text() == found
    assert page.troubles == []


def test_back_returns_to_the_page_before_however_often_the_link_changed(page, app_address):
    page.goto(f"{app_address}/?data=moons&embedding=pca")
    for name in ("Matching", "Selection"):
        for _ in range(2):
            _slide(page, "T · iterations", "ArrowLeft")
        page.wait_for_url("**T=**")
        page.get_by_test_id("stSidebarNav").get_by_text(name, exact=True).click()
        page.get_by_role("heading", name=name, exact=True).wait_for()
    for name in ("Matching", "Alignment"):
        page.go_back()
        page.get_by_role("heading", name=name, exact=True).wait_for()
    expect(_sidebar(page).get_by_role("slider", name="T · iterations")).to_have_value("6")
    assert page.troubles == []


def test_all_pages_follow_the_iteration_that_plays(page, app_address):
    page.goto(f"{app_address}/?data=moons&embedding=pca&run=1&T=20")
    k = _sidebar(page).get_by_role("slider", name="k · iteration shown")
    expect(_track(page)).to_have_attribute("max", "20", timeout=120_000)  # all are there
    page.get_by_role("button", name="First iteration (Home)").click()
    page.get_by_role("button", name="Play (space)").click()
    heard = [_next_k(page, least) for least in (2, 3)]  # while it plays; a busy app may skip some
    assert page.get_by_role("button", name="Pause (space)").is_visible()
    note = f"() => {{ window.at = ({PLAYER})().clock.k; }}"
    page.evaluate(f"window.addEventListener('pointerdown', {note}, true)")
    page.get_by_test_id("stSidebarNav").get_by_text("Matching", exact=True).click()
    page.get_by_role("heading", name="Matching", exact=True).wait_for()
    at = page.evaluate("window.at")  # where the player was as Matching was clicked
    assert at >= max(heard)
    expect(k).to_have_value(re.compile(f"^({at - 1}|{at})$"))
    page.wait_for_timeout(2000)  # and stays there: what the player tells late undoes nothing
    assert page.get_by_role("heading", name="Matching", exact=True).is_visible()
    left = k.input_value()
    assert int(left) in (at - 1, at)
    page.go_back()  # the player rests where it was left
    page.get_by_text(f"k = {left} of 20").wait_for()
    assert f"k={left}" in page.url
    assert page.get_by_role("button", name="Play (space)").is_visible()
    assert page.troubles == []


def test_moving_a_slider_cancels_the_run_that_is_on(page, app_address):
    page.goto(f"{app_address}/?data=letters:serif,letters:handwriting&T=10&live=off")
    _press_run(page)
    page.get_by_role("button", name="Cancel", exact=True).wait_for()
    _slide(page, "T · iterations", "ArrowLeft")
    _sidebar(page).get_by_role("button", name="Run again with these settings").wait_for()
    page.get_by_role("button", name="Cancel", exact=True).wait_for(state="detached")
    assert page.troubles == []


WITHOUT_PLAYER = """
from spl.ui.shared import player
player.available = lambda: False  # as where Streamlit lacks v2 components
from spl.ui.app.server import main
main()
"""


def test_where_the_component_cannot_run_a_figure_takes_its_place_and_follows_k(page):
    process, address = start_app("-c", WITHOUT_PLAYER)
    try:
        page.goto(f"{address}/?data=moons&embedding=pca&run=1&T=3&k=1")
        page.get_by_text("The player cannot run in this browser").wait_for()
        figure = page.locator(".js-plotly-plot").first
        figure.get_by_text("iteration k = 1").wait_for()
        _slide(page, "k · iteration shown", "ArrowRight")
        figure.get_by_text("iteration k = 2").wait_for()
        assert page.locator(".spl-player").count() == 0
        assert page.troubles == []
    finally:
        stop_app(process)


def test_each_colouring_is_found_again_after_a_reload(page, app_address):
    page.goto(f"{app_address}/explore?data=moons&T=3")
    page.get_by_role("button", name="Start").click()
    page.get_by_text("The settings vote.").wait_for()  # which is one of the colourings
    page.get_by_text("all finished").wait_for()
    page.goto(f"{app_address}/?data=moons&embedding=pca&T=3&run=1")
    choice = page.get_by_role("combobox", name="Colour by")
    choice.wait_for()
    _wait_until_done(page)
    for key in reversed(COLORINGS):  # "class", with which a page begins, comes last
        choice.select_option(key)
        page.wait_for_url(re.compile(rf"color_by={key}") if key != "class" else _NO_COLORING)
        page.reload()
        expect(choice).to_have_value(key)
    assert page.troubles == []


def test_a_link_to_the_vote_without_a_sweep_says_what_to_do(page, app_address):
    page.goto(f"{app_address}/?data=matching+differs&embedding=pca&T=3&run=1&color_by=vote")
    choice = page.get_by_role("combobox", name="Colour by")
    expect(choice).to_have_value("class")
    page.get_by_text("needs a sweep over these data").wait_for()
    assert "color_by=vote" in page.url
    assert page.troubles == []
