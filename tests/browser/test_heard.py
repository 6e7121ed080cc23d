"""What a screen reader gets of the player: names, values, and no more news than there is.

Each piece of text that is new in the page is an event for it. What was tried by hand with Orca
stands in tests/README.md.
"""

import re

import pytest
from app_server import CHROMIUM  # beside this file
from player_driver import PLAYER, ask, do, picture, start, wait, wait_python

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
NEWS = """new MutationObserver((all) => { for (const m of all) {
  const [old, now] = [m.removedNodes, m.addedNodes].map((l) => [...l].map((n) => n.textContent));
  const live = m.target.closest?.("[aria-live], [role=status], output");
  if (now.length || m.target.data !== undefined) (live ? p.live : p.news).push(now.join());
  if (now.length && now.join() === old.join()) p.again.push(now.join());
} }).observe(p.root, { subtree: true, childList: true, characterData: true })"""


def test_each_iteration_is_heard_once_and_nothing_is_written_anew(page, server):
    start(page, server)
    picture(page).focus()
    wait_python(page, k=0)
    do(page, f"Object.assign(p, {{ news: [], again: [], live: [] }}); {NEWS};")
    for k in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        wait_python(page, k=k)
    live, news, again = (ask(page, f"p.{kind}") for kind in ("live", "news", "again"))
    assert [re.match(r"Iteration (\d)", words)[1] for words in live] == ["1", "2", "3"]
    assert again == [] and len(news) < 100


def test_the_frame_is_a_slider_that_is_silent_while_the_speaker_speaks(page, server):
    start(page, server)
    frame = page.get_by_role("slider", name="Space plays, arrow keys step")
    picture(page).focus()
    page.keyboard.press("ArrowRight")
    wait_python(page, k=1)
    told = [frame.get_attribute(f"aria-value{part}") for part in ("min", "now", "max", "text")]
    assert told == ["0", "1", "5", "k = 1 of 5"]
    page.keyboard.press("Space")
    page.wait_for_function(f"({PLAYER})().clock.k >= 2 && ({PLAYER})().clock.playing")
    assert frame.get_attribute("aria-valuetext") == "k = 1 of 5"
    page.keyboard.press("Space")
    wait(page, "!p.clock.playing && !p.clock.move")
    page.wait_for_function("(e) => e.ariaValueText !== 'k = 1 of 5'", arg=frame.element_handle())


def test_an_entry_of_the_legend_says_what_its_numbers_are(page, server):
    start(page, server)
    entry = page.locator(".spl-player .entries button").first
    assert re.fullmatch(r".+: \d+ source, \d+ target", entry.get_attribute("aria-label"))


def test_a_frame_that_plays_from_the_start_has_a_value(page, server):
    start(page, server)
    frame = page.get_by_role("slider", name="Space plays, arrow keys step")
    picture(page).focus()
    wait_python(page, k=0)
    for part in ("now", "text"):
        frame.evaluate(f"(e) => e.removeAttribute('aria-value{part}')")
    page.keyboard.press("Space")
    page.wait_for_function(f"({PLAYER})().clock.playing")
    page.wait_for_function("(e) => e.ariaValueText && e.ariaValueNow", arg=frame.element_handle())
    assert page.evaluate(f"({PLAYER})().clock.playing")


def test_the_legend_does_not_say_a_domain_twice(page, server):
    start(page, server)
    source = page.locator(".spl-player [title$='Show or hide the source samples']")
    assert source.get_attribute("aria-description") == "Show or hide the source samples"


def test_the_addresses_of_pictures_in_a_table_are_not_read_aloud(page, app_address):
    page.goto(f"{app_address}/data?data=icons:filled,icons:outline")
    cells = page.locator("canvas td").filter(has_text=re.compile("^data:image"))
    cells.first.wait_for(state="attached")
    drawn = cells.evaluate_all("(all) => all.map((td) => getComputedStyle(td).display)")
    assert set(drawn) == {"none"}
    heard = page.locator("canvas td").filter(has_text=re.compile("^home$")).first
    assert heard.evaluate("(td) => getComputedStyle(td).display") != "none"


def test_equations_and_their_symbols_have_words(page, app_address):
    page.goto(f"{app_address}/walkthrough?data=moons&T=2&run=1&k=1")
    page.get_by_role("heading", level=2, name="1. ").wait_for()
    equations = page.locator(".katex-display")
    equations.first.wait_for()
    words = page.locator("div.spl-heard")
    assert words.count() == equations.count()
    assert words.last.text_content().startswith("x tilde equals V transposed x, ")
    box = words.last.bounding_box()
    assert box["width"] <= 1 and box["height"] <= 1
    assert "x tilde" in page.locator("span.spl-heard").all_text_contents()


def test_pages_runs_and_studies_are_heard_to_begin_and_to_end(page, app_address):
    page.goto(f"{app_address}/selection?data=moons&T=2&d1=2")
    heard = page.locator("p.spl-heard")
    page.locator(".st-key-run_here button").click()
    heard.get_by_text("The run has ended: iterations 0 to 2 are there.").wait_for(state="attached")
    page.evaluate("() => { window.before = document.querySelector('p.spl-heard') }")
    page.get_by_role("link", name="Ablation").click()
    heard.get_by_text("Ablation page.").wait_for(state="attached")
    # The same element: only then are new words heard, and old ones not again.
    assert page.evaluate("() => window.before === document.querySelector('p.spl-heard')")
    page.get_by_role("button", name="Start", exact=True).press("Enter")
    heard.get_by_text("All 9 combinations are done.").wait_for(state="attached")
    page.wait_for_function("() => document.activeElement.matches('h1')")  # its button has gone
    assert set(heard.evaluate_all("(all) => all.map((e) => e.getAttribute('role'))")) == {"status"}
    page.locator("canvas td").filter(has_text=re.compile("^✓ yes$")).first.wait_for(
        state="attached"
    )
