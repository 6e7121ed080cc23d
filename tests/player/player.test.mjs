// What the player computes, without a browser: node --test tests/player
import assert from "node:assert/strict";
import test from "node:test";

import { askAgain } from "../../spl/player/web/again.js";
import { tickTexts } from "../../spl/player/web/controls.js";
import { Camera, extent } from "../../spl/player/web/camera.js";
import { decodeBlob, fromBase64, packBits, toBase64, unpackBits } from "../../spl/player/web/decode.js";
import { Clock, ease, mix } from "../../spl/player/web/interpolate.js";
import { boxPolygon, insidePolygon, thin, toWorld } from "../../spl/player/web/lasso.js";
import { coloring, mixColor, modesFor, packColor, parseColor } from "../../spl/player/web/palette.js";
import { countOf, headOf, heardCounts, longest } from "../../spl/player/web/legend.js";
import { drawSpokes, spokeRows } from "../../spl/player/web/spokes.js";
import { drawMatching, drawPairSign, overruled, pairKey, pairedClasses } from "../../spl/player/web/marks.js";
import { Morph, MORPH_MS } from "../../spl/player/web/morph.js";
import { nearest } from "../../spl/player/web/pick.js";
import { shuffled } from "../../spl/player/web/run.js";
import { CHANGED, ENTERED, GlyphSheet, GREY, SELECTED, glyphCode, stampPoints } from "../../spl/player/web/stamp.js";
import { found } from "../../spl/player/web/search.js";
import { apart, ghostCurve } from "../../spl/player/web/strip.js";
import { Sync } from "../../spl/player/web/sync.js";
import { closestTurn, turned } from "../../spl/player/web/turn.js";
import { pressUndo } from "../../spl/player/web/undo.js";
import { smallRun } from "./small_run.mjs";

const identity = { scale: 1, tx: 0, ty: 0 };
const random = (seed) => () => (seed = (seed * 16807) % 2147483647) / 2147483647;

test("easing starts at 0, ends at 1, never goes back", () => {
  assert.equal(ease(0), 0);
  assert.equal(ease(1), 1);
  for (let u = 0.01; u <= 1; u += 0.01) assert.ok(ease(u) >= ease(u - 0.01));
});

test("mix is the frame itself at its ends and half way in between", () => {
  const [a, b] = [Float32Array.of(0, 2), Float32Array.of(4, 2)];
  assert.deepEqual([...mix(a, b, 0, new Float32Array(2))], [0, 2]);
  assert.deepEqual([...mix(a, b, 0.5, new Float32Array(2))], [2, 2]);
  assert.deepEqual([...mix(a, b, 1, new Float32Array(2))], [4, 2]);
});

test("the clock plays to the end and stops there", () => {
  const clock = new Clock();
  clock.setRange(0, 3);
  clock.play();
  let before = 0;
  for (let i = 0; i < 1000 && clock.playing; i++) {
    clock.tick(16);
    assert.ok(clock.t >= before);
    before = clock.t;
  }
  assert.equal(clock.t, 3);
  assert.equal(clock.playing, false);
});

test("the clock starts again at the end, and from 0 when looping", () => {
  const clock = new Clock();
  clock.setRange(0, 2);
  clock.jump(2);
  clock.play();
  assert.equal(clock.t, 0);
  clock.loop = true;
  let wrapped = 0;
  let before = 0;
  for (let i = 0; i < 600; i++) {
    clock.tick(16);
    if (clock.t < before) wrapped++;
    before = clock.t;
  }
  assert.ok(clock.playing && wrapped >= 1);
});

test("steps add up while still moving, and stay inside", () => {
  const clock = new Clock();
  clock.setRange(0, 5);
  for (let i = 0; i < 3; i++) clock.step(1);
  for (let i = 0; i < 100; i++) clock.tick(16);
  assert.equal(clock.t, 3);
  for (let i = 0; i < 9; i++) clock.step(-1);
  for (let i = 0; i < 100; i++) clock.tick(16);
  assert.equal(clock.t, 0);
});

test("pausing between two iterations settles on the one being reached", () => {
  const clock = new Clock();
  clock.setRange(0, 5);
  clock.play();
  clock.tick(16);
  clock.tick(200);
  assert.ok(clock.t > 0 && clock.t < 1);
  clock.pause();
  for (let i = 0; i < 100; i++) clock.tick(16);
  assert.equal(clock.t, 1);
});

test("while playing, each iteration is held for a moment", () => {
  const clock = new Clock();
  clock.setRange(0, 3);
  clock.play();
  const held = new Set();
  while (clock.playing) {
    clock.tick(16);
    if (clock.t === clock.k) held.add(clock.t);
  }
  assert.deepEqual([...held], [1, 2, 3]);
});

test("while playing, the iteration shown is the last one reached; stopped, it rests there", () => {
  const clock = new Clock();
  clock.setRange(0, 3);
  clock.play();
  for (let i = 0; i < 26; i++) clock.tick(20);
  assert.ok(clock.t > 0.5 && clock.t < 1 && clock.k === 0);
  clock.stop(2);
  assert.deepEqual([clock.t, clock.k, clock.playing, clock.tick(16)], [2, 2, false, false]);
  clock.stop(1);
  assert.equal(clock.k, 2);
});

test("the clock starts at the frame before adaptation where there is one", () => {
  const clock = new Clock();
  clock.setRange(-1, 2);
  clock.jump(-5);
  assert.deepEqual([clock.t, clock.k], [-1, -1]);
  clock.play();
  for (let i = 0; i < 20; i++) clock.tick(20);
  assert.ok(clock.t > -1 && clock.t < 0 && clock.k === -1);
  while (clock.playing) clock.tick(16);
  assert.equal(clock.t, 2);
  clock.play();
  assert.equal(clock.t, -1);
  clock.setRange(0, 2); // another run has none
  assert.equal(clock.t, 0);
});

test("without movement the clock only ever shows whole iterations", () => {
  const clock = new Clock();
  clock.setRange(0, 4);
  clock.tween = false;
  clock.play();
  while (clock.playing) {
    clock.tick(16);
    assert.equal(clock.t, Math.round(clock.t));
  }
  assert.equal(clock.t, 4);
});

test("the camera shows the whole extent at zoom 1 and zooms about the pointer", () => {
  const box = extent([Float32Array.of(-1, -2, 3, 6)]);
  assert.deepEqual(box, { x: 1, y: 2, w: 4, h: 8 });
  const camera = new Camera();
  let tf = camera.transform(box, 400, 300);
  for (const [x, y] of [[-1, -2], [3, 6]]) {
    assert.ok(x * tf.scale + tf.tx >= 0 && x * tf.scale + tf.tx <= 400);
    assert.ok(tf.ty - y * tf.scale >= 0 && tf.ty - y * tf.scale <= 300);
  }
  const world = (px, py) => [(px - tf.tx) / tf.scale, (tf.ty - py) / tf.scale];
  const before = world(100, 80);
  camera.zoomAt(3, 100, 80, 400, 300, tf);
  tf = camera.transform(box, 400, 300);
  world(100, 80).forEach((v, i) => assert.ok(Math.abs(v - before[i]) < 1e-9));
  const held = world(10, 10);
  camera.pan(50, -20, tf);
  tf = camera.transform(box, 400, 300);
  world(60, -10).forEach((v, i) => assert.ok(Math.abs(v - held[i]) < 1e-9));
});

test("picking finds the nearest shown point within the radius", () => {
  const xy = Float32Array.of(0, 0, 5, 0, 5, 1);
  const shown = Uint8Array.of(1, 1, 1);
  assert.equal(nearest(xy, shown, identity, 5, -0.9, 3), 2);
  assert.equal(nearest(xy, Uint8Array.of(1, 1, 0), identity, 5, -0.9, 3), 1);
  assert.equal(nearest(xy, shown, identity, 50, 50, 3), -1);
});

function plainInside(x, y, polygon) {
  let odd = false;
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length];
    if ((ay > y) !== (by > y) && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}

test("the lasso agrees with the plain even-odd rule, self-crossing polygons included", () => {
  const next = random(7);
  for (let round = 0; round < 20; round++) {
    const polygon = Array.from({ length: 3 + round * 4 }, () => [next() * 10, next() * 10]);
    const xy = Float32Array.from({ length: 600 }, () => next() * 12 - 1);
    const inside = insidePolygon(xy, new Uint8Array(300).fill(1), polygon);
    for (let i = 0; i < 300; i++) {
      assert.equal(Boolean(inside[i]), plainInside(xy[2 * i], xy[2 * i + 1], polygon));
    }
  }
});

test("a box takes what is inside, hidden points never count, flat polygons take nothing", () => {
  const xy = Float32Array.of(1, 1, 3, 3, 9, 9);
  const box = boxPolygon([4, 4], [0, 0]);
  assert.deepEqual([...insidePolygon(xy, Uint8Array.of(1, 1, 1), box)], [1, 1, 0]);
  assert.deepEqual([...insidePolygon(xy, Uint8Array.of(1, 0, 1), box)], [1, 0, 0]);
  assert.deepEqual([...insidePolygon(xy, Uint8Array.of(1, 1, 1), [[0, 1], [4, 1]])], [0, 0, 0]);
  assert.deepEqual(thin([[0, 0], [0.5, 0], [9, 0]]), [[0, 0], [9, 0]]);
  assert.deepEqual(toWorld([[10, 20]], { scale: 2, tx: 4, ty: 10 }), [[3, -5]]);
});

test("colours parse, mix and pack", () => {
  assert.deepEqual(parseColor("#0072b2"), [0, 114, 178]);
  assert.deepEqual(parseColor("#fff"), [255, 255, 255]);
  assert.deepEqual(parseColor("rgba(1, 2, 3, 0.5)"), [1, 2, 3]);
  assert.deepEqual(mixColor([0, 0, 0], [100, 50, 10], 0.5), [50, 25, 5]);
  const bytes = new Uint8Array(Uint32Array.of(packColor(1, 2, 3)).buffer);
  assert.deepEqual([...bytes], [1, 2, 3, 255]);
});

function sheet(colors = [[255, 0, 0], [255, 0, 0], [0, 0, 255], [0, 0, 255]]) {
  return new GlyphSheet({ radius: 4, line: 1.5, colors, background: [255, 255, 255],
    ink: [0, 0, 0], grey: [128, 128, 128], stride: 0 });
}

function stamped(code, { x = 10, y = 10 } = {}) {
  const s = sheet();
  const [width, height] = [20, 20];
  s.stride = width + 2 * s.reach;
  const pixels = new Int32Array(s.stride * (height + 2 * s.reach)).fill(-1);
  stampPoints(pixels, { width, height }, s, Float32Array.of(x, -y), Uint16Array.of(code),
    Int32Array.of(0), 1, identity);
  const at = (px, py) => pixels[(py + s.reach) * s.stride + px + s.reach];
  return { s, at, touched: pixels.filter((p) => p !== -1).length };
}

const unpacked = (pixel) => [...new Uint8Array(Int32Array.of(pixel).buffer)].slice(0, 3);

test("a source is hollow; a target is pale and thin, in S_k bold and in full colour", () => {
  const source = stamped(glyphCode(0, 0, 0));
  assert.equal(source.at(10, 10), -1); // hollow
  const target = stamped(glyphCode(0, 1, 0));
  assert.notEqual(target.at(10, 10), -1);
  const [, green] = unpacked(target.at(10, 10));
  assert.ok(green > 100, "pale red has much of the background's green");
  const selected = stamped(glyphCode(0, 1, SELECTED));
  assert.deepEqual(unpacked(selected.at(10, 10)), [255, 0, 0]);
  assert.ok(selected.touched > 1.5 * target.touched);
  const changed = stamped(glyphCode(0, 1, SELECTED | CHANGED));
  assert.ok(changed.touched > selected.touched && changed.touched < selected.touched + 40); // a tick
  const entered = stamped(glyphCode(0, 1, SELECTED | ENTERED));
  assert.ok(entered.touched > 1.5 * selected.touched);
  assert.ok(entered.touched < (2 * entered.s.reach + 1) ** 2);
  const grey = stamped(glyphCode(0, 1, GREY | SELECTED));
  assert.ok(grey.touched <= target.touched);
});

test("glyphs at and over the edge stay inside the image", () => {
  for (const [x, y] of [[0, 0], [19.99, 19.99], [-50, 3], [3, 500], [NaN, 1]]) {
    stamped(glyphCode(1, 1, SELECTED | CHANGED | ENTERED), { x, y });
  }
});

test("bits and base64 go both ways", () => {
  const mask = Uint8Array.of(1, 0, 0, 1, 1, 0, 0, 0, 1, 0);
  assert.deepEqual(unpackBits(fromBase64(toBase64(packBits(mask))), 10), mask);
  assert.deepEqual(unpackBits(fromBase64(""), 3), new Uint8Array(3));
});

test("Python's repeats and echoes do nothing, its news does", () => {
  const sync = new Sync();
  assert.equal(sync.receive("k", 0), true);
  assert.equal(sync.receive("k", 0), false); // a rerun
  sync.send("k", 3);
  sync.send("k", 5);
  assert.equal(sync.receive("k", 3), false); // the echo of the first
  assert.equal(sync.receive("k", 5), false);
  assert.equal(sync.receive("k", 3), true); // now the page's own slider
  assert.equal(sync.receive("chosen", null), false); // Python leaves it alone
});

test("what was sent unchanged is not taken for an echo later", () => {
  const sync = new Sync();
  sync.receive("k", 2);
  sync.send("k", 2);
  assert.equal(sync.receive("k", 4), true);
  assert.equal(sync.receive("k", 2), true);
});

test("search by number, domain and number, class, part of a name", () => {
  const run = { n: 4, nSource: 2, nTarget: 2, classes: ["a", "cat"], nameOf: (i) => ["xa", "", "", "Cat 9"][i] };
  const classOf = [0, 1, 0, 0];
  assert.deepEqual([...found(run, "1", [classOf])], [0, 1, 0, 1]);
  assert.deepEqual([...found(run, "t0", [classOf])], [0, 0, 1, 0]);
  assert.deepEqual([...found(run, "a", [classOf])], [1, 0, 1, 1]);
  assert.deepEqual([...found(run, "ca", [classOf])], [0, 1, 0, 1]);
  assert.deepEqual([...found(run, "s99", [classOf])], [0, 0, 0, 0]);
  assert.equal(found(run, "  ", [classOf]), null);
  assert.deepEqual([...found(run, "cat", [classOf, [0, 0, 1, 0]])], [0, 1, 1, 0]); // truly a cat
  const digits = { ...run, classes: ["0", "1"] };
  assert.deepEqual([...found(digits, "0", [[0, 1, 0, 0]])], [1, 0, 1, 1]); // the class, not sample 0
  assert.deepEqual([...found(digits, "t0", [[0, 1, 0, 0]])], [0, 0, 1, 0]);
});

test("what is missing is asked for after a while, then ever less often, until it is there", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const owner = {};
  let [asked, there] = [0, false];
  const begin = () => askAgain(owner, () => there, () => { asked++; }, 50_000);
  begin();
  begin(); // a rerun: the same question
  t.mock.timers.tick(5999);
  assert.equal(asked, 0);
  t.mock.timers.tick(1);
  assert.equal(asked, 1);
  t.mock.timers.tick(12_000);
  assert.equal(asked, 2);
  there = true;
  t.mock.timers.tick(100_000);
  begin();
  t.mock.timers.tick(100_000);
  assert.equal(asked, 2);
  there = false;
  begin();
  t.mock.timers.tick(6000);
  assert.equal(asked, 3);
});

test("the order of painting is one permutation that mixes the domains", () => {
  const order = shuffled(1000);
  assert.deepEqual(order, shuffled(1000));
  assert.deepEqual([...order].sort((a, b) => a - b), Array.from({ length: 1000 }, (_, i) => i));
  const early = order.subarray(0, 500).filter((i) => i < 500).length;
  assert.ok(early > 200 && early < 300, `${early} of the first half are painted in the first half`);
});

test("PCA is shown until the wanted method has its last frame, which then stands in for earlier ones", () => {
  const frame = (method, k) => ({ method, k, blob: `${method}${k}` });
  const { store, run } = smallRun([frame("pca", 0), frame("pca", 1), frame("tsne", 1), frame("tsne", 0)]);
  const xy = () => ({ xy: new Float32Array(8) });
  assert.equal(run.refresh(), false);
  for (const key of ["pca0", "pca1"]) store.blobs.set(key, xy());
  assert.equal(run.refresh(), true);
  assert.equal(run.method, "pca");
  assert.deepEqual(run.progress, []);
  store.blobs.set("tsne1", xy());
  run.refresh();
  assert.equal(run.method, "tsne");
  assert.equal(run.frame(0).k, 1);
  assert.deepEqual(run.progress, [["tsne", 1]]);
  store.blobs.set("tsne0", xy());
  run.refresh();
  assert.equal(run.frame(0).k, 0);
  assert.deepEqual(run.progress, []);
});

test("the frame before adaptation is the stop −1, and never stands in for another", () => {
  const frame = (k) => ({ method: "pca", k, blob: `pca${k}` });
  const { store, run } = smallRun([frame(-1), frame(0), frame(1)]);
  assert.equal(run.first, -1);
  for (const k of [-1, 1]) store.blobs.set(`pca${k}`, { xy: new Float32Array(8).fill(k) });
  run.refresh();
  assert.deepEqual([run.frame(-1).k, run.frame(0).k, run.frame(1).k], [-1, 1, 1]);
  const before = coloring("class", run, -1, "light");
  assert.deepEqual([before.mode, [...before.index]], ["domain", [0, 1, 1, 1]]);
  assert.equal(coloring("truth", run, -1, "light").mode, "truth");
  assert.equal(smallRun([frame(0)]).run.first, 0);
});

test("a picture is turned to fill a wide canvas, all frames alike, and distances stay", () => {
  const frame = (k) => ({ method: "pca", k, blob: `pca${k}` });
  const { store, run } = smallRun([frame(0), frame(1)]);
  const tall = Float32Array.of(0, 0, 0, 9, 1, 4, 0.5, 2);
  for (const k of [0, 1]) store.blobs.set(`pca${k}`, { xy: tall });
  run.refresh();
  const size = ({ w, h }) => Math.min(1.7 / w, 1 / h); // on a wide canvas
  assert.ok(size(run.box) > 1.5 * size(extent([tall])));
  const d = (xy, i, j) => Math.hypot(xy[2 * i] - xy[2 * j], xy[2 * i + 1] - xy[2 * j + 1]);
  assert.ok(Math.abs(d(run.frame(0).xy, 1, 2) - d(tall, 1, 2)) < 1e-5);
  assert.equal(run.frame(0).xy, run.frame(1).xy);
  run.refresh(0); // as another run lies
  assert.equal(run.frame(0).xy, tall);
});

const SHAPE = Float32Array.of(0, 0, 5, 1, 2, 7, -3, 2);

test("a picture is turned and mirrored back onto the one it came from", () => {
  for (const mirror of [false, true]) {
    for (const angle of [0, 0.4, 2.9, -1.7]) {
      const other = turned(SHAPE, angle, mirror).map((v, i) => 3 * v + (i % 2 ? -4 : 9)); // moved, larger
      const found = closestTurn(SHAPE, other);
      assert.equal(found.mirror, mirror);
      assert.ok(Math.abs(Math.sin(found.angle - angle)) < 1e-5 && Math.cos(found.angle - angle) > 0);
    }
  }
});

test("a run that takes another one's place lies as that one's points do", () => {
  const frame = (k) => ({ method: "pca", k, blob: `pca${k}` });
  const { store, run } = smallRun([frame(0), frame(1)]);
  store.blobs.set("pca0", { xy: SHAPE });
  store.blobs.set("pca1", { xy: SHAPE.map((v) => 2 * v) });
  const shown = turned(SHAPE, 1.1, true);
  run.follow(0, shown);
  run.refresh();
  run.frame(0).xy.forEach((v, i) => assert.ok(Math.abs(v - shown[i]) < 1e-4));
  run.frame(1).xy.forEach((v, i) => assert.ok(Math.abs(v - 2 * shown[i]) < 1e-4)); // all frames alike
  run.refresh(0.3, false); // beside another run it lies as that one
  assert.equal(run.frame(0).xy, turned(SHAPE, 0.3));
});

test("points set out from where they stand on the screen and arrive at their new places", () => {
  const before = { scale: 10, tx: 100, ty: 50 };
  const after = { scale: 4, tx: 30, ty: 90 }; // the new picture has another extent
  const morph = new Morph(Float32Array.of(1, 2), before);
  const places = (now) => {
    const positions = Float32Array.of(-3, 6);
    morph.apply(positions, after, now);
    return [positions[0] * after.scale + after.tx, after.ty - positions[1] * after.scale].map(Math.round);
  };
  assert.deepEqual(places(1000), [110, 30]); // pixels, as under the transform before
  assert.equal(morph.over, false);
  assert.deepEqual(places(1000 + MORPH_MS / 2), [64, 48]); // half of the way
  assert.deepEqual(places(1000 + MORPH_MS), [18, 66]);
  assert.equal(morph.over, true);
});

test("the ghost is the curve before, as far as the track goes", () => {
  const ghost = { before: 0.4, steps: [0.5, 0.6, 0.7].map((accuracy) => ({ accuracy, agreement: 1 })) };
  assert.deepEqual(ghostCurve(ghost, -1, 1, true), [[-1, 0.4], [0, 0.5], [1, 0.6]]);
  assert.deepEqual(ghostCurve({ ...ghost, before: null }, -1, 5, false), [[0, 1], [1, 1], [2, 1]]);
});

test("names of lines that end close to each other move apart and stay in the strip", () => {
  assert.deepEqual(apart([8, 60], 30), [8, 60]);
  assert.deepEqual(apart([50, 40], 30), [70, 40]);
  assert.deepEqual(apart([90, 92], 30), [66, 96]);
  assert.deepEqual(apart([8, 10, 92], 30), [8, 38, 92]);
});

test("the legend says what the numbers beside its entries count", () => {
  assert.deepEqual(headOf("class", 36, 1), ["36 classes", "source + target"]);
  assert.equal(heardCounts(["30", "1,029"], 1), "30 source, 1,029 target");
  assert.equal(heardCounts(["30"], 1), "30 samples");
  assert.equal(heardCounts(["30", "29"], 2), "30 left, 29 right");
  assert.deepEqual(headOf("cluster", 36, 1), ["36 classes", "samples"]); // the source has an entry of its own
  assert.deepEqual(headOf("correct", 36, 2), ["", "samples, left · right"]);
});

test("samples never selected have an entry only where there are any", () => {
  const { run } = smallRun();
  run.refresh();
  const labels = () => coloring("first", run, 0, "light").entries.map(({ label }) => label);
  assert.deepEqual(labels(), ["first selected at k = 1", "not selected so far", "source (does not apply)"]);
  run.firstSelected = Uint8Array.of(1, 1, 1);
  assert.deepEqual(labels(), ["first selected at k = 1", "source (does not apply)"]);
  assert.deepEqual([...coloring("first", run, 0, "light").index], [1, 0, 0, 0]);
});

test("Ctrl+Z presses Undo, with shift Redo, and not in a text field", () => {
  const pressed = [];
  const button = (name, disabled = false) => ({ disabled, click: () => pressed.push(name) });
  const buttons = { ".st-key-undo button": button("undo"), ".st-key-redo button": button("redo") };
  globalThis.document = { querySelector: (at) => buttons[at] };
  const key = (more, inText = false) => pressUndo({ key: "z", ctrlKey: true, preventDefault() {},
    composedPath: () => [{ matches: () => inText }, {}], ...more });
  key({});
  key({ key: "Z", shiftKey: true });
  key({ ctrlKey: false, metaKey: true });
  key({}, true);
  key({ ctrlKey: false });
  key({ key: "y" });
  key({ altKey: true });
  assert.deepEqual(pressed, ["undo", "redo", "undo"]);
  buttons[".st-key-undo button"] = button("undo", true);
  key({});
  delete globalThis.document;
  assert.equal(pressed.length, 3);
});

test("samples without a label have an entry of their own, apart from classes that the source lacks", () => {
  const { store, run } = smallRun();
  const seen = (mode, truth) => {
    store.blobs.get("A").truth = Uint8Array.from(truth);
    run.refresh();
    run.truth = store.blobs.get("A").truth;
    const { index, entries } = coloring(mode, run, 0, "light");
    return [...index].slice(1).map((c) => entries[c].label);
  };
  const none = "no label given";
  assert.deepEqual(seen("truth", [0, 254, 255]), ["a", none, "no class of the source"]);
  assert.deepEqual(seen("truth", [0, 254, 1]), ["a", none, "b"]);
  assert.deepEqual(seen("correct", [0, 254, 255]), ["pseudo-label correct", none, "pseudo-label wrong"]);
  run.truth = null;
  assert.equal(coloring("class", run, 0, "light").entries.length, 2);
});

test("every colouring gives each point an entry that exists", () => {
  const { run } = smallRun();
  run.refresh();
  for (const [mode] of modesFor(run)) {
    for (const k of [0, 1]) {
      const { index, entries } = coloring(mode, run, k, "light");
      assert.equal(index.length, 4);
      for (const c of index) assert.ok(entries[c]?.color && entries[c].label, `${mode} ${c}`);
    }
  }
  assert.deepEqual([...coloring("correct", run, 0, "light").index], [2, 0, 1, 1]);
  assert.deepEqual([...coloring("agreement", run, 0, "light").index], [2, 1, 0, 0]);
  assert.deepEqual([...run.changed(1)], [0, 1, 0]);
  assert.equal(run.firstSelected[1], 1);
  assert.equal(run.clusterOf(0, 0), 1);
  assert.match(coloring("cluster", run, 0, "light").entries[0].label, /^cluster 1 →/); // as on Matching
});

test("what is not player data is refused", async () => {
  await assert.rejects(decodeBlob(new Uint8Array(20)), /not a block of player data/);
});

// A canvas context that remembers what was drawn on it.
function recorder() {
  const drawn = [];
  let [path, dash] = [[], []];
  const ctx = {
    drawn, beginPath: () => { path = []; }, setLineDash: (d) => { dash = d; },
    moveTo: (x, y) => path.push([x, y]), lineTo: (x, y) => path.push([x, y]),
    rect: (x, y, w, h) => path.push(["square", x + w / 2, y + h / 2]),
    arc: (x, y, r) => path.push(["disc", x, y, r]),
    stroke: () => drawn.push({ path, dash, width: ctx.lineWidth, color: ctx.strokeStyle, alpha: ctx.globalAlpha }),
    fill: () => {}, globalAlpha: 1,
  };
  return ctx;
}

// Two classes; cluster 0 is nearest to the prototype of class 1.
function matchedPane({ pulse = 1, xy = [[10, 10], [200, 10], [10, 12], [200, 100]] } = {}) {
  const { run } = smallRun();
  run.refresh();
  Object.assign(run, { classMedoid: [[0, 1]], clusterMedoid: [[2, 3]], nearest: [[1, 1]], margin: [[0.1, 0.4]], largestMargin: 0.4 });
  const view = { off: {}, overlays: { lines: true, classes: false, clusters: false } };
  const css = { background: [255, 255, 255], ink: [0, 0, 0] };
  return { run, k: 0, t: 0, pulse, coloring: { group: "class" }, hover: -1, markers: [], pixel: (i) => xy[i], player: { view, css, theme: "light", focusClass: -1, inside: { on: false } } };
}

test("matching lines end at the rims of their markers, which never cover each other", () => {
  const pane = matchedPane();
  const ctx = recorder();
  drawMatching(ctx, pane);
  const markers = ctx.drawn.flatMap(({ path }) => path).filter(([kind]) => kind === "square" || kind === "disc");
  const places = [...new Map(markers.map(([kind, x, y]) => [`${kind} ${x} ${y}`, [x, y]])).values()];
  assert.equal(places.length, 4);
  places.forEach(([x, y], i) => places.slice(0, i).forEach(([a, b]) => assert.ok(Math.hypot(x - a, y - b) >= 11)));
  const lines = ctx.drawn.filter(({ path }) => path.length === 2 && typeof path[0][0] === "number");
  for (const { path } of lines) {
    for (const [x, y] of path) for (const [a, b] of places) assert.ok(Math.hypot(x - a, y - b) > 5.5);
  }
});

test("a dropped class has neither a prototype nor a line", () => {
  const pane = matchedPane();
  pane.run.dropped = new Set([0]);
  const ctx = recorder();
  drawMatching(ctx, pane);
  const kinds = ctx.drawn.flatMap(({ path }) => path).filter(([kind]) => kind === "disc");
  assert.equal(new Set(kinds.map(String)).size, 1);
});

test("a wider margin is a wider line; the pair that the matching rejects is dashed", () => {
  const ctx = recorder();
  drawMatching(ctx, matchedPane({ xy: [[10, 10], [200, 10], [10, 60], [200, 100]] }));
  const lines = ctx.drawn.filter(({ path }) => path.length === 2 && typeof path[0][0] === "number");
  const [narrow, wide] = ["#111111", "#222222"].map((color) => lines.find((l) => l.color === color).width);
  assert.ok(wide > 2 * narrow);
  const dashed = lines.filter(({ dash }) => dash.length);
  assert.equal(dashed.length, 1);
  const [[x0, y0], [x1, y1]] = dashed[0].path; // from cluster 0 to the prototype of class 1
  assert.ok(Math.hypot(x0 - 10, y0 - 60) < 10 && Math.hypot(x1 - 200, y1 - 10) < 10);
  assert.deepEqual(overruled(matchedPane().run, 0), [0]);
});

test("where colours are not those of classes, lines and markers are in ink", () => {
  const pane = matchedPane({ xy: [[10, 10], [200, 10], [10, 60], [200, 100]] });
  pane.coloring = { group: "correct" }; // a class's orange would say “wrong” here
  Object.assign(pane.player.view.overlays, { classes: true, clusters: true });
  const ctx = recorder();
  const filled = [];
  ctx.fill = () => filled.push(ctx.fillStyle);
  drawMatching(ctx, pane);
  assert.deepEqual([...new Set([...filled, ...ctx.drawn.map(({ color }) => color)])].sort(), ["rgb(0 0 0)", "rgb(255 255 255)"]);
});

test("swapped clusters pulse once, and only while the pulse lasts", () => {
  const rings = (pulse) => {
    const ctx = recorder();
    drawMatching(ctx, matchedPane({ pulse }));
    return ctx.drawn.filter(({ path }) => path[0]?.[0] === "disc" && path[0][3] > 8).length;
  };
  assert.deepEqual([rings(0.1), rings(0.9), rings(1)], [1, 1, 0]);
});

test("the key says what pulses, beyond 12 classes too, where only pulses are seen", () => {
  const pane = matchedPane();
  pane.run.pseudo = pane.run.pseudo.slice(0, 1);
  assert.deepEqual(pairKey(pane).map(([of]) => of), ["matched", "overruled"]);
  pane.run.classes = Array.from({ length: 13 }, (_, c) => String(c));
  assert.deepEqual(pairKey(pane), [["matched", "class pointed at, its cluster"], ["overruled", "ring: nearest class overruled"]]);
  pane.run.nearest = [[0, 1]];
  assert.deepEqual(pairKey(pane).map(([of]) => of), ["matched"]);
  const rings = (pulses) => {
    const ctx = recorder();
    drawPairSign(ctx, pane.player, "overruled", 15, 7, pulses);
    return ctx.drawn.filter(({ path }) => path[0][0] === "disc").length;
  };
  assert.deepEqual([rings(true), rings(false)], [1, 0]);
});

test("spokes stand out: in ink on the background, their ends ringed, not faded and free of names", () => {
  const pane = matchedPane();
  Object.assign(pane, { positions: new Float32Array(8), colorOf: () => "#123456", k: 0 });
  Object.assign(pane.player, { panes: [pane], onlyPick: 0, neighbors: { row: 0, k: 0, rows: [1, 3] } });
  const ctx = recorder();
  drawSpokes(ctx, pane);
  const lines = ctx.drawn.filter(({ path }) => path.length === 2);
  assert.deepEqual(lines.map(({ color }) => color), ["rgb(255 255 255)", "rgb(255 255 255)", "rgb(0 0 0)", "rgb(0 0 0)"]);
  assert.ok(lines.every(({ width }) => width >= 2.5));
  assert.equal(ctx.drawn.filter(({ color }) => color === "#123456").length, 2);
  assert.deepEqual(spokeRows(pane), [1, 3]);
  assert.equal(pane.markers.length, 2);
  const [[x0, y0, x1, y1]] = pane.markers; // around the first neighbour
  assert.ok(x0 < 200 && 200 < x1 && y0 < 10 && 10 < y1);
});

test("beyond 12 classes only the pair that is pointed at is shown", () => {
  const pane = matchedPane();
  assert.deepEqual(pairedClasses(pane), [0, 1]);
  pane.run.classes = Array.from({ length: 13 }, (_, c) => String(c));
  assert.deepEqual(pairedClasses(pane), []);
  pane.player.focusClass = 5;
  assert.deepEqual(pairedClasses(pane), [5]);
  pane.hover = 0; // a source sample of class 1
  assert.deepEqual(pairedClasses(pane), [1]);
  pane.hover = -1;
  pane.player.view.off.class = new Set([0, 1]); // eleven are left
  assert.equal(pairedClasses(pane).length, 11);
  pane.player.view.off = {};
  pane.player.inside.on = true; // the half-step of the matching shows all
  assert.equal(pairedClasses(pane).length, 13);
});

test("the vote is offered once its counts are there, and groups them by share", () => {
  const { store, run } = smallRun([{ method: "pca", k: 0, blob: "pca0" }]);
  store.blobs.set("pca0", { xy: new Float32Array(8) });
  const offered = () => modesFor(run).some(([mode]) => mode === "vote");
  run.refresh();
  assert.equal(offered(), false);
  run.setHeader({ ...run.header, vote: { n: 48, blob: "V" } });
  run.refresh();
  assert.equal(offered(), false);
  assert.ok(run.blobs.includes("V"));
  store.blobs.set("V", { kind: "vote", sections: {
    labels: { data: Uint16Array.of(0, 1, 1) }, counts: { data: Uint16Array.of(48, 46, 45) } } });
  run.refresh();
  assert.equal(offered(), true);
  const { mode, index, entries } = coloring("vote", run, -1, "light");
  assert.equal(mode, "vote");
  assert.deepEqual(entries.map((e) => e.label).slice(0, 4), [
    "all 48 settings agree", "46 to 47 of 48 agree", "39 to 45 of 48 agree", "29 to 38 of 48 agree"]);
  assert.deepEqual([...index], [entries.length - 1, 0, 1, 2]);
});

test("every number of agreeing settings has one group, however few settings there are", () => {
  for (let n = 3; n <= 60; n++) {
    const { store, run } = smallRun();
    run.setHeader({ ...run.header, n_target: n, vote: { n, blob: "V" } });
    const counts = Uint16Array.from({ length: n }, (_, i) => i + 1);
    store.blobs.set("V", { sections: { labels: { data: counts }, counts: { data: counts } } });
    run.refresh();
    const { index, entries } = coloring("vote", run, 0, "light");
    const groups = [...index].slice(1);
    assert.equal(groups.at(-1), 0);
    assert.ok(groups.every((g, i) => g < entries.length - 1 && (i === 0 || g <= groups[i - 1])));
    assert.equal(new Set(groups).size, entries.length - 1, `each group of ${n} is used`);
    const sure = counts.filter((c) => c / n >= 0.95).length;
    assert.equal(groups.filter((g) => g === 0 || entries[g].label.startsWith(`${Math.ceil(0.95 * n - 1e-9)} to`)
      || entries[g].label.startsWith(`${Math.ceil(0.95 * n - 1e-9)} of`)).length, sure);
  }
});

test("rejected samples have an entry of their own, keep their colour and have no rank", () => {
  const { run } = smallRun();
  run.refresh();
  run.header.open = true;
  const C = run.classes.length;
  run.pseudo[1] = Uint8Array.from(run.pseudo[1], (v, i) => (i ? v : C));
  const c = coloring("class", run, 1, "light");
  assert.equal(c.entries[C].label, "rejected");
  assert.equal(c.index[run.nSource], C);
  assert.ok(c.entries[C].firm && !c.entries[0].firm);
  assert.equal(coloring("rank", run, 1, "light").index[run.nSource], 8);
  const agree = coloring("agreement", run, 1, "light"); // a rejected sample has no label to agree on
  assert.equal(agree.index[run.nSource], 2);
  assert.equal(agree.entries[2].label, "source and rejected (does not apply)");
  const white = [255, 255, 255];
  const sheet = new GlyphSheet({ radius: 4, line: 1, colors: [], background: white, ink: [0, 0, 0], grey: white, stride: 9, pale: 0.5, firm: new Set([1]) });
  const darkest = (category) => {
    sheet.colors[2 * category + 1] = [0, 0, 0];
    return Math.min(...sheet.draw(glyphCode(category, 1, 0), 4).colors.map((v) => v & 255));
  };
  assert.ok(darkest(1) < darkest(0) - 60);
});

test("in a comparison the legend lists rejected samples whichever side rejects", () => {
  const closed = { entries: [{ label: "a" }, { label: "b" }], index: [0, 0, 1] };
  const open = { entries: [...closed.entries, { label: "rejected" }], index: [0, 2, 2] };
  const other = { entries: [{ label: "agree" }, { label: "b" }, { label: "c" }], index: [0, 1, 2] };
  assert.equal(longest(closed, [closed, open]), open);
  assert.equal(longest(open, [open, closed, null]), open);
  assert.equal(longest(closed, [closed, other]), closed);
  assert.deepEqual([...countOf(closed, open.entries)], [2, 1, 0]);
  assert.deepEqual([...countOf(open, open.entries)], [1, 0, 2]);
  assert.equal(countOf(other, open.entries), null);
  assert.deepEqual([...countOf(open, open.entries, 0, 1)], [1, 0, 0]); // of the source alone
  assert.deepEqual([...countOf(open, open.entries, 1)], [0, 0, 2]);
});

test("no two numbers under a long track stand beside each other", () => {
  assert.deepEqual(tickTexts(-1, 3), ["before", "0", "1", "2", "3"]);
  for (const last of [16, 30, 31, 98, 100, 200]) {
    const texts = tickTexts(-1, last);
    const every = Math.ceil((last + 1) / 16);
    const at = texts.map((text, i) => (text === "·" ? -1 : i)).filter((i) => i >= 0);
    assert.deepEqual([texts.length, texts[0], texts.at(-1)], [last + 2, "before", String(last)]);
    assert.ok(at.slice(1).every((i, j) => i - at[j] >= every) && at.length >= 8, `${last}: ${texts}`);
  }
});
