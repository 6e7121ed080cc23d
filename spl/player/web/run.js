// One run as the player sees it: labels and frames by iteration, and what follows from them.

import { extent } from "./camera.js";

export class Run {
  constructor(header, store) {
    this.store = store;
    this.setHeader(header);
  }

  setHeader(header) {
    this.header = header;
    this.id = header.id;
    this.classes = header.classes;
    this.colors = header.colors;
    this.ramp = header.ramp;
    this.nSource = header.n_source;
    this.nTarget = header.n_target;
    this.n = this.nSource + this.nTarget;
    this.sourceName = header.source;
    this.targetName = header.target;
    this.rankLevels = header.rank_levels;
    this.steps = header.steps;
    this.blobs = [header.attributes, header.extras, ...header.frames.map((f) => f.blob)].filter(Boolean);
  }

  // Take from the store what has arrived. Returns true if there is something to show.
  refresh() {
    const attributes = this.store.blobs.get(this.header.attributes);
    if (attributes && this.attributes !== attributes) {
      this.attributes = attributes;
      Object.assign(this, attributes);
      this.changes = [];
      this.firstSelected = firstSelected(this.selected, this.nTarget);
    }
    const extras = this.store.blobs.get(this.header.extras);
    if (extras && this.extras !== extras) this.setExtras(extras);
    this.chooseMethod();
    return this.ready;
  }

  get ready() {
    return Boolean(this.attributes && this.frames && this.frames.size);
  }

  // As long as the header is ahead of the blobs, what has arrived counts.
  get lastK() {
    return this.pseudo ? this.pseudo.length - 1 : 0;
  }

  get hasTruth() {
    return Boolean(this.truth);
  }

  // The last named method whose last frame is there: frames come backwards, and until an earlier one
  // has come its successor stands in for it. PCA until then; else whatever has most frames.
  chooseMethod() {
    const methods = new Map();
    for (const f of this.header.frames) {
      const blob = this.store.blobs.get(f.blob);
      if (!blob) continue;
      if (!methods.has(f.method)) methods.set(f.method, new Map());
      methods.get(f.method).set(f.k, { ...f, xy: blob.xy });
    }
    const names = [...methods.keys()].reverse();
    const isPca = (m) => m.toLowerCase() === "pca";
    const best = names.find((m) => !isPca(m) && methods.get(m).has(this.header.last_k)) ?? names.find(isPca)
      ?? names.sort((a, b) => methods.get(b).size - methods.get(a).size)[0];
    if (best === undefined) return;
    const frames = methods.get(best);
    const same = this.method === best && this.frames && this.frames.size === frames.size
      && [...frames].every(([k, f]) => this.frames.get(k)?.xy === f.xy);
    this.method = best;
    this.progress = names.filter((m) => !isPca(m) && methods.get(m).size <= this.header.last_k)
      .map((m) => [m, methods.get(m).size]);
    if (same) return;
    this.frames = frames;
    this.box = extent([...frames.values()].map((f) => f.xy));
    this.means = new Map();
  }

  // Frame k, or the nearest there is.
  frame(k) {
    if (this.frames.has(k)) return this.frames.get(k);
    let best = null;
    for (const f of this.frames.values()) {
      if (!best || Math.abs(f.k - k) < Math.abs(best.k - k)) best = f;
    }
    return best;
  }

  changed(k) {
    if (!this.changes[k]) {
      const out = new Uint8Array(this.nTarget);
      if (k > 0) {
        const [a, b] = [this.pseudo[k - 1], this.pseudo[k]];
        for (let i = 0; i < out.length; i++) out[i] = a[i] !== b[i] ? 1 : 0;
      }
      this.changes[k] = out;
    }
    return this.changes[k];
  }

  clusterOf(k, cls) {
    return this.header.matching[Math.min(k, this.header.matching.length - 1)].indexOf(cls);
  }

  // Mean positions by class: of source points (classes) and target points (matched clusters).
  centroids(k) {
    if (!this.means.has(k)) {
      const xy = this.frame(k).xy;
      const C = this.classes.length;
      this.means.set(k, {
        classes: meansOf(xy, this.source, 0, C),
        clusters: meansOf(xy, this.matched[k], this.nSource, C),
      });
    }
    return this.means.get(k);
  }

  setExtras(extras) {
    this.extras = extras;
    const text = new TextDecoder();
    const { sections } = extras;
    const names = (s) => (sections[s] ? text.decode(sections[s].data).split("\n") : null);
    this.names = [names("names_source"), names("names_target")];
    this.thumbnails = [sections.thumbnails_source ?? null, sections.thumbnails_target ?? null];
  }

  nameOf(i) {
    const target = i >= this.nSource;
    return this.names?.[target ? 1 : 0]?.[target ? i - this.nSource : i] ?? "";
  }

  // { side, channels, data } of one thumbnail, or null.
  thumbnail(i) {
    const target = i >= this.nSource;
    const all = this.thumbnails?.[target ? 1 : 0];
    if (!all) return null;
    const [, side, , channels] = all.shape;
    const size = side * side * channels;
    const at = (target ? i - this.nSource : i) * size;
    return { side, channels, data: all.data.subarray(at, at + size) };
  }
}

function firstSelected(selected, n) {
  const out = new Uint8Array(n);
  for (let k = selected.length - 1; k > 0; k--) {
    for (let i = 0; i < n; i++) if (selected[k][i]) out[i] = Math.min(k, 255);
  }
  return out;
}

export function meansOf(xy, labels, offset, C) {
  const out = new Float64Array(2 * C);
  const counts = new Float64Array(C);
  for (let i = 0; i < labels.length; i++) {
    const c = labels[i];
    out[2 * c] += xy[2 * (offset + i)];
    out[2 * c + 1] += xy[2 * (offset + i) + 1];
    counts[c]++;
  }
  for (let c = 0; c < C; c++) {
    out[2 * c] /= counts[c]; // NaN where a class has no sample: not drawn
    out[2 * c + 1] /= counts[c];
  }
  return out;
}
