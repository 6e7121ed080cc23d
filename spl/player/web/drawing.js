// A curve that is drawn by hand over the strip below the track, or with the arrow keys.

import { svgElement } from "./svgelement.js";

const NOTCH = 0.05; // of a share, for each key
const DRAWN_BY = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, NOTCH], ArrowDown: [0, -NOTCH] };

export class Drawing {
  constructor(strip, player) {
    this.strip = strip;
    this.player = player;
    this.line = svgElement("polyline", { class: "drawn" });
    this.mark = svgElement("polyline", { class: "drawn-at" }); // the iteration that keys set
    this.plot = strip.root.lastChild;
    this.values = null; // share at each iteration, NaN where nothing was drawn
    this.last = null;
    const move = (e) => { if (this.active) this.draw(e); };
    this.plot.addEventListener("pointerdown", (e) => {
      if (!this.open) return;
      this.plot.setPointerCapture(e.pointerId);
      this.active = true;
      this.last = null;
      this.draw(e);
      e.preventDefault();
    });
    this.plot.addEventListener("pointermove", move);
    this.plot.addEventListener("pointerup", () => { this.active = false; });
    this.plot.addEventListener("pointercancel", () => { this.active = false; });
    this.plot.addEventListener("keydown", (e) => { if (this.open) this.onKey(e); });
  }

  // Let a curve of n iterations be drawn, or show one.
  begin(n, values, open) {
    this.values = values ? [...values] : new Array(n).fill(NaN);
    this.open = open;
    this.strip.whole = true; // from 0 to 100 %: the run's own range would tell
    this.strip.guess = open ? null : values; // it is named once the run's own curve is there
    this.at = 0;
    this.hear();
    this.show();
  }

  end() {
    this.open = this.active = false;
    this.values = null;
    this.strip.whole = false;
    this.strip.guess = null;
    this.hear();
    this.line.remove();
    this.mark.remove();
  }

  draw(e) {
    const { first, last } = this.player.clock;
    const box = this.plot.getBoundingClientRect();
    const at = first + ((e.clientX - box.left) / box.width) * (last - first);
    const share = Math.min(1, Math.max(0, (0.92 - (e.clientY - box.top) / box.height) / 0.84));
    const k = Math.min(this.values.length - 1, Math.max(0, Math.round(at)));
    const from = this.last ?? [k, share];
    for (let i = Math.min(k, from[0]); i <= Math.max(k, from[0]); i++) { // a quick stroke leaves none out
      const u = k === from[0] ? 1 : (i - from[0]) / (k - from[0]);
      this.values[i] = from[1] + (share - from[1]) * u;
    }
    this.last = [k, share];
    this.onDraw?.(this.values);
    this.show();
  }

  // Left and right choose the iteration, up and down its value; the next one starts from it.
  onKey(e) {
    const [along, up] = DRAWN_BY[e.key] ?? [];
    if (along === undefined) return;
    e.preventDefault();
    e.stopPropagation(); // the player steps with these keys
    const from = Number.isFinite(this.values[this.at]) ? this.values[this.at] : 0.5;
    this.at = Math.min(this.values.length - 1, Math.max(0, this.at + along));
    if (up || !Number.isFinite(this.values[this.at])) this.values[this.at] = Math.min(1, Math.max(0, from + up));
    this.onDraw?.(this.values);
    this.hear();
    this.show();
  }

  // While one draws, the plot is a slider that can have the focus.
  hear() {
    const { plot, open, at } = this;
    if (!open) {
      for (const name of ["tabindex", "role", "aria-label", "aria-valuenow", "aria-valuetext"]) plot.removeAttribute(name);
      return;
    }
    const value = this.values[at];
    const set = { tabindex: 0, role: "slider", "aria-label": "Your curve: left and right choose the iteration, up and down its value",
      "aria-valuenow": Number.isFinite(value) ? Math.round(100 * value) : 50,
      "aria-valuetext": `k = ${at}: ${Number.isFinite(value) ? `${Math.round(100 * value)} %` : "not drawn"}` };
    for (const [name, to] of Object.entries(set)) plot.setAttribute(name, to);
  }

  show() {
    const { first, last } = this.player.clock;
    const x = (k) => (100 * (k - first)) / Math.max(1, last - first);
    const points = this.values.flatMap((v, k) => (Number.isFinite(v) ? [`${x(k)},${92 - 84 * v}`] : []));
    this.line.setAttribute("points", points.join(" "));
    this.mark.setAttribute("points", this.open ? `${x(this.at)},4 ${x(this.at)},96` : "");
    this.strip.svg.append(this.line, this.mark);
  }
}
