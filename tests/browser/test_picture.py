"""What the picture tells: before adaptation, S_k, matching, names; in Chromium."""

from __future__ import annotations

import numpy as np
import pytest
from app_server import CHROMIUM  # beside this file
from player_app import made, played
from player_driver import (
    PLAYER,
    ask,
    at,
    drag,
    inside,
    on_screen,
    picture,
    player_app,
    start,
    wait_python,
)
from playwright.sync_api import expect

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
SELECTED, ENTERED = 1, 32  # as in stamp.js
STATES = "[...p.panes[0].codes].slice(100).map((code) => code % 64)"


@pytest.fixture(scope="module")
def server():
    with player_app() as address:
        yield address


def do(page, statements):
    """Run JavaScript in which `p` is the player."""
    return page.evaluate(f"() => {{ const p = ({PLAYER})(); {statements} }}")


def wait(page, expression):
    page.wait_for_function(f"() => {{ const p = ({PLAYER})(); return {expression}; }}")


def rest_at(page, t):
    """Stand still at a real iteration, between two as well."""
    do(page, f"p.clock.playing = false; p.clock.move = null; p.clock.t = {t}; p.redraw();")
    wait(page, f"p.panes[0].t === {t} && !p.dirty")


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
    wait_python(page, selection=wanted, k=-1)
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
    assert "1,341 samples will change class: 24 % are already drawn there" in words
    assert "neighbours from the other domain 0 %" in words
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
    assert ask(page, "Number(getComputedStyle(p.legend.list).opacity)") == 0.5
    rest_at(page, 0)
    assert ask(page, "Number(getComputedStyle(p.legend.list).opacity)") == 1
    assert len(set(ask(page, signs))) == 1
    assert page.troubles == []


def test_selected_samples_are_bold_and_others_pale_on_the_screen(page, server):
    start(page, server)
    state = made()[1][3]
    do(page, "p.view.overlays.names = p.view.overlays.lines = p.view.marks.changed = false;")
    do(page, "p.view.domains = [false, true]; p.restyle();")
    rest_at(page, 3)
    shares = do(
        page,
        """const q = p.panes[0];
        return Array.from({ length: 100 }, (_, j) => {
          const i = 100 + j;
          const [x, y] = q.pixel(i).map((v) => Math.floor(v * q.dpr) - 3);
          const { data } = q.ctx.getImageData(x, y, 7, 7);
          let inked = 0;
          for (let at = 0; at < data.length; at += 4) {
            const off = [0, 1, 2].map((c) => Math.abs(data[at + c] - q.sheet.background[c]));
            inked += Math.max(...off) / 255;
          }
          return inked / 49;
        });""",
    )
    shares = np.array(shares)
    assert 20 < state.selected.sum() < 80
    bold, pale = shares[state.selected], shares[~state.selected]
    assert np.median(bold) > 2 * np.median(pale)
    assert page.locator(".spl-player .bar").inner_text() == f"S_k {state.selected.sum()} of 100"
    assert page.troubles == []


def test_samples_that_enter_flash_once(page, server):
    start(page, server)
    picture(page).focus()
    page.keyboard.press("End")
    wait(page, "p.panes[0].t === 5 && !p.dirty")  # drawn, not only asked for
    assert not any(code & ENTERED for code in ask(page, STATES))  # jumped to, not arrived at
    rest_at(page, 1)
    page.keyboard.press("ArrowRight")
    first, second = (s.selected for s in made()[1][1:3])
    flash = f"const s = {STATES}; return s.some((code) => code & 32) && s;"
    found = page.wait_for_function(f"() => {{ const p = ({PLAYER})(); {flash} }}")
    codes = found.json_value()  # seen and taken in one go: it is over after half a second
    flashing = np.array([bool(code & ENTERED) for code in codes])
    np.testing.assert_array_equal(flashing, second & ~first)
    wait(page, f"!{STATES}.some((state) => state & 32)")
    wait(page, "p.panes[0].pulse === 1 && !p.frame")  # and then no frame is drawn
    assert page.troubles == []


def test_nothing_flashes_where_motion_is_to_be_reduced(browser, server):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    start(page, server)
    picture(page).focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(100)
        assert not any(code & ENTERED for code in ask(page, STATES))
        assert ask(page, "p.panes[0].pulse") == 1
    assert ask(page, "p.panes[0].k") == 3
    context.close()


def test_source_and_target_are_painted_in_mixed_order(page, server):
    start(page, server)
    order = np.array(ask(page, "[...p.panes[0].order]"))
    assert sorted(order) == list(range(200))
    assert 30 < (order[:100] < 100).sum() < 70


def test_the_ends_of_matching_lines_are_samples(page, server):
    start(page, server)
    pair, states, *_ = made()
    for k, state in enumerate(states):
        for c in range(4):
            rows = np.flatnonzero(pair.ys == c)
            away = np.linalg.norm(state.z_source[rows] - state.prototypes[c], axis=1)
            assert ask(page, f"p.panes[0].run.classMedoid[{k}][{c}]") == rows[away.argmin()]
            cluster = int(np.flatnonzero(state.matching == c)[0])
            rows = np.flatnonzero(state.cluster_labels == cluster)
            away = np.linalg.norm(state.z_target[rows] - state.centers[cluster], axis=1)
            found = ask(page, f"p.panes[0].run.clusterMedoid[{k}][{c}]")
            assert found == 100 + rows[away.argmin()]


def test_class_names_stand_apart_from_each_other(page, server):
    start(page, server)
    for k in range(6):
        rest_at(page, k)
        named = ask(page, "p.panes[0].named")
        assert {n["text"] for n in named} == {"ash", "birch", "cedar", "date"}
        for i, one in enumerate(named):
            for other in named[:i]:
                a, b = one["box"], other["box"]
                assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]


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


def test_a_click_opens_a_panel_beside_the_picture_with_labels_and_who_decided(page, server):
    start(page, server)
    pair, states, *_ = made()
    pixels = on_screen(page)
    j = int(np.argmax(pixels[100:, 0]))
    page.mouse.click(*at(picture(page).bounding_box(), pixels[100 + j]))
    panel = page.get_by_role("region", name="Chosen sample")
    panel.wait_for()
    box, canvas = panel.bounding_box(), picture(page).bounding_box()
    assert box["x"] >= canvas["x"] + canvas["width"] and box["y"] < canvas["y"] + canvas["height"]
    names, state = pair.class_names, states[0]
    ncp, sp = names[state.ncp_labels[j]], names[state.sp_labels[j]]
    text = panel.inner_text()
    assert f"t{j}" in text and panel.locator(".cell").count() == 6
    assert ("both, NCP and SP" in text) == (ncp == sp)
    j = int(np.flatnonzero(state.ncp_labels != state.sp_labels)[0])
    do(page, f"const m = new Uint8Array(200); m[{100 + j}] = 1; p.pick(m, 'set');")
    ncp, sp = names[state.ncp_labels[j]], names[state.sp_labels[j]]
    by_ncp = names[state.pseudo_labels[j]] == ncp
    panel.get_by_text(f"NCP (SP: {sp})" if by_ncp else f"SP (NCP: {ncp})").wait_for()
    page.get_by_role("button", name="Close (Esc)").click()
    panel.wait_for(state="hidden")
    assert page.troubles == []


def test_spokes_run_to_the_neighbours_that_python_found(page, server):
    start(page, server)
    do(page, "const m = new Uint8Array(200); m[120] = 1; p.pick(m, 'set');")
    wait_python(page, selection=[120])
    wait(page, "p.neighbors?.row === 120")
    state = made()[1][0]
    Z = np.concatenate([state.z_source, state.z_target])
    wanted = np.argsort(np.linalg.norm(Z - Z[120], axis=1))[1:6]
    assert sorted(ask(page, "p.neighbors.rows")) == sorted(wanted.tolist())
    page.get_by_text("Nearest in the subspace:").wait_for()
    drawn = do(
        page,
        """const q = p.panes[0]; const ends = [];
        const lineTo = q.octx.lineTo.bind(q.octx);
        q.octx.lineTo = (x, y) => { ends.push([x, y]); lineTo(x, y); };
        p.view.overlays.lines = p.view.overlays.trails = false;
        q.draw(p.clock.t, false);
        const rows = p.neighbors.rows.map((j) => q.pixel(j));
        return rows.every(([x, y]) => ends.some(([a, b]) => a === x && b === y));""",
    )
    assert drawn
    assert page.troubles == []


def test_images_take_the_place_of_points_where_there_is_room(page, server):
    start(page, server)
    assert ask(page, "p.panes[0].thumbed") == 0
    do(page, "p.zoom(6);")
    wait(page, "p.panes[0].thumbed > 0 && p.panes[0].thumbed < 60")
    do(page, "p.view.overlays.thumbnails = false; p.redraw();")
    wait(page, "p.panes[0].thumbed === 0")
    assert page.troubles == []


def test_the_curve_under_the_track_has_a_cursor_that_moves(page, server):
    start(page, server)
    curve = page.locator(".spl-player .curve")
    states, yt = made()[1], made()[0].yt
    first, last = (round(100 * np.mean(states[k].pseudo_labels == yt)) for k in (0, -1))
    title = curve.get_attribute("title")
    assert title.startswith("Accuracy over the iterations") and f"{last} % at last" in title
    assert f"{first} % at first" in title
    for t in (0, 2.5, 5):
        rest_at(page, t)
        plot, cursor = (curve.locator(name).bounding_box() for name in (".plot", ".cursor"))
        middle = cursor["x"] + cursor["width"] / 2 - plot["x"]
        assert abs(middle - plot["width"] * t / 5) < 1.5
    slider = page.get_by_role("slider", name="Iteration k").bounding_box()
    plot = curve.locator(".plot").bounding_box()
    assert abs(plot["x"] - slider["x"] - 8) < 2  # under the middle of the track's knob
    assert page.troubles == []


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
