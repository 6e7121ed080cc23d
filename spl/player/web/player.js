// The player: one or two pictures that share clock, camera, colours and selection.

import { fromBase64, packBits, toBase64, unpackBits } from "./decode.js";
import { Legend } from "./legend.js";
import { Pane } from "./pane.js";
import { Run } from "./run.js";
import { drawOverlay } from "./overlay.js";
import { el } from "./dom.js";
import { found } from "./search.js";
import { handleKey } from "./keys.js";
import { newView } from "./view.js";
import { watchFullscreen } from "./present.js";
import { Sync } from "./sync.js";
import { coloring, luminance, modesFor, packColor, parseColor } from "./palette.js";
import { saveFigure } from "./save.js";
import { setShown, shownText } from "./shown.js";
import { toolbar, transport } from "./controls.js";

const SETTLE_MS = 250; // after the last change of k
const CAMERA_MS = 600; // after the last wheel turn
const TELL_MS = 240; // at least, from one iteration told while playing to the next
const MOST_ABOVE = 260; // pixels above the player that still leave it room on a projector
const AWAY_MS = 20000; // longer than Streamlit takes to mount it anew, on a busy machine too
const QUIET_MS = 1500; // after a click elsewhere: a rerun asked for now could undo a page change

export class Player {
  // send(state): tell Python; called when a gesture ends or an iteration is reached, never per frame.
  constructor(parent, store, key, send) {
    this.store = store;
    this.saved = key === "standalone"; // in a page of its own, without the app around it
    this.send = send;
    if (!store.views.has(key)) store.views.set(key, newView());
    this.view = store.views.get(key);
    this.clock = this.view.clock;
    const { mounts, leftAt, leftPage, pageWatch } = this.view;
    clearInterval(pageWatch);
    if (mounts === 0 && (leftPage || performance.now() - leftAt > AWAY_MS)) this.clock.stop(this.view.toldK);
    this.view.mounts++;
    this.page = location.pathname;
    this.panes = [];
    this.css = {};
    this.stage = el("div", { class: "stage" });
    this.legend = new Legend(this);
    this.probe = el("div", { class: "probe", "aria-hidden": "true" });
    this.root = el("div", { class: "spl-player" }, this.probe);
    this.root.player = this; // for tests and the console
    parent.append(this.root);
    this.focusClass = -1; // the class that is pointed at in the legend
    this.toldAt = 0; // when Python last heard of an iteration
    this.watch();
  }

  watch() {
    this.resizer = new ResizeObserver(() => this.resize());
    const still = window.matchMedia("(prefers-reduced-motion: reduce)");
    const onMotion = () => { this.clock.tween = !still.matches; };
    onMotion();
    still.addEventListener("change", onMotion);
    const onTheme = () => this.readTheme();
    this.probe.addEventListener("transitionend", onTheme); // its colours follow the theme's variables
    const onKey = (e) => handleKey(this, e);
    this.root.addEventListener("keydown", onKey);
    this.root.addEventListener("keyup", onKey);
    this.quietUntil = 0;
    const onElsewhere = (e) => {
      if (e.composedPath().includes(this.root)) this.quietUntil = 0;
      else if (e.type === "pointerdown" || e.key === "Enter" || e.key === " ") {
        this.quietUntil = performance.now() + QUIET_MS;
      }
    };
    for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, onElsewhere, true);
    const unwatchFullscreen = watchFullscreen(this);
    this.unwatch = () => {
      unwatchFullscreen();
      for (const type of ["pointerdown", "keydown"]) window.removeEventListener(type, onElsewhere, true);
      still.removeEventListener("change", onMotion);
      this.resizer.disconnect();
    };
  }

  // data: { runs: [header, …], height, k, selection, color_by, camera, playing }
  update(data) {
    const { view } = this;
    this.fitHeight(data.height ?? 620);
    this.neighbors = data.neighbors ?? null; // { row, k, rows } of the chosen sample in the subspace
    const headers = data.runs;
    const samePair = view.pair === headers[0].pair;
    if (!samePair) {
      view.camera.reset();
      Object.assign(view, { pair: headers[0].pair, picks: null, off: {}, sync: new Sync() });
    }
    this.setRuns(headers);
    this.receive(data);
    this.store.use(this, this.panes.flatMap((p) => p.run.blobs), () => this.refresh());
    this.refresh();
    if (data.playing && this.want("playing", true) && this.clock.tween) this.playFromTheStart();
    else if (data.playing === false) this.want("playing", false);
    this.schedule();
  }

  // As high as asked for, and whole below what stands above it where the window allows that.
  fitHeight(height) {
    const scrolled = document.querySelector('[data-testid="stMain"]')?.scrollTop ?? 0;
    const above = this.root.getBoundingClientRect().top + scrolled;
    const kept = above > 0 && above < MOST_ABOVE ? Math.ceil(above) + 12 : 72;
    this.root.style.height = `min(${height}px, max(420px, 100vh - ${kept}px))`;
  }

  // The story begins before adaptation.
  playFromTheStart() {
    if (this.clock.k <= 0) this.clock.jump(this.clock.first);
    this.clock.play();
  }

  setRuns(headers) {
    if (this.panes.length !== headers.length) {
      for (const p of this.panes) p.destroy();
      this.panes = headers.map((h) => new Pane(this, new Run(h, this.store)));
      this.layout();
    }
    this.panes.forEach((pane, i) => {
      if (pane.run.id === headers[i].id) pane.run.setHeader(headers[i]);
      else {
        pane.run = new Run(headers[i], this.store);
        pane.coloring = null;
        pane.positions = null;
      }
    });
  }

  layout() {
    this.bar = toolbar(this);
    this.deck = transport(this);
    this.stage.replaceChildren(...this.panes.map((p) => p.root), this.legend.root);
    this.root.replaceChildren(...this.root.querySelectorAll(":scope > style"), this.probe, this.bar.root, this.stage, this.deck.root);
    this.resizer.disconnect();
    for (const p of this.panes) this.resizer.observe(p.wrap);
    this.readTheme();
  }

  want(field, value) {
    return this.view.sync.receive(field, value);
  }

  receive(data) {
    const { view, clock } = this;
    clock.setRange(Math.min(...this.panes.map((p) => p.run.first)), Math.max(...data.runs.map((h) => h.last_k)));
    if (this.want("k", data.k) && !(clock.playing && view.sync.sentLately("k", data.k))) {
      clock.playing = false;
      view.wantedK = data.k;
    }
    if (view.wantedK !== null) {
      clock.jump(view.wantedK); // as far as there are states
      if (view.wantedK <= clock.last) view.wantedK = null;
    }
    if (this.want("selection", data.selection)) {
      this.setPicks(unpackBits(fromBase64(data.selection), this.panes[0].run.n));
    } else this.setPicks(view.picks);
    if (this.want("color_by", data.color_by)) view.colorBy = data.color_by;
    if (this.want("shown", data.shown)) setShown(view, data.shown);
    if (this.want("camera", data.camera)) view.camera.set(data.camera);
  }

  refresh() {
    for (const pane of this.panes) {
      const { method } = pane.run;
      const angle = pane === this.panes[0] ? undefined : this.panes[0].run.angle; // they lie alike
      if (pane.run.refresh(angle) && method !== undefined && method !== pane.run.method) pane.coloring = null;
    }
    this.restyle();
  }

  readTheme() {
    const style = getComputedStyle(this.probe);
    const background = parseColor(style.backgroundColor);
    this.css = {
      background, ink: parseColor(style.color), packed: packColor(...background), font: style.fontFamily,
    };
    this.theme = luminance(background) > 0.5 ? "light" : "dark";
    this.root.dataset.theme = this.theme;
    this.restyle();
  }

  modeFor(run) {
    return modesFor(run).some(([m]) => m === this.view.colorBy) ? this.view.colorBy : "class";
  }

  // --- drawing -----------------------------------------------------------------------------

  resize() {
    this.root.classList.toggle("narrow", this.root.clientWidth < 560);
    // Drawn at once: the frame that is about to be painted would show an empty canvas, and on a busy
    // machine the next one may be long in coming.
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
    const wasPlaying = this.clock.playing;
    const before = this.clock.t;
    const moving = this.clock.tick(Math.min(100, now - (this.lastFrame ?? now)));
    this.lastFrame = moving ? now : undefined;
    if (this.dirty || this.clock.t !== before) {
      for (const p of this.panes) {
        p.resize();
        p.draw(this.clock.t, this.styleDirty);
      }
      if (this.styleDirty || this.legendK !== this.clock.k) this.legend.update();
      this.legendK = this.clock.k; // kept from frame to frame: a jump happens between two
      this.dirty = this.styleDirty = false;
    }
    this.bar.update();
    this.deck.update();
    if (wasPlaying && !this.clock.playing) this.settle();
    else if (this.clock.playing && this.clock.holding && now - this.toldAt > TELL_MS) this.tellIteration(now);
    if (this.panes.some((p) => p.pulsing)) this.dirty = true;
    if (moving || this.clock.playing || this.dirty) this.schedule();
  }

  // --- iterations --------------------------------------------------------------------------

  toggle() {
    if (this.clock.playing) this.clock.pause();
    else this.clock.play();
    this.settle(0);
  }

  step(delta) {
    this.clock.step(delta);
    this.settle();
  }

  jump(k) {
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
    this.later("k", ms);
  }

  // While it plays, the rest of the app follows from one iteration to the next.
  tellIteration(now) {
    if (this.clock.k === this.view.toldK) return;
    this.toldAt = now;
    this.later("k", 0);
  }

  // --- selection, colours, camera ----------------------------------------------------------

  setPicks(mask) {
    const n = this.panes[0].run.n;
    this.picks = mask && mask.length === n ? mask : new Uint8Array(n);
    this.view.picks = this.picks;
    this.pickCount = this.picks.reduce((a, b) => a + b, 0);
    this.onlyPick = this.pickCount === 1 ? this.picks.indexOf(1) : -1;
    this.restyle();
  }

  pick(mask, how) {
    const next = how === "set" ? mask : this.picks.map((old, i) => ({
      add: old | mask[i], remove: old & ~mask[i], toggle: old ^ mask[i] }[how]));
    this.setPicks(next);
    this.later("selection", 0);
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
    this.later("color_by", 0);
  }

  show(part, key, on) {
    this.view[part][key] = on;
    this.restyle();
    this.later("shown", 0);
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
    this.view.camera.zoomAt(factor, p.width / 2, p.height / 2, p.width, p.height, p.transform());
    this.cameraMoved();
    this.redraw();
  }

  cameraMoved() {
    this.later("camera", CAMERA_MS);
  }

  showAll() {
    this.view.off = {};
    this.view.domains = [true, true];
    this.restyle();
  }

  focusOnPicks() {
    const { index, entries, group } = this.panes[0].coloring;
    const used = new Set();
    for (let i = 0; i < index.length; i++) if (this.picks[i]) used.add(index[i]);
    this.view.off[group] = new Set(entries.map((_, c) => c).filter((c) => !used.has(c)));
    this.restyle();
  }

  search(text) {
    const { run } = this.panes[0];
    if (!run.ready) return;
    const labels = ["class", ...run.hasTruth ? ["truth"] : []]
      .map((mode) => coloring(mode, run, Math.max(this.clock.k, 0), this.theme).index);
    const mask = found(run, text, labels);
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

  // --- to Python ---------------------------------------------------------------------------

  later(field, ms) {
    (this.changedFields ??= new Set()).add(field);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.report(), Math.max(ms, 30));
  }

  report() {
    if (this.gone) return;
    const quiet = this.quietUntil - performance.now();
    if (quiet > 0) {
      this.timer = setTimeout(() => this.report(), quiet);
      return;
    }
    const state = this.state();
    this.view.toldK = state.k;
    for (const field of ["k", "selection", "color_by", "shown", "camera"]) this.view.sync.send(field, state[field]);
    this.changedFields.clear();
    this.send(state);
  }

  state() {
    const { view, clock } = this;
    return {
      k: clock.move && !clock.playing ? Math.round(clock.move.to) : clock.k,
      selection: this.pickCount ? toBase64(packBits(this.picks)) : "",
      color_by: view.colorBy,
      shown: shownText(view),
      camera: view.camera.toJSON(),
      playing: clock.playing,
      seq: Date.now(),
    };
  }

  // Another page's address tells that this page was left; else Streamlit mounts the player anew.
  watchPage() {
    const { view, page } = this;
    clearInterval(view.pageWatch);
    const look = () => {
      view.leftPage = location.pathname !== page;
      if (view.leftPage) clearInterval(view.pageWatch);
    };
    view.pageWatch = setInterval(look, 100);
    look();
  }

  destroy() {
    this.gone = true;
    this.view.mounts--;
    this.view.leftAt = performance.now();
    this.watchPage();
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.unwatch();
    this.store.release(this);
    for (const p of this.panes) p.destroy();
    this.root.remove();
  }
}
