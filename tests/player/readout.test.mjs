// What is said about an iteration, what is hidden, what is chosen: node --test tests/player
import assert from "node:assert/strict";
import test from "node:test";

import { adviceOf, factsOf, hintOf, progressOf } from "../../spl/player/web/facts.js";
import { hiddenText, setHidden } from "../../spl/player/web/hidden.js";
import { chosenWords, combined, entriesWithout } from "../../spl/player/web/picks.js";
import { Speaker, spoken } from "../../spl/player/web/speaker.js";

const FRAME = { k: 0, trustworthiness: 0.99, displacement: 0.1, placed: 0, nearby: [0.4, 0.47], ahead: [0.2, 1341], mixing: [0.1, 0.07] };

function run(changes = {}, header = {}) {
  return {
    method: "pca", first: 0, hasTruth: true, nSource: 500, nTarget: 500, frames: new Map([[0, FRAME]]), frame: () => FRAME, progress: [],
    steps: [{ accuracy: 0.8, agreement: 0.9, changed: 0 }, { accuracy: 0.9, agreement: 0.95, changed: 12 }],
    header: { best: ["SVM", 0.7], before: { accuracy: 0.469, mmd: 0.3 }, d2: 3, last_k: 1, ...header }, ...changes,
  };
}

const said = (facts) => facts.map(({ label, value }) => `${label} ${value}`);

test("the most important facts come first, each with a sentence", () => {
  const facts = factsOf(run(), 1);
  assert.deepEqual(said(facts.filter(({ minor }) => !minor)), [
    "SPL 90.0 %", "best without adaptation 70.0 %", "cross-domain neighbours 7 % (mixed 50 %)",
    "correct class nearby: 40 %, in the subspace 47 %", "1,341 will change their nearest class: 20 % are already drawn there",
    "labels changed 12",
  ]);
  assert.deepEqual(said(facts.filter(({ minor }) => minor)), ["trustworthiness 0.990", "moved 10.0 %"]);
  assert.ok(facts.every(({ title }) => title.endsWith(".")));
});

test("what an open run leaves out of the classes nearby is said", () => {
  const about = (changes, header) => factsOf(run(changes, header), 1).find(({ label }) => label.includes("nearby")).title;
  assert.ok(about({}, { open: true }).endsWith("Samples of classes that the source lacks are left out."));
  assert.ok(about({ hasTruth: false }, { open: true }).endsWith("Rejected samples are left out."));
  assert.ok(!about().includes("left out"));
});

test("how many samples are wrong stands beside the accuracy", () => {
  const steps = [{ accuracy: 0.25, wrong: 1500, changed: 0 }];
  assert.equal(factsOf(run({ steps }), 0)[0].aside, "1,500 wrong");
  assert.equal(factsOf(run({ steps: [{ agreement: 0.9, changed: 0 }] }), 0)[0].aside, undefined);
});

test("before adaptation and without target labels nothing is called SPL's accuracy", () => {
  assert.deepEqual(said(factsOf(run(), -1))[0], "1-NN before adaptation 46.9 %");
  const unlabelled = run({ hasTruth: false, steps: [{ agreement: 0.9, changed: 0 }] });
  assert.equal(said(factsOf(unlabelled, 0))[0], "NCP and SP agree 90.0 %");
  assert.ok(said(factsOf(unlabelled, 0)).every((words) => !words.startsWith("best")));
  assert.ok(said(factsOf(unlabelled, -1))[0].startsWith("cross-domain neighbours"));
  assert.ok(said(factsOf(unlabelled, 0)).includes("last label nearby: 40 %, in the subspace 47 %"));
  assert.ok(said(factsOf(unlabelled, 0)).every((words) => !words.includes("correct")));
});

test("a circle is explained where the subspace has two dimensions, and only there", () => {
  assert.match(hintOf(run({}, { d2: 2 }), 0), /^All points lie on a circle/);
  assert.equal(hintOf(run({}, { d2: 2 }), -1), ""); // the features are not projected yet
  assert.equal(hintOf(run({ method: "tsne" }, { d2: 2 }), 0), "");
  assert.equal(hintOf(run(), 0), "");
});

test("what is still missing is said, with the frame that stands in", () => {
  const tsne = run({ method: "tsne", progress: [["tsne", 1]] });
  assert.equal(progressOf(tsne, 1), "t-SNE: 1 of 2 frames are ready. Points stand where they are at k = 0.");
  assert.equal(progressOf(run(), 1), "");
  assert.match(adviceOf(tsne, 0), /^t-SNE: read who is next to whom/);
});

test("what the legend hides survives being text, as in a link", () => {
  for (const [view, text] of [
    [{ off: { class: new Set([3, 1]), rank: new Set() }, domains: [true, false], greyOff: false }, "class.1.3,target,gone"],
    [{ off: { class: new Set([0]), rank: new Set([2]) }, domains: [false, true], greyOff: true }, "class.0,rank.2,source"],
    [{ off: {}, domains: [true, true], greyOff: true }, ""],
  ]) {
    assert.equal(hiddenText(view), text);
    const other = {};
    setHidden(other, text);
    const off = Object.fromEntries(Object.entries(view.off).filter(([, entries]) => entries.size));
    assert.deepEqual(other, { ...view, off });
  }
});

test("gestures set, add, remove and toggle chosen samples", () => {
  const [picks, mask] = [Uint8Array.of(1, 1, 0, 0), Uint8Array.of(1, 0, 1, 0)];
  const results = ["set", "add", "remove", "toggle"].map((how) => [...combined(picks, mask, how)]);
  assert.deepEqual(results, [[1, 0, 1, 0], [1, 1, 1, 0], [0, 1, 0, 0], [0, 1, 1, 0]]);
  const coloring = { index: Uint16Array.of(0, 2, 1, 2), entries: [{}, {}, {}] };
  assert.deepEqual(entriesWithout(picks, coloring), new Set([1]));
});

test("what is chosen is said, of one sample its label, and a search in vain", () => {
  const names = ["", "a.png", ""];
  const pane = { k: 1, run: { ready: true, nSource: 1, source: [0], pseudo: [[0, 0], [1, 0]], nameOf: (i) => names[i], labelOf: (c) => "AB"[c] } };
  const words = (of) => chosenWords({ pickCount: 1, onlyPick: -1, panes: [pane], ...of }).join("");
  assert.equal(words({ onlyPick: 0 }), "1 chosen: s0, labelled A");
  assert.equal(words({ onlyPick: 1 }), "1 chosen: t0, a.png, labelled B");
  assert.equal(words({ pickCount: 1200 }), "1,200 chosen");
  assert.equal(words({ pickCount: 0, sought: "xyz" }), "Nothing found: xyz");
  assert.equal(words({ pickCount: 0 }), "");
});

test("a screen reader hears k, S_k and what changed", () => {
  const steps = [{ accuracy: 0.8, selected: 0, changed: 0 }, { accuracy: 0.9, selected: 1200, changed: 12 }];
  const heard = (k) => spoken(run({ steps, lastK: 1, nTarget: 1200 }), k);
  assert.equal(heard(-1), "Before adaptation. 1-NN before adaptation: 46.9 %.");
  assert.equal(spoken(run({}, { before: null }), -1), "Before adaptation."); // its accuracy comes later
  assert.equal(heard(0), "Iteration 0 of 1. S_k has 0 of 1,200 target samples. SPL: 80.0 %.");
  assert.equal(heard(1), "Iteration 1 of 1. S_k has 1,200 of 1,200 target samples. 12 labels changed. SPL: 90.0 %.");
  const computing = run({ steps, lastK: 1, nTarget: 1200 }, { planned_k: 10 });
  assert.match(spoken(computing, 1), /^Iteration 1 of 10\. /); // while more iterations are computed, too
  assert.equal(spoken(computing, 1, true), "Iteration 1. S_k has 1,200. 12 labels changed. SPL: 90.0 %."); // as it plays
});

test("while it plays a screen reader hears no more than it can listen to, and the end at once", () => {
  globalThis.document = { createElement: () => ({ textContent: "", setAttribute() {}, append() {} }) };
  const steps = [0, 1, 2, 3].map((k) => ({ accuracy: 0.8, selected: 10 * k, changed: k }));
  const [speaker, pane] = [new Speaker(), { run: run({ steps, ready: true, lastK: 3, nTarget: 30 }) }];
  const heard = (k, playing, now) => {
    speaker.update({ clock: { k, playing }, panes: [pane] }, now);
    return Number(speaker.root.textContent.match(/Iteration (\d)/)[1]);
  };
  assert.deepEqual([heard(0, false, 0), heard(1, false, 10), heard(0, false, 20)], [0, 1, 0]); // steps by hand
  const [long, short] = [120 * spoken(pane.run, 0).length, 120 * spoken(pane.run, 1, true).length]; // until it is spoken
  assert.ok(long > short && short > 4000);
  assert.deepEqual([heard(1, true, 1000), heard(1, true, 19 + long)], [0, 0]);
  const then = 20 + long;
  assert.deepEqual([heard(1, true, then), heard(2, true, then + 1000), heard(2, true, then + short - 1)], [1, 1, 1]);
  assert.deepEqual([heard(2, true, then + short), heard(3, true, then + short + 1)], [2, 2]);
  const last = speaker.root.textContent;
  assert.deepEqual([heard(2, false, then + short + 2), speaker.root.textContent], [2, last]); // not again, where it pauses
  assert.equal(heard(3, false, then + short + 3), 3); // the end
  pane.run.ready = false;
  assert.equal(heard(0, false, 20000), 3); // nothing is said of a run that is not there yet
});

test("labels given and samples left out are counted, with the accuracy on the others", () => {
  const hand = { known: [3, 4], without: [], others: [0.7, 0.85] };
  assert.equal(said(factsOf(run({}, { hand }), 1))[1], "labels given 2, 85.0 % correct on the others");
  assert.equal(said(factsOf(run({}, { hand }), -1))[1], "labels given 2");
  const left = run({}, { hand: { known: [], without: [1] } });
  assert.equal(said(factsOf(left, 1))[1], "left out of S_k 1");
});
