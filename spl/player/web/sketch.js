// The drawing list: it takes the calls that a canvas takes, as far as the player's drawings need
// them, and remembers them as shapes. svg.js and pdf.js write the same list.

import { parseColor } from "./palette.js";

export class Sketch {
  // measure(text, size, bold): width in pixels
  constructor(width, height, measure = (text, size) => 0.55 * size * text.length) {
    Object.assign(this, { width, height, measure });
    this.items = [];
    this.path = [];
    this.dash = [];
    this.moves = []; // translations to come back to
    this.offset = [0, 0];
    Object.assign(this, { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, globalAlpha: 1, font: "13px sans-serif", textBaseline: "alphabetic" });
  }

  at(x, y) {
    return [x + this.offset[0], y + this.offset[1]];
  }

  beginPath() { this.path = []; }
  moveTo(x, y) { this.path.push(["M", ...this.at(x, y)]); }
  lineTo(x, y) { this.path.push(["L", ...this.at(x, y)]); }
  closePath() { this.path.push(["Z"]); }
  arc(x, y, r) { this.path.push(["O", ...this.at(x, y), r]); } // whole circles only
  rect(x, y, w, h) { this.path.push(["R", ...this.at(x, y), w, h]); }
  roundRect(x, y, w, h) { this.rect(x, y, w, h); }
  setLineDash(dash) { this.dash = dash; }

  fill() {
    this.items.push({ kind: "fill", path: this.path, color: parseColor(this.fillStyle), alpha: this.globalAlpha });
  }

  stroke() {
    this.items.push({ kind: "stroke", path: this.path, color: parseColor(this.strokeStyle), alpha: this.globalAlpha, width: this.lineWidth, dash: this.dash });
  }

  fillRect(x, y, w, h) {
    this.beginPath();
    this.rect(x, y, w, h);
    this.fill();
  }

  get size() { return Number(/(\d+(?:\.\d+)?)px/.exec(this.font)[1]); }
  get bold() { return /\b(bold|[6-9]00)\b/.test(this.font); }

  measureText(text) {
    return { width: this.measure(text, this.size, this.bold) };
  }

  text(kind, text, x, y) {
    const { size, bold } = this;
    const color = parseColor(kind === "text" ? this.fillStyle : this.strokeStyle);
    const [left, middle] = this.at(x, y);
    const base = this.textBaseline === "middle" ? middle + 0.35 * size : middle;
    this.items.push({ kind, text, x: left, y: base, size, bold, color, alpha: this.globalAlpha, width: this.lineWidth });
  }

  fillText(text, x, y) { this.text("text", text, x, y); }
  strokeText(text, x, y) { this.text("halo", text, x, y); }

  // An image of a sample, as a canvas.
  drawImage(image, x, y, w, h) {
    const [left, top] = this.at(x, y);
    this.items.push({ kind: "image", image, x: left, y: top, w, h, alpha: this.globalAlpha });
  }

  save() {
    this.moves.push(this.offset);
    this.items.push({ kind: "save" });
  }

  restore() {
    this.offset = this.moves.pop();
    this.items.push({ kind: "restore" });
  }

  translate(x, y) { this.offset = this.at(x, y); }

  // To the rectangle that is the path.
  clip() {
    const [, x, y, w, h] = this.path[0];
    this.items.push({ kind: "clip", x, y, w, h });
  }
}
