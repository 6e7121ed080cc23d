// Where class names stand, and what is painted over what: node --test tests/player
import assert from "node:assert/strict";
import test from "node:test";

import { anyFails, failingClasses } from "../../spl/player/web/failing.js";
import { groupsOf } from "../../spl/player/web/groups.js";
import { drawNames } from "../../spl/player/web/names.js";
import { cssColor } from "../../spl/player/web/palette.js";
import { restyle } from "../../spl/player/web/style.js";
import { smallRun } from "./small_run.mjs";

const CLASSES = ["a", "b"];

// Class a: three source samples far apart, four target samples in a heap at (10, 0). Class b: one sample.
function scene() {
  const xy = Float32Array.from([0, 0, 0, 20, 20, 20, 5, 10, 9.9, 0, 10, 0, 10.1, 0, 10, 0.1, 3, 3]);
  return {
    classes: CLASSES, nSource: 4, nTarget: 5, n: 9, first: -1, lastK: 1, box: { x: 10, y: 10, w: 20, h: 20 },
    source: Uint8Array.of(0, 0, 0, 1), pseudo: [Uint8Array.of(0, 0, 0, 0, 2), Uint8Array.of(1, 1, 1, 1, 2)],
    frame: () => ({ xy }), xy, groups: null, dropped: new Set(),
  };
}

test("a name stands where most samples of its class are seen, not at the source's middle", () => {
  const run = scene();
  const [a, b] = groupsOf(run, 0);
  assert.equal(a.i, 5); // in the middle of the heap
  assert.ok(a.r <= 0.11);
  assert.equal(b.i, 3);
  assert.equal(groupsOf(run, 1)[1].i, 5); // they are of class b now
});

test("before adaptation only source samples have labels", () => {
  assert.ok(groupsOf(scene(), -1)[0].i < 3);
});

test("a class without samples has no group, and a large one is thinned", () => {
  const run = scene();
  run.source.fill(1);
  assert.equal(groupsOf(run, 1)[0], null);
  const n = 20000;
  const xy = Float32Array.from({ length: 2 * n }, (_, i) => (i % 2 ? 0 : i < n ? i / 100 : 150));
  const many = { ...scene(), n, nSource: n, nTarget: 0, source: new Uint8Array(n), pseudo: [[]], frame: () => ({ xy }), box: { w: 200, h: 1 } };
  assert.ok(groupsOf(many, 0)[0].i >= n / 2);
});

test("a name is underlined with its class's colour where colours are classes", () => {
  const lines = [];
  let path = [];
  const ctx = { measureText: () => ({ width: 20 }), strokeText() {}, fillText() {}, beginPath: () => { path = []; },
    moveTo: (x, y) => path.push([x, y]), lineTo: (x, y) => path.push([x, y]), stroke: () => lines.push([ctx.strokeStyle, path]) };
  const run = { ...scene(), classMedoid: [[0, 3]], colors: { light: ["#ff0000", "#0000ff"] } };
  const pane = {
    run, k: 0, t: 0, width: 400, height: 400, positions: run.xy, tf: { scale: 10, tx: 100, ty: 300 }, sides: new Map(),
    shown: new Uint8Array(9).fill(1), coloring: { group: "class" },
    player: { theme: "light", css: { background: [255, 255, 255], ink: [0, 0, 0], font: "x" }, view: { off: {} } },
  };
  drawNames(ctx, pane);
  assert.deepEqual(lines.map(([color]) => color), [[255, 0, 0], [0, 0, 255]].map(cssColor));
  for (const [, [[x0, y0], [x1, y1]]] of lines) assert.ok(x1 - x0 === 20 && y0 === y1);
  lines.length = 0;
  drawNames(ctx, { ...pane, coloring: { group: "domain" } });
  assert.deepEqual(lines, []);
});

test("the name of a dropped class is grey, and comes after the others", () => {
  const said = [];
  const ctx = { measureText: () => ({ width: 20 }), strokeText() {}, fillText: (text) => said.push([text, ctx.fillStyle]), beginPath() {},
    moveTo() {}, lineTo() {}, stroke() {} };
  const run = { ...scene(), classMedoid: [[0, 3]], dropped: new Set([0]), colorOf: () => "grey" };
  drawNames(ctx, {
    run, k: 0, t: 0, width: 400, height: 400, positions: run.xy, tf: { scale: 10, tx: 100, ty: 300 }, sides: new Map(),
    shown: new Uint8Array(9).fill(1), player: { theme: "light", css: { background: [255, 255, 255], ink: [0, 0, 0], font: "x" }, view: { off: {} } },
  });
  assert.deepEqual(said, [["b", cssColor([0, 0, 0])], ["a", "grey"]]);
});

test("a name at rest covers no end of a matching line", () => {
  const ctx = { measureText: () => ({ width: 20 }), strokeText() {}, fillText() {}, beginPath() {}, moveTo() {}, lineTo() {}, stroke() {} };
  const run = { ...scene(), classMedoid: [[0, 3]], colors: { light: ["#ff0000", "#0000ff"] } };
  const named = (markers) => {
    const pane = {
      run, k: 0, t: 0, width: 400, height: 400, positions: run.xy, tf: { scale: 10, tx: 100, ty: 300 }, sides: new Map(), markers,
      shown: new Uint8Array(9).fill(1), player: { theme: "light", css: { background: [255, 255, 255], ink: [0, 0, 0], font: "x" }, view: { off: {} } },
    };
    drawNames(ctx, pane);
    return pane.named.find(({ c }) => c === 0).box;
  };
  const [x0, y0, x1, y1] = named(undefined);
  const inTheWay = [(x0 + x1) / 2 - 3, (y0 + y1) / 2 - 3, (x0 + x1) / 2 + 3, (y0 + y1) / 2 + 3];
  const [a0, b0, a1, b1] = named([inTheWay]);
  assert.ok(a1 <= inTheWay[0] || a0 >= inTheWay[2] || b1 <= inTheWay[1] || b0 >= inTheWay[3]);
  assert.ok(named([[191, 291, 209, 309]])); // it hides the whole group, and yet the name is there
});

test("samples that are not in S_k lie under the others where colours are classes, and only there", () => {
  const run = { ...scene(), order: Int32Array.of(4, 0, 5, 1, 6, 2, 7, 3, 8), selected: [[], Uint8Array.of(0, 1, 0, 1, 0)],
    entered: () => new Uint8Array(5), changed: () => new Uint8Array(5), colors: { light: ["#111111", "#222222"] }, dropped: new Set(), header: {}, steps: [],
    colorOf: () => "#333333", labelOf: (c) => String(c) };
  const painted = (colorBy, selected = true) => {
    const view = { marks: { selected, changed: false }, off: {}, domains: [true, true], colorBy };
    const pane = { run, k: 1, t: 1, player: { view, theme: "light", modeFor: () => colorBy, inside: {}, pickCount: 0, picks: new Uint8Array(9) } };
    restyle(pane);
    return [...pane.order];
  };
  assert.deepEqual(painted("class"), [4, 6, 8, 0, 5, 1, 2, 7, 3]);
  assert.deepEqual(painted("domain"), [...run.order]);
  assert.deepEqual(painted("class", false), [...run.order]); // S_k is not marked
});

test("two names in one line have a gap between them", () => {
  const ctx = { measureText: () => ({ width: 20 }), strokeText() {}, fillText() {}, beginPath() {}, moveTo() {}, lineTo() {}, stroke() {} };
  for (let apart = 0; apart < 6; apart += 0.1) { // tens of pixels
    const xy = Float32Array.from([0, 0, apart, 0]);
    const run = { ...scene(), nSource: 2, nTarget: 0, n: 2, source: Uint8Array.of(0, 1), pseudo: [[], []], frame: () => ({ xy }), xy, classMedoid: [[0, 1]], colors: { light: ["#ff0000", "#0000ff"] } };
    const pane = {
      run, k: 0, t: 0, width: 400, height: 400, positions: xy, tf: { scale: 10, tx: 100, ty: 200 }, sides: new Map(),
      shown: new Uint8Array(2).fill(1), player: { theme: "light", css: { background: [255, 255, 255], ink: [0, 0, 0], font: "x" }, view: { off: {} } },
    };
    drawNames(ctx, pane);
    const [a, b] = pane.named.map(({ box }) => box);
    const inOneLine = a[1] < b[3] && b[1] < a[3];
    assert.ok(!inOneLine || Math.max(b[0] - a[2], a[0] - b[2]) > 4, `${apart}: ${a} ${b}`);
  }
});

test("a class is marked that is at most half right by the true labels, whichever are more: carried or true", () => {
  const { run } = smallRun(); // truth a, b, none of the source's; labels at k = 0: a, a, b; at k = 1: a, b, b
  run.refresh();
  run.classMedoid = [[0, 0], [0, 0]];
  const player = { tour: { steps: null }, inside: {} };
  const said = (k, more = {}) => failingClasses({ run, player, k, t: k, coloring: { mode: "class" }, ...more });
  const at = (k, more) => [...said(k, more).keys()];
  assert.deepEqual(at(0), [0, 1]); // a: 1 of 2 right; b: none of 1
  assert.deepEqual(at(1), [1]); // b: 1 of 2 carried
  assert.equal(anyFails(run), true);
  assert.deepEqual(at(0, { t: -0.5 }), []);
  assert.deepEqual(at(0, { coloring: { mode: "truth" } }), []);
  player.inside.labelK = 1; // a half-step that shows other labels
  assert.deepEqual(at(0), [1]);
  player.tour = { steps: [{}], question: { kind: "number" } }; // would give an answer away
  assert.deepEqual(at(0), []);
  run.truth = null;
  player.tour = null;
  assert.deepEqual([at(0), anyFails(run)], [[], false]);
});

test("of a class that fails, it is said where its samples went, or whose it has", () => {
  const truth = Uint8Array.of(...Array(10).fill(0), ...Array(4).fill(1), 255, 255, 255, 254);
  const said = (labels, classes = ["heart", "location"]) => {
    const run = { classes, truth, errors: [], pseudo: [Uint8Array.from(labels)], classMedoid: [[]], isUnlabelled: (j) => truth[j] === 254 };
    const found = failingClasses({ run, player: { inside: {} }, k: 0, t: 0, coloring: { mode: "class" } });
    return Object.fromEntries([...found].map(([c, { short, long }]) => [classes[c], [short, long]]));
  };
  const swallowed = [...Array(9).fill(1), 0, 1, 1, 1, 1, 0, 0, 0, 0];
  assert.deepEqual(said(swallowed), {
    heart: ["9 of 10 called location", "1 of 10 right; 9 of 10 called location"],
    location: ["9 of 13 are heart", "4 of 13 right; 9 of 13 are heart"],
  });
  const unknown = [...Array(10).fill(0), 0, 0, 0, 0, 1, 1, 1, 1];
  assert.deepEqual(said(unknown), { location: ["4 of 4 called heart", "0 of 4 right; 4 of 4 called heart"] });
  const rejected = [2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2];
  assert.deepEqual(said(rejected), { heart: ["7 of 10 rejected", "3 of 10 right; 7 of 10 rejected"] });
  const two = [...Array(4).fill(1), ...Array(4).fill(2), 3, 0, 1, 1, 1, 1, 1, 1, 1, 1];
  assert.deepEqual(said(two, ["heart", "location", "sun", "moon"]).heart, ["4 called location · 4 called sun", "1 of 10 right; 4 called location · 4 called sun"]);
  const scattered = [1, 1, 2, 2, 3, 3, 4, 4, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1];
  assert.deepEqual(said(scattered, ["heart", "location", "sun", "moon", "star"]).heart, ["2 of 10 right", "2 of 10 right; 2 called location · 2 called sun"]);
});

test("what is said of a class stands under its name, and below in the picture how many labels are wrong", () => {
  const run = { ...scene(), truth: Uint8Array.of(0, 0, 0, 255, 255), errors: [], classMedoid: [[0, 3]], isUnlabelled: () => false };
  run.pseudo = [Uint8Array.of(1, 1, 1, 1, 1)];
  run.lastK = 0;
  const written = [];
  const ctx = { measureText: (text) => ({ width: 6 * text.length }), strokeText() {}, fillText: (text, x, y) => written.push([text, x, y]), beginPath() {}, moveTo() {}, lineTo() {}, stroke() {} };
  const pane = {
    run, k: 0, t: 0, width: 400, height: 400, positions: run.xy, tf: { scale: 10, tx: 100, ty: 300 }, sides: new Map(),
    shown: new Uint8Array(9).fill(1), coloring: { mode: "class", group: "domain" },
    player: { theme: "light", inside: {}, css: { background: [255, 255, 255], ink: [0, 0, 0], font: "x" }, view: { off: {} } },
  };
  drawNames(ctx, pane);
  assert.deepEqual(pane.named.map(({ text, note }) => [text, note]), [["a (!)", "3 of 3 called b"], ["b (!)", "3 of 5 are a"]]);
  for (const { box: [x0, y0, x1, y1], text, note } of pane.named) {
    const [[, x, y], [, under, below]] = [text, note].map((words) => written.findLast(([said]) => said === words));
    assert.ok(y0 < y && y < below && below < y1 && x >= x0 && under >= x0 && under + 6 * note.length <= x1 + 1e-9);
  }
  assert.deepEqual(written[0].slice(0, 2), ["5 wrong: a called b (3) · of no class of the source called b (2)", 8]);
});

test("no note lies over the middle of another failing group", () => {
  const xy = Float32Array.from([0, 0, 4, 0, 0, 0, 0, 0]); // tens of pixels: b lies to the right of a
  const run = { ...scene(), nSource: 2, nTarget: 2, n: 4, source: Uint8Array.of(0, 1), pseudo: [Uint8Array.of(0, 0)], truth: Uint8Array.of(1, 1), errors: [],
    isUnlabelled: () => false, lastK: 0, frame: () => ({ xy }), xy, classMedoid: [[0, 1]], colors: { light: ["#ff0000", "#0000ff"] } };
  const ctx = { measureText: (text) => ({ width: 8 * text.length }), strokeText() {}, fillText() {}, beginPath() {}, moveTo() {}, lineTo() {}, stroke() {} };
  for (const [tx, ty] of [[100, 200], [150, 150], [120, 300], [200, 200]]) {
    const pane = {
      run, k: 0, t: 0, width: 400, height: 400, positions: xy, tf: { scale: 10, tx, ty }, sides: new Map(), shown: new Uint8Array(4).fill(1), coloring: { mode: "class" },
      player: { theme: "light", inside: {}, css: { background: [255, 255, 255], ink: [0, 0, 0], font: "x" }, view: { off: {} } },
    };
    drawNames(ctx, pane);
    assert.deepEqual(pane.named.map(({ c }) => c), [0, 1]);
    const [, { box: [x0, y0, x1, y1] }] = pane.named;
    const [{ box: [u0, v0, u1, v1] }] = pane.named;
    assert.ok(tx + 40 <= u0 || tx + 40 >= u1 || ty <= v0 || ty >= v1, `${[tx, ty]}: ${pane.named[0].box}`);
    assert.ok(tx <= x0 || tx >= x1 || ty <= y0 || ty >= y1);
  }
});
