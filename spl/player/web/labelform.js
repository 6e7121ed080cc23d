// The label that is given to the one chosen target sample; Python runs SPL again with it.

import { el } from "./dom.js";

export class LabelForm {
  constructor(player) {
    this.player = player;
    this.root = el("div", { class: "label-form", hidden: true });
  }

  update(pane, i) {
    const { run, k } = pane;
    const row = i - run.nSource;
    this.root.hidden = !this.player.giveLabel || row < 0;
    const shown = `${row} ${run.id}`; // the same form while the iterations play: it may be open
    if (this.root.hidden || shown === this.shown) return;
    this.shown = shown;
    const given = run.isKnown(row);
    const label = run.pseudo[Math.max(k, 0)][row];
    const list = el("select", { "aria-label": "Its class" },
      ...run.classes.map((name, c) => el("option", { value: c, text: name })));
    list.value = Math.min(label, run.classes.length - 1);
    const give = (c) => this.player.giveLabel({ row, class: c });
    const truth = run.truth?.[row];
    this.root.replaceChildren(
      el("label", {}, el("span", { class: "key", text: given ? "You gave its class" : "Give its class" }), list),
      button(given ? "Change" : "Give", "Run SPL again with this label", () => give(Number(list.value))),
      truth < run.classes.length ? button("Use its true class", "Give the label that the data have for it", () => give(truth)) : "",
      given ? button("Take it back", "Run SPL again without this label", () => give(-1)) : "",
    );
  }
}

function button(text, title, onclick) {
  return el("button", { type: "button", class: "btn text", text, title, onclick });
}
