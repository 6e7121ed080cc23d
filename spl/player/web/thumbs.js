// Pictures of the samples in place of points, where one has zoomed in and there is room for them.

import { picture } from "./card.js";
import { FADED, SELECTED } from "./stamp.js";

const ZOOMED = 1.8; // from which zoom on
const MOST = 700; // points in sight, of which as many get their image as do not cover each other
const IMAGE_SIDES = [56, 44, 34, 26]; // CSS pixels, the largest that has room
const FULL = 0.45; // share of the picture that images may fill

export function drawThumbnails(ctx, pane) {
  const { run, player, width, height, codes, shown } = pane;
  pane.thumbed = 0;
  if (!player.view.overlays.thumbnails || player.view.camera.zoom < ZOOMED || !run.thumbnails?.some(Boolean)) return;
  const seen = [];
  for (let j = 0; j < pane.drawn; j++) {
    const i = pane.order[j];
    if (!shown[i]) continue;
    const [x, y] = pane.pixel(i);
    if (x > 0 && y > 0 && x < width && y < height) seen.push([i, x, y]);
  }
  const side = IMAGE_SIDES.find((s) => seen.length * s * s < FULL * width * height) ?? 0;
  if (!side || seen.length > MOST) return;
  const taken = [];
  for (const [i, x, y] of seen) {
    const image = imageOf(run, i);
    if (!image || taken.some(([a, b]) => Math.abs(a - x) < side + 2 && Math.abs(b - y) < side + 2)) continue;
    taken.push([x, y]);
    frame(ctx, pane, image, [x - side / 2, y - side / 2, side], i, codes[i]);
  }
  pane.thumbed = taken.length;
}

// The rim has the sample's colour: whole for a selected target sample, thin for one that is not,
// rounded for a source sample.
function frame(ctx, pane, image, [x, y, side], i, code) {
  const source = i < pane.run.nSource;
  const share = code & FADED ? 0.3 : 1;
  ctx.globalAlpha = share;
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(image, x, y, side, side);
  ctx.beginPath();
  ctx.roundRect(x - 1, y - 1, side + 2, side + 2, source ? 7 : 0);
  ctx.strokeStyle = pane.colorOf(i);
  ctx.lineWidth = source ? 2 : code & SELECTED ? 4 : 1.5;
  ctx.globalAlpha = share * (source || code & SELECTED ? 1 : 0.7);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

const images = new WeakMap(); // thumbnails of a run → row → canvas

function imageOf(run, i) {
  if (!images.has(run.thumbnails)) images.set(run.thumbnails, new Map());
  const made = images.get(run.thumbnails);
  if (!made.has(i)) made.set(i, picture(run, i));
  return made.get(i);
}
