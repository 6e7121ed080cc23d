"""In Chromium: from a line of a table to its samples, and on to the other pages."""

import re

import pytest
from app_server import CHROMIUM  # beside this file

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

RUN = "data=gaussian&d1=5&d2=3&T=2&embedding=pca&run=1&k=2"
ROW = 35  # pixels of a table's line; the head is as high
BOX = 18  # the middle of the column of boxes, from the left


def _said(table, column: int, row: int) -> str:
    """What a cell of a table on a canvas says, as screen readers get it."""
    return table.get_by_test_id(f"glide-cell-{column}-{row}").text_content()


def _choose_line(page, table, row: int) -> None:
    """Tick a line's box, which is drawn on a canvas."""
    canvas, box, before = table.get_by_test_id("data-grid-canvas"), None, None
    while box is None or box != before:  # what is above it is still being laid out
        before = box
        canvas.evaluate("table => table.scrollIntoView({block: 'center'})")
        page.wait_for_timeout(500)
        box = canvas.bounding_box()
    page.mouse.click(box["x"] + BOX, box["y"] + ROW * (row + 1) + ROW / 2)


def test_a_line_of_the_classes_table_shows_its_samples(page, app_address):
    page.goto(f"{app_address}/classes?{RUN}")
    page.get_by_text("Choose a line to see the samples labelled as its class.").wait_for()
    page.get_by_test_id("stProgress").wait_for(state="detached")
    table = page.locator(".st-key-classes_2")
    page.get_by_role("heading", name="Chosen samples (0)").wait_for()
    for row in (1, 3):
        _choose_line(page, table, row)
        name, n = _said(table, 1, row), _said(table, 2, row)
        page.get_by_role("heading", name=f"Chosen samples ({n})").wait_for()
        page.get_by_text(f"Chosen by: labelled {name} at k = 2.").wait_for()
    page.get_by_text(re.compile(r"^Target sample \d+$")).wait_for()
    assert page.troubles == []


def test_a_sample_stays_explained_over_samples_and_pages(page, app_address):
    page.goto(f"{app_address}/lessons?{RUN}")
    page.get_by_text("One sample at k = 2", exact=True).click()
    number = page.get_by_role("spinbutton", name="Number of the sample")
    number.fill("4")
    number.press("Enter")
    page.get_by_text("One sample at k = 2: target 4", exact=True).wait_for()
    # the panel has another title now, and is still open
    page.get_by_text("Target sample 4", exact=True).wait_for()
    page.get_by_test_id("stSidebarNav").get_by_text("Data", exact=True).click()
    page.get_by_role("heading", name="Data", exact=True).wait_for()
    page.get_by_text("Target sample 4", exact=True).wait_for()
    page.get_by_text("One sample at k = 2: target 4", exact=True).click()
    page.get_by_text("Target sample 4", exact=True).wait_for(state="detached")
    assert page.troubles == []
