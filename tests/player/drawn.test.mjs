// How each point is drawn, and who decided its label: node --test tests/player
import assert from "node:assert/strict";
import test from "node:test";

import { decidedBy } from "../../spl/player/web/card.js";
import { labelOf } from "../../spl/player/web/panel.js";
import { SelectedBar } from "../../spl/player/web/readout.js";
import { HALF_STEPS, Inside } from "../../spl/player/web/inside.js";
import { fadeOf, restyle, sourceShare } from "../../spl/player/web/style.js";
import { CHANGED, ENTERED, FADED, GREY, PICKED, SELECTED } from "../../spl/player/web/stamp.js";
import { smallRun } from "./small_run.mjs";

// A pane of the small run at k = 1, in which S_1, changed labels and classes all differ.
function paneOf(changes = {}) {
  const { store, run } = smallRun();
  store.blobs.get("A").selected = [Uint8Array.of(0, 0, 0), Uint8Array.of(1, 0, 0), Uint8Array.of(1, 0, 1)];
  run.refresh();
  const view = { off: {}, greyOff: true, domains: [true, true], marks: { selected: true, changed: true } };
  const player = { view, picks: new Uint8Array(4), pickCount: 0, inside: {}, theme: "light", modeFor: () => "class" };
  const pane = { run, player, k: 1, t: 1, flashing: false };
  Object.assign(pane, changes);
  return pane;
}

const statesOf = (pane) => {
  restyle(pane);
  return [...pane.codes].map((code) => code % 64);
};

test("samples in S_k are marked, and those whose label has just changed", () => {
  assert.deepEqual(statesOf(paneOf()), [0, SELECTED, CHANGED, 0]);
  const pane = paneOf({ flashing: true });
  assert.deepEqual(statesOf(pane), [0, SELECTED | ENTERED, CHANGED, 0]);
  pane.player.view.marks = { selected: false, changed: false }; // all alike
  assert.deepEqual(statesOf(pane), [0, SELECTED, SELECTED, SELECTED]);
  assert.deepEqual(statesOf(paneOf({ k: -1, t: -1 })), [0, 0, 0, 0]);
});

test("the source steps back as S_k comes in front of it, where it has the colours of classes", () => {
  const shareAt = (t, changes = {}) => {
    const pane = paneOf({ t, ...changes });
    restyle(pane);
    return sourceShare(pane);
  };
  assert.equal(shareAt(0), 1); // it alone has labels to learn from
  assert.ok(shareAt(1) < 0.7 && shareAt(1) < shareAt(0.5) && shareAt(0.5) < 1);
  assert.equal(shareAt(-1, { k: -1 }), 1);
  const pane = paneOf();
  pane.player.view.marks.selected = false;
  restyle(pane);
  assert.equal(sourceShare(pane), 1);
});

test("inside an iteration S_k and labels are those of the half-step", () => {
  const pane = paneOf();
  pane.player.inside = { selectedK: 0, labelK: 0 };
  restyle(pane);
  assert.deepEqual(statesOf(pane), [0, 0, 0, 0]);
  assert.deepEqual([...pane.coloring.index], [1, 0, 0, 1]);
  pane.player.inside = {};
  restyle(pane);
  assert.deepEqual([...pane.coloring.index], [1, 0, 1, 1]);
});

test("S_k of a half-step is that of its iteration, labels are those before until they change", () => {
  const at = (part, k) => {
    const inside = Object.assign(Object.create(Inside.prototype), { on: true, part, k });
    return [inside.shownK, inside.labelK, inside.selectedK];
  };
  assert.deepEqual(HALF_STEPS.map((_, part) => at(part, 3)),
    [[2, 2, 3], [3, 2, 3], [3, 2, 3], [3, 3, 3], [3, 3, 3], [3, 3, 3]]);
  assert.deepEqual(at(0, 0), [0, 0, 0]);
});

test("what the legend switches off is grey or not drawn, and cannot be picked", () => {
  const pane = paneOf();
  const { view } = pane.player;
  view.off.class = new Set([1]); // of the source sample and of the last two
  assert.deepEqual(statesOf(pane), [GREY, SELECTED, GREY, GREY]);
  assert.deepEqual([[...pane.shown], pane.drawn], [[0, 1, 0, 0], 4]);
  view.greyOff = false;
  restyle(pane);
  assert.deepEqual([pane.drawn, [...pane.order.subarray(0, 1)]], [1, [1]]);
  view.off = {};
  view.domains = [false, true];
  restyle(pane);
  assert.deepEqual([[...pane.shown], pane.drawn], [[0, 1, 1, 1], 3]);
});

test("chosen samples stand out and are painted last", () => {
  const pane = paneOf();
  Object.assign(pane.player, { picks: Uint8Array.of(1, 0, 0, 1), pickCount: 2 });
  assert.deepEqual(statesOf(pane), [PICKED, SELECTED | FADED, CHANGED | FADED, PICKED]);
  assert.deepEqual([...pane.order.subarray(2)].sort(), [0, 3]);
});

test("neighbours of the one chosen sample do not fade, and lie on top with it", () => {
  const pane = paneOf({ positions: new Float32Array(8) });
  Object.assign(pane.player, { panes: [pane], onlyPick: 2, neighbors: { row: 2, k: 1, rows: [0] }, pickCount: 1 });
  pane.player.picks[2] = 1;
  const states = statesOf(pane);
  assert.deepEqual(states.map((state) => state & (FADED | PICKED)), [0, FADED, PICKED, FADED]);
  assert.equal(pane.layer[0], pane.layer[2]);
});

test("colours of the domains become those of classes on the way to k = 0", () => {
  const fade = (t, mode = "class") => fadeOf({ ...paneOf({ t }), player: { modeFor: () => mode } });
  assert.deepEqual([fade(-1), fade(-0.75), fade(-0.25), fade(0), fade(2)], [0, 0.25, 0.75, 1, 1]);
  assert.equal(fade(-0.5, "truth"), 1); // does not depend on k
});

test("it is told when samples were selected first, and which came in", () => {
  const { run } = paneOf();
  assert.deepEqual([...run.firstSelected], [1, 0, 2]);
  assert.deepEqual([...run.entered(2)], [0, 0, 1]);
  assert.deepEqual([...run.entered(1)], [1, 0, 0]);
});

test("who decided a label is named, with the guess of the other", () => {
  const { run } = paneOf();
  assert.equal(decidedBy(run, 0, 0, 0), "both, NCP and SP");
  assert.equal(decidedBy(run, 0, 0, 1), "NCP (SP: b)");
  assert.equal(decidedBy(run, 1, 0, 1), "SP (NCP: a)");
});

test("a neighbour is named by its label at the iteration shown", () => {
  const pane = paneOf();
  assert.equal(labelOf(pane, 0), "b (source)");
  assert.equal(labelOf(pane, 2), "b (target)");
  assert.equal(labelOf({ ...pane, k: 0 }, 2), "a (target)");
  assert.equal(labelOf({ ...pane, k: -1 }, 2), "a (target)");
});

test("the bar grows between iterations, and says the size of the one reached", () => {
  const bar = Object.assign(Object.create(SelectedBar.prototype), { root: {}, fill: { style: {}, dataset: {} }, text: {} });
  const run = { plain: false, steps: [{ selected: 0 }, { selected: 2 }, { selected: 4 }], lastK: 2, nTarget: 4 };
  const seen = (t) => {
    bar.update(run, t);
    return [bar.text.textContent, bar.fill.style.clipPath, bar.fill.dataset.words];
  };
  assert.deepEqual(seen(-0.5), ["before adaptation", "inset(0 100.00% 0 0)", "before adaptation"]);
  assert.deepEqual(seen(1), ["S_k 2 of 4 selected", "inset(0 50.00% 0 0)", "S_k 2 of 4 selected"]);
  assert.deepEqual(seen(1.5), ["S_k 2 of 4 selected", "inset(0 50.00% 0 0)", "S_k 2 of 4 selected"]); // as long as it can be read
  assert.deepEqual(seen(1.9), ["S_k 2 of 4 selected", "inset(0 25.00% 0 0)", "S_k 2 of 4 selected"]);
  assert.deepEqual(seen(2), ["S_k 4 of 4 selected", "inset(0 0.00% 0 0)", "S_k 4 of 4 selected"]);
});

test("a thumbnail is that of its own sample and domain", () => {
  const { run } = smallRun();
  const pictures = (n, first) => ({ shape: [n, 1, 1, 1], data: Uint8Array.from({ length: n }, (_, i) => first + i) });
  run.setExtras({ sections: { thumbnails_source: pictures(1, 10), thumbnails_target: pictures(3, 20) } });
  assert.deepEqual([0, 1, 2, 3].map((i) => [...run.thumbnail(i).data]), [[10], [20], [21], [22]]);
  run.setExtras({ sections: { thumbnails_target: pictures(3, 20) } });
  assert.equal(run.thumbnail(0), null);
});
