// A small diagram of Algorithm 1: its parts in order, the present one lit. In the app each leads to its
// step of the walk-through.

import { el } from "./dom.js";

const PARTS = [ // words, first and last step of the walk-through
  ["PCA", 1, 1], ["S_k", 2, 2], ["learn P", 3, 4], ["project", 5, 5], ["prototypes", 6, 7], ["clusters", 8, 9],
  ["labels", 10, 11],
];

export function algorithmDiagram(player) {
  const chips = PARTS.map(([text, first]) => (player.saved ? el("span", { class: "part", text })
    : el("button", { type: "button", class: "part", text, title: `To step ${first} of the walk-through`,
      onclick: () => player.onWalk?.(chips.lit === text ? chips.walk : first) })));
  const root = el("div", { class: "algorithm", role: "group", "aria-label": "Algorithm 1" }, ...chips,
    el("span", { class: "again", "aria-label": "and again", text: "↺" }));
  const light = (walk, upTo = walk) => {
    Object.assign(chips, { walk, lit: null });
    PARTS.forEach(([text, first, last], i) => {
      const on = upTo >= first && walk <= last;
      if (on) chips.lit ??= text;
      chips[i].classList.toggle("lit", on);
      if (on) chips[i].setAttribute("aria-current", "step");
      else chips[i].removeAttribute("aria-current");
    });
  };
  return { root, light };
}
