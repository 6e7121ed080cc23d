"""What a frame shows: S_k, order of painting, matching, names, spokes, images; in Chromium."""

import numpy as np
import pytest
from app_server import CHROMIUM  # beside this file
from player_app import made
from player_driver import PLAYER, ask, at, do, on_screen, picture, rest_at, start, wait, wait_python
from playwright.sync_api import expect

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
ENTERED = 32  # as in stamp.js
STATES = "[...p.panes[0].codes].slice(100).map((code) => code % 64)"


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
    assert (
        page.locator(".spl-player .bar").inner_text()
        == f"S_k {state.selected.sum()} of 100 selected"
    )
    pales = page.locator(".legend .mark").filter(has_text="source pales", visible=True)
    for t, says in [(3, 1), (0, 1)]:
        rest_at(page, t)
        expect(pales).to_have_count(says)
    do(page, "p.view.colorBy = 'agreement'; p.restyle();")
    expect(pales).to_have_count(0)
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
    expect(page.locator(".legend .pairs")).to_have_text("class and its cluster")
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
        names = {n["text"].removesuffix(" (!)") for n in named}  # which is at most half right
        assert names == {"ash", "birch", "cedar", "date"}
        for i, one in enumerate(named):
            for other in named[:i]:
                a, b = one["box"], other["box"]
                assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]


def test_the_legend_says_of_a_failing_class_where_its_samples_went(page, server):
    start(page, server)
    pair, states, *_ = made()
    rest_at(page, 0)
    labels = states[0].labels
    for c, name in enumerate(pair.class_names):
        own, carry = pair.yt == c, labels == c
        right, most = np.sum(own & carry), max(own.sum(), carry.sum())
        entry = page.locator(".spl-player .entries .entry", has=page.get_by_text(name, exact=True))
        said = entry.get_attribute("title")
        assert ("(!)" in entry.locator(".count").inner_text()) == (2 * right <= most)
        assert said.startswith(f"{right} of {most} right; ") == (2 * right <= most), said


def test_the_picture_says_how_many_labels_are_wrong_and_the_largest_groups_of_them(page, server):
    start(page, server)
    pair, states, *_ = made()
    for k, state in enumerate(states):
        rest_at(page, k)
        wrong = state.labels != pair.yt
        largest = max(
            np.sum((pair.yt == c) & (state.labels == d))
            for c in range(4)
            for d in range(4)
            if c != d
        )
        said = ask(page, "p.panes[0].wrong")
        assert said.startswith(f"{wrong.sum()} wrong: ") if wrong.any() else said == ""
        assert f"({largest})" in said.partition(" · ")[0] or not wrong.any()


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
    expect(page.locator(".spl-player .card")).to_be_hidden()  # the panel says the same
    low, tools = (page.locator(f".legend {part}").bounding_box() for part in (".entries", ".tools"))
    assert low["y"] + low["height"] <= tools["y"]  # classes do not run over the buttons
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
    wait_python(page, chosen=[120])
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
    do(page, f"p.panes[0].run.header.best = ['SVM', {last / 100}]; p.redraw();")
    names = curve.locator(".names span")
    expect(names).to_have_count(2)
    assert names.all_inner_texts() == ["accuracy", "best without adaptation"]
    first, second = (name.bounding_box() for name in names.all())
    assert abs(first["y"] - second["y"]) >= 11  # they do not cover each other
    slider = page.get_by_role("slider", name="Iteration k").bounding_box()
    plot = curve.locator(".plot").bounding_box()
    assert abs(plot["x"] - slider["x"] - 8) < 2  # under the middle of the track's knob
    assert page.troubles == []
