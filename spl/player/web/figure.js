// Figures to take away: the picture with title, legend and numbers, and small multiples of iterations.
// They draw on a canvas (PNG) or on a Sketch (SVG, PDF) alike.

import { FAILS, FAILS_MEANS, failingClasses } from "./failing.js";
import { adviceOf, count, factsOf, iterationName, methodName, progressOf, shortened } from "./facts.js";
import { cssColor, mixColor, parseColor } from "./palette.js";
import { BY_HAND, drawByHand, drawSign } from "./handmarks.js";
import { PAIR_SIGN, drawMatching, drawPairSign, pairKey, pairedClasses } from "./marks.js";
import { countsOf, headOf } from "./legend.js";
import { drawNames } from "./names.js";
import { drawSpokes } from "./spokes.js";
import { drawThumbnails } from "./thumbs.js";
import { drawTrails } from "./overlay.js";
import { SOURCE_PALES, domainInks, glyphSheet, restyle, sourceShare } from "./style.js";
import { CHANGED, SELECTED, circle, plus, tick } from "./stamp.js";

const HEAD = 34; // pixels of the title's line
const LEGEND = 290;
const LINE = 19; // of text
const LEAST_LINE = 11; // that can be read
const MARGIN_OF_FIGURE = 12;
const CELL_OF_MULTIPLES = 320;

// The pane as it is at rest at iteration k, in another size; the one on the screen does not change.
export function still(pane, k, width, height) {
  const at = Object.create(pane);
  Object.assign(at, {
    k, t: k, width, height, dpr: 1, canvas: { width, height }, positions: pane.run.frame(k).xy, hover: -1,
    arrivedAt: -Infinity, codes: null, sheet: null, image: null, pixels: null, sides: new Map(),
  });
  at.tf = at.transform();
  restyle(at);
  glyphSheet(at);
  return at;
}

export function drawPoints(ctx, pane) {
  const { sheet, codes, order, drawn, width, height } = pane;
  for (let j = 0; j < drawn; j++) {
    const i = order[j];
    const [x, y] = pane.pixel(i);
    if (x < -9 || y < -9 || x > width + 9 || y > height + 9) continue;
    drawGlyph(ctx, x, y, sheet.outlinesOf(codes[i]));
  }
}

function drawGlyph(ctx, x, y, outlines) {
  for (const [shape, r, width, color] of outlines) {
    ctx.beginPath();
    if (shape === circle) ctx.arc(x, y, r, 0, 7);
    else if (shape === plus) {
      for (const [dx, dy] of [[r, 0], [0, r]]) {
        ctx.moveTo(x - dx, y - dy);
        ctx.lineTo(x + dx, y + dy);
      }
    } else if (shape === tick) {
      ctx.moveTo(x + r, y - r);
      ctx.lineTo(x + 1.8 * r, y - 1.8 * r);
    }
    ctx.lineWidth = width;
    ctx.strokeStyle = cssColor(color);
    ctx.stroke();
  }
}

// What is said under the picture.
export function readoutTexts({ run, k, bar }) {
  const facts = factsOf(run, k).map(({ label, value, aside }) => [label, [value, aside].filter(Boolean).join(", ")].filter(Boolean).join(" "));
  return [k < 0 ? "" : bar.text.textContent, ...facts, adviceOf(run, k), progressOf(run, k)].filter(Boolean);
}

export function figureSize(pane) {
  return { width: pane.width + LEGEND, height: HEAD + pane.height + 4 * LINE + MARGIN_OF_FIGURE };
}

export function drawFigure(ctx, pane, texts) {
  const { run, player, k } = pane;
  const { width, height } = figureSize(pane);
  const at = still(pane, k, pane.width, pane.height);
  paper(ctx, player, width, height);
  const title = `${run.header.title}, ${iterationName(k, run)}${k < 0 || run.plain ? "" : ` of ${run.header.planned_k}`}, ${methodName(run.method)}`;
  write(ctx, player, title, MARGIN_OF_FIGURE, HEAD / 2, 16, true);
  drawPicture(ctx, at, 0, HEAD, () => {
    const { overlays } = player.view;
    drawThumbnails(ctx, at);
    if (overlays.trails) drawTrails(ctx, at);
    at.markers = [];
    if (overlays.lines || overlays.classes || overlays.clusters) drawMatching(ctx, at);
    drawSpokes(ctx, at);
    if (overlays.names) drawNames(ctx, at);
    drawByHand(ctx, at);
  });
  drawLegend(ctx, at, pane.width + MARGIN_OF_FIGURE, HEAD + 8);
  paragraph(ctx, player, texts, MARGIN_OF_FIGURE, HEAD + pane.height + LINE, width - 2 * MARGIN_OF_FIGURE);
}

function paper(ctx, player, width, height) {
  ctx.fillStyle = cssColor(player.css.background);
  ctx.fillRect(0, 0, width, height);
}

function write(ctx, player, text, x, y, size = 13, bold = false) {
  if (!text) return 0;
  ctx.font = `${bold ? 600 : 400} ${size}px ${player.css.font}`;
  ctx.textBaseline = "middle";
  ctx.fillStyle = cssColor(player.css.ink);
  ctx.fillText(text, x, y);
  return ctx.measureText(text).width;
}

// Points, what lies over them, and a frame around.
function drawPicture(ctx, at, x, y, over = () => {}) {
  ctx.save();
  ctx.translate(x, y);
  ctx.beginPath();
  ctx.rect(0, 0, at.width, at.height);
  ctx.clip();
  drawPoints(ctx, at);
  over();
  ctx.beginPath();
  ctx.rect(0.5, 0.5, at.width - 1, at.height - 1);
  ctx.lineWidth = 1;
  ctx.strokeStyle = "#8a8f98";
  ctx.stroke();
  ctx.restore();
}

function glyphOf(at, isTarget, state, color) {
  return at.sheet.outlines(state, isTarget, color);
}

// `first`: the picture before adaptation that stands beside this one, if its colours are others.
function drawLegend(ctx, at, x, y, first = at) {
  const { run, player } = at;
  const ink = player.css.ink;
  const { marks } = player.view;
  const domains = (pane, when) => domainInks(pane).map((color, d) => (
    [at.sheet.outlines(marks.selected ? 0 : SELECTED, d, color, 1), d ? `${when}${run.targetName} (target) ${count(run.nTarget)}` : `${when}${run.sourceName} (source) ${count(run.nSource)}`]));
  const lines = [
    ...(first.coloring.mode === at.coloring.mode ? [] : domains(first, "before: ")),
    ...domains(at, ""),
    ...(sourceShare(at) < 1 ? [[glyphOf(at, 0, 0, mixColor(player.css.background, ink, sourceShare(at))), SOURCE_PALES]] : []),
    ...(marks.selected && !run.plain && at.k >= 0 ? [[glyphOf(at, 1, SELECTED, ink), "selected (in S_k)"], [glyphOf(at, 1, 0, ink), "not selected"]] : []),
    ...(marks.changed && at.k >= 0 ? [[glyphOf(at, 1, CHANGED, ink), "label just changed"]] : []),
  ];
  lines.forEach(([outlines, text], i) => {
    drawGlyph(ctx, x + 7, y + LINE * i, outlines);
    write(ctx, player, text, x + 22, y + LINE * i);
  });
  const signs = ["known", "without"].filter((of) => run.header.hand?.[of].length);
  signs.forEach((of, i) => {
    drawSign(ctx, player, of, x + 7, y + LINE * (lines.length + i));
    write(ctx, player, BY_HAND[of], x + 22, y + LINE * (lines.length + i));
  });
  const fails = first === at && player.view.overlays.names && failingClasses(at).size ? 1 : 0;
  if (fails) write(ctx, player, `${FAILS} ${FAILS_MEANS}`, x, y + LINE * (lines.length + signs.length));
  const pairs = first === at && at.k >= 0 && pairedClasses(at).length ? pairKey(at) : []; // as the picture has them
  pairs.forEach(([of, text], i) => {
    const middle = y + LINE * (lines.length + signs.length + fails + i);
    drawPairSign(ctx, player, of, x + PAIR_SIGN[0] / 2, middle);
    write(ctx, player, text, x + PAIR_SIGN[0] + 6, middle);
  });
  const used = LINE * (lines.length + signs.length + fails + pairs.length);
  const { entries, group, mode } = at.coloring;
  if (mode === "domain") return;
  const off = player.view.off[group] ?? new Set();
  const counts = first === at ? countsOf([at], entries) : []; // several pictures have several
  const shown = entries.map((entry, c) => ({ ...entry, counted: counts.map((n) => count(n[c])).join(" + ") })).filter((_, c) => !off.has(c));
  const head = counts.length ? headOf(mode, run.classes.length, 1) : [];
  write(ctx, player, head.filter(Boolean).join(", "), x, y + used + 4, 12);
  const top = head.length ? used + LINE : used;
  drawColors(ctx, at, shown, x, y + top + 8, at.height - top);
}

// In two columns where one has no room for them.
function drawColors(ctx, { player }, entries, x, y, height) {
  const columns = entries.length * LEAST_LINE > height ? 2 : 1;
  const rows = Math.ceil(entries.length / columns);
  const step = Math.min(LINE, height / Math.max(1, rows));
  const longest = columns > 1 ? 13 : 30; // characters
  const size = Math.min(12.5, 0.9 * step);
  entries.forEach(({ label, color, counted }, i) => {
    const left = x + (LEGEND / columns) * Math.floor(i / rows);
    const middle = y + step * (i % rows);
    ctx.beginPath();
    ctx.rect(left + 2, middle - step / 3, 10, (2 * step) / 3);
    ctx.fillStyle = cssColor(parseColor(color));
    ctx.fill();
    const named = write(ctx, player, shortened(label, longest), left + 18, middle, size);
    write(ctx, player, counted, left + 18 + named + size / 2, middle, 0.85 * size);
  });
}

// Texts one after the other, a new line where the next does not fit.
function paragraph(ctx, player, texts, x, y, width) {
  let [left, line] = [x, y];
  for (const text of texts) {
    ctx.font = `400 12.5px ${player.css.font}`;
    const wide = ctx.measureText(text).width;
    if (left > x && left + wide > x + width) [left, line] = [x, line + LINE];
    write(ctx, player, text, left, line, 12.5);
    left += wide + 18;
  }
}

// Before adaptation, k = 0, T/2 and T, as far as there are frames.
function iterationsOfMultiples(run) {
  return [...new Set([run.first, 0, Math.round(run.lastK / 2), run.lastK])];
}

export function multiplesSize(pane) {
  const n = iterationsOfMultiples(pane.run).length;
  const cell = CELL_OF_MULTIPLES + MARGIN_OF_FIGURE;
  return { width: n * cell + MARGIN_OF_FIGURE + LEGEND, height: 2 * HEAD + CELL_OF_MULTIPLES + MARGIN_OF_FIGURE };
}

export function drawMultiples(ctx, pane) {
  const { run, player } = pane;
  const { width, height } = multiplesSize(pane);
  paper(ctx, player, width, height);
  write(ctx, player, `${run.header.title}, ${methodName(run.method)}`, MARGIN_OF_FIGURE, HEAD / 2, 16, true);
  const side = CELL_OF_MULTIPLES;
  const pictures = iterationsOfMultiples(run).map((k) => still(pane, k, side, side));
  pictures.forEach((at, i) => {
    const { k } = at;
    const x = MARGIN_OF_FIGURE + i * (side + MARGIN_OF_FIGURE);
    const accuracy = k < 0 ? run.header.before?.accuracy : run.steps[k]?.accuracy;
    const score = Number.isFinite(accuracy) && run.hasTruth ? `, ${k < 0 ? "1-NN" : run.plain ? "nearest mean" : "SPL"} ${(100 * accuracy).toFixed(1)} %` : "";
    write(ctx, player, `${iterationName(k, run)}${score}`, x, HEAD + 14, 13, true);
    drawPicture(ctx, at, x, HEAD + 28);
  });
  drawLegend(ctx, pictures.at(-1), width - LEGEND + MARGIN_OF_FIGURE, HEAD + 36, pictures[0]);
}
