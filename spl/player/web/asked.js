// The questions of a lesson, each answered in the picture: a click, a number, a choice, a drawn curve.
// `answer(said)` is called once, with what the visitor said; the right answer came with the question.

import { el } from "./dom.js";

// Field or buttons of a question. `classes` are the run's, for where the picture takes a click.
export function askedFor(question, answer, classes) {
  const kinds = { number: askNumber, choice: askChoice, curve: askCurve, click: askGroup };
  return kinds[question.kind](question, answer, classes);
}

// What is only heard behind a question: its answers, or how it is answered without a pointer.
export function howToAnswer({ kind, options }) {
  if (kind === "choice") return ` Answers: ${options.join("; ")}.`;
  if (kind === "curve") return " Draw with the arrow keys in “Your curve”; OK compares it with the run's.";
  return kind === "click" ? " Click in the picture, or choose from the list." : "";
}

function okButton(onclick) {
  return el("button", { type: "button", class: "btn text", text: "OK", onclick });
}

function askNumber(question, answer) {
  const field = el("input", { type: "number", min: "0", max: String(question.of), step: "1", class: "said",
    "aria-label": `Your answer, 0 to ${question.of}`, onkeydown: (e) => {
      if (e.key !== "Enter") return;
      e.preventDefault(); // else it also presses the button that has the focus next
      done();
    } });
  const done = () => { if (field.value !== "" && field.checkValidity()) answer(Number(field.value)); };
  return el("span", { class: "group" }, field, el("span", { class: "key", text: `of ${question.of}` }), okButton(done));
}

// The groups that a click would name, for the keyboard and for a class that votes.
function askGroup({ by, of_each }, answer, classes) {
  const named = of_each.map((_, c) => [`${by === "cluster" ? "cluster of " : ""}${classes[c].name}`, c]);
  const field = el("select", { class: "said", "aria-label": "Your answer" },
    el("option", { value: "", text: "or choose …" }), ...named.map(([text, c]) => el("option", { value: String(c), text })));
  return el("span", { class: "group" }, field, okButton(() => { if (field.value) answer(Number(field.value)); }));
}

function askChoice(question, answer) {
  return el("span", { class: "group" }, ...question.options.map((text, i) => (
    el("button", { type: "button", class: "btn text", text, onclick: () => answer(i) }))));
}

function askCurve(question, answer) {
  const root = el("span", { class: "group" }, okButton(() => { if (root.drawn?.some(Number.isFinite)) answer(filled(root.drawn)); }));
  return root;
}

// What was drawn at each iteration; those that were not reached take their neighbours' value.
export function filled(drawn) {
  const known = drawn.map((v, k) => [k, v]).filter(([, v]) => Number.isFinite(v));
  return drawn.map((v, k) => {
    if (Number.isFinite(v)) return v;
    const before = known.filter(([i]) => i < k).at(-1);
    const after = known.find(([i]) => i > k);
    if (!before || !after) return (before ?? after)[1];
    return before[1] + ((after[1] - before[1]) * (k - before[0])) / (after[0] - before[0]);
  });
}

// Group of a point that was clicked: the class it has, or the cluster by its matched class.
export function clickedGroup(question, run, i) {
  if (i < run.nSource) return run.source[i];
  const j = i - run.nSource;
  return question.by === "cluster" ? run.matched[question.k][j] : run.pseudo[question.k][j];
}

// { right, words }: whether it was right, and the visitor's answer beside the run's.
export function verdict(question, said) {
  const { kind, told } = question;
  if (said === null || said === undefined) return { right: null, words: told };
  if (kind === "number") {
    const off = Math.abs(said - question.value);
    const right = off <= question.close;
    return { right, words: `${off === 0 ? "Exactly" : right ? "Close" : "Not quite"}: you said ${said}. ${told}` };
  }
  if (kind === "choice") {
    const right = question.right.includes(said);
    return { right, words: `${right ? "Yes" : "No"}: you chose “${question.options[said]}”. ${told}` };
  }
  if (kind === "click") {
    const right = question.right.includes(said);
    const yours = question.of_each[said] ?? "";
    return { right, words: `${right ? "Yes" : "No"}: you clicked ${yours}${yours === told ? "" : ` Most: ${told}`}` };
  }
  const off = said.reduce((sum, v, k) => sum + Math.abs(v - question.values[k]), 0) / said.length;
  const right = off <= 0.1;
  return { right, words: `${right ? "Close" : "Not quite"}: your curve is off by ${Math.round(100 * off)} points on average. ${told}` };
}
