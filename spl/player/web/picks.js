// The chosen samples: a mask over both domains, source first.

import { count } from "./facts.js";
import { coloring } from "./palette.js";
import { found } from "./search.js";

// How a gesture's mask changes what was chosen.
const COMBINED = {
  set: (old, given) => given,
  add: (old, given) => old | given,
  remove: (old, given) => old & ~given,
  toggle: (old, given) => old ^ given,
};

export function combined(picks, mask, how) {
  return picks.map((old, i) => COMBINED[how](old, mask[i]));
}

// Legend entries in which no sample is chosen.
export function entriesWithout(picks, { index, entries }) {
  const used = new Set();
  for (let i = 0; i < index.length; i++) if (picks[i]) used.add(index[i]);
  return new Set(entries.map((_, c) => c).filter((c) => !used.has(c)));
}

// What is chosen, in words: those that are seen, and more that is only heard. `sought` found nothing.
export function chosenWords({ pickCount, onlyPick, sought, panes: [pane] }) {
  if (!pickCount) return [sought ? `Nothing found: ${sought}` : "", ""];
  if (onlyPick < 0 || !pane.run.ready) return [`${count(pickCount)} chosen`, ""];
  const { run, k } = pane;
  const j = onlyPick - run.nSource;
  const [number, label] = j < 0 ? [`s${onlyPick}`, run.source[onlyPick]] : [`t${j}`, run.pseudo[Math.max(k, 0)][j]];
  return ["1 chosen", `: ${[number, run.nameOf(onlyPick)].filter(Boolean).join(", ")}, labelled ${run.labelOf(label)}`];
}

// Mask of what a search finds, null if the text is empty or there is nothing yet.
export function searched(run, text, k, theme) {
  if (!run.ready) return null;
  const labels = ["class", ...run.hasTruth ? ["truth"] : []]
    .map((mode) => coloring(mode, run, Math.max(k, 0), theme).index);
  return found(run, text, labels);
}
