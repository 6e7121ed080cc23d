// One picture: a canvas of points, one of overlays, the readout, the pointer gestures.

import { cssColor, parseColor } from "./palette.js";
import { mix } from "./interpolate.js";
import { Morph } from "./morph.js";
import { insidePolygon, toWorld } from "./lasso.js";
import { nearest } from "./pick.js";
import { stampPoints } from "./stamp.js";
import { glyphSheet, restyle } from "./style.js";
import { drawOverlay } from "./overlay.js";
import { el, put } from "./dom.js";
import { fillCard } from "./card.js";
import { wrongSaid } from "./failing.js";
import { overruled } from "./marks.js";
import { attachGestures } from "./gestures.js";
import { Readout, SelectedBar } from "./readout.js";
import { hintOf, iterationName, methodName } from "./facts.js";

const FLASH_MS = 450; // of samples that come into S_k
const PULSE_MS = 900; // of clusters whose nearest prototype the matching overrules

export class Pane {
  constructor(player, run) {
    this.player = player;
    this.run = run;
    this.canvas = el("canvas", { class: "points" });
    this.top = el("canvas", { class: "top", hidden: true }); // costs nothing while it is empty
    // Takes the pointer and the keys. A slider, which it is for arrow keys: Orca is silent about an "application".
    this.over = el("div", { class: "over", tabindex: "0", role: "slider" });
    this.card = el("div", { class: "card", hidden: true });
    this.title = el("div", { class: "title" });
    this.wait = el("div", { class: "wait", text: "Waiting for the first frame …" });
    this.bar = new SelectedBar();
    this.strange = el("div", { class: "strange" });
    this.wrap = el("div", { class: "wrap" }, this.canvas, this.top, this.bar.root, this.strange, this.over, this.wait, this.card);
    this.readout = new Readout(player);
    this.root = el("section", { class: "pane" }, this.title, this.wrap, this.readout.root);
    // Kept in main memory: the picture is written pixel by pixel, never read by a GPU.
    this.ctx = this.canvas.getContext("2d", { alpha: false });
    this.octx = this.top.getContext("2d");
    this.hover = -1;
    this.gesture = null; // polygon being drawn, in pixels
    this.arrivedAt = -Infinity; // when the iteration shown was reached by playing or stepping
    this.sides = new Map(); // where each class name stands
    this.detach = attachGestures(this);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.wrap;
    const dpr = Math.min(3, window.devicePixelRatio || 1);
    if (width === this.width && height === this.height && dpr === this.dpr) return false;
    Object.assign(this, { width, height, dpr });
    for (const canvas of [this.canvas, this.top]) {
      canvas.width = Math.max(1, Math.round(width * dpr));
      canvas.height = Math.max(1, Math.round(height * dpr));
      canvas.style.width = `${canvas.width / dpr}px`; // one canvas pixel is one device pixel
      canvas.style.height = `${canvas.height / dpr}px`;
    }
    this.sheet = null;
    return true; // both canvases are empty now
  }

  // Positions at real iteration t, in world coordinates.
  place(t) {
    const { run } = this;
    const at = Math.max(run.first, Math.min(t, run.lastK));
    const k = Math.floor(at);
    if (this.positions?.length !== 2 * run.n) this.positions = new Float32Array(2 * run.n);
    const a = run.frame(k).xy;
    const b = run.frame(Math.min(k + 1, run.lastK)).xy;
    mix(a, b, at - k, this.positions);
    this.morph?.apply(this.positions, this.transform());
    if (this.morph?.over) this.morph = null;
    this.k = Math.max(run.first, Math.min(run.lastK, this.player.inside.shownK ?? this.player.clock.k));
    this.t = at;
  }

  // The points set out from where they are drawn now, to whatever the next frames say.
  setOut() {
    if (this.positions && this.tf && this.player.clock.tween) this.morph = new Morph(this.positions, this.tf);
  }

  replaceRun(run) {
    const before = { run: this.run, positions: this.positions, tf: this.tf };
    Object.assign(this, { run, coloring: null, positions: null });
    this.continueFrom(before);
  }

  // Go on from what was drawn before of the same samples: of another run, or by an earlier mount.
  continueFrom({ run, positions, tf }) {
    if (!positions || !tf || run.n !== this.run.n || run.header.pair !== this.run.header.pair) return;
    this.positions = positions;
    this.tf = tf;
    if (run.id === this.run.id) Object.assign(this.run, { follows: run.follows, lies: run.lies });
    else {
      this.run.follow(this.player.clock.k, positions.slice());
      this.setOut();
    }
  }

  // Take what has arrived. The picture is turned as asked, else as the run chooses.
  refresh({ angle, mirror }) {
    const { method, frames } = this.run;
    const ready = this.run.refresh(angle, mirror);
    if (frames && this.run.follows && this.run.frames !== frames) this.setOut(); // not a jump either
    if (ready && method !== undefined && method !== this.run.method) this.coloring = null;
  }

  // Samples that came into S_k are marked for a moment, and not where motion is to be reduced.
  get flashing() {
    return performance.now() - this.arrivedAt < FLASH_MS;
  }

  arrive() {
    this.arrivedAt = performance.now();
    clearTimeout(this.flashEnd);
    this.flashEnd = setTimeout(() => this.player.restyle(), FLASH_MS + 20);
  }

  // Whether swapped clusters of this iteration still pulse.
  get pulsing() {
    return this.pulse < 1 && this.player.view.overlays.lines && overruled(this.run, this.k).length > 0;
  }

  // How much of the pulse at an iteration is over, 1 if all.
  get pulse() {
    return Math.min(1, (performance.now() - this.arrivedAt) / PULSE_MS);
  }

  transform() {
    return this.player.view.camera.transform(this.run.box, this.width, this.height);
  }

  draw(t, styleChanged) {
    if (!this.width || !this.height) return;
    this.wait.hidden = this.run.ready || Boolean(this.run.follows); // else the picture before stays
    if (!this.run.ready) return;
    const { k: before, t: from, styledAs } = this;
    this.place(t);
    if (this.k === before + 1 && from < this.t && this.player.clock.tween) this.arrive();
    const fading = this.t > -1 && this.t < 0;
    this.styledAs = `${this.k} ${fading} ${this.flashing}`;
    if (styleChanged || this.styledAs !== styledAs || !this.coloring) restyle(this);
    const sheet = glyphSheet(this);
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
    this.bar.update(this.run, this.player.inside.selectedK ?? this.t);
    if (styleChanged || this.k !== before) this.drawReadout();
  }

  drawReadout() {
    const { run } = this;
    this.readout.update(run, this.k);
    put(this.strange, hintOf(run, this.k));
    this.over.setAttribute("aria-label",
      `${run.header.title}: ${run.n} samples, ${methodName(run.method)}. Space plays, arrow keys step, plus and minus zoom.`);
    this.over.setAttribute("aria-description", wrongSaid(this, 3)); // it stands in the picture
    const { panes } = this.player;
    const side = panes[0] === this ? "Left" : "Right";
    const words = `${side}, ${iterationName(this.k)} of ${run.lastK} · ${run.header.settings}`;
    this.title.textContent = this.title.title = panes.length > 1 ? words : "";
    this.title.hidden = panes.length < 2;
  }

  at(px, py, radius = 10) {
    if (!this.positions || !this.tf || !this.run.ready) return -1;
    return nearest(this.positions, this.shown, this.tf, px, py, radius);
  }

  // Where keys zoom: in, at the sample nearest to the middle, which so stays in sight; out, at the middle.
  anchor(factor) {
    const middle = [this.width / 2, this.height / 2];
    const i = factor > 1 ? this.at(...middle, Infinity) : -1;
    return i < 0 ? middle : this.pixel(i);
  }

  // Mask of the shown points inside a polygon of pixels.
  lasso(polygon) {
    return insidePolygon(this.positions, this.shown, toWorld(polygon, this.tf));
  }

  pixel(i) {
    const { tf, positions } = this;
    return [positions[2 * i] * tf.scale + tf.tx, tf.ty - positions[2 * i + 1] * tf.scale];
  }

  // The panel beside the picture says all that the card would.
  besideAlready(i) {
    const { player } = this;
    return i === player.onlyPick && !player.presenting && !player.root.classList.contains("narrow");
  }

  setHover(i, px, py) {
    const moved = this.hover !== i;
    this.hover = i;
    if (i < 0 || this.besideAlready(i)) {
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
    clearTimeout(this.flashEnd);
    this.detach();
    this.root.remove();
  }
}
