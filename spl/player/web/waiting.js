// Words over the dimmed picture while something is computed that takes its place.

import { el } from "./dom.js";

// `asked` tells which request for another run these words know of.
export function waitFor(player, words, asked) {
  player.asked = asked;
  player.stage.classList.toggle("waiting", words !== "");
  if (words && !player.waiting) {
    player.waiting = el("div", { class: "next", role: "status" }, el("span"),
      el("button", { class: "btn", type: "button", text: "Cancel", onclick: () => player.onCancel?.() }));
    player.stage.prepend(player.waiting);
  }
  if (!player.waiting) return;
  player.waiting.hidden = !words;
  if (words) player.waiting.firstChild.textContent = words;
}
