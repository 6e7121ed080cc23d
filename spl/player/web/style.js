// How each point of a picture is drawn: its glyph, its colour, its place in the order of painting.

import { coloring, domainColors, luminance, mixColor, modeAt, parseColor } from "./palette.js";
import { spokeRows } from "./spokes.js";
import { CHANGED, ENTERED, FADED, GREY, GlyphSheet, PICKED, SELECTED, glyphCode } from "./stamp.js";

const FEW = [[1500, 4], [4000, 3.4], [9000, 2.6], [20000, 2.1], [Infinity, 1.6]];
const PALE = { light: 0.42, dark: 0.55 }; // share of its colour that an unselected target sample has
const LESS_PALE = 0.7; // where colours are an order or an answer, not a class
const BEHIND = 0.62; // share of its colour that the source has once S_k is there, and in front of it
const LEVELS = 12; // of the crossfade from domains to classes, and of the source's way behind S_k
// What is painted over what: samples switched off, those not in S_k, all others, those that just came
// into S_k, the chosen ones.
const LAYER = { off: 0, below: 1, among: 2, flashing: 3, onTop: 4, hidden: 5 };

// 0 before adaptation, 1 at k = 0: how far the colours of the domains have become those of classes.
export function fadeOf(pane) {
  const { t, player, run } = pane;
  const mode = player.modeFor(run);
  if (t >= 0 || modeAt(mode, -1) === mode) return t <= -1 ? 0 : 1;
  return Math.round((t + 1) * LEVELS) / LEVELS;
}

export const SOURCE_PALES = "source pales behind S_k"; // in a key

// Whether S_k is to be seen among a source that has the colours of classes. Elsewhere the target matters, or how
// both mix.
export const inFront = ({ run, player, coloring: { mode } }) => (
  player.view.marks.selected && !run.plain && ["class", "truth"].includes(mode));

// How much of its colour the source has: all of it at k = 0, when only it has labels to learn from.
export function sourceShare(pane) {
  if (!inFront(pane)) return 1;
  const way = Math.min(1, Math.max(0, pane.player.inside.selectedK ?? pane.t));
  return 1 + (BEHIND - 1) * (Math.round(way * LEVELS) / LEVELS);
}

// Glyph, drawing order and "can be picked" of each point; needed only when k or a switch changes.
export function restyle(pane) {
  const { run, player } = pane;
  const { view, picks } = player;
  const c = coloring(player.modeFor(run), run, player.inside.labelK ?? (pane.t > -1 ? Math.max(pane.k, 0) : pane.k), player.theme);
  pane.coloring = c;
  const off = view.off[c.group] ?? new Set();
  const [n, ns] = [run.n, run.nSource];
  if (pane.codes?.length !== n) {
    pane.codes = new Uint32Array(n);
    pane.shown = new Uint8Array(n);
    pane.layer = new Uint8Array(n);
    pane.order = new Int32Array(n);
  }
  const states = targetStates(pane);
  const lit = new Set(spokeRows(pane));
  const some = states.some((state) => state & SELECTED); // none at k = 0
  const low = some && inFront(pane) ? LAYER.below : LAYER.among;
  for (let i = 0; i < n; i++) {
    const isTarget = i >= ns ? 1 : 0;
    let state = isTarget ? states[i - ns] : 0;
    let layer = state & ENTERED ? LAYER.flashing : isTarget && !(state & SELECTED) ? low : LAYER.among;
    pane.shown[i] = 1;
    if (!view.domains[isTarget]) {
      layer = LAYER.hidden;
      pane.shown[i] = 0;
    } else if (off.has(c.index[i])) {
      state = GREY;
      layer = view.greyOff ? LAYER.off : LAYER.hidden;
      pane.shown[i] = 0;
    } else if (player.pickCount) {
      state |= picks[i] ? PICKED : lit.has(i) ? 0 : FADED;
      if (picks[i] || lit.has(i)) layer = LAYER.onTop;
    }
    pane.codes[i] = glyphCode(c.index[i], isTarget, state);
    pane.layer[i] = layer;
  }
  pane.drawn = sortByLayer(pane);
}

// In S_k, just come into it, label just changed. Where S_k is not marked all are drawn alike.
function targetStates({ run, player, k: shown, flashing }) {
  const k = player.inside.selectedK ?? shown;
  const { marks } = player.view;
  const states = new Uint8Array(run.nTarget);
  if (!marks.selected) states.fill(SELECTED);
  if (k < 0) return states;
  const [selected, changed] = [run.selected[k], run.changed(k)];
  const entered = flashing && k > 0 ? run.entered(k) : null;
  for (let j = 0; j < states.length; j++) {
    if (marks.selected && selected[j]) states[j] = entered?.[j] ? SELECTED | ENTERED : SELECTED;
    if (marks.changed && changed[j]) states[j] |= CHANGED;
  }
  return states;
}

// Within a layer the order is random: neither domain covers the other.
function sortByLayer({ run, layer, order }) {
  const starts = new Int32Array(LAYER.hidden + 2);
  for (let i = 0; i < layer.length; i++) starts[layer[i] + 1]++;
  for (let l = 1; l < starts.length; l++) starts[l] += starts[l - 1];
  const drawn = starts[LAYER.hidden];
  for (const i of run.order) order[starts[layer[i]]++] = i;
  return drawn;
}

export function glyphSheet(pane) {
  const { run, player, dpr } = pane;
  const base = FEW.find(([n]) => run.n <= n)[1];
  const small = Math.min(1.35, Math.max(0.6, Math.min(pane.width, pane.height) / 480));
  const zoom = Math.min(2.2, Math.max(0.8, player.view.camera.zoom ** 0.3));
  const radius = Math.max(1.2, Math.round(base * small * zoom * player.view.size * dpr * 4) / 4);
  const [fade, share] = [fadeOf(pane), sourceShare(pane)];
  const { mode, group, entries } = pane.coloring;
  const { background, ink } = player.css;
  const stride = pane.canvas.width; // plus the margins, below
  const palette = entries.map((e) => e.color).join();
  const key = [radius, stride, pane.canvas.height, palette, mode, fade, share, player.theme, background].join("|");
  if (pane.sheet?.key === key) return pane.sheet;
  const settled = group === "class" || group === "domain" ? PALE[player.theme] : LESS_PALE;
  const sheet = new GlyphSheet({
    radius, background, ink, stride: 0, colors: sheetColors(pane, fade, share),
    line: Math.max(1, Math.min(radius * 0.4, 2 * dpr)),
    grey: luminance(background) > 0.5 ? [120, 125, 135] : [150, 155, 165],
    pale: 1 + (settled - 1) * fade,
    firm: new Set(entries.flatMap((e, c) => (e.firm ? [c] : []))),
  });
  sheet.stride = stride + 2 * sheet.reach;
  sheet.key = key;
  pane.sheet = sheet;
  const height = pane.canvas.height + 2 * sheet.reach;
  if (pane.image?.width !== sheet.stride || pane.image.height !== height) {
    pane.image = new ImageData(sheet.stride, height);
    pane.pixels = new Int32Array(pane.image.data.buffer);
  }
  return sheet;
}

// Colours of ○ and + in a key: those of the domains, as far as the picture has them, else ink.
export function domainInks(pane) {
  const { player, run } = pane;
  const wanted = player.modeFor(run);
  const ofClasses = modeAt(wanted, -1) === wanted ? 1 : fadeOf(pane);
  const share = pane.coloring.mode === "domain" ? 0 : ofClasses;
  return domainColors(player.theme).map((c) => mixColor(parseColor(c), player.css.ink, share));
}

// Source and target colour of each entry; on the way from "before" to k = 0 mixed with the domain's.
function sheetColors({ player, coloring: { entries, mode } }, fade, share) {
  const shades = [share, 1];
  const colors = entries.map((e) => parseColor(e.color));
  const domains = fade < 1 && mode !== "domain" ? domainColors(player.theme).map(parseColor) : null;
  return colors.flatMap((c) => [0, 1].map((d) => (
    mixColor(player.css.background, domains ? mixColor(domains[d], c, fade) : c, shades[d]))));
}
