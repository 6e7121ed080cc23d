// Glyphs, drawn once per (colour, shape, state, sub-pixel position) and copied pixel by pixel.
//
// A glyph is a list of offsets and opaque colours, its soft edge mixed with the background
// beforehand. Copying some 20 numbers per point is what makes 60,000 points flow without a GPU.

import { mixColor, packColor } from "./palette.js";

export const SELECTED = 1; // in S_k
export const CHANGED = 2; // label differs from iteration k − 1
export const GREY = 4; // switched off in the legend
export const PICKED = 8; // chosen by the user
export const FADED = 16; // others are chosen
export const ENTERED = 32; // came into S_k a moment ago: flashes
export const STATES = 64;
const SUB = 3; // sub-pixel positions per axis: slow movement without jitter

export function glyphCode(category, isTarget, state) {
  return (category * 2 + isTarget) * STATES + state;
}

// Share of a pixel whose centre lies `d` pixels outside (d > 0) or inside an outline.
const coverage = (d) => Math.min(1, Math.max(0, 0.5 - d));

export const circle = (x, y, r, w) => Math.abs(Math.hypot(x, y) - r) - w / 2;
export const plus = (x, y, r, w) => {
  const [ax, ay] = [Math.abs(x), Math.abs(y)];
  return Math.min(Math.max(ax - r, ay - w / 2), Math.max(ay - r, ax - w / 2));
};
// A short stroke at the upper right, from r to 1.8 r.
export const tick = (x, y, r, w) => {
  const along = Math.min(1.8 * r, Math.max(r, (x - y) / 2));
  return Math.hypot(x - along, y + along) - w / 2;
};

export class GlyphSheet {
  // radius and line width in device pixels; colors: [r, g, b] of source and target per category;
  // pale: the share of its colour that a target sample has which is not in S_k; firm: categories
  // whose samples keep all of it
  constructor({ radius, line, colors, background, ink, grey, stride, pale = 0.5, firm = new Set() }) {
    Object.assign(this, { radius, line, colors, background, ink, grey, stride, pale, firm });
    // All glyphs in one pool: glyph `id` is entries starts[id] … ends[id] of offsets and inks.
    this.starts = new Int32Array(colors.length * STATES * SUB * SUB).fill(-1);
    this.ends = new Int32Array(this.starts.length);
    this.offsets = new Int32Array(4096);
    this.inks = new Int32Array(4096);
    this.used = 0;
    this.masks = new Map(); // the same for all colours
    this.reach = Math.ceil(radius * 2.6 + 2 * line + 3); // how far a glyph gets from its centre
  }

  add(id) {
    const { offsets, colors } = this.draw(Math.floor(id / (SUB * SUB)), id % (SUB * SUB));
    const needed = this.used + offsets.length;
    if (needed > this.offsets.length) {
      this.offsets = grown(this.offsets, needed);
      this.inks = grown(this.inks, needed);
    }
    this.offsets.set(offsets, this.used);
    this.inks.set(colors, this.used);
    this.starts[id] = this.used;
    this.ends[id] = this.used = needed;
  }

  // What a glyph is drawn of, from the lowest to the highest: [distance, radius, width, colour].
  // A source sample is a circle, a target sample a plus: bold in S_k, else thin and pale.
  outlines(state, isTarget, color, pale = this.pale) {
    const { radius, line, ink, background, grey } = this;
    const shade = (c) => (state & FADED ? mixColor(background, c, 0.3) : c);
    const r = state & PICKED ? radius * 1.25 : radius;
    if (state & GREY) return [[isTarget ? plus : circle, r * 0.85, line * 0.8, mixColor(background, grey, 0.35)]];
    if (!isTarget) return [[circle, r * 0.92, state & PICKED ? line * 1.5 : line * 0.75, shade(color)]];
    const out = [];
    if (state & ENTERED) out.push([circle, r * 2.1, line * 1.3, shade(ink)]);
    if (state & SELECTED) {
      const arm = state & ENTERED ? r * 1.7 : r * 1.3;
      out.push([plus, arm + 0.7, arm * 0.8 + 1.4, background], [plus, arm, arm * 0.8, shade(color)]);
    } else out.push([plus, r * 1.05, state & PICKED ? line * 1.2 : line * 0.75, shade(mixColor(background, color, pale))]);
    if (state & CHANGED) out.push([tick, r * 0.95, line * 0.7, shade(ink)]);
    return out;
  }

  // Pixels of a glyph, and how much of each its outlines cover.
  mask(state, isTarget, sub, outlines) {
    const key = (isTarget * STATES + state) * SUB * SUB + sub;
    if (this.masks.has(key)) return this.masks.get(key);
    const cx = ((sub % SUB) + 0.5) / SUB;
    const cy = (Math.floor(sub / SUB) + 0.5) / SUB;
    const mask = [];
    for (let y = -this.reach; y <= this.reach; y++) {
      for (let x = -this.reach; x <= this.reach; x++) {
        const shares = outlines.map(([distance, r, w]) => coverage(distance(x + 0.5 - cx, y + 0.5 - cy, r, w)));
        if (Math.max(...shares) >= 0.15) mask.push({ offset: y * this.stride + x, shares });
      }
    }
    this.masks.set(key, mask);
    return mask;
  }

  outlinesOf(code) {
    const which = Math.floor(code / STATES); // category and domain
    const pale = this.firm.has(which >> 1) ? 1 : this.pale;
    return this.outlines(code % STATES, which & 1, this.colors[which] ?? this.grey, pale);
  }

  draw(code, sub) {
    const outlines = this.outlinesOf(code);
    const mask = this.mask(code % STATES, Math.floor(code / STATES) & 1, sub, outlines);
    const colors = mask.map(({ shares }) => {
      let [r, g, b] = this.background;
      for (let i = 0; i < shares.length; i++) { // as mixColor does, without its arrays
        const shade = outlines[i][3];
        r += (shade[0] - r) * shares[i];
        g += (shade[1] - g) * shares[i];
        b += (shade[2] - b) * shares[i];
      }
      return packColor(r, g, b);
    });
    return { offsets: mask.map(({ offset }) => offset), colors };
  }
}

function grown(array, needed) {
  const larger = new Int32Array(Math.max(needed, 2 * array.length));
  larger.set(array);
  return larger;
}

// Copy one glyph per point of `order[0 … count)` into `pixels` (Int32Array), an image that is wider
// than the picture by `reach` on each side, so that nothing needs clipping.
export function stampPoints(pixels, size, sheet, positions, codes, order, count, tf) {
  const { width, height } = size;
  const reach = sheet.reach;
  const { scale, tx, ty } = tf;
  const left = tx + reach;
  const top = ty + reach;
  const maxX = width + reach;
  const maxY = height + reach;
  const { stride, starts, ends } = sheet;
  let { offsets, inks } = sheet;
  for (let j = 0; j < count; j++) {
    const i = order[j];
    const x = positions[2 * i] * scale + left;
    const y = top - positions[2 * i + 1] * scale;
    if (!(x >= reach && y >= reach && x < maxX && y < maxY)) continue;
    const xi = x | 0;
    const yi = y | 0;
    const sub = (((y - yi) * SUB) | 0) * SUB + (((x - xi) * SUB) | 0);
    const id = codes[i] * SUB * SUB + sub;
    if (starts[id] < 0) {
      sheet.add(id);
      ({ offsets, inks } = sheet);
    }
    const base = yi * stride + xi;
    for (let m = starts[id], end = ends[id]; m < end; m++) pixels[base + offsets[m]] = inks[m];
  }
}
