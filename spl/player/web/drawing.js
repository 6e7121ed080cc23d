// A curve that is drawn by hand over the strip below the track.

import { svgElement } from "./svgelement.js";

export class Drawing {
  constructor(strip, player) {
    this.strip = strip;
    this.player = player;
    this.line = svgElement("polyline", { class: "drawn" });
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
  }

  // Let a curve of n iterations be drawn, or show one.
  begin(n, values, open) {
    this.values = values ? [...values] : new Array(n).fill(NaN);
    this.open = open;
    this.strip.whole = true; // from 0 to 100 %: the run's own range would tell
    this.strip.guess = open ? null : values; // it is named once the run's own curve is there
    this.show();
  }

  end() {
    this.open = this.active = false;
    this.values = null;
    this.strip.whole = false;
    this.strip.guess = null;
    this.line.remove();
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

  show() {
    const { first, last } = this.player.clock;
    const x = (k) => (100 * (k - first)) / Math.max(1, last - first);
    const points = this.values.flatMap((v, k) => (Number.isFinite(v) ? [`${x(k)},${92 - 84 * v}`] : []));
    this.line.setAttribute("points", points.join(" "));
    this.strip.svg.append(this.line);
  }
}
