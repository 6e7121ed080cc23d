// Toolbar above the picture and transport below it.

import { checkbox, el, iconButton, menu, put } from "./dom.js";
import { togglePresent } from "./present.js";
import { saveItems } from "./savemenu.js";
import { SHOWN } from "./shown.js";
import { Speaker } from "./speaker.js";
import { Strip } from "./strip.js";
import { modesFor } from "./palette.js";

const TOOLS = [
  ["pan", "Move the frame and click samples (p)"],
  ["lasso", "Lasso: draw around samples (l)"],
  ["box", "Box: drag a rectangle around samples (b)"],
];
const OF_SPL = ["lines", "clusters", "selected"]; // what frames of another method do not have
const SPEEDS = [0.25, 0.5, 1, 2, 4];

const KEYS = [
  ["space", "play or pause"], ["← →", "step"], ["Home End", "first iteration (or before adaptation), last"],
  ["+ − 0", "zoom in, out, reset"], ["l b p", "lasso, box, move"], ["a", "show all samples"],
  ["c", "next colouring"], ["r", "repeat (loop)"], ["n N", "next step of a lesson, or skip its question; back"], ["i", "inside this iteration"], ["Esc", "cancel, or choose nothing"], ["f", "present: the frame and its key"], ["Page ↑ ↓", "step, as a clicker does"],
  ["shift, alt", "with click or lasso: add, take away"], ["space or middle button, held", "drag to move the frame"],
];

export function toolbar(player) {
  const { view } = player;
  const tools = TOOLS.map(([name, label]) => {
    const button = iconButton(name, label, () => player.setTool(name));
    button.dataset.tool = name;
    return button;
  });
  const color = el("select", { "aria-label": "Colour by", onchange: () => player.setColorBy(color.value) });
  const { plain } = player.panes[0].run;
  const parts = SHOWN.filter(([key]) => !plain || !OF_SPL.includes(key));
  const shown = parts.map(([key, part, label]) => checkbox(label, view[part][key], (on) => player.show(part, key, on)));
  const size = el("input", { type: "range", min: "0.6", max: "2.4", step: "0.1", "aria-label": "Point size",
    oninput: () => { view.size = Number(size.value); player.redraw(); } });
  size.value = view.size;
  const search = el("input", { type: "search", class: "search", placeholder: "Find class or sample",
    "aria-label": "Find a class, a sample's name or its number",
    title: "A class, part of a name, or a number: 12, s12 (source), t12 (target)",
    onchange: () => player.search(search.value),
    onkeydown: (e) => { if (e.key === "Enter") player.search(search.value); } });
  const help = menu("?", el("table", {}, ...KEYS.map(([key, what]) => (
    el("tr", {}, el("th", { scope: "row", text: key }), el("td", { text: what }))))));
  help.querySelector("summary").setAttribute("aria-label", "Keyboard help");
  const root = el("div", { class: "toolbar", role: "toolbar", "aria-label": "Frame" },
    el("div", { class: "group" }, ...tools, iconButton("reset", "Show everything (0)", () => player.resetCamera()),
      iconButton("clear", "Choose nothing (Esc)", () => player.clearPicks())),
    el("label", { class: "group" }, el("span", { class: "key", text: "Colour" }), color),
    menu("Show", ...shown, el("hr"), el("label", { class: "check" }, "Point size", size)),
    menu("Save", ...saveItems(player)),
    el("button", { type: "button", class: "btn text", text: "Inside", title: "Inside this iteration, half a step at a time (i)",
      onclick: () => player.inside.change() }),
    iconButton("present", "Present: only the frame (f)", () => togglePresent(player)), help, search);
  const update = () => {
    for (const b of tools) b.setAttribute("aria-pressed", String(b.dataset.tool === view.tool));
    parts.forEach(([key, part], i) => { shown[i].firstChild.checked = view[part][key]; });
    const modes = modesFor(player.panes[0].run);
    const wanted = modes.map(([m]) => m).join();
    if (color.dataset.modes !== wanted) {
      color.dataset.modes = wanted;
      color.replaceChildren(...modes.map(([m, label]) => el("option", { value: m, text: label })));
    }
    color.value = player.modeFor(player.panes[0].run);
  };
  return { root, update };
}

export function transport(player) {
  const { clock } = player;
  const play = iconButton("play", "Play (space)", () => player.toggle(), { class: "btn main" });
  const pauseIcon = iconButton("pause", "", null).firstChild;
  const playIcon = play.firstChild;
  const range = el("input", { type: "range", class: "scrub", min: "0", step: "1", "aria-label": "Iteration k",
    oninput: () => player.jump(Number(range.value)) });
  const ticks = el("div", { class: "ticks", "aria-hidden": "true" });
  const strip = new Strip();
  const label = el("span", { class: "k" }); // an <output> would be read aloud beside the speaker
  const speed = el("select", { "aria-label": "Speed", title: "Speed",
    onchange: () => { clock.speed = Number(speed.value); } },
  ...SPEEDS.map((s) => el("option", { value: s, text: `${s}×` })));
  speed.value = clock.speed;
  const loop = iconButton("loop", "Repeat (r)", () => player.toggleLoop());
  const speaker = new Speaker();
  const root = el("div", { class: "transport", role: "group", "aria-label": "Iterations" },
    el("div", { class: "group" },
      iconButton("first", "First iteration (Home)", () => player.jump(clock.first)),
      iconButton("previous", "One iteration back (←)", () => player.step(-1)), play,
      iconButton("next", "One iteration on (→)", () => player.step(1)),
      iconButton("last", "Last iteration (End)", () => player.jump(clock.last))),
    el("div", { class: "scrubber" }, range, ticks, strip.root), label,
    el("div", { class: "group" }, speed, loop), speaker.root);
  const update = () => {
    const playing = clock.playing;
    if (play.firstChild !== (playing ? pauseIcon : playIcon)) {
      play.replaceChildren(playing ? pauseIcon : playIcon);
      play.setAttribute("aria-label", playing ? "Pause (space)" : "Play (space)");
      play.title = play.getAttribute("aria-label");
    }
    if (Number(range.max) !== clock.last || Number(range.min) !== clock.first || !ticks.childElementCount) {
      range.max = clock.last;
      range.min = clock.first;
      ticks.replaceChildren(...tickTexts(clock.first, clock.last).map((text) => el("span", { text })));
    }
    strip.update(player);
    const k = clock.k;
    if (Number(range.value) !== k) range.value = k;
    const planned = Math.max(...player.panes.map((p) => p.run.header.planned_k));
    const text = k < 0 ? "before" : player.panes[0].run.header.names?.[k] ?? `k = ${k} of ${planned}`;
    if (label.textContent !== text) {
      put(label, text);
    }
    for (const slider of [range, ...player.panes.map((p) => p.over)]) {
      if (!playing || !slider.ariaValueText) tellValue(slider, clock, k < 0 ? "before adaptation" : text);
    }
    loop.setAttribute("aria-pressed", String(clock.loop));
    speaker.update(player);
  };
  return { root, update, strip };
}

// The iteration, of the track and of each picture. While it plays the speaker tells it: a slider with the focus would
// at each iteration, and cut the speaker short.
// But one without any value would be read as 50.
function tellValue(slider, { first, last, k }, text) {
  if (slider.ariaValueText === text) return;
  Object.assign(slider, { ariaValueMin: first, ariaValueMax: last, ariaValueNow: k, ariaValueText: text });
}

// What stands under each iteration of the track: of many only some numbers, none beside an end's.
export function tickTexts(first, last) {
  const every = Math.max(1, Math.ceil((last + 1) / 16));
  const free = (k) => k % every === 0 && k - first >= every && last - k >= every;
  return Array.from({ length: last + 1 - first }, (_, i) => {
    const k = i + first;
    return k < 0 ? "before" : k === first || k === last || free(k) ? String(k) : "·";
  });
}
