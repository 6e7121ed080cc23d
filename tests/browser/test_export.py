"""What is taken away from the player, opened again: in Chromium."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from app_server import CHROMIUM
from PIL import Image
from player_app import made
from player_driver import PLAYER, ask

from spl.engine.lessons import Lesson, Step
from spl.engine.lessons.questions import Seen
from spl.engine.lessons.tour import tour
from spl.player.export import SavedView, standalone_html
from spl.player.playback import playback

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


def played(**options):
    pair, states, frames, params = made(**options)
    return playback(pair, states, frames, params=params)


def open_saved(page, folder, **options):
    """Open a saved page of the small run from disk."""
    path = folder / "run.html"
    path.write_text(standalone_html(played(before=True), "Run", **options), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_function(f"({PLAYER})()?.panes[0]?.positions?.length > 0")


def troubles(page):
    """What went wrong; the page itself comes from the disk."""
    return [text for text in page.troubles if "file://" not in text]


def test_a_saved_page_opens_in_the_view_in_which_it_was_saved(page, tmp_path):
    camera = {"x": 0.25, "y": -0.5, "zoom": 2.5}
    hidden = "class.1.3,source,gone"
    view = SavedView(
        k=3, color_by="agreement", shown="names,clusters,selected", camera=camera,
        chosen=[7, 150], hidden=hidden,
    )  # fmt: skip
    pair, states, *_ = made()
    lesson = Lesson("toy", "A lesson", "", "alignment", {}, (Step("Two domains.", k=-1, walk=1),))
    told = tour(lesson, Seen(pair, states)) | {"at": 0, "opened": "saved", "as_seen": True}
    open_saved(page, tmp_path, view=view, tour=told)
    assert "Two domains." in page.locator(".tour:visible .says").inner_text()
    page.wait_for_function(f"({PLAYER})().clock.t === 3 && ({PLAYER})().panes[0].k === 3")
    assert ask(page, "p.view.camera.toJSON()") == camera
    assert ask(page, "[p.panes[0].coloring.mode, p.view.marks]") == [
        "agreement",
        {"selected": True, "changed": False},
    ]
    on = ask(page, "Object.keys(p.view.overlays).filter((key) => p.view.overlays[key])")
    assert sorted(on) == ["clusters", "names"]
    assert ask(page, "[p.picks[7], p.picks[150], p.pickCount]") == [1, 1, 2]
    assert ask(page, "[[...p.view.off.class], p.view.domains, p.view.greyOff]") == [
        [1, 3],
        [False, True],
        False,
    ]
    page.locator(".legend .domain").first.click()
    assert ask(page, "p.reporter.state().hidden") == "class.1.3,gone"


def test_a_saved_page_opens_before_adaptation_and_plays_from_there(page, tmp_path):
    open_saved(page, tmp_path)
    assert ask(page, "[p.clock.t, p.clock.playing]") == [-1, False]
    page.get_by_role("button", name="Play (space)").click()
    page.wait_for_function(f"({PLAYER})().clock.t > -1 && ({PLAYER})().clock.t < 0")


def test_the_legend_follows_a_jump_away_from_the_frame_before_adaptation(page, tmp_path):
    open_saved(page, tmp_path)
    names = "[...document.querySelectorAll('.legend button')].map((b) => b.innerText).join()"
    page.keyboard.press("Home")
    page.wait_for_timeout(600)
    before = page.evaluate(names)
    page.keyboard.press("End")
    page.wait_for_timeout(600)
    assert page.evaluate(names) != before
    page.keyboard.press("Home")
    page.wait_for_timeout(600)
    assert page.evaluate(names) == before


def saved(page, name):
    """Bytes of what a button of the Save menu gives."""
    if not page.locator(".panel", has_text="Frame as PNG").is_visible():
        page.get_by_text("Save", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).click()
    return Path(download.value.path()).read_bytes()


def test_png_is_as_large_as_is_asked_for(page, tmp_path):
    open_saved(page, tmp_path, view=SavedView(k=2))
    wide = ask(page, "[p.panes[0].width, p.panes[0].height]")
    sizes = {}
    for scale in (1, 3):
        page.get_by_text("Save", exact=True).click()
        page.get_by_label("Size of PNG").select_option(str(scale))
        sizes[scale] = Image.open(BytesIO(saved(page, "Frame as PNG"))).size
        page.keyboard.press("Escape")
    assert sizes[1][0] > wide[0] and sizes[1][1] > wide[1]  # legend and numbers beside and below
    assert np.abs(np.subtract(sizes[3], np.multiply(sizes[1], 3))).max() <= 2
    assert troubles(page) == []


def test_svg_and_pdf_have_all_that_the_picture_has(page, tmp_path):
    open_saved(page, tmp_path, view=SavedView(k=2, shown="names,lines,clusters,classes,selected"))
    svg = ElementTree.fromstring(saved(page, "Frame as SVG"))
    texts = [e.text for e in svg.iter("{http://www.w3.org/2000/svg}text")]
    for wanted in ("birch", "selected (in S_k)", "toy: source → target, k = 2 of 5, PCA"):
        assert wanted in texts
    numbers = page.locator(".spl-player .item", has_text="SPL").first.inner_text()
    assert " ".join(numbers.split()) in texts
    with_lines = len(list(svg.iter("{http://www.w3.org/2000/svg}path")))
    pdf = saved(page, "Frame as PDF")
    assert pdf.startswith(b"%PDF-1.4") and pdf.count(b"/Type /Page ") == 1
    assert b"(birch) Tj" in pdf and b"(toy: source -> target, k = 2 of 5, PCA) Tj" in pdf
    page.evaluate(f"() => {{ ({PLAYER})().view.overlays.lines = false; }}")
    page.evaluate(f"() => {{ ({PLAYER})().view.overlays.clusters = false; }}")
    fewer = ElementTree.fromstring(saved(page, "Frame as SVG"))
    # a line and the strip under it, and three strokes of each marker, for each of four classes
    assert with_lines - len(list(fewer.iter("{http://www.w3.org/2000/svg}path"))) >= 4 * 3
    assert troubles(page) == []


def test_small_multiples_show_before_first_middle_and_last(page, tmp_path):
    open_saved(page, tmp_path)
    svg = ElementTree.fromstring(saved(page, "Before, k = 0, T/2 and T as SVG"))
    texts = [e.text for e in svg.iter("{http://www.w3.org/2000/svg}text")]
    heads = [t for t in texts if t.startswith(("before adaptation", "k = "))]
    assert [h.split(",")[0] for h in heads] == ["before adaptation", "k = 0", "k = 3", "k = 5"]
    assert saved(page, "Before, k = 0, T/2 and T as PDF").startswith(b"%PDF")
    assert ask(page, "p.clock.t") == -1  # the picture on the screen stays where it is
    assert troubles(page) == []


def test_a_film_is_what_is_played(page, tmp_path):
    open_saved(page, tmp_path, view=SavedView(k=5))
    page.evaluate(f"() => {{ ({PLAYER})().clock.speed = 4; }}")
    webm = saved(page, "Film as WebM")
    assert webm.startswith(b"\x1a\x45\xdf\xa3") and len(webm) > 10_000
    seconds, start, end = page.evaluate(LENGTH_AND_ENDS, list(webm))
    assert start > end + 30  # it begins before adaptation, where no bar says that all are selected
    assert 2 < seconds < 15  # six steps at four times the speed, and the last one held
    image = Image.open(BytesIO(saved(page, "Film as GIF")))
    assert image.n_frames > 5 and image.size[0] <= 640
    first, last = (np.asarray(frame.convert("RGB"), int) for frame in _ends(image))
    assert (np.abs(first - last).max(axis=2) > 60).mean() > 0.005
    assert ask(page, "p.root.querySelector('.filming')") is None
    assert troubles(page) == []


# Seconds, and how bright the bar's place is at first and at last.
LENGTH_AND_ENDS = """async (bytes) => {
  const video = document.createElement('video');
  video.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'video/webm' }));
  await new Promise((done, failed) => { video.onloadeddata = done; video.onerror = failed; });
  const seek = (t) => new Promise((done) => { video.onseeked = done; video.currentTime = t; });
  const ctx = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext('2d');
  const bright = () => {
    ctx.drawImage(video, 0, 0);
    return ctx.getImageData(200, 12, 1, 1).data.slice(0, 3).reduce((a, b) => a + b) / 3;
  };
  await seek(1e6);  // a film that was streamed knows its length when its end was seen
  const [seconds, last] = [video.currentTime, bright()];
  await seek(0);
  return [seconds, bright(), last];
}"""


def _ends(image):
    for at in (0, image.n_frames - 1):
        image.seek(at)
        yield image.copy()


def test_a_film_can_be_cancelled(page, tmp_path):
    open_saved(page, tmp_path)
    page.get_by_text("Save", exact=True).click()
    page.get_by_role("button", name="Film as GIF").click()
    page.wait_for_function(f"({PLAYER})().clock.t > -0.5")
    page.get_by_role("button", name="Cancel").click()
    page.wait_for_function(f"!({PLAYER})().clock.playing")
    assert ask(page, "p.root.querySelector('.filming')") is None
    assert troubles(page) == []
