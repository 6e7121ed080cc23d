"""A lesson's tour and the half-steps of an iteration, in Chromium."""

from __future__ import annotations

import pytest
from app_server import CHROMIUM
from player_app import made
from player_driver import PLAYER, ask, at, picture
from playwright.sync_api import expect

from spl.engine.lessons import Lesson, Step
from spl.engine.lessons.model import END
from spl.engine.lessons.questions import Choice, ClickGroup, DrawCurve, HowMany, Seen
from spl.engine.lessons.tour import tour
from spl.player.export import standalone_html
from spl.player.playback import playback

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
STEPS = (
    Step("Two domains.", k=-1, walk=1),
    Step("They changed.", k=0, mark="changes", question=ClickGroup("Click one?", "changes")),
    Step("So many.", k=1, color_by="correct", question=HowMany("How many?", "correct", 1, most=40)),
    Step("It rises.", k=0, to=END, point="curve", question=DrawCurve("Draw it?")),
    Step("The end.", k=2, to=4, focus=("ash",), camera=(0.1, 0.2, 2.0),
         question=Choice("Which?", (("Start", "start"), ("Left", "left")))),
)  # fmt: skip


def open_tour(page, folder):
    """Open a saved page of the small run that leads through a lesson."""
    pair, states, frames, params = made(before=True)
    lesson = Lesson("toy", "A <toy> lesson", "Text.", "alignment", {}, STEPS)
    shown = tour(lesson, Seen(pair, states)) | {"at": 0, "opened": "saved"}
    play = playback(pair, states, frames, params=params)
    path = folder / "run.html"
    path.write_text(standalone_html(play, "Run", tour=shown), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_function(f"({PLAYER})()?.panes[0]?.positions?.length > 0")
    return shown["steps"]


def step_on(page):
    page.locator(".tour:visible .main").click()


def says(page):
    return page.locator(".tour:visible .says").inner_text()


def hidden(page, selector):
    return page.locator(selector).first.evaluate("e => getComputedStyle(e).visibility") == "hidden"


def settled(page, k):
    page.wait_for_function(f"({PLAYER})().clock.t === {k} && !({PLAYER})().clock.playing")


def test_a_saved_lesson_asks_in_the_picture_and_shows_the_answer(page, tmp_path):
    steps = open_tour(page, tmp_path)
    assert says(page).startswith("Two domains.") and ask(page, "p.clock.t") == -1
    step_on(page)
    settled(page, 0)
    assert "Click one?" in says(page) and "They changed." not in says(page)
    right = steps[1]["question"]["right"][0]
    i = ask(page, f"100 + Array.from(p.panes[0].run.pseudo[0]).indexOf({right})")
    page.mouse.click(*at(picture(page).bounding_box(), ask(page, f"p.panes[0].pixel({i})")))
    page.wait_for_function(f"({PLAYER})().view.tour.said[1] !== undefined")
    said = ask(page, "p.view.tour.said[1]")  # of the sample that lies on top there
    assert said in range(4) and steps[1]["question"]["of_each"][said] in says(page)
    assert "They changed." in says(page) and ask(page, "p.pickCount") > 0
    step_on(page)
    settled(page, 1)
    assert ask(page, "[p.pickCount, p.view.colorBy]") == [40, "class"]  # colours wait
    assert hidden(page, ".facts-line")
    page.locator(".tour .said").fill("7")
    page.keyboard.press("Enter")
    value = steps[2]["question"]["value"]
    assert f"you said 7. {value} of these 40 samples" in says(page)
    assert ask(page, "p.view.colorBy") == "correct"


def test_a_curve_is_drawn_and_compared_and_a_question_skipped_with_a_key(page, tmp_path):
    steps = open_tour(page, tmp_path)
    for _ in range(5):  # nothing has the focus yet
        assert hidden(page, ".curve .own")  # which a later question asks for
        page.keyboard.press("n")  # two questions skipped
    assert "Draw it?" in says(page)
    assert ask(page, "p.view.marks.selected")  # S_k is bold again after steps that mark others
    plot = page.locator(".plot").bounding_box()
    y = plot["y"] + 0.5 * plot["height"]
    page.mouse.move(plot["x"] + 2, y)
    page.mouse.down()
    page.mouse.move(plot["x"] + plot["width"] - 2, y, steps=6)
    page.mouse.up()
    assert page.locator(".curve .guess").count() == 0
    page.get_by_role("button", name="OK").click()
    drawn = ask(page, "p.view.tour.said[3]")
    assert drawn == pytest.approx([0.5] * len(steps[3]["question"]["values"]), abs=0.02)
    assert "your curve is off by" in says(page) and page.locator(".drawn").count() == 1
    of_drawn, name = (page.locator(f".curve {of}").bounding_box() for of in (".drawn", ".guess"))
    assert abs(name["y"] + name["height"] / 2 - of_drawn["y"] - of_drawn["height"] / 2) < 25
    settled(page, 5)  # it plays to the end
    assert page.locator(".curve.pointed").count() == 1 and not hidden(page, ".curve .own")
    page.keyboard.press("n")
    settled(page, 2)
    assert ask(page, "[...p.view.off.class]") == [1, 2, 3]
    assert ask(page, "p.view.camera.toJSON()") == {"x": 0.1, "y": 0.2, "zoom": 2}
    page.get_by_role("button", name="Left", exact=True).click()
    settled(page, 4)
    assert "you chose “Left”" in says(page)
    page.keyboard.press("Shift+N")
    assert "your curve is off by" in says(page)  # answers stay
    assert ask(page, "p.view.camera.toJSON()") == {"x": 0, "y": 0, "zoom": 1}  # none of its own
    page.get_by_role("button", name="End the lesson").click()
    assert page.locator(".tour:visible").count() == 0 and page.locator(".drawn").count() == 0
    assert [text for text in page.troubles if "file://" not in text] == []


def test_each_question_is_answered_with_keys_and_the_curve_keeps_its_secret(page, tmp_path):
    steps = open_tour(page, tmp_path)
    page.keyboard.press("n")
    choose = page.get_by_label("Your answer", exact=True)
    words = choose.locator("option").all_inner_texts()
    assert len(words) == 1 + len(steps[1]["question"]["of_each"])
    choose.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert steps[1]["question"]["of_each"][1] in says(page)
    page.keyboard.press("n")
    page.keyboard.press("n")
    page.keyboard.press("n")
    curve = page.locator(".curve")
    assert "%" not in curve.get_attribute("aria-label") + curve.get_attribute("title")
    settled(page, 0)
    slider = page.get_by_role("slider", name="Your curve")
    slider.focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert slider.get_attribute("aria-valuetext") == "k = 2: 45 %"
    assert ask(page, "p.clock.t") == 0  # the keys are the curve's
    page.get_by_role("button", name="OK").focus()
    page.keyboard.press("Enter")
    drawn = ask(page, "p.view.tour.said[3]")
    assert drawn == pytest.approx([0.55, 0.55, *[0.45] * (len(drawn) - 2)])
    assert "your curve is off by" in says(page) and slider.count() == 0
    assert "%" in curve.get_attribute("aria-label") and curve.get_attribute("role") == "img"
    assert [text for text in page.troubles if "file://" not in text] == []


def test_half_steps_move_points_only_where_the_projection_is_learnt(page, tmp_path):
    open_tour(page, tmp_path)
    page.get_by_role("button", name="End the lesson").click()
    page.evaluate(f"() => ({PLAYER})().jump(2)")
    before = ask(page, "[p.view.colorBy, p.view.marks, p.view.overlays]")
    page.locator(".over").first.focus()
    page.keyboard.press("i")
    states = []
    for part in range(6):
        if part:
            page.keyboard.press("ArrowRight")
        page.wait_for_function(f"({PLAYER})().inside.part === {part} && !({PLAYER})().clock.move")
        page.wait_for_timeout(100)
        states.append(
            ask(
                page,
                "({xy: [...p.panes[0].positions], t: p.clock.t, mode: p.view.colorBy,"
                " labels: [...p.panes[0].coloring.index], k: p.panes[0].k})",
            )
        )
    assert [s["t"] for s in states] == [1, 2, 2, 2, 2, 2]
    assert states[0]["xy"] != states[1]["xy"]
    assert all(s["xy"] == states[1]["xy"] for s in states[2:])
    assert states[0]["labels"] == states[1]["labels"] == states[2]["labels"]
    assert [s["mode"] for s in states] == ["class"] * 3 + ["cluster"] * 2 + ["class"]
    assert states[5]["labels"][100:] == ask(page, "[...p.panes[0].run.pseudo[2]]")
    page.keyboard.press("ArrowRight")
    assert ask(page, "[p.inside.k, p.inside.part]") == [3, 0]
    selected = ask(page, "p.panes[0].run.selected[3]")
    assert any(selected if isinstance(selected, list) else selected.values())
    page.keyboard.press("i")
    assert ask(page, "[p.view.colorBy, p.view.marks, p.view.overlays]") == before
    assert ask(page, "[p.clock.t, p.inside.on]") == [3, False]


def test_the_app_leads_from_a_lesson_to_the_walk_through_and_back(page, app_address):
    page.goto(f"{app_address}/?data=moons&embedding=pca&T=3&run=1&lesson=easy shift&lesson_step=1")
    page.get_by_text("Click a class that will lose").wait_for()
    box = picture(page).bounding_box()
    page.mouse.click(*at(box, ask(page, "p.panes[0].pixel(p.panes[0].run.nSource + 5)")))
    page.get_by_text("you clicked").wait_for()
    page.get_by_role("button", name="Next", exact=True).click()
    page.wait_for_function("() => location.search.includes('lesson_step=2')")
    page.locator(".algorithm .lit").first.click()
    page.get_by_role("heading", name="Walk-through", exact=True).wait_for()
    page.get_by_text("Select the samples to learn from").first.wait_for()
    page.get_by_role("button", name="Back to the lesson").click()
    page.get_by_text("3 of 5").wait_for()
    assert page.troubles == []


def test_a_half_step_leads_to_its_equations_and_is_there_again_on_the_way_back(page, app_address):
    page.emulate_media(reduced_motion="reduce")  # half-steps do not go on by themselves
    page.goto(
        f"{app_address}/?data=digits:uci,digits:mnist&d1=32&d2=16&T=3&embedding=pca&run=1&k=2"
    )
    page.wait_for_function(f"() => ({PLAYER})()?.panes[0]?.run.ready")
    page.get_by_text("k = 2 of 3").wait_for()
    page.get_by_role("button", name="Inside").first.click()
    inside = page.locator("section.inside")
    expect(inside).to_contain_text("Iteration 2 of 3 · 1 of 6")
    inside.locator(".part.lit").click()  # the picture is still that of k = 1
    page.get_by_text("Algorithm 1 at iteration k = 2 of 3").wait_for()
    page.get_by_role("heading", name="2. Select the samples").wait_for()
    page.get_by_role("link", name="See this iteration in the picture").click()
    expect(inside).to_contain_text("Iteration 2 of 3 · 1 of 6")
    for _ in range(3):
        inside.get_by_role("button", name="Next").click()
    expect(inside).to_contain_text("4 of 6 · K-means")
    assert page.evaluate(f"({PLAYER})().view.colorBy") == "cluster"
    page.wait_for_timeout(1000)
    assert "color_by" not in page.url  # colours of half-steps are not the reader's choice
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => ({PLAYER})().view.colorBy === 'class'")
    assert page.troubles == []
