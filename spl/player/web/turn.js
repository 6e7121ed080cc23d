// Neither t-SNE nor UMAP nor PCA's two axes have a preferred direction: the picture is turned so
// that it fills a wide canvas best. Distances stay as they are.

const ASPECT = 1.7; // of the canvas that it is turned for, so that another window turns nothing
const STEPS = 60; // in half a turn
const WORTH = 1.04; // a smaller gain is not worth a turn
const angles = new WeakMap(); // coordinates as they came → angle
const copies = new WeakMap(); // … → { angle, mirror, xy }

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

// The picture mirrored, if asked for, and turned so that the direction `angle` lies horizontally.
export function turned(xy, angle, mirror = false) {
  if (!angle && !mirror) return xy;
  const made = copies.get(xy);
  if (made?.angle !== angle || made.mirror !== mirror) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const out = new Float32Array(xy.length);
    for (let i = 0; i < xy.length; i += 2) {
      const y = mirror ? -xy[i + 1] : xy[i + 1];
      out[i] = c * xy[i] + s * y;
      out[i + 1] = c * y - s * xy[i];
    }
    copies.set(xy, { angle, mirror, xy: out });
  }
  return copies.get(xy).xy;
}

// The turn, and whether to mirror first, that brings a picture nearest to another one of the same
// samples (Procrustes in the plane).
export function closestTurn(xy, other) {
  const n = xy.length / 2;
  const mean = (a, axis) => { let sum = 0; for (let i = axis; i < a.length; i += 2) sum += a[i]; return sum / n; };
  const [mx, my, mu, mv] = [mean(xy, 0), mean(xy, 1), mean(other, 0), mean(other, 1)];
  let [xu, yv, xv, yu] = [0, 0, 0, 0];
  for (let i = 0; i < xy.length; i += 2) {
    const [x, y, u, v] = [xy[i] - mx, xy[i + 1] - my, other[i] - mu, other[i + 1] - mv];
    xu += x * u; yv += y * v; xv += x * v; yu += y * u;
  }
  const mirror = Math.hypot(xu - yv, xv + yu) > Math.hypot(xu + yv, xv - yu);
  return { angle: mirror ? -Math.atan2(xv + yu, xu - yv) : -Math.atan2(xv - yu, xu + yv), mirror };
}
