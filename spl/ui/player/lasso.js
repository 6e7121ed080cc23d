// Points inside a polygon (even–odd rule) or a box; polygons are in pixels of the picture.

export function toWorld(polygon, tf) {
  return polygon.map(([px, py]) => [(px - tf.tx) / tf.scale, (tf.ty - py) / tf.scale]);
}

export function insidePolygon(positions, shown, polygon) {
  const n = shown.length;
  const inside = new Uint8Array(n);
  const [x0, y0, x1, y1] = bounds(polygon);
  const m = polygon.length;
  const xs = Float64Array.from(polygon, (p) => p[0]);
  const ys = Float64Array.from(polygon, (p) => p[1]);
  for (let i = 0; i < n; i++) {
    const x = positions[2 * i];
    const y = positions[2 * i + 1];
    if (!shown[i] || x < x0 || x > x1 || y < y0 || y > y1) continue;
    let odd = 0;
    for (let a = 0, b = m - 1; a < m; b = a++) {
      if (ys[a] > y !== ys[b] > y) {
        if (x < ((xs[b] - xs[a]) * (y - ys[a])) / (ys[b] - ys[a]) + xs[a]) odd ^= 1;
      }
    }
    inside[i] = odd;
  }
  return inside;
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
