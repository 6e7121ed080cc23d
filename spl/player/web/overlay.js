// What lies over the points: centroids, cluster centres, matching lines, trails, the lasso.

import { cssColor } from "./palette.js";

const MOST_TRAILS = 400;

export function drawOverlay(pane) {
  const { octx: ctx, dpr, width, height, player } = pane;
  const { overlays } = player.view;
  const means = overlays.classes || overlays.clusters || overlays.lines;
  const trails = overlays.trails && (player.pickCount > 0 || pane.hover >= 0);
  pane.top.hidden = !pane.tf || !(means || trails || pane.hover >= 0 || pane.gesture);
  if (pane.top.hidden) return;
  ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
  ctx.clearRect(0, 0, width, height);
  if (trails) drawTrails(ctx, pane);
  if (means) drawMeans(ctx, pane, overlays);
  if (pane.hover >= 0) drawHover(ctx, pane);
  if (pane.gesture) drawGesture(ctx, pane);
}

function mixedMeans(pane) {
  const { run, t } = pane;
  const k = Math.floor(t);
  const a = run.centroids(k);
  const b = run.centroids(Math.min(k + 1, run.lastK));
  const u = t - k;
  const blend = (p, q) => p.map((v, i) => {
    const w = q[i];
    if (!Number.isFinite(v)) return w;
    return Number.isFinite(w) ? v + (w - v) * u : v;
  });
  return { classes: blend(a.classes, b.classes), clusters: blend(a.clusters, b.clusters) };
}

function drawMeans(ctx, pane, overlays) {
  const { run, tf, player } = pane;
  const { classes, clusters } = mixedMeans(pane);
  const screen = (v, c) => [v[2 * c] * tf.scale + tf.tx, tf.ty - v[2 * c + 1] * tf.scale];
  const colors = run.colors[player.theme];
  const off = player.view.off.class ?? new Set();
  const shown = run.classes.map((_, c) => c).filter((c) => !off.has(c));
  const back = cssColor(player.css.background);
  for (const c of overlays.lines ? shown : []) {
    const [p, q] = [screen(classes, c), screen(clusters, c)];
    if (![...p, ...q].every(Number.isFinite)) continue;
    line(ctx, p, q, back, 4);
    line(ctx, p, q, colors[c], 2);
  }
  for (const c of overlays.clusters ? shown : []) {
    const [x, y] = screen(clusters, c);
    if (Number.isFinite(x)) marker(ctx, x, y, colors[c], back, cssColor(player.css.ink), true);
  }
  for (const c of overlays.classes ? shown : []) {
    const [x, y] = screen(classes, c);
    if (Number.isFinite(x)) marker(ctx, x, y, colors[c], back, cssColor(player.css.ink), false);
  }
  const at = overlays.classes || overlays.lines ? classes : clusters;
  labels(ctx, shown.map((c) => [run.classes[c], ...screen(at, c)]), pane, back);
}

function line(ctx, [x0, y0], [x1, y1], color, width) {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.stroke();
}

// A filled disc for a class's mean, a filled square for a cluster's: like o and + they differ by shape.
function marker(ctx, x, y, color, back, ink, square) {
  ctx.beginPath();
  if (square) ctx.rect(x - 6, y - 6, 12, 12);
  else ctx.arc(x, y, 7, 0, 7);
  ctx.fillStyle = color;
  ctx.strokeStyle = back;
  ctx.lineWidth = 4;
  ctx.stroke();
  ctx.fill();
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}

function labels(ctx, items, pane, back) {
  ctx.font = `600 13px ${pane.player.css.font}`;
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  const taken = [];
  for (const [text, x, y] of items) {
    if (!Number.isFinite(x) || x < 0 || y < 0 || x > pane.width || y > pane.height) continue;
    const w = ctx.measureText(text).width;
    const left = x + 11 + w > pane.width ? x - 11 - w : x + 11;
    const box = [left, y - 8, left + w, y + 8];
    const clash = taken.some((b) => box[0] < b[2] && b[0] < box[2] && box[1] < b[3] && b[1] < box[3]);
    if (clash) continue; // the rest appear as one zooms in
    taken.push(box);
    ctx.strokeStyle = back;
    ctx.lineWidth = 4;
    ctx.strokeText(text, left, y);
    ctx.fillStyle = cssColor(pane.player.css.ink);
    ctx.fillText(text, left, y);
  }
}

function drawTrails(ctx, pane) {
  const { run, player, tf, t } = pane;
  const ids = [];
  if (pane.hover >= 0) ids.push(pane.hover);
  for (let i = 0; i < run.n && ids.length < MOST_TRAILS && player.pickCount; i++) {
    if (player.picks[i]) ids.push(i);
  }
  ctx.lineWidth = ids.length > 60 ? 1 : 1.6;
  const end = Math.floor(t);
  for (const i of ids) {
    ctx.strokeStyle = pane.colorOf(i);
    for (let k = 0; k < end; k++) trailPart(ctx, run, tf, i, k, 0.25 + (0.65 * (k + 1)) / (end + 1));
    ctx.globalAlpha = 0.9;
    const xy = run.frame(end).xy;
    ctx.beginPath();
    ctx.moveTo(xy[2 * i] * tf.scale + tf.tx, tf.ty - xy[2 * i + 1] * tf.scale);
    ctx.lineTo(...pane.pixel(i));
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

function trailPart(ctx, run, tf, i, k, alpha) {
  const [a, b] = [run.frame(k).xy, run.frame(k + 1).xy];
  ctx.globalAlpha = alpha;
  ctx.beginPath();
  ctx.moveTo(a[2 * i] * tf.scale + tf.tx, tf.ty - a[2 * i + 1] * tf.scale);
  ctx.lineTo(b[2 * i] * tf.scale + tf.tx, tf.ty - b[2 * i + 1] * tf.scale);
  ctx.stroke();
}

function drawHover(ctx, pane) {
  const [x, y] = pane.pixel(pane.hover);
  ctx.beginPath();
  ctx.arc(x, y, 10, 0, 7);
  ctx.strokeStyle = cssColor(pane.player.css.background);
  ctx.lineWidth = 5;
  ctx.stroke();
  ctx.strokeStyle = cssColor(pane.player.css.ink);
  ctx.lineWidth = 2;
  ctx.stroke();
}

function drawGesture(ctx, pane) {
  const ink = cssColor(pane.player.css.ink);
  ctx.beginPath();
  pane.gesture.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  ctx.closePath();
  ctx.fillStyle = ink;
  ctx.globalAlpha = 0.08;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([5, 4]);
  ctx.stroke();
  ctx.setLineDash([]);
}
