// One run as the player sees it: labels and frames by iteration, and what follows from them.

import { extent } from "./camera.js";
import { NEUTRAL } from "./palette.js";
import { bestAngle, closestTurn, turned } from "./turn.js";

export const REJECTED = "rejected"; // by a run with an open label set
const BEFORE = -1; // the "iteration" of the frame before adaptation

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
    this.dropped = new Set(header.dropped); // classes that a partial run left out
    this.ramp = header.ramp;
    this.nSource = header.n_source;
    this.nTarget = header.n_target;
    this.n = this.nSource + this.nTarget;
    this.sourceName = header.source;
    this.targetName = header.target;
    this.rankLevels = header.rank_levels;
    this.steps = header.steps;
    this.plain = Boolean(header.plain); // frames of another method: no S_k, no clusters
    this.first = header.frames.some((f) => f.k === BEFORE) ? BEFORE : 0;
    this.blobs = [header.attributes, header.extras, header.vote?.blob, ...header.frames.map((f) => f.blob)]
      .filter(Boolean);
    if (this.order?.length !== this.n) this.order = shuffled(this.n);
  }

  // Take from the store what has arrived. `angle` and `mirror` turn the picture; without them the run
  // chooses. Returns true if there is something to show.
  refresh(angle, mirror) {
    const attributes = this.store.blobs.get(this.header.attributes);
    if (attributes && this.attributes !== attributes) {
      this.attributes = attributes;
      Object.assign(this, attributes);
      this.changes = [];
      this.entries = [];
      this.errors = [];
      this.groups = null;
      this.firstSelected = firstSelected(this.selected, this.nTarget);
      this.largestMargin = Math.max(1e-9, ...(this.margin ?? []).map((row) => Math.max(...row)));
    }
    const extras = this.store.blobs.get(this.header.extras);
    if (extras && this.extras !== extras) this.setExtras(extras);
    const vote = this.store.blobs.get(this.header.vote?.blob)?.sections;
    this.vote = vote ? { n: this.header.vote.n, labels: vote.labels.data, counts: vote.counts.data } : null;
    this.chooseMethod(angle, mirror);
    return this.ready;
  }

  isKnown(row) {
    return this.header.hand?.known.includes(row) ?? false;
  }

  get ready() {
    return Boolean(this.attributes && this.frames && this.frames.size);
  }

  // This run takes the place of another one of the same samples, whose picture of k is `xy`.
  follow(k, xy) {
    this.follows = { k, xy };
  }

  // As long as the header is ahead of the blobs, what has arrived counts.
  get lastK() {
    return this.pseudo ? this.pseudo.length - 1 : 0;
  }

  get hasTruth() {
    return Boolean(this.truth);
  }

  // Truth has the largest value for a class that the source lacks, the one before it for no label.
  isUnlabelled(j) {
    return this.truth[j] === 2 ** (8 * this.truth.BYTES_PER_ELEMENT) - 2;
  }

  // The last named method whose last frame is there: frames come backwards, and until an earlier one
  // has come its successor stands in for it. PCA until then; else whatever has most frames.
  chooseMethod(angle, mirror) {
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
    const count = (m) => [...methods.get(m).keys()].filter((k) => k >= 0).length;
    this.method = best;
    this.progress = names.filter((m) => !isPca(m) && count(m) <= this.header.last_k).map((m) => [m, count(m)]);
    this.turnAndFit(methods.get(best), angle, mirror);
  }

  // All frames are turned alike. While the run goes on its last frame is another one each time, and
  // a picture that turned with it would be restless.
  turnAndFit(frames, angle, mirror = false) {
    const last = frames.get(this.header.last_k);
    const done = last && this.header.last_k >= this.header.planned_k;
    if (this.follows) this.lies ??= closestTurn((frames.get(this.follows.k) ?? last ?? [...frames.values()][0]).xy, this.follows.xy);
    const lies = angle === undefined && this.lies ? this.lies : { angle: angle ?? (done ? bestAngle(last.xy) : 0), mirror };
    const wanted = lies.angle;
    const same = this.angle === wanted && this.mirror === lies.mirror && this.arrived?.size === frames.size
      && [...frames].every(([k, f]) => this.arrived.get(k)?.xy === f.xy);
    if (same) return;
    Object.assign(this, lies);
    this.arrived = frames;
    this.frames = new Map([...frames].map(([k, f]) => [k, { ...f, xy: turned(f.xy, wanted, this.mirror) }]));
    this.box = extent([...this.frames.values()].map((f) => f.xy));
    this.groups = null; // groups.js keeps them
  }

  // Frame k, or the nearest there is; the one before adaptation stands in for none.
  frame(k) {
    if (this.frames.has(k)) return this.frames.get(k);
    let best = null;
    const off = (f) => Math.abs(f.k - k) + (f.k < 0 ? 1000 : 0);
    for (const f of this.frames.values()) if (!best || off(f) < off(best)) best = f;
    return best;
  }

  changed(k) {
    this.changes[k] ??= compared(this.pseudo[k], this.pseudo[k - 1], (a, b) => b !== undefined && a !== b);
    return this.changes[k];
  }

  // Which samples came into S_k at k.
  entered(k) {
    this.entries[k] ??= compared(this.selected[k], this.selected[k - 1], (a, b) => a && !b);
    return this.entries[k];
  }

  // Name and colour of a label; a sample that is rejected has none of the classes.
  labelOf(c) {
    return this.classes[c] ?? REJECTED;
  }

  colorOf(c, theme) {
    return this.colors[theme][c] ?? NEUTRAL;
  }

  clusterOf(k, cls) {
    const { matching } = this.header;
    return matching[Math.min(Math.max(k, 0), matching.length - 1)].indexOf(cls);
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

// 1 where `test` holds for a sample now and at the iteration before (undefined at k = 0).
function compared(now, before, test) {
  const out = new Uint8Array(now.length);
  for (let i = 0; i < out.length; i++) out[i] = test(now[i], before?.[i]) ? 1 : 0;
  return out;
}

function firstSelected(selected, n) {
  const out = new Uint8Array(n);
  for (let k = selected.length - 1; k > 0; k--) {
    for (let i = 0; i < n; i++) if (selected[k][i]) out[i] = Math.min(k, 255);
  }
  return out;
}

// The order of painting: random, so that no domain covers the other, and always the same.
export function shuffled(n) {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  let seed = 20200207;
  for (let i = n - 1; i > 0; i--) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((seed / 4294967296) * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
