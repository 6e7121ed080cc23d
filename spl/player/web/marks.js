// The pairs of Eq. 11 in the picture: lines between samples that stand for a cluster and for a class.

import { classColors, cssColor } from "./palette.js";

const MOST_LINES = 12; // classes whose lines are drawn together
const SIZE = 5.5; // of a marker: half its side, its radius
const REACH = SIZE + 2; // from a marker's middle to the end of its rim
const APART = 3; // pixels between two markers that would cover each other

// Classes whose pairs are shown: all that are switched on, or of many the one that is pointed at. The
// half-step of the matching shows them all.
export function pairedClasses(pane) {
  const shown = shownClasses(pane);
  if (togetherIn(pane)) return shown;
  const at = pane.hover >= 0 ? classOf(pane, pane.hover) : pane.player.focusClass;
  return at >= 0 && !isDropped(pane.run, at) ? [at] : [];
}

const togetherIn = (pane) => pane.player.inside.on || shownClasses(pane).length <= MOST_LINES;

// A class that a partial run dropped has no cluster, and no label comes from its prototype.
const isDropped = (run, c) => Boolean(run.dropped?.has(c));

function shownClasses({ run, player }) {
  const off = player.view.off.class ?? new Set();
  return run.classes.map((_, c) => c).filter((c) => !off.has(c) && !isDropped(run, c));
}

function classOf({ run, k }, i) {
  return i < run.nSource ? run.source[i] : run.matched[Math.max(k, 0)][i - run.nSource];
}

// Clusters whose nearest prototype is another class's than the one they are matched with.
export function overruled(run, k) {
  return run.classes.map((_, c) => c)
    .filter((c) => k >= 0 && !run.plain && run.clusterMedoid?.[k][c] >= 0 && run.nearest[k][c] !== c);
}

export function drawMatching(ctx, pane) {
  const { run, k, player } = pane;
  const { overlays } = player.view;
  if (k < 0 || pane.t < 0 || run.plain || !run.classMedoid) return;
  const shown = shownClasses(pane);
  const paired = overlays.lines ? pairedClasses(pane) : [];
  const ends = new Map([...new Set([...shown, ...paired])].map((c) => [c, endsOf(pane, c)]));
  const [back, ink] = [cssColor(player.css.background), cssColor(player.css.ink)];
  const colors = classColors(pane) ?? run.classes.map(() => ink);
  const against = new Set(overruled(run, k));
  for (const c of paired) {
    const { cluster, prototype } = ends.get(c);
    if (cluster && prototype) {
      const width = 1.2 + 4.5 * Math.min(1, run.margin[k][c] / run.largestMargin);
      rimToRim(ctx, cluster, prototype, [back, width + 2.5], [colors[c], width]);
    }
    const other = run.nearest[k][c];
    const rejected = against.has(c) ? endsOf(pane, other).prototype : null;
    if (cluster && rejected) rimToRim(ctx, cluster, rejected, [back, 3.5], [ink, 1.2], [5, 4]);
  }
  const marked = (on) => (on ? shown : paired);
  const mark = (at, c, square) => {
    if (!at) return;
    marker(ctx, at, colors[c], back, ink, square);
    pane.markers.push([at[0] - REACH, at[1] - REACH, at[0] + REACH, at[1] + REACH]);
  };
  for (const c of marked(overlays.clusters)) mark(ends.get(c).cluster, c, true);
  for (const c of marked(overlays.classes)) mark(ends.get(c).prototype, c, false);
  if (overlays.lines && pane.pulse < 1) for (const c of against) pulse(ctx, endsOf(pane, c).cluster, pane.pulse, ink);
}

export const PAIR_SIGN = [30, 14]; // pixels

// The key to the lines: what each kind of them is. Where the matching overrules, all such clusters pulse,
// whether their lines are shown or not.
export function pairKey(pane) {
  const { run, player } = pane;
  if (!player.view.overlays.lines || run.plain || !run.classMedoid) return [];
  const against = run.pseudo.some((_, k) => overruled(run, k).length > 0);
  const [matched, overruling] = togetherIn(pane) ? ["class and its cluster", "nearest class, overruled"]
    : ["class pointed at, its cluster", "ring: nearest class overruled"];
  return [["matched", matched], ...(against ? [["overruled", overruling]] : [])];
}

// With `pulses` the ring of a cluster whose nearest class is overruled.
export function drawPairSign(ctx, { css }, of, x, y, pulses = false) {
  const [reach, r] = [PAIR_SIGN[0] / 2 - 1, 3.5];
  ctx.strokeStyle = ctx.fillStyle = cssColor(css.ink);
  ctx.lineWidth = of === "overruled" ? 1.2 : 2;
  ctx.beginPath();
  ctx.moveTo(x - reach, y);
  ctx.lineTo(x + reach - (of === "overruled" && pulses ? PAIR_SIGN[1] - 2 : 0), y);
  ctx.setLineDash(of === "overruled" ? [5, 4] : []);
  ctx.stroke();
  ctx.setLineDash([]);
  if (of === "overruled") {
    if (pulses) ringAt(ctx, x + reach - PAIR_SIGN[1] / 2 + 1, y, PAIR_SIGN[1] / 2 - 1);
    return;
  }
  ctx.beginPath();
  ctx.arc(x - reach + r, y, r, 0, 7);
  ctx.fill();
  ctx.fillRect(x + reach - 2 * r, y - r, 2 * r, 2 * r);
}

// Pixels of the two samples; where their markers would cover each other they are moved apart.
function endsOf(pane, c) {
  const { run, k } = pane;
  const [i, j] = [run.clusterMedoid[k][c], run.classMedoid[k][c]];
  if (i < 0 || j < 0) return { cluster: i < 0 ? null : pane.pixel(i), prototype: j < 0 ? null : pane.pixel(j) };
  const [p, q] = [pane.pixel(i), pane.pixel(j)];
  const way = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const missing = (2 * SIZE + 4 + APART - way) / 2;
  if (missing <= 0) return { cluster: p, prototype: q };
  const [ux, uy] = way > 0.5 ? [(q[0] - p[0]) / way, (q[1] - p[1]) / way] : [1, 0];
  return {
    cluster: [p[0] - ux * missing, p[1] - uy * missing],
    prototype: [q[0] + ux * missing, q[1] + uy * missing],
  };
}

// From rim to rim of two markers, on a strip of the background.
function rimToRim(ctx, [x0, y0], [x1, y1], under, over, dash = []) {
  const way = Math.hypot(x1 - x0, y1 - y0);
  const cut = SIZE + 2;
  if (way <= 2 * cut) return;
  const [ux, uy] = [((x1 - x0) / way) * cut, ((y1 - y0) / way) * cut];
  for (const [[color, width], pattern] of [[under, []], [over, dash]]) {
    ctx.beginPath();
    ctx.moveTo(x0 + ux, y0 + uy);
    ctx.lineTo(x1 - ux, y1 - uy);
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.setLineDash(pattern);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

// A disc for the sample nearest to a prototype, a square for the one nearest to a cluster's centre.
function marker(ctx, [x, y], color, back, ink, square) {
  ctx.beginPath();
  if (square) ctx.rect(x - SIZE, y - SIZE, 2 * SIZE, 2 * SIZE);
  else ctx.arc(x, y, SIZE + 0.5, 0, 7);
  ctx.fillStyle = color;
  ctx.strokeStyle = back;
  ctx.lineWidth = 4;
  ctx.stroke();
  ctx.fill();
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}

// A ring that grows and fades, once.
function pulse(ctx, at, share, ink) {
  if (!at) return;
  ctx.globalAlpha = 1 - share;
  ctx.strokeStyle = ink;
  ctx.lineWidth = 2.5;
  ringAt(ctx, ...at, SIZE + 4 + 22 * share);
  ctx.globalAlpha = 1;
}

function ringAt(ctx, x, y, radius) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.stroke();
}
