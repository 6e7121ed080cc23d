// What the Save menu offers.

import { download, el } from "./dom.js";
import { filmType, recordFilm } from "./film.js";
import { fileName } from "./save.js";

const FIGURE_KINDS = ["PNG", "SVG", "PDF"];
const SCALES = [1, 2, 3, 4];

export function saveItems(player) {
  const scale = el("select", { "aria-label": "Size of PNG" }, ...SCALES.map((s) => el("option", { value: s, text: `${s}×` })));
  scale.value = 2;
  const button = (text, onclick) => el("button", { type: "button", class: "btn text", text, onclick });
  const row = (name, what) => FIGURE_KINDS.map((kind) => (
    button(`${name} as ${kind}`, () => player.save(kind.toLowerCase(), what, Number(scale.value)))));
  return [
    ...row("Frame", "picture"), el("hr"), ...row("Before, k = 0, T/2 and T", "multiples"), el("hr"),
    ...filmKinds().map(([kind, name]) => button(`Film as ${name}`, (e) => {
      e.currentTarget.closest("details").open = false; // else it covers what is recorded
      saveFilm(player, kind);
    })), el("hr"),
    el("label", { class: "check" }, "Size of PNG", scale),
    el("p", { class: "hint", text: "PDF shows only Latin letters; PNG and SVG show all." }),
    ...player.saved ? [] : [el("p", { class: "hint", text: "The animation as HTML, the numbers and the link: below, under “Share and save”." })],
  ];
}

// What this browser can record, and its name for people.
function filmKinds() {
  const type = filmType();
  const video = type?.includes("mp4") ? ["mp4", "MP4"] : ["webm", "WebM"];
  return [...type ? [video] : [], ["gif", "GIF"]];
}

// Plays the run once and records it; a line tells how far it is, and Cancel ends it.
async function saveFilm(player, kind) {
  if (player.root.querySelector(".filming")) return;
  const stop = new AbortController();
  const told = el("output", { text: "Recording …" });
  const line = el("div", { class: "filming", role: "status" }, told,
    el("button", { type: "button", class: "btn text", text: "Cancel", onclick: () => stop.abort() }));
  player.root.append(line);
  try {
    const onProgress = (share) => { told.textContent = `Recording what is played: ${Math.round(100 * share)} %`; };
    const blob = await recordFilm(player, kind, { signal: stop.signal, onProgress });
    if (blob) download(fileName(player.panes[0], "film", kind), blob);
    else player.clock.pause();
  } finally {
    line.remove();
    player.redraw();
  }
}
