// Marks of what was given by hand: a ring like a sight on a sample of given label, a cross on one that is
// left out of S_k.

import { cssColor } from "./palette.js";

const RADIUS = 8;

export function drawByHand(ctx, pane) {
  const { hand } = pane.run.header;
  if (!hand) return;
  const { background, ink } = pane.player.css;
  const lines = [[cssColor(background), 4.5], [cssColor(ink), 1.8]];
  for (const row of hand.without) mark(ctx, pane, row, lines, cross);
  for (const row of hand.known) mark(ctx, pane, row, lines, ring);
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

function ring(ctx, x, y) {
  ctx.arc(x, y, RADIUS, 0, 7);
  for (const [ux, uy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) {
    ctx.moveTo(x + ux * RADIUS, y + uy * RADIUS);
    ctx.lineTo(x + ux * (RADIUS + 4), y + uy * (RADIUS + 4));
  }
}

function cross(ctx, x, y) {
  const a = RADIUS - 3;
  ctx.moveTo(x - a, y - a);
  ctx.lineTo(x + a, y + a);
  ctx.moveTo(x - a, y + a);
  ctx.lineTo(x + a, y - a);
}
