// The frame shown, as PNG (what is on the screen) or SVG (shapes, for papers and slides).

import { cssColor } from "./palette.js";
import { CHANGED, FADED, GREY, PICKED, SELECTED, STATES } from "./stamp.js";
import { download } from "./dom.js";

const fileName = (pane, ending) => (
  `${pane.run.header.title} k=${pane.k} ${pane.run.method}`.replace(/[^\w=.+-]+/g, "_") + `.${ending}`);

export function savePng(pane) {
  const canvas = document.createElement("canvas");
  canvas.width = pane.canvas.width;
  canvas.height = pane.canvas.height;
  const ctx = canvas.getContext("2d");
  ctx.drawImage(pane.canvas, 0, 0);
  if (!pane.top.hidden) ctx.drawImage(pane.top, 0, 0);
  canvas.toBlob((blob) => download(fileName(pane, "png"), blob));
}

export function saveSvg(pane) {
  download(fileName(pane, "svg"), new Blob([svgOf(pane)], { type: "image/svg+xml" }));
}

export function svgOf(pane) {
  const { width, height, sheet, dpr, order, drawn, codes, run } = pane;
  const r = sheet.radius / dpr;
  const w = sheet.line / dpr;
  const back = cssColor(sheet.background);
  const parts = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" `
    + `width="${width}" height="${height}"><rect width="100%" height="100%" fill="${back}"/>`
    + `<g fill="none" stroke-width="${w.toFixed(2)}">`];
  const f = (v) => v.toFixed(1);
  for (let j = 0; j < drawn; j++) {
    const i = order[j];
    const [x, y] = pane.pixel(i);
    if (x < -9 || y < -9 || x > width + 9 || y > height + 9) continue;
    const state = codes[i] % STATES;
    const target = i >= run.nSource;
    const color = state & GREY ? "#9aa0a8" : pane.colorOf(i);
    const s = state & PICKED ? r * 1.25 : r;
    const pale = target && !(state & (SELECTED | GREY)) ? sheet.pale : 1;
    const faint = (state & (FADED | GREY) ? 0.35 : 1) * pale;
    const bold = state & SELECTED ? ` stroke-width="${f(s)}"` : "";
    let shapes = target
      ? `<path${bold} d="M${f(x - s)} ${f(y)}h${f(2 * s)}M${f(x)} ${f(y - s)}v${f(2 * s)}"/>`
      : `<circle cx="${f(x)}" cy="${f(y)}" r="${f(s)}"/>`;
    if (state & CHANGED) {
      shapes += `<path stroke="${cssColor(sheet.ink)}" d="M${f(x + s)} ${f(y - s)}l${f(s)} ${f(-s)}"/>`;
    }
    parts.push(`<g stroke="${color}" opacity="${faint.toFixed(2)}">${shapes}</g>`);
  }
  parts.push("</g></svg>");
  return parts.join("");
}
