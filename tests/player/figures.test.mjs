// The drawing list, and SVG and PDF of it: node --test tests/player
import assert from "node:assert/strict";
import test from "node:test";

import { drawPoints } from "../../spl/player/web/figure.js";
import { gifBytes } from "../../spl/player/web/gif.js";
import { captionOf, drawFilm, keyPlaces } from "../../spl/player/web/film.js";
import { BAR } from "../../spl/player/web/readout.js";
import { pdfBytes } from "../../spl/player/web/pdf.js";
import { Sketch } from "../../spl/player/web/sketch.js";
import { CHANGED, GlyphSheet, SELECTED, glyphCode } from "../../spl/player/web/stamp.js";
import { svgText } from "../../spl/player/web/svg.js";
import { smallRun } from "./small_run.mjs";

function sketched() {
  const ctx = new Sketch(200, 100);
  ctx.fillStyle = "#ffffff";
  ctx.fillRect(0, 0, 200, 100);
  ctx.save();
  ctx.translate(10, 20);
  ctx.beginPath();
  ctx.rect(0, 0, 50, 50);
  ctx.clip();
  ctx.beginPath();
  ctx.arc(5, 5, 3, 0, 7);
  ctx.strokeStyle = "rgb(255 0 128)";
  ctx.globalAlpha = 0.5;
  ctx.setLineDash([5, 4]);
  ctx.stroke();
  ctx.restore();
  ctx.globalAlpha = 1;
  ctx.font = "600 20px Helvetica";
  ctx.textBaseline = "middle";
  ctx.fillText("k = 3 (<é) 犬", 30, 40);
  return ctx;
}

test("a sketch remembers shapes where a canvas would draw them", () => {
  const { items } = sketched();
  assert.deepEqual(items.map(({ kind }) => kind), ["fill", "save", "clip", "stroke", "restore", "text"]);
  const [, , clip, circle, , text] = items;
  assert.deepEqual([clip.x, clip.y, clip.w, clip.h], [10, 20, 50, 50]);
  assert.deepEqual(circle.path, [["O", 15, 25, 3]]);
  assert.deepEqual([circle.color, circle.alpha, circle.dash], [[255, 0, 128], 0.5, [5, 4]]);
  assert.deepEqual([text.x, text.y, text.size, text.bold], [30, 47, 20, true]); // back where it was
});

test("SVG has every shape, closed tags and escaped text", () => {
  const svg = svgText(sketched());
  assert.match(svg, /stroke="#ff0080"/);
  assert.match(svg, /stroke-dasharray="5 4" opacity="0.5"/);
  assert.match(svg, /k = 3 \(&#60;é\) 犬<\/text>/);
  assert.equal(svg.match(/<svg /g).length, svg.match(/<\/svg>/g).length);
});

test("SVG has no control characters, which XML forbids", () => {
  const ctx = new Sketch(20, 20);
  ctx.fillText("a\u000bb\u0000<", 1, 1);
  assert.match(svgText(ctx), />a\?b\?&#60;</);
});

test("PDF has one page, its table points at its objects, and text is escaped", () => {
  const bytes = pdfBytes(sketched());
  const text = Buffer.from(bytes).toString("latin1");
  assert.ok(text.startsWith("%PDF-1.4"));
  const start = Number(/startxref\n(\d+)/.exec(text)[1]);
  assert.equal(text.slice(start, start + 4), "xref");
  const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, at]) => Number(at));
  assert.ok(offsets.length >= 6);
  offsets.forEach((at, i) => assert.ok(text.slice(at).startsWith(`${i + 1} 0 obj`)));
  const [, length] = /<< \/Length (\d+) >>/.exec(text);
  const body = text.slice(text.indexOf("stream\n") + 7);
  assert.ok(body.slice(Number(length)).startsWith("\nendstream"));
  assert.match(text, /\/MediaBox \[0 0 200 100\]/);
  assert.match(text, /\(k = 3 \\050<\\351\\051 \?\) Tj/);
});

test("points are the shapes of the glyphs on the screen", () => {
  const sheet = new GlyphSheet({ radius: 4, line: 1, colors: [[9, 9, 9], [8, 8, 8]], background: [255, 255, 255], ink: [0, 0, 0], grey: [99, 99, 99], stride: 0 });
  const codes = [glyphCode(0, 0, 0), glyphCode(0, 1, 0), glyphCode(0, 1, SELECTED), glyphCode(0, 1, CHANGED)];
  const shapes = (i) => {
    const ctx = new Sketch(100, 100);
    drawPoints(ctx, { sheet, codes: [codes[i]], order: [0], drawn: 1, width: 100, height: 100, pixel: () => [50, 50] });
    return ctx.items.map(({ path }) => path.map(([kind]) => kind).join(""));
  };
  assert.deepEqual(codes.map((_, i) => shapes(i)), [["O"], ["MLML"], ["MLML", "MLML"], ["MLML", "ML"]]);
});

test("a film shows how much is selected, what the signs mean, and what there is to beat", () => {
  const { run } = smallRun();
  run.refresh();
  Object.assign(run, { steps: [{ accuracy: 0.5, selected: 0 }, { accuracy: 0.75, selected: 2 }] });
  Object.assign(run.header, { title: "s → t", best: ["SVM", 0.6], before: { accuracy: 0.4 } });
  const said = [];
  const rects = [];
  const ctx = { canvas: { width: 400, height: 386 }, measureText: () => ({ width: 9 }), fillText: (text) => said.push(text),
    rect: (...box) => rects.push(box) };
  for (const name of ["setTransform", "fillRect", "drawImage", "save", "restore", "beginPath", "clip", "strokeRect"]) ctx[name] = () => {};
  const css = { background: [0, 0, 0], ink: [9, 9, 9], font: "x", accent: "blue" };
  const player = { css, modeFor: () => "class", theme: "light", inside: {},
    view: { marks: { selected: true, changed: true }, off: {}, overlays: { lines: true } } };
  Object.assign(run, { clusterMedoid: [[1, 2], [1, 2]], classMedoid: [[0, 0], [0, 0]], nearest: [[0, 0], [0, 1]] });
  const pane = { run, k: 1, t: 1, width: 400, height: 300, canvas: {}, top: { hidden: true }, player, coloring: { mode: "class" },
    bar: { text: { textContent: "S_k 2 of 3" } } };
  player.panes = [pane];
  drawFilm(ctx, player);
  assert.equal(said[0], captionOf(pane));
  assert.deepEqual(said.slice(1), ["○ s (source)", "+ t (target)", "○ source pales behind S_k", "✚ selected (in S_k; ring: new)", "⁄ label just changed",
    "●─■ class and its cluster", "- -◎ nearest class, overruled", "S_k 2 of 3", "S_k 2 of 3"]);
  assert.ok(Math.abs(rects[0][2] / BAR.width - 2 / 3) < 1e-9); // the filled part
  assert.equal(run.hasTruth, true);
  assert.ok(captionOf(pane).endsWith("k = 1 · SPL 75.0 % · best without adaptation 60.0 %"));
  assert.ok(captionOf({ run, k: -1 }).endsWith("before adaptation · 1-NN 40.0 % · best without adaptation 60.0 %"));
});

test("a film keeps its size, and all of the picture, while the picture grows", () => {
  const seen = [];
  let at = null;
  const ctx = { canvas: { width: 400, height: 386 }, setTransform: (...m) => { at = m; }, fillRect() {}, drawImage() {}, measureText: () => ({ width: 9 }),
    fillText: (text, x, y) => seen.push([at[0] * x + at[4], at[3] * y + at[5]]) };
  const run = { header: { title: "a" }, steps: [], sourceName: "s", targetName: "t" };
  const pane = (width, height) => ({ run, k: -1, t: -1, width, height, canvas: {}, top: { hidden: true } });
  for (const [width, height] of [[400, 300], [400, 420], [700, 300]]) {
    drawFilm(ctx, { css: { background: [0, 0, 0], ink: [9, 9, 9], font: "x" }, panes: [pane(width, height)] });
    const [x, y] = seen.at(-1);
    assert.ok(x >= 0 && x < 400 && y > 250 && y < 386, `${width} × ${height}: caption at ${y}`);
  }
  assert.equal(seen.length, 3);
});

test("the key of a film takes as many lines as it needs", () => {
  assert.deepEqual(keyPlaces([30, 40, 50, 99, 10], 100), [[0, 0], [0, 30], [1, 0], [2, 0], [3, 0]]);
  assert.deepEqual(keyPlaces([300], 100), [[0, 0]]);
});

test("a GIF keeps the colour of the few samples that stand out among thousands of pale shades", () => {
  const bright = [[240, 140, 0], [0, 210, 90], [255, 255, 255]];
  const shades = 1000; // of greys and browns, more than a palette has, and each more common than a bright colour
  const rgba = new Uint8ClampedArray(4 * 40 * (shades + bright.length)).fill(255);
  for (let i = 0; i < 40 * shades; i++) rgba.set([8 * (i % 10), 8 * (Math.floor(i / 10) % 10), 8 * (Math.floor(i / 100) % 10)], 4 * i);
  bright.forEach((color, b) => rgba.set(color, 4 * (40 * shades + b)));
  const bytes = gifBytes([rgba], 40, shades + bright.length, 100);
  const palette = Array.from({ length: 256 }, (_, i) => bytes.slice(13 + 3 * i, 16 + 3 * i).join());
  for (const color of bright) assert.ok(palette.includes(color.join()), String(color));
});
