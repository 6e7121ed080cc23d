// What a lesson computes in the page: node --test tests/player
import assert from "node:assert/strict";
import test from "node:test";

import { clickedGroup, filled, howToAnswer, verdict } from "../../spl/player/web/asked.js";
import { HALF_STEPS, halfStep } from "../../spl/player/web/inside.js";
import { Clock } from "../../spl/player/web/interpolate.js";

test("iterations that a curve left out take what lies between their neighbours", () => {
  assert.deepEqual(filled([NaN, 0.2, NaN, 0.6, NaN]), [0.2, 0.2, 0.4, 0.6, 0.6]);
});

test("a number is right within the margin, and the run's own number is said beside it", () => {
  const question = { kind: "number", value: 30, of: 40, close: 4, told: "30 of these 40." };
  assert.deepEqual(verdict(question, 34), { right: true, words: "Close: you said 34. 30 of these 40." });
  assert.equal(verdict(question, 35).right, false);
  assert.match(verdict(question, 30).words, /^Exactly/);
  assert.deepEqual(verdict(question, null), { right: null, words: "30 of these 40." }); // skipped
});

test("a choice and a click say what was chosen and what is most", () => {
  const choice = { kind: "choice", options: ["A", "B"], right: [1], told: "A: 1; B: 2." };
  assert.deepEqual(verdict(choice, 0), { right: false, words: "No: you chose “A”. A: 1; B: 2." });
  const click = { kind: "click", right: [1, 2], of_each: ["a: 0.", "b: 4.", "c: 3."], told: "b: 4." };
  assert.deepEqual(verdict(click, 2), { right: true, words: "Yes: you clicked c: 3. Most: b: 4." });
  assert.deepEqual(verdict(click, 1), { right: true, words: "Yes: you clicked b: 4." });
});

test("a drawn curve is off by its mean distance", () => {
  const question = { kind: "curve", values: [0.5, 0.7], told: "." };
  assert.match(verdict(question, [0.6, 0.8]).words, /off by 10 points/);
  assert.equal(verdict(question, [0.9, 0.9]).right, false);
});

test("a click means the point's class at the question's iteration, or its cluster's", () => {
  const run = { nSource: 2, source: [1, 0], pseudo: [[2, 1], [0, 1]], matched: [[0, 1], [1, 2]] };
  assert.equal(clickedGroup({ k: 0, by: "class" }, run, 0), 1);
  assert.equal(clickedGroup({ k: 0, by: "class" }, run, 2), 2);
  assert.equal(clickedGroup({ k: 1, by: "class" }, run, 2), 0);
  assert.equal(clickedGroup({ k: 1, by: "cluster" }, run, 3), 2);
});

test("the clock plays to an iteration and rests there, also where it repeats", () => {
  const clock = new Clock();
  clock.setRange(0, 5);
  clock.loop = true;
  clock.play(3);
  for (let i = 0; i < 1000 && clock.playing; i++) clock.tick(16);
  assert.deepEqual([clock.t, clock.playing], [3, false]);
});

test("half-steps go once around Algorithm 1, each with its equation and words", () => {
  assert.deepEqual(HALF_STEPS.map((half) => half.walk), [2, 4, 6, 8, 8, 10]);
  const of = (variant, k, open = false) => HALF_STEPS.map((_, part) => halfStep(part, { header: { variant, open } }, k));
  for (const labeling of ["both", "ncp", "sp"]) {
    for (const [selection, quota] of [["class-wise", "floor"], ["class-wise", "authors"], ["global", "floor"], ["global", "authors"], ["all", "floor"]]) {
      for (const half of of([labeling, selection, quota], 3)) assert.ok(half.words.endsWith(".") && half.equation && half.number);
    }
  }
  const [ncp, sp] = ["ncp", "sp"].map((labeling) => of([labeling, "all", "floor"], 2, labeling === "ncp"));
  assert.equal(ncp[0].equation, "S_k: all target samples"); // as the walk-through has it
  assert.equal(ncp[5].number, "Eq. 10, 14");
  assert.ok(ncp[5].equation.endsWith("p_1(y | x)") && sp[5].equation.endsWith("p_2(y | x)"));
  assert.ok(ncp[5].words.includes("rejected") && !sp[5].words.includes("rejected"));
  assert.ok(ncp[4].words.includes("NCP alone") && !sp[4].words.includes("NCP alone"));
  const rejects = of(undefined, 2, true), later = of(undefined, 4, true);
  assert.ok(rejects[0].words.includes("least confident samples are rejected") && rejects[1].words.includes("one more class"));
  assert.ok(later[0].words.includes("nearer to rejected") && !of(undefined, 1, true)[0].words.includes("rejected"));
  assert.ok(of(undefined, 0)[1].words.includes("source only") && of(undefined, 1)[5].equation.includes("max{"));
});

test("half-steps say what was given by hand, left out and dropped", () => {
  const header = { hand: { known: [4], without: [] }, dropped: [] };
  const of = (header, k = 3) => HALF_STEPS.map((_, part) => halfStep(part, { header }, k).words);
  const given = of(header);
  assert.ok(given[0].includes("with a given label always are") && given[2].includes("with more weight") && given[5].includes("Given labels stay"));
  assert.ok(of(header, 0)[1].includes("the source and the given labels only"));
  assert.ok(of({ hand: { known: [], without: [1] } })[0].includes("left out by hand are not"));
  const dropped = of({ hand: null, dropped: [2] });
  assert.ok(dropped[1].includes("dropped classes take no part") && dropped[2].startsWith("Each class that is not dropped"));
  assert.ok(of({}).every((words) => !/given|left out|dropped/.test(words)));
});

test("behind a question one hears its answers, or how it is answered with keys", () => {
  assert.equal(howToAnswer({ kind: "choice", options: ["1-NN", "SPL"] }), " Answers: 1-NN; SPL.");
  assert.equal(howToAnswer({ kind: "number" }), "");
  assert.match(howToAnswer({ kind: "click" }), /choose from the list/);
  assert.match(howToAnswer({ kind: "curve" }), /arrow keys/);
});
