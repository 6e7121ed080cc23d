// What a screen reader hears of the animation: the iteration, how much of the target is in S_k, how
// many labels changed, and the score. While it plays, not more often than one can listen.

import { count, iterationName, scoreOf } from "./facts.js";
import { el } from "./dom.js";

const PLAYING_MS = 4000; // at least, from one sentence to the next while the iterations play
const LETTER_MS = 120; // that a voice takes at its usual speed, numbers being long

export class Speaker {
  constructor() {
    this.root = el("div", { class: "sr", role: "status", "aria-live": "polite" });
    this.until = -Infinity; // then the last sentence has been spoken
  }

  update({ clock, panes: [{ run }] }, now = performance.now()) {
    if (!run.ready || (clock.playing && now < this.until)) return;
    const told = `${run.id} ${clock.k}`;
    if (told === this.told) return;
    this.told = told;
    const words = spoken(run, clock.k, clock.playing);
    if (words !== this.root.textContent) this.root.textContent = words;
    this.until = now + Math.max(PLAYING_MS, LETTER_MS * words.length);
  }
}

// Shorter while it plays: then the total is known.
export function spoken(run, k, playing = false) {
  const known = scoreOf(run, k);
  const score = known ? ` ${known.label}: ${known.value}.` : "";
  const step = run.steps[k];
  if (k < 0 || !step) return `${k < 0 ? "Before adaptation" : `Iteration ${k}`}.${score}`;
  const labels = k === 0 ? "" : step.changed === 1 ? " 1 label changed." : ` ${count(step.changed)} labels changed.`;
  if (run.plain) return `${iterationName(k, run)}.${labels}${score}`;
  const [of, all] = playing && k ? ["", ""] : [` of ${run.header.planned_k ?? run.lastK}`, ` of ${count(run.nTarget)} target samples`];
  return `Iteration ${k}${of}. S_k has ${count(step.selected)}${all}.${labels}${score}`;
}
