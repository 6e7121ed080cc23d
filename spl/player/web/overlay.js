// What lies over the points: names, matching lines, trails, the lasso.

import { cssColor } from "./palette.js";
import { drawByHand } from "./handmarks.js";
import { drawMatching } from "./marks.js";
import { drawNames } from "./names.js";
import { drawSpokes } from "./spokes.js";
import { drawThumbnails } from "./thumbs.js";

const MOST_TRAILS = 400;

export function drawOverlay(pane) {
  const { octx: ctx, dpr, width, height, player } = pane;
  if (!pane.coloring) return; // new frames have come; the picture draws them next
  const { overlays } = player.view;
  const matching = overlays.classes || overlays.clusters || overlays.lines;
  const trails = overlays.trails && ((player.pickCount > 0 && !player.tour.steps) || pane.hover >= 0);
  const more = overlays.names || overlays.thumbnails || player.onlyPick >= 0 || pane.run.header.hand;
  pane.top.hidden = !pane.tf || !(matching || more || trails || pane.hover >= 0 || pane.gesture);
  if (pane.top.hidden) return;
  ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
  ctx.clearRect(0, 0, width, height);
  drawThumbnails(ctx, pane);
  if (trails) drawTrails(ctx, pane);
  pane.markers = []; // boxes that no name is to cover
  if (matching) drawMatching(ctx, pane);
  drawSpokes(ctx, pane);
  if (overlays.names) drawNames(ctx, pane);
  drawByHand(ctx, pane);
  if (pane.hover >= 0) drawHover(ctx, pane);
  if (pane.gesture) drawGesture(ctx, pane);
}

export function drawTrails(ctx, pane) {
  const { run, player, tf, t } = pane;
  const ids = [];
  if (pane.hover >= 0) ids.push(pane.hover);
  for (let i = 0; i < run.n && ids.length < MOST_TRAILS && player.pickCount && !player.tour.steps; i++) {
    if (player.picks[i]) ids.push(i);
  }
  ctx.lineWidth = ids.length > 60 ? 1 : 1.6;
  const end = Math.floor(t);
  for (const i of ids) {
    ctx.strokeStyle = pane.colorOf(i);
    for (let k = run.first; k < end; k++) {
      trailPart(ctx, run, tf, i, k, 0.25 + (0.65 * (k + 1 - run.first)) / (end + 1 - run.first));
    }
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
