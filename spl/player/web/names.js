// Class names at their groups: each where it covers no other name, and while nothing moves where it
// covers few points.

import { shortened } from "./facts.js";
import { FAILS, failingClasses } from "./failing.js";
import { groupsOf } from "./groups.js";
import { classColors, cssColor, parseColor } from "./palette.js";
import { BAR } from "./readout.js";

const HEIGHT = 1.3; // of a line, in font sizes
const BESIDE = 1 / 3; // between two names in one line, in font sizes: else they read as one
const NEAREST = 7; // pixels between a group's middle half and its name
const FARTHEST = 34;
const BEYOND = 8; // pixels farther out where the end of a matching line stands on the whole group
const CELL = 12; // pixels of the grid in which points are counted
const NOTE = 0.85; // of a name's type: what is said of a class that fails
const LONGEST = 28; // characters of a name in the picture; the legend has all of it, on hover
const SIDES = [[0, -1], [0, 1], [1, 0], [-1, 0], [0.8, -0.8], [-0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]];

export function drawNames(ctx, pane) {
  const { run, player, k } = pane;
  if (!run.classMedoid) return;
  const [size, larger] = player.presenting ? [20, 1.42] : [13, 1];
  ctx.font = `600 ${size}px ${player.css.font}`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  ctx.lineJoin = "round";
  const resting = pane.t === k;
  const crowd = resting ? crowding(pane) : null;
  const bar = [0, 0, BAR.left + larger * BAR.width + 8, BAR.top + larger * BAR.height + 4];
  const markers = (resting && pane.markers) || []; // ends of lines
  const taken = [bar, ...markers];
  const off = player.view.off.class ?? new Set();
  const colors = pane.t >= 0 ? classColors(pane) : null;
  pane.named = [];
  const failing = failingClasses(pane);
  const ink = cssColor(player.css.ink);
  const rank = (c) => (run.dropped.has(c) ? 2 : failing.has(c) ? 0 : 1); // the last where there is room
  const order = [...run.classes.keys()].sort((a, b) => rank(a) - rank(b));
  for (const c of order) {
    const name = run.classes[c];
    const text = `${shortened(name, LONGEST)}${failing.has(c) ? ` ${FAILS}` : ""}`;
    const at = off.has(c) ? null : groupOf(pane, c);
    if (!at) continue;
    const fit = (beyond) => place(pane, c, at, beyond, [ctx.measureText(text).width, size * HEIGHT], taken, crowd);
    const box = fit(0) ?? (markers.length ? fit(BEYOND) : null);
    if (!box) continue; // the rest appear as one zooms in
    taken.push([box[0] - BESIDE * size, box[1], box[2] + BESIDE * size, box[3]]);
    pane.named.push({ c, text, box });
    writeOnGround(ctx, player, text, box, run.dropped.has(c) ? run.colorOf(c, player.theme) : ink);
    if (colors) underline(ctx, box, size, colors[c]);
  }
  if (!resting) return;
  ctx.font = `400 ${NOTE * size}px ${player.css.font}`;
  for (const { c, box } of pane.named) if (failing.has(c)) drawNote(ctx, pane, failing.get(c).short, box, NOTE * size, taken, crowd);
}

// On a ground of its own, so that it can be read over points.
function writeOnGround(ctx, { css }, text, [x, y0, , y1], color) {
  ctx.strokeStyle = cssColor(css.background);
  ctx.lineWidth = 4;
  const y = (y0 + y1) / 2;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = color;
  ctx.fillText(text, x, y);
}

// What is said of a class, under its name, over it or beside it, where it covers fewest points; no name gives
// way to it.
function drawNote(ctx, pane, text, [x0, y0, x1, y1], size, taken, crowd) {
  const [w, h] = [ctx.measureText(text).width, size * HEIGHT];
  const lefts = [(x0 + x1 - w) / 2, x0, x1 - w];
  const corners = [y1, y0 - h].flatMap((y) => lefts.map((x) => [x, y]));
  for (const x of [x1 + BESIDE * size, x0 - BESIDE * size - w]) corners.push([x, (y0 + y1 - h) / 2]);
  const boxes = corners.map(([x, y]) => [x, y, x + w, y + h]).filter((box) => isFree(pane, box, taken));
  if (!boxes.length) return;
  const box = boxes.reduce((a, b) => (crowd(b) < crowd(a) ? b : a));
  taken.push([box[0] - BESIDE * size, box[1], box[2] + BESIDE * size, box[3]]);
  writeOnGround(ctx, pane.player, text, box, cssColor(pane.player.css.ink));
}

// Its class's colour, so that a name between two groups is not taken for the other one's.
function underline(ctx, [x0, y0, x1, y1], size, color) {
  ctx.beginPath();
  ctx.moveTo(x0, (y0 + y1) / 2 + 0.56 * size);
  ctx.lineTo(x1, (y0 + y1) / 2 + 0.56 * size);
  ctx.strokeStyle = cssColor(parseColor(color));
  ctx.lineWidth = size / 7;
  ctx.stroke();
}

// Pixel and radius of a class's group, moving as its points do; null if out of sight.
function groupOf({ run, t, tf, width, height, positions }, c) {
  const k = Math.floor(t);
  const [a, b] = [k, Math.min(k + 1, run.lastK)].map((at) => groupsOf(run, at)[c]);
  if (!a || !b) return null;
  const u = t - k;
  const mixed = (d) => positions[2 * a.i + d] * (1 - u) + positions[2 * b.i + d] * u;
  const x = mixed(0) * tf.scale + tf.tx;
  const y = tf.ty - mixed(1) * tf.scale;
  if (x < 0 || y < 0 || x > width || y > height) return null;
  const r = a.r * (1 - u) + b.r * u;
  return [x, y, Math.min(FARTHEST, r * tf.scale) + NEAREST];
}

// The first free side, the one of before if it can be; the emptiest while nothing moves.
function place(pane, c, [x, y, radius], beyond, [w, h], taken, crowd) {
  const before = pane.sides.get(c);
  const r = radius + beyond;
  const boxes = SIDES.map(([dx, dy]) => {
    const cx = x + dx * (r + w / 2);
    const cy = y + dy * (r + h / 2);
    return [cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2];
  });
  const sides = boxes.map((_, s) => s).filter((s) => isFree(pane, boxes[s], taken));
  if (!sides.length) return null;
  if (!crowd) return boxes[sides.includes(before) ? before : sides[0]];
  const cost = (s) => crowd(boxes[s]) + (s === before ? -2 : 0) + 0.1 * s;
  const best = sides.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  pane.sides.set(c, best);
  return boxes[best];
}

function isFree({ width, height }, b, taken) {
  return b[0] >= 2 && b[1] >= 2 && b[2] <= width - 2 && b[3] <= height - 2
    && !taken.some((o) => b[0] < o[2] && o[0] < b[2] && b[1] < o[3] && o[1] < b[3]);
}

// How many points lie in a box, from counts in cells.
function crowding({ positions, tf, width, height, shown }) {
  const columns = Math.ceil(width / CELL) + 1;
  const counts = new Uint16Array(columns * (Math.ceil(height / CELL) + 1));
  for (let i = 0; i < shown.length; i++) {
    const x = positions[2 * i] * tf.scale + tf.tx;
    const y = tf.ty - positions[2 * i + 1] * tf.scale;
    if (shown[i] && x >= 0 && y >= 0 && x < width && y < height) counts[columns * ((y / CELL) | 0) + ((x / CELL) | 0)]++;
  }
  return ([x0, y0, x1, y1]) => {
    let n = 0;
    for (let row = (y0 / CELL) | 0; row <= y1 / CELL; row++) {
      for (let column = (x0 / CELL) | 0; column <= x1 / CELL; column++) n += counts[row * columns + column];
    }
    return n;
  };
}
