// The player: one or two pictures that share clock, camera, colours and chosen samples.

import { Legend } from "./legend.js";
import { Reporter } from "./reporter.js";
import { fitHeight, takeGiven, takePair, takeRuns } from "./given.js";
import { combined, entriesWithout, searched } from "./picks.js";
import { fillWindow } from "./present.js";
import { drawOverlay } from "./overlay.js";
import { el } from "./dom.js";
import { openView } from "./view.js";
import { luminance, modesFor, packColor, parseColor } from "./palette.js";
import { saveFigure } from "./save.js";
import { Inside } from "./inside.js";
import { Tour } from "./tour.js";
import { toolbar, transport } from "./controls.js";
import { waitFor } from "./waiting.js";
import { watchPage, watchSurroundings } from "./surroundings.js";

const SETTLE_MS = 250; // after the last change of k
const CAMERA_MS = 600; // after the last wheel turn

export class Player {
  // send(state): tells Python.
  constructor(parent, store, key, send) {
    this.store = store;
    this.saved = key === "standalone"; // in a page of its own, without the app around it
    this.reporter = new Reporter(this, send);
    this.view = openView(store.views, key);
    this.clock = this.view.clock;
    this.page = location.pathname;
    this.panes = [];
    this.css = {};
    this.stage = el("div", { class: "stage" });
    this.legend = new Legend(this);
    this.tour = new Tour(this);
    this.inside = new Inside(this);
    this.probe = el("div", { class: "probe", "aria-hidden": "true" });
    this.root = el("div", { class: this.presenting ? "spl-player present" : "spl-player" }, this.probe);
    this.root.player = this; // for tests and the console
    parent.append(this.root);
    if (this.presenting) fillWindow(this.root); // mounting anew has ended the full screen
    this.focusClass = -1; // the class that is pointed at in the legend
    this.resizer = new ResizeObserver(() => this.resize());
    this.unwatch = watchSurroundings(this);
  }

  // `data` is what given.js describes.
  update(data) {
    fitHeight(this.root, data.height ?? 620);
    this.neighbors = data.neighbors ?? null; // { row, k, rows } of the chosen sample in the subspace
    takePair(this, data.runs[0].pair);
    takeRuns(this, data.runs);
    this.ghost = data.ghost ?? null; // { settings, before, steps } of the run shown before
    waitFor(this, data.waiting ?? "", data.asked);
    const playing = takeGiven(this, data);
    this.store.use(this, this.panes.flatMap((p) => p.run.blobs), () => this.refresh());
    this.refresh();
    this.tour.take(data.tour ?? null);
    if (playing) {
      if (this.clock.k <= 0) this.clock.jump(this.clock.first); // the story begins before adaptation
      this.clock.play();
    }
    this.schedule();
  }

  layout() {
    this.bar = toolbar(this);
    this.deck = transport(this);
    this.waiting = null;
    this.stage.replaceChildren(...this.panes.map((p) => p.root), this.legend.root);
    this.root.replaceChildren(...this.root.querySelectorAll(":scope > style"), this.probe, this.bar.root, this.tour.root, this.inside.root, this.stage, this.deck.root);
    this.resizer.disconnect();
    for (const p of this.panes) this.resizer.observe(p.wrap);
    this.readTheme();
  }

  refresh() {
    const [first, ...others] = this.panes;
    first?.refresh({});
    for (const pane of others) pane.refresh(first.run); // they lie alike
    this.inside.resume();
    this.restyle();
  }

  readTheme() {
    const style = getComputedStyle(this.probe);
    const background = parseColor(style.backgroundColor);
    const { fontFamily: font, accentColor: accent } = style;
    this.css = { background, ink: parseColor(style.color), packed: packColor(...background), font, accent };
    this.theme = luminance(background) > 0.5 ? "light" : "dark";
    this.root.dataset.theme = this.theme;
    this.restyle();
  }

  modeFor(run) {
    return modesFor(run).some(([m]) => m === this.view.colorBy) ? this.view.colorBy : "class";
  }

  // The view knows it: Streamlit may mount the player anew in the middle of a talk.
  get presenting() {
    return this.view.presenting;
  }

  // --- drawing -----------------------------------------------------------------------------

  resize() {
    this.root.classList.toggle("narrow", this.root.clientWidth < 560);
    // Drawn at once: else an empty canvas is painted, and the next frame may be long in coming.
    for (const p of this.panes) if (p.resize()) p.draw(this.clock.t, true);
    this.redraw();
  }

  redraw() {
    this.dirty = true;
    this.schedule();
  }

  restyle() {
    this.styleDirty = true;
    this.redraw();
  }

  schedule() {
    if (this.frame || this.gone) return;
    this.frame = requestAnimationFrame((now) => this.onFrame(now));
  }

  onFrame(now) {
    cancelAnimationFrame(this.frame); // one loop, whoever calls this
    this.frame = null;
    const { playing: wasPlaying, t: before } = this.clock;
    const moving = this.clock.tick(Math.min(100, now - (this.lastFrame ?? now)));
    this.lastFrame = moving ? now : undefined;
    if (this.dirty || this.clock.t !== before) {
      for (const p of this.panes) {
        p.resize();
        p.draw(this.clock.t, this.styleDirty);
      }
      if (this.styleDirty || this.legendK !== this.clock.k) this.legend.update();
      this.legend.fade();
      this.legendK = this.clock.k; // kept from frame to frame: a jump happens between two
      this.dirty = this.styleDirty = false;
    }
    this.bar.update();
    this.deck.update();
    if (wasPlaying && !this.clock.playing) this.settle();
    else if (this.clock.playing) this.reporter.tellIteration(now);
    if (this.panes.some((p) => p.pulsing || (p.morph && p.run.ready))) this.dirty = true;
    if (moving || this.clock.playing || this.dirty) this.schedule();
  }

  // --- iterations --------------------------------------------------------------------------

  toggle() {
    if (this.inside.on) return this.inside.toggle();
    if (this.clock.playing) this.clock.pause();
    else this.clock.play();
    this.settle(0);
  }

  step(delta) {
    if (this.inside.on) return this.inside.step(delta);
    this.clock.step(delta);
    this.settle();
  }

  jump(k) {
    this.inside.leave();
    this.clock.playing = false;
    this.clock.jump(k);
    this.settle();
  }

  toggleLoop() {
    this.clock.loop = !this.clock.loop;
    this.redraw();
  }

  settle(ms = SETTLE_MS) {
    this.view.wantedK = null;
    this.redraw();
    this.reporter.later(ms);
  }

  // --- chosen samples, colours, camera ----------------------------------------------------------

  setPicks(mask) {
    const n = this.panes[0].run.n;
    this.picks = mask && mask.length === n ? mask : new Uint8Array(n);
    this.view.picks = this.picks;
    this.pickCount = this.picks.reduce((a, b) => a + b, 0);
    this.onlyPick = this.pickCount === 1 ? this.picks.indexOf(1) : -1;
    this.restyle();
  }

  pick(mask, how) {
    this.setPicks(combined(this.picks, mask, how));
    this.reporter.later();
  }

  clearPicks() {
    if (this.pickCount) this.pick(new Uint8Array(this.picks.length), "set");
  }

  setTool(name) {
    this.view.tool = name;
    for (const p of this.panes) p.over.dataset.tool = name;
    this.redraw();
  }

  setColorBy(mode) {
    this.view.colorBy = mode;
    this.restyle();
    this.reporter.later();
  }

  show(part, key, on) {
    this.view[part][key] = on;
    this.restyle();
    this.reporter.later();
  }

  nextColorBy() {
    const modes = modesFor(this.panes[0].run).map(([m]) => m);
    this.setColorBy(modes[(modes.indexOf(this.modeFor(this.panes[0].run)) + 1) % modes.length]);
  }

  resetCamera() {
    this.view.camera.reset();
    this.cameraMoved();
    this.redraw();
  }

  zoom(factor) {
    const p = this.panes[0];
    this.view.camera.zoomAt(factor, ...p.anchor(factor), p.width, p.height, p.transform());
    this.cameraMoved();
    this.redraw();
  }

  cameraMoved() {
    this.reporter.later(CAMERA_MS);
  }

  // Switch legend entries of a group off, all others of it on.
  setOff(group, off) {
    this.view.off[group] = off;
    this.hiddenChanged();
  }

  showAll() {
    this.view.off = {};
    this.view.domains = [true, true];
    this.hiddenChanged();
  }

  hiddenChanged() {
    this.restyle();
    this.reporter.later();
  }

  focusOnPicks() {
    const { coloring } = this.panes[0];
    this.setOff(coloring.group, entriesWithout(this.picks, coloring));
  }

  search(text) {
    const mask = searched(this.panes[0].run, text, this.clock.k, this.theme);
    this.sought = mask && !mask.includes(1) ? text.trim() : ""; // in vain
    if (mask) this.pick(mask, "set");
  }

  // The same sample in the other picture.
  hoverAlso(pane) {
    for (const other of this.panes) {
      if (other === pane || other.hover === pane.hover || !other.positions) continue;
      other.hover = pane.hover;
      drawOverlay(other);
    }
  }

  save(kind, what = "picture", scale = 1) {
    for (const p of this.panes) if (p.run.ready) saveFigure(p, kind, what, scale);
  }

  destroy() {
    this.gone = true;
    this.view.mounts--;
    this.view.leftAt = performance.now();
    watchPage(this.view, this.page);
    this.reporter.stop();
    this.inside.destroy();
    cancelAnimationFrame(this.frame);
    this.unwatch();
    this.resizer.disconnect();
    this.store.release(this);
    for (const p of this.panes) p.destroy();
    this.root.remove();
  }
}
