// What the Save menu offers.

import { el } from "./dom.js";

const FIGURE_KINDS = ["PNG", "SVG", "PDF"];
const SCALES = [1, 2, 3, 4];

export function saveItems(player) {
  const scale = el("select", { "aria-label": "Size of PNG" }, ...SCALES.map((s) => el("option", { value: s, text: `${s}×` })));
  scale.value = 2;
  const button = (text, onclick) => el("button", { type: "button", class: "btn text", text, onclick });
  const row = (name, what) => FIGURE_KINDS.map((kind) => (
    button(`${name} as ${kind}`, () => player.save(kind.toLowerCase(), what, Number(scale.value)))));
  return [
    ...row("Picture", "picture"), el("hr"), ...row("Before, k = 0, T/2 and T", "multiples"), el("hr"),
    el("label", { class: "check" }, "Size of PNG", scale),
    el("p", { class: "hint", text: "PDF knows Latin letters only; SVG and PNG know all." }),
    ...player.saved ? [] : [el("p", { class: "hint", text: "The animation as HTML, the numbers and the link: below, under “Share and save”." })],
  ];
}
