// Binary blobs from spl/player/playback.py: "SPL1" | uint32 header length | JSON header | zlib stream.

const TYPES = { uint8: Uint8Array, uint16: Uint16Array, int32: Int32Array, float32: Float32Array };

export function blobHeader(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  if (magic !== "SPL1") throw new Error("This is not a block of player data.");
  const length = view.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  return { header, body: bytes.subarray(8 + length) };
}

export async function decodeBlob(bytes) {
  const { header, body } = blobHeader(bytes);
  const raw = await inflate(body);
  const sections = {};
  for (const [name, { dtype, shape, offset }] of Object.entries(header.sections)) {
    const Type = TYPES[dtype];
    const count = shape.reduce((a, b) => a * b, 1);
    const end = offset + count * Type.BYTES_PER_ELEMENT;
    const part = raw.slice(offset, end); // a copy, so that wider numbers are aligned
    sections[name] = { shape, data: new Type(part.buffer) };
  }
  if (header.kind === "frame") return { kind: "frame", xy: decodeFrame(header, sections.xy) };
  if (header.kind === "attributes") return { kind: "attributes", ...undoXor(sections) };
  return { kind: header.kind, sections };
}

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Planes (x, y) of (high, low) bytes → interleaved Float32Array x0, y0, x1, y1 …
function decodeFrame({ low, step }, { shape, data }) {
  const n = shape[2];
  const xy = new Float32Array(2 * n);
  for (let axis = 0; axis < 2; axis++) {
    const high = axis * 2 * n;
    for (let i = 0; i < n; i++) {
      xy[2 * i + axis] = low[axis] + step[axis] * (data[high + i] * 256 + data[high + n + i]);
    }
  }
  return xy;
}

function rows({ shape, data }) {
  const [k, n] = shape;
  return Array.from({ length: k }, (_, i) => data.subarray(i * n, (i + 1) * n));
}

function undoXor(sections) {
  const pseudo = rows(sections.pseudo);
  const ncp = rows(sections.ncp);
  const sp = rows(sections.sp);
  const matched = rows(sections.matched);
  for (let k = 0; k < pseudo.length; k++) {
    for (let i = 0; i < pseudo[k].length; i++) {
      if (k) pseudo[k][i] ^= pseudo[k - 1][i];
      ncp[k][i] ^= pseudo[k][i];
      sp[k][i] ^= pseudo[k][i];
      matched[k][i] ^= sp[k][i];
    }
  }
  const n = pseudo[0].length;
  const selected = rows(sections.selected).map((bits) => unpackBits(bits, n));
  return {
    source: sections.source.data,
    truth: sections.truth ? sections.truth.data : null,
    rank: rows(sections.rank),
    classMedoid: rows(sections.class_medoid),
    clusterMedoid: rows(sections.cluster_medoid),
    margin: rows(sections.margin),
    nearest: rows(sections.nearest),
    pseudo, ncp, sp, matched, selected,
  };
}

export function unpackBits(bits, n) {
  const out = new Uint8Array(n);
  for (let i = 0; i < n; i++) out[i] = (bits[i >> 3] >> (i & 7)) & 1;
  return out;
}

export function packBits(mask) {
  const bits = new Uint8Array((mask.length + 7) >> 3);
  for (let i = 0; i < mask.length; i++) if (mask[i]) bits[i >> 3] |= 1 << (i & 7);
  return bits;
}

export function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) {
    text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return btoa(text);
}

export function fromBase64(text) {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}
