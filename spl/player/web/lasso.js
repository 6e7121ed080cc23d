// Points inside a polygon (even–odd rule) or a box; polygons are in pixels of the picture.

export function toWorld(polygon, tf) {
  return polygon.map(([px, py]) => [(px - tf.tx) / tf.scale, (tf.ty - py) / tf.scale]);
}

const BANDS = 256;

// The polygon's height is cut into bands, and a point is tested against its band's edges only.
export function insidePolygon(positions, shown, polygon) {
  const inside = new Uint8Array(shown.length);
  const [x0, y0, x1, y1] = bounds(polygon);
  const perUnit = BANDS / Math.max(y1 - y0, 1e-300);
  const band = (y) => Math.min(BANDS - 1, Math.max(0, Math.floor((y - y0) * perUnit)));
  const edges = edgesByBand(polygon, band);
  for (let i = 0; i < inside.length; i++) {
    const x = positions[2 * i];
    const y = positions[2 * i + 1];
    if (!shown[i] || !(x >= x0 && x <= x1 && y >= y0 && y <= y1)) continue;
    const near = edges[band(y)];
    let odd = 0;
    for (let e = 0; e < near.length; e += 4) {
      const ay = near[e + 1];
      const by = near[e + 3];
      if (ay > y !== by > y && x < ((near[e + 2] - near[e]) * (y - ay)) / (by - ay) + near[e]) odd ^= 1;
    }
    inside[i] = odd;
  }
  return inside;
}

// For each band the edges (ax, ay, bx, by) that reach into it.
function edgesByBand(polygon, band) {
  const edges = Array.from({ length: BANDS }, () => []);
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + polygon.length - 1) % polygon.length];
    const last = band(Math.max(ay, by));
    for (let b = band(Math.min(ay, by)); b <= last; b++) edges[b].push(ax, ay, bx, by);
  });
  return edges.map((e) => Float64Array.from(e));
}

export function boxPolygon([ax, ay], [bx, by]) {
  return [[ax, ay], [bx, ay], [bx, by], [ax, by]];
}

// Drop points closer than `gap` pixels to the one before: a mouse reports far more than needed.
export function thin(polygon, gap = 2) {
  const out = [];
  for (const p of polygon) {
    const q = out[out.length - 1];
    if (!q || Math.hypot(p[0] - q[0], p[1] - q[1]) >= gap) out.push(p);
  }
  return out;
}

function bounds(polygon) {
  const xs = polygon.map((p) => p[0]);
  const ys = polygon.map((p) => p[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
