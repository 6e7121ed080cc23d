// The neighbours of the one chosen sample, as spokes.

import { cssColor } from "./palette.js";

const NEIGHBORS = 5;
const RING = 8; // pixels: radius of the ring around a neighbour

// Python knows the subspace; a saved page only the picture. { rows, where }, or null.
export function neighborsOf(pane, i) {
  const { player, run, k } = pane;
  const told = player.neighbors;
  if (told && told.row === i && told.k === k && pane === player.panes[0]) return { rows: told.rows, where: "subspace" };
  if (!player.saved || !run.ready) return null;
  return { rows: nearestInPicture(pane.positions, i), where: "picture" };
}

function nearestInPicture(xy, i) {
  const away = (j) => (xy[2 * j] - xy[2 * i]) ** 2 + (xy[2 * j + 1] - xy[2 * i + 1]) ** 2;
  const found = []; // [distance, row], nearest first
  for (let j = 0; j < xy.length / 2; j++) {
    const d = away(j);
    if (j === i || (found.length === NEIGHBORS && d >= found[NEIGHBORS - 1][0])) continue;
    found.push([d, j]);
    found.sort((a, b) => a[0] - b[0]);
    found.length = Math.min(found.length, NEIGHBORS);
  }
  return found.map(([, j]) => j);
}

// Rows of the neighbours that spokes run to: they are not to fade beside the chosen sample.
export function spokeRows(pane) {
  const i = pane.player.onlyPick;
  return i >= 0 && pane.positions ? neighborsOf(pane, i)?.rows ?? [] : [];
}

// In ink, which neither trails nor the matching's lines have, on a strip of the background. No name is
// to cover their ends.
export function drawSpokes(ctx, pane) {
  const rows = spokeRows(pane);
  if (!rows.length) return;
  const { css, presenting } = pane.player;
  const wide = presenting ? 1.5 : 1;
  const [back, ink] = [css.background, css.ink].map(cssColor);
  const from = pane.pixel(pane.player.onlyPick);
  const ends = rows.map((j) => [j, pane.pixel(j)]);
  for (const [color, width] of [[back, 6], [ink, 2.5]]) {
    for (const [, to] of ends) stroke(ctx, color, wide * width, () => { ctx.moveTo(...from); ctx.lineTo(...to); });
  }
  const r = RING * wide;
  for (const [j, to] of ends) {
    for (const [color, width] of [[back, 8], [ink, 5], [pane.colorOf(j), 3]]) {
      stroke(ctx, color, wide * width, () => ctx.arc(...to, r, 0, 7));
    }
    pane.markers.push([to[0] - r - 3, to[1] - r - 3, to[0] + r + 3, to[1] + r + 3]);
  }
}

function stroke(ctx, color, width, path) {
  ctx.beginPath();
  path();
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.stroke();
}
