// Class names at their groups: each where it covers no other name, and while nothing moves where it
// covers few points.

import { shortened } from "./facts.js";
import { FAILS, failingClasses, wrongSaid } from "./failing.js";
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
const MOST_GROUPS = 6; // of wrong labels
const LONGEST = 28; // characters of a name in the picture; the legend has all of it, on hover
const SIDES = [[0, -1], [0, 1], [1, 0], [-1, 0], [0.8, -0.8], [-0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]];

export function drawNames(ctx, pane) {
  const { run, player, k } = pane;
  if (!run.classMedoid) return;
  const [size, larger] = player.presenting ? [20, 1.42] : [13, 1];
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
  drawWrong(ctx, pane, NOTE * size, taken);
  const failing = failingClasses(pane);
  const rank = (c) => (run.dropped.has(c) ? 2 : failing.has(c) ? 0 : 1); // the last where there is room
  const order = [...run.classes.keys()].filter((c) => !off.has(c)).sort((a, b) => rank(a) - rank(b));
  const places = new Map(order.map((c) => [c, groupOf(pane, c)]));
  for (const [c, at] of places) if (at && failing.has(c)) taken.push(aroundMiddle(at)); // often a single sample is left there
  for (const [c, at] of places) {
    if (!at) continue;
    const fails = failing.get(c);
    const name = lineOf(ctx, pane, `${shortened(run.classes[c], LONGEST)}${fails ? ` ${FAILS}` : ""}`, size, 600);
    const note = fails && lineOf(ctx, pane, fails.short, NOTE * size, 400);
    const fit = (beyond, lines) => place(pane, c, at, beyond, lines, taken, crowd);
    const placed = (note && fit(0, [name, note])) ?? fit(0, [name]) ?? (markers.length ? fit(BEYOND, [name]) : null);
    if (!placed) continue; // the rest appear as one zooms in
    const { box, lines } = placed;
    taken.push([box[0] - BESIDE * size, box[1], box[2] + BESIDE * size, box[3]]);
    pane.named.push({ c, text: name.text, note: lines.length > 1 ? note.text : "", box });
    writeLines(ctx, player, placed, run.dropped.has(c) ? run.colorOf(c, player.theme) : cssColor(player.css.ink));
    if (colors) underline(ctx, box, size, colors[c]);
  }
}

const aroundMiddle = ([x, y]) => [x - NEAREST / 2, y - NEAREST / 2, x + NEAREST / 2, y + NEAREST / 2];

// How many labels are wrong, and the largest groups of them as far as there is room: below in the picture.
function drawWrong(ctx, pane, size, taken) {
  const { width, height, player } = pane;
  let line;
  let most = MOST_GROUPS;
  do line = lineOf(ctx, pane, wrongSaid(pane, most), size, 400); while (line.width > width - 2 * BAR.left && most--);
  pane.wrong = line.text;
  if (!line.text) return;
  const box = [BAR.left, height - 6 - line.height, BAR.left + line.width, height - 6];
  taken.push(box);
  writeLines(ctx, player, { box, lines: [line], side: 1 }, cssColor(player.css.ink));
}

function lineOf(ctx, { player }, text, size, weight) {
  const font = `${weight} ${size}px ${player.css.font}`;
  ctx.font = font;
  return { text, font, width: ctx.measureText(text).width, height: size * HEIGHT };
}

// One under the other, at the edge that is nearer to their group; with a rim, to be read over points.
function writeLines(ctx, { css }, { box: [x0, y0, x1], lines, side }, color) {
  let y = y0;
  for (const { text, font, width, height } of lines) {
    const x = x0 + ((x1 - x0 - width) * (1 - side)) / 2;
    ctx.font = font;
    ctx.strokeStyle = cssColor(css.background);
    ctx.lineWidth = 4;
    ctx.strokeText(text, x, y + height / 2);
    ctx.fillStyle = color;
    ctx.fillText(text, x, y + height / 2);
    y += height;
  }
}

// Its class's colour, so that a name between two groups is not taken for the other one's.
function underline(ctx, [x0, , x1, y1], size, color) {
  const y = y1 - 0.09 * size;
  ctx.beginPath();
  ctx.moveTo(x0, y);
  ctx.lineTo(x1, y);
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

// The first free side for some lines, the one of before if it can be; the emptiest while nothing moves.
function place(pane, c, [x, y, radius], beyond, lines, taken, crowd) {
  const w = Math.max(...lines.map(({ width }) => width));
  const h = lines.reduce((sum, { height }) => sum + height, 0);
  const before = pane.sides.get(c);
  const r = radius + beyond;
  const boxes = SIDES.map(([dx, dy]) => {
    const cx = x + dx * (r + w / 2);
    const cy = y + dy * (r + h / 2);
    return [cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2];
  });
  const sides = boxes.map((_, s) => s).filter((s) => isFree(pane, boxes[s], taken));
  if (!sides.length) return null;
  const at = (s) => ({ box: boxes[s], lines, side: Math.sign(SIDES[s][0]) });
  if (!crowd) return at(sides.includes(before) ? before : sides[0]);
  const cost = (s) => crowd(boxes[s]) + (s === before ? -2 : 0) + 0.1 * s;
  const best = sides.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  pane.sides.set(c, best);
  return at(best);
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
