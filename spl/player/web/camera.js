// World (embedding) coordinates ↔ CSS pixels of the picture. Zoom 1 shows everything.

const MARGIN = 18;
const MAX_ZOOM = 200;

// Extent of all frames of a method: the fixed frame of reference while they play.
export function extent(frames) {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const xy of frames) {
    for (let i = 0; i < xy.length; i += 2) {
      const x = xy[i];
      const y = xy[i + 1];
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
  }
  if (!(x1 >= x0)) return { x: 0, y: 0, w: 2, h: 2 };
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, w: x1 - x0 || 1, h: y1 - y0 || 1 };
}

export class Camera {
  constructor() {
    this.reset();
  }

  reset() {
    this.x = 0; // centre, in halves of the larger extent, so that it suits two embeddings
    this.y = 0;
    this.zoom = 1;
  }

  toJSON() {
    const r = (v) => Math.round(v * 1e4) / 1e4;
    return { x: r(this.x), y: r(this.y), zoom: r(this.zoom) };
  }

  set({ x, y, zoom }) {
    if (![x, y, zoom].every(Number.isFinite)) return;
    this.x = x;
    this.y = y;
    this.zoom = Math.min(MAX_ZOOM, Math.max(0.2, zoom));
  }

  // sx = x · scale + tx, sy = −y · scale + ty
  transform(box, width, height) {
    const fit = Math.min((width - 2 * MARGIN) / box.w, (height - 2 * MARGIN) / box.h);
    const scale = Math.max(fit, 1e-12) * this.zoom;
    const half = Math.max(box.w, box.h) / 2;
    return {
      scale,
      half,
      tx: width / 2 - (box.x + this.x * half) * scale,
      ty: height / 2 + (box.y + this.y * half) * scale,
    };
  }

  pan(dx, dy, tf) {
    this.x -= dx / (tf.scale * tf.half);
    this.y += dy / (tf.scale * tf.half);
  }

  // Zoom by `factor`, keeping the point at pixel (px, py) where it is.
  zoomAt(factor, px, py, width, height, tf) {
    const before = this.zoom;
    this.zoom = Math.min(MAX_ZOOM, Math.max(0.2, before * factor));
    const real = this.zoom / before;
    const k = (1 - 1 / real) / (tf.scale * tf.half);
    this.x += (px - width / 2) * k;
    this.y -= (py - height / 2) * k;
  }
}
