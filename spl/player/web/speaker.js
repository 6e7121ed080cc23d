// What a screen reader hears of the animation: the iteration, how much of the target is in S_k, how
// many labels changed, and the score. While it plays, not more often than one can listen.

import { count, factsOf, iterationName } from "./facts.js";
import { el } from "./dom.js";

const PLAYING_MS = 4000; // from one sentence to the next while the iterations play

export class Speaker {
  constructor() {
    this.root = el("div", { class: "sr", role: "status", "aria-live": "polite" });
    this.at = -Infinity;
  }

  update({ clock, panes: [{ run }] }, now = performance.now()) {
    if (!run.ready || (clock.playing && now - this.at < PLAYING_MS)) return;
    const words = spoken(run, clock.k);
    if (words === this.root.textContent) return;
    this.root.textContent = words;
    this.at = now;
  }
}

export function spoken(run, k) {
  const [first] = factsOf(run, k);
  const score = first ? ` ${first.label}: ${first.value}.` : "";
  const step = run.steps[k];
  if (k < 0 || !step) return `${k < 0 ? "Before adaptation" : `Iteration ${k}`}.${score}`;
  const labels = k === 0 ? "" : step.changed === 1 ? " 1 label changed." : ` ${count(step.changed)} labels changed.`;
  if (run.plain) return `${iterationName(k, run)}.${labels}${score}`;
  return `Iteration ${k} of ${run.lastK}. S_k has ${count(step.selected)} of ${count(run.nTarget)} target samples.${labels}${score}`;
}
