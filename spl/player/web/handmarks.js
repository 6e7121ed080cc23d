// Marks of what was given by hand: a ring like a sight on a sample of given label, a cross on one that is
// left out of S_k.

import { cssColor } from "./palette.js";

const RADIUS = 8;
export const BY_HAND = { known: "label given by hand", without: "left out of S_k" };

export function drawByHand(ctx, pane) {
  const { hand } = pane.run.header;
  if (!hand) return;
  const { background, ink } = pane.player.css;
  const lines = [[cssColor(background), 4.5], [cssColor(ink), 1.8]];
  for (const row of hand.without) mark(ctx, pane, row, lines, cross);
  for (const row of hand.known) mark(ctx, pane, row, lines, ring);
}

// The sign of one of `BY_HAND` in a legend.
export function drawSign(ctx, player, of, x, y) {
  ctx.strokeStyle = cssColor(player.css.ink);
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  (of === "known" ? ring : cross)(ctx, x, y, RADIUS / 2);
  ctx.stroke();
}

function mark(ctx, pane, row, lines, path) {
  const i = pane.run.nSource + row;
  if (pane.shown && !pane.shown[i]) return;
  const [x, y] = pane.pixel(i);
  for (const [color, width] of lines) {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.beginPath();
    path(ctx, x, y);
    ctx.stroke();
  }
}

function ring(ctx, x, y, radius = RADIUS) {
  ctx.arc(x, y, radius, 0, 7);
  for (const [ux, uy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) {
    ctx.moveTo(x + ux * radius, y + uy * radius);
    ctx.lineTo(x + 1.5 * ux * radius, y + 1.5 * uy * radius);
  }
}

function cross(ctx, x, y, radius = RADIUS) {
  const a = 0.6 * radius;
  ctx.moveTo(x - a, y - a);
  ctx.lineTo(x + a, y + a);
  ctx.moveTo(x - a, y + a);
  ctx.lineTo(x + a, y - a);
}
