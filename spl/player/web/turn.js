// Neither t-SNE nor UMAP nor PCA's two axes have a preferred direction: the picture is turned so
// that it fills a wide canvas best. Distances stay as they are.

const ASPECT = 1.7; // of the canvas that it is turned for, so that another window turns nothing
const STEPS = 60; // in half a turn
const WORTH = 1.04; // a smaller gain is not worth a turn
const angles = new WeakMap(); // coordinates as they came → angle
const copies = new WeakMap(); // … → { angle, xy }

// The angle (radians) under which a picture is drawn largest.
export function bestAngle(xy) {
  if (!angles.has(xy)) {
    const widths = Array.from({ length: STEPS }, (_, s) => width(xy, (Math.PI * s) / STEPS));
    const size = (s) => Math.min(ASPECT / widths[s], 1 / widths[(s + STEPS / 2) % STEPS]);
    let best = 0;
    for (let s = 1; s < STEPS; s++) if (size(s) > size(best)) best = s;
    angles.set(xy, size(best) > WORTH * size(0) ? (Math.PI * best) / STEPS : 0);
  }
  return angles.get(xy);
}

// Extent of the picture in a direction: its width once it is turned back by `angle`.
function width(xy, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < xy.length; i += 2) {
    const v = c * xy[i] + s * xy[i + 1];
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return Math.max(high - low, 1e-12);
}

// The picture turned so that the direction `angle` lies horizontally.
export function turned(xy, angle) {
  if (!angle) return xy;
  if (copies.get(xy)?.angle !== angle) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const out = new Float32Array(xy.length);
    for (let i = 0; i < xy.length; i += 2) {
      out[i] = c * xy[i] + s * xy[i + 1];
      out[i + 1] = c * xy[i + 1] - s * xy[i];
    }
    copies.set(xy, { angle, xy: out });
  }
  return copies.get(xy).xy;
}
