// Under the picture: two lines of numbers, and a menu with all of them explained. In the picture: how
// much of the target is in S_k.

import { adviceOf, count, factsOf, progressOf } from "./facts.js";
import { el, menu, put } from "./dom.js";

// "S_k 307 of 1,080 selected", which grows while the iterations play.
export const BAR = { left: 8, top: 8, width: 248, height: 26 }; // player.css has them, too

const GROWING = 0.2; // of the way to the next iteration: while the bar grows

export class SelectedBar {
  constructor() {
    this.text = el("span", { class: "text" });
    this.fill = el("span", { class: "text fill", "aria-hidden": "true" }); // shows the words again, in white
    this.root = el("div", { class: "bar", title: "S_k: the target samples from which the projection of iteration k was learnt" },
      this.text, this.fill);
  }

  update(run, t) {
    this.root.hidden = run.plain;
    const k = Math.floor(t);
    this.fill.style.clipPath = `inset(0 ${(100 * (1 - shareSelected(run, t))).toFixed(2)}% 0 0)`;
    const words = t < 0 ? "before adaptation" : `S_k ${count(sizeOf(run, k))} of ${count(run.nTarget)} selected`;
    if (this.text.textContent !== words) this.text.textContent = this.fill.dataset.words = words;
  }
}

const sizeOf = (run, k) => run.steps[Math.max(k, 0)]?.selected ?? 0;

// Of the target. Between two iterations it agrees with the number that is said until shortly before the next.
export function shareSelected(run, t) {
  const k = Math.floor(t);
  const [now, next] = [k, Math.min(k + 1, run.lastK)].map((i) => sizeOf(run, i));
  return (now + (next - now) * Math.max(0, 1 - (1 - (t - k)) / GROWING)) / run.nTarget;
}

export class Readout {
  // `player` colours by “Correct or wrong” where the number of wrong labels is pressed.
  constructor(player) {
    this.player = player;
    this.lines = el("div", { class: "facts-line" });
    this.advice = el("p", { class: "hint" });
    this.table = el("table");
    this.help = menu("How to read", this.advice, this.table);
    this.help.addEventListener("toggle", () => this.explain());
    this.root = el("div", { class: "readout" }, this.lines, this.help);
  }

  update(run, k) {
    Object.assign(this, { run, k });
    const progress = progressOf(run, k);
    const facts = factsOf(run, k).filter(({ minor }) => !minor);
    if (progress) facts.splice(1, 0, { note: progress });
    const parts = facts.map(({ note, aside }) => [Boolean(note), Boolean(aside)]).join(";");
    if (parts !== this.parts) this.build(facts);
    facts.forEach((fact, i) => fill(this.lines.children[i + 1], fact));
    this.parts = parts;
    this.explain();
  }

  build(facts) {
    const focused = this.lines.matches(":focus-within");
    this.lines.replaceChildren(el("span", { class: "room", "aria-hidden": "true" }), ...facts.map((fact) => this.item(fact)));
    if (focused) this.lines.querySelector("button")?.focus({ preventScroll: true });
  }

  item({ note, aside }) {
    if (note) return el("span", { class: "item note" });
    const which = aside && el("button", { type: "button", class: "which", title: "Show which: colour by “Correct or wrong”, and back",
      onclick: () => this.player.setColorBy(this.player.view.colorBy === "correct" ? "class" : "correct") });
    return el("span", { class: "item" }, el("span", { class: "key" }), " ", el("b"),
      ...(which ? [el("span", { class: "aside" }, ", ", which)] : []));
  }

  // The menu stays open while the iterations play.
  explain() {
    const { run, k, help: { open } } = this;
    this.advice.textContent = open ? adviceOf(run, k) : "";
    this.table.replaceChildren(...(open ? factsOf(run, k) : []).map(({ label, value, aside, title }) => el("tr", {},
      el("th", { scope: "row", text: label.replace(/:$/, "") }), el("td", {}, el("b", { text: [value, aside].filter(Boolean).join(", ") }), " ", title))));
  }
}

function fill(item, { note, label, value, aside, title }) {
  if (note) return put(item, note);
  item.title = title ?? "";
  put(item.querySelector(".key"), label);
  put(item.querySelector("b"), value);
  if (aside) put(item.querySelector(".which"), aside);
}
