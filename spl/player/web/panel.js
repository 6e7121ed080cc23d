// The one chosen sample, beside the picture: what it is, its labels, who decided, its neighbours.

import { el, iconButton } from "./dom.js";
import { fillCard } from "./card.js";
import { LabelForm } from "./labelform.js";
import { neighborsOf } from "./spokes.js";

export class SamplePanel {
  constructor(player) {
    this.player = player;
    this.card = el("div", { class: "facts-of" });
    this.near = el("p", { class: "near" });
    this.form = new LabelForm(player);
    this.root = el("section", { class: "sample", "aria-label": "Chosen sample", hidden: true },
      iconButton("clear", "Close (Esc)", () => player.clearPicks(), { class: "btn close" }), this.card, this.form.root, this.near);
  }

  update() {
    const [pane] = this.player.panes;
    const i = this.player.onlyPick;
    const open = i >= 0 && pane.run.ready && pane.coloring;
    this.root.hidden = !open;
    for (const p of this.player.panes) if (open && p.besideAlready(p.hover)) p.card.hidden = true;
    if (!open) {
      this.shown = null;
      return;
    }
    this.form.update(pane, i);
    const near = neighborsOf(pane, i);
    const shown = [i, pane.k, pane.run.id, this.player.theme, near?.rows.join()].join("|");
    if (shown === this.shown) return;
    this.shown = shown;
    fillCard(this.card, pane, i);
    put(this.near, near ? `Nearest in the ${near.where}: ${counted(near.rows.map((j) => labelOf(pane, j)))}` : "");
  }
}

export function labelOf({ run, k }, j) {
  const source = j < run.nSource;
  const c = source ? run.source[j] : run.pseudo[Math.max(k, 0)][j - run.nSource];
  return `${run.labelOf(c)} (${source ? "source" : "target"})`;
}

function counted(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word, n]) => (n > 1 ? `${n} × ${word}` : word)).join(", ");
}
