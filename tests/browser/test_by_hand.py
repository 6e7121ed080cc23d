"""Labels and samples left out by hand, in Chromium: click, give, propose, morph, undo."""

import re
import time

import pytest
from app_server import CHROMIUM  # beside this file
from playwright.sync_api import expect
from test_live import FIND, WATCH

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

QUICK = "?data=digits:uci,digits:mnist&d1=32&d2=16&T=3&embedding=pca&run=1&k=3"
# Target samples that a click at their place hits.
HIT = """(() => { const pane = player.panes[0]; const { nSource, n } = pane.run;
  for (let i = nSource; i < n; i++) { const [x, y] = pane.pixel(i);
    if (x > 40 && y > 60 && x < pane.width - 40 && y < pane.height - 40 && pane.at(x, y) === i)
      return [i - nSource, x, y]; } return null; })()"""


def _ask(page, expression):
    return page.evaluate(f"() => {{ {FIND} return {expression}; }}")


def _open(page, address):
    page.goto(f"{address}/{QUICK}")
    page.wait_for_function(f"() => {{ {FIND} return player?.panes[0]?.run.ready; }}")
    page.get_by_text("k = 3 of 3").wait_for()
    page.get_by_test_id("stProgress").wait_for(state="detached")


def _wait_for_hand(page, expression):
    """Until the run in the picture has been given this by hand."""
    page.wait_for_function(
        f"() => {{ {FIND} const hand = player?.panes[0]?.run.header.hand; return {expression}; }}"
    )


def test_a_label_is_given_in_the_picture_points_move_and_undo_takes_it_back(page, app_address):
    _open(page, app_address)
    row, x, y = _ask(page, HIT)
    picture = page.locator(".spl-player .over").first
    picture.click(position={"x": x, "y": y})
    form = page.locator(".label-form")
    form.get_by_role("combobox", name="Its class").wait_for()
    page.set_viewport_size({"width": 1366, "height": 768})  # also there nothing needs scrolling
    page.wait_for_function(
        f"""() => {{ {FIND} const bottom = (part) => player.root.querySelector(part)
        .getBoundingClientRect().bottom;
        return innerHeight === 768 && bottom(".label-form") <= bottom(".legend .sample"); }}"""
    )
    label = _ask(page, f"player.panes[0].run.pseudo[3][{row}]")
    other = (label + 1) % 10
    form.get_by_role("combobox").select_option(str(other))
    page.evaluate(WATCH)
    form.get_by_role("button", name="Give").click()
    page.wait_for_function("window.moved")
    steps = page.evaluate("window.moved")
    assert steps[0] < 0.5 * max(steps)  # they set out from where they were
    page.wait_for_url(re.compile(f"known={row}(:|%3A){other}"))
    assert _ask(page, f"player.panes[0].run.pseudo.map((labels) => labels[{row}])") == [other] * 4
    expect(page.locator(".readout").first).to_contain_text("labels given")
    in_legend = page.locator(".legend .mark").filter(visible=True)
    expect(in_legend.filter(has_text="label given by hand")).to_have_count(1)
    expect(in_legend.filter(has_text="left out of S_k")).to_have_count(0)
    page.get_by_text("1 label given by you").wait_for()
    page.get_by_test_id("stSidebarNav").get_by_text("Classes", exact=True).click()
    page.get_by_role("heading", name="Classes", exact=True).wait_for()
    page.get_by_test_id("stSidebarNav").get_by_text("Alignment", exact=True).click()
    page.get_by_text("1 label given by you").wait_for()  # it survives another page, and a reload
    page.reload()
    page.get_by_text("1 label given by you").wait_for()
    _wait_for_hand(page, "hand?.known.length === 1")
    page.get_by_role("button", name="Clear all labels").click()
    _wait_for_hand(page, "!hand")
    expect(in_legend.filter(has_text="label given by hand")).to_have_count(0)
    page.get_by_role("button", name="Undo").filter(visible=True).last.click()
    _wait_for_hand(page, "hand?.known.length === 1")
    assert page.troubles == []


def test_the_app_proposes_whom_to_ask_and_their_true_classes_are_given_on_a_click(
    page, app_address
):
    _open(page, app_address)
    page.get_by_text("By hand: give labels, or leave samples out").click()
    page.get_by_role("button", name="Ask about the least certain").click()
    page.get_by_text("3 chosen", exact=True).wait_for()
    assert "known" not in page.url
    page.get_by_role("button", name="Use their true classes").click()
    _wait_for_hand(page, "hand?.known.length === 3")
    page.get_by_text("3 labels given by you").wait_for()
    page.get_by_text(re.compile(r"Accuracy on the 1,997 others: .* points\)")).wait_for()
    assert page.troubles == []


def test_what_if_runs_on_a_click_and_answers_within_2_seconds(page, app_address):
    _open(page, app_address)
    page.get_by_text("By hand: give labels, or leave samples out").click()
    page.get_by_text("What if not", exact=True).click()
    page.get_by_role("button", name=re.compile(r"^Without these \d+$")).wait_for()
    page.wait_for_timeout(1000)
    start = time.monotonic()
    page.get_by_role("button", name=re.compile(r"^Without these \d+$")).click()
    answer = page.get_by_text(re.compile("because of it"))
    answer.wait_for()
    seconds = time.monotonic() - start
    print(f"what if not: {seconds:.2f} s")
    _wait_for_hand(page, "hand?.without.length > 0")
    page.locator(".legend .mark").get_by_text("left out of S_k").wait_for()
    page.get_by_role("button", name="Leave nothing out").click()
    answer.wait_for(state="detached")
    _wait_for_hand(page, "!hand")
    assert page.troubles == []
