// An animated GIF: one palette of at most 256 colours for all frames, LZW.

const LEVELS_OF_CHANNEL = 5; // bits per channel that tell colours apart while they are counted
const MOST_COLORS = 256;
const COMMONNESS = 0.5; // power of a colour's count: how much common ones are preferred to rare ones

// frames: RGBA bytes of `width` × `height` pixels each; delay: milliseconds of a frame, or of each.
export function gifBytes(frames, width, height, delay) {
  const palette = paletteOf(frames);
  const near = nearestOf(palette);
  const out = [];
  const u16 = (v) => out.push(v & 255, v >> 8);
  push(out, "GIF89a");
  u16(width);
  u16(height);
  out.push(0xf7, 0, 0); // 256 colours for all frames
  for (let i = 0; i < MOST_COLORS; i++) out.push(...(palette[i] ?? [0, 0, 0]));
  push(out, "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"); // again and again
  frames.forEach((rgba, i) => {
    out.push(0x21, 0xf9, 4, 4);
    u16(Math.round((delay[i] ?? delay) / 10));
    out.push(0, 0, 0x2c);
    for (const v of [0, 0, width, height]) u16(v);
    out.push(0, 8);
    blocks(out, lzw(indices(rgba, near)));
  });
  out.push(0x3b);
  return Uint8Array.from(out);
}

function push(out, text) {
  for (let i = 0; i < text.length; i++) out.push(text.charCodeAt(i));
}

function blocks(out, bytes) {
  for (let at = 0; at < bytes.length; at += 255) {
    const end = Math.min(at + 255, bytes.length);
    out.push(end - at);
    for (let i = at; i < end; i++) out.push(bytes[i]);
  }
  out.push(0);
}

const coarse = (r, g, b) => ((r >> 3) << (2 * LEVELS_OF_CHANNEL)) | ((g >> 3) << LEVELS_OF_CHANNEL) | (b >> 3);

// The commonest colour, then again and again the one that is farthest from all taken, in proportion to how common
// it is. The commonest alone would be those of pale crowds, and the few samples in S_k would lose theirs. Each stands
// for its own first pixel's, so that flat colours stay exact.
function paletteOf(frames) {
  const { colors, counts } = colorsOf(frames);
  const weights = counts.map((n) => n ** COMMONNESS);
  const away = counts.map(() => Infinity); // of each colour from the nearest one taken, squared
  const palette = [];
  let next = counts.reduce((most, n, i) => (n > counts[most] ? i : most), 0);
  while (palette.length < MOST_COLORS && away[next] > 0) {
    const [r, g, b] = colors[next];
    palette.push(colors[next]);
    let farthest = 0;
    colors.forEach((c, i) => {
      away[i] = Math.min(away[i], (c[0] - r) ** 2 + (c[1] - g) ** 2 + (c[2] - b) ** 2);
      if (away[i] * weights[i] > away[farthest] * weights[farthest]) farthest = i;
    });
    next = farthest;
  }
  return palette;
}

// Colours that differ in the bits that are counted, and how many pixels have each.
function colorsOf(frames) {
  const place = new Int32Array(1 << (3 * LEVELS_OF_CHANNEL)).fill(-1);
  const [colors, counts] = [[], []];
  for (const rgba of frames) {
    for (let i = 0; i < rgba.length; i += 4) {
      const key = coarse(rgba[i], rgba[i + 1], rgba[i + 2]);
      if (place[key] < 0) {
        place[key] = counts.push(0) - 1;
        colors.push([rgba[i], rgba[i + 1], rgba[i + 2]]);
      }
      counts[place[key]]++;
    }
  }
  return { colors, counts };
}

function nearestOf(palette) {
  const known = new Int16Array(1 << (3 * LEVELS_OF_CHANNEL)).fill(-1);
  palette.forEach(([r, g, b], i) => { known[coarse(r, g, b)] = i; });
  return (r, g, b) => {
    const key = coarse(r, g, b);
    if (known[key] >= 0) return known[key];
    let [best, least] = [0, Infinity];
    palette.forEach((p, i) => {
      const away = (p[0] - r) ** 2 + (p[1] - g) ** 2 + (p[2] - b) ** 2;
      if (away < least) [best, least] = [i, away];
    });
    known[key] = best;
    return best;
  };
}

function indices(rgba, near) {
  const out = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < out.length; i++) out[i] = near(rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2]);
  return out;
}

const CLEAR = 256;
const END = 257;
const FULL_TABLE = 4096;

function lzw(pixels) {
  const bytes = [];
  let [held, bits, size, next] = [0, 0, 9, END + 1];
  let table = new Map(); // 256 · code + pixel → code
  const put = (code) => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      bytes.push(held & 255);
      held >>>= 8;
      bits -= 8;
    }
  };
  put(CLEAR);
  let code = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const key = code * 256 + pixels[i];
    const longer = table.get(key);
    if (longer !== undefined) {
      code = longer;
      continue;
    }
    put(code);
    if (next < FULL_TABLE) {
      if (next === 1 << size) size++;
      table.set(key, next++);
    } else {
      put(CLEAR);
      [table, size, next] = [new Map(), 9, END + 1];
    }
    code = pixels[i];
  }
  put(code);
  put(END);
  if (bits) bytes.push(held & 255);
  return bytes;
}
