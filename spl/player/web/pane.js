// One picture: a canvas of points, one of overlays, the readout, the pointer gestures.

import { coloring, cssColor, luminance, parseColor } from "./palette.js";
import { mix } from "./interpolate.js";
import { insidePolygon, toWorld } from "./lasso.js";
import { nearest } from "./pick.js";
import { CHANGED, FADED, GREY, GlyphSheet, PICKED, RING, glyphCode, stampPoints } from "./stamp.js";
import { drawOverlay } from "./overlay.js";
import { el } from "./dom.js";
import { fillCard } from "./card.js";
import { attachGestures } from "./gestures.js";
import { methodName, readout } from "./readout.js";

const FEW = [[1500, 4], [4000, 3.2], [9000, 2.6], [20000, 2.1], [Infinity, 1.6]];

export class Pane {
  constructor(player, run) {
    this.player = player;
    this.run = run;
    this.canvas = el("canvas", { class: "points" });
    this.top = el("canvas", { class: "top", hidden: true }); // costs nothing while it is empty
    this.over = el("div", { class: "over", tabindex: "0", role: "application" }); // takes the pointer
    this.card = el("div", { class: "card", hidden: true });
    this.title = el("div", { class: "title" });
    this.wait = el("div", { class: "wait", text: "Waiting for the first picture …" });
    this.wrap = el("div", { class: "wrap" }, this.canvas, this.top, this.over, this.wait, this.card);
    this.readout = el("div", { class: "readout" });
    this.root = el("section", { class: "pane" }, this.title, this.wrap, this.readout);
    // Kept in main memory: the picture is written pixel by pixel, never read by a GPU.
    this.ctx = this.canvas.getContext("2d", { alpha: false });
    this.octx = this.top.getContext("2d");
    this.hover = -1;
    this.gesture = null; // polygon being drawn, in pixels
    this.detach = attachGestures(this);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.wrap;
    const dpr = Math.min(3, window.devicePixelRatio || 1);
    if (width === this.width && height === this.height && dpr === this.dpr) return;
    Object.assign(this, { width, height, dpr });
    for (const canvas of [this.canvas, this.top]) {
      canvas.width = Math.max(1, Math.round(width * dpr));
      canvas.height = Math.max(1, Math.round(height * dpr));
      canvas.style.width = `${canvas.width / dpr}px`; // one canvas pixel is one device pixel
      canvas.style.height = `${canvas.height / dpr}px`;
    }
    this.sheet = null;
  }

  // Positions at real iteration t, in world coordinates.
  place(t) {
    const { run } = this;
    const at = Math.min(t, run.lastK);
    const k = Math.floor(at);
    if (this.positions?.length !== 2 * run.n) this.positions = new Float32Array(2 * run.n);
    const a = run.frame(k).xy;
    const b = run.frame(Math.min(k + 1, run.lastK)).xy;
    mix(a, b, at - k, this.positions);
    this.k = Math.min(run.lastK, this.player.clock.k);
    this.t = at;
  }

  transform() {
    return this.player.view.camera.transform(this.run.box, this.width, this.height);
  }

  // Glyph, drawing order and "can be picked" of each point; needed only when k or a switch changes.
  restyle() {
    const { run, player } = this;
    const { view, picks } = player;
    const c = coloring(player.modeFor(run), run, this.k, player.theme);
    this.coloring = c;
    const off = view.off[c.group] ?? new Set();
    const [n, ns] = [run.n, run.nSource];
    if (this.codes?.length !== n) {
      this.codes = new Uint16Array(n);
      this.shown = new Uint8Array(n);
      this.layer = new Uint8Array(n);
      this.order = new Int32Array(n);
    }
    const changed = run.changed(this.k);
    const selected = run.selected[this.k];
    const anyPicked = player.pickCount > 0;
    const hide = !view.greyOff;
    for (let i = 0; i < n; i++) {
      const isTarget = i >= ns;
      const category = c.index[i];
      let state = 0;
      let layer = isTarget ? 2 : 1;
      let shown = 1;
      if (!view.domains[isTarget ? 1 : 0]) {
        layer = 9;
        shown = 0;
      } else if (off.has(category)) {
        state = GREY;
        layer = hide ? 9 : 0;
        shown = 0;
      } else {
        if (isTarget && view.marks.ring && selected[i - ns]) state |= RING;
        if (isTarget && view.marks.changed && changed[i - ns]) {
          state |= CHANGED;
          layer = 3;
        }
        if (anyPicked) {
          state |= picks[i] ? PICKED : FADED;
          if (picks[i]) layer = 4;
        }
      }
      this.codes[i] = glyphCode(category, isTarget ? 1 : 0, state);
      this.layer[i] = layer;
      this.shown[i] = shown;
    }
    this.sortByLayer();
  }

  sortByLayer() {
    const starts = new Int32Array(11);
    const { layer, order } = this;
    for (let i = 0; i < layer.length; i++) starts[layer[i] + 1]++;
    for (let l = 1; l < 11; l++) starts[l] += starts[l - 1];
    this.drawn = starts[9]; // layer 9 is hidden
    for (let i = 0; i < layer.length; i++) order[starts[layer[i]]++] = i;
  }

  glyphSheet() {
    const { run, player, dpr } = this;
    const base = FEW.find(([n]) => run.n <= n)[1];
    const small = Math.min(1, Math.max(0.6, Math.min(this.width, this.height) / 420));
    const zoom = Math.min(2.2, Math.max(0.8, player.view.camera.zoom ** 0.3));
    const size = base * small * zoom * player.view.size;
    const radius = Math.max(1.2, Math.round(size * dpr * 4) / 4);
    const stride = this.canvas.width; // plus the margins, below
    const palette = this.coloring.entries.map((e) => e.color).join();
    const key = [radius, stride, this.canvas.height, palette, player.theme, player.css.background].join("|");
    if (this.sheet?.key === key) return this.sheet;
    const colors = this.coloring.entries.map((e) => parseColor(e.color));
    const { background, ink } = player.css;
    const grey = luminance(background) > 0.5 ? [120, 125, 135] : [150, 155, 165];
    const line = Math.max(1, Math.min(radius * 0.42, 2.2 * dpr));
    const sheet = new GlyphSheet({ radius, line, colors, background, ink, grey, stride: 0 });
    sheet.stride = stride + 2 * sheet.reach;
    sheet.key = key;
    this.sheet = sheet;
    const height = this.canvas.height + 2 * sheet.reach;
    this.image = new ImageData(sheet.stride, height);
    this.pixels = new Int32Array(this.image.data.buffer);
    return sheet;
  }

  draw(t, styleChanged) {
    if (!this.width || !this.height) return;
    this.wait.hidden = this.run.ready;
    if (!this.run.ready) return;
    const before = this.k;
    this.place(t);
    if (styleChanged || this.k !== before || !this.coloring) this.restyle();
    const sheet = this.glyphSheet();
    this.pixels.fill(this.player.css.packed);
    const tf = this.transform();
    const device = { scale: tf.scale * this.dpr, tx: tf.tx * this.dpr, ty: tf.ty * this.dpr };
    const size = { width: this.canvas.width, height: this.canvas.height };
    stampPoints(this.pixels, size, sheet, this.positions, this.codes, this.order, this.drawn, device);
    this.ctx.putImageData(this.image, -sheet.reach, -sheet.reach);
    this.tf = tf;
    if (this.hover >= 0 && this.cardK !== this.k && !this.card.hidden) {
      fillCard(this.card, this, this.hover);
      this.cardK = this.k;
    }
    drawOverlay(this);
    if (styleChanged || this.k !== before) this.drawReadout();
  }

  drawReadout() {
    const { run } = this;
    this.readout.replaceChildren(...readout(run, this.k));
    this.over.setAttribute("aria-label",
      `${run.header.title}: ${run.n} samples at iteration ${this.k} of ${run.lastK}, ${methodName(run.method)}. `
      + "Space plays, arrow keys step, plus and minus zoom.");
    const { panes } = this.player;
    const side = panes[0] === this ? "Left" : "Right";
    const words = `${side}, k = ${this.k} of ${run.lastK} · ${run.header.settings}`;
    this.title.textContent = this.title.title = panes.length > 1 ? words : "";
    this.title.hidden = panes.length < 2;
  }

  at(px, py, radius = 10) {
    if (!this.positions || !this.tf) return -1;
    return nearest(this.positions, this.shown, this.tf, px, py, radius);
  }

  // Mask of the shown points inside a polygon of pixels.
  lasso(polygon) {
    return insidePolygon(this.positions, this.shown, toWorld(polygon, this.tf));
  }

  pixel(i) {
    const { tf, positions } = this;
    return [positions[2 * i] * tf.scale + tf.tx, tf.ty - positions[2 * i + 1] * tf.scale];
  }

  setHover(i, px, py) {
    const moved = this.hover !== i;
    this.hover = i;
    if (i < 0) {
      this.card.hidden = true;
    } else {
      if (moved || this.cardK !== this.k) fillCard(this.card, this, i);
      this.cardK = this.k;
      this.card.hidden = false;
      const [w, h] = [this.card.offsetWidth, this.card.offsetHeight];
      const left = px + 18 + w > this.width ? Math.max(0, px - 18 - w) : px + 18;
      const top = Math.max(0, Math.min(this.height - h, py - h / 2));
      this.card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    }
    if (moved) drawOverlay(this);
  }

  colorOf(i) {
    return cssColor(parseColor(this.coloring.entries[this.coloring.index[i]]?.color ?? "#888"));
  }

  destroy() {
    this.detach();
    this.root.remove();
  }
}
