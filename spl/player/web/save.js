// Pictures to take away: PNG, SVG and PDF of the iteration shown or of small multiples.

import { download } from "./dom.js";
import { drawFigure, drawMultiples, figureSize, multiplesSize, readoutTexts } from "./figure.js";
import { pdfBytes } from "./pdf.js";
import { Sketch } from "./sketch.js";
import { svgText } from "./svg.js";

const FIGURES = {
  picture: { size: figureSize, draw: (ctx, pane) => drawFigure(ctx, pane, readoutTexts(pane)) },
  multiples: { size: multiplesSize, draw: drawMultiples },
};

// As a promise of bytes in a Blob. `scale` counts for PNG only.
export async function figureBlob(pane, kind, what = "picture", scale = 1) {
  const { size, draw } = FIGURES[what];
  const { width, height } = size(pane);
  if (kind === "png") return rasterBlob(pane, draw, width, height, scale);
  const sketch = new Sketch(width, height, measuring());
  draw(sketch, pane);
  return kind === "svg" ? new Blob([svgText(sketch)], { type: "image/svg+xml" })
    : new Blob([pdfBytes(sketch)], { type: "application/pdf" });
}

function rasterBlob(pane, draw, width, height, scale) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const ctx = canvas.getContext("2d");
  ctx.scale(scale, scale);
  ctx.lineCap = "butt";
  draw(ctx, pane);
  return new Promise((done) => canvas.toBlob(done));
}

// SVG and PDF are in Helvetica, whatever the page's font is.
function measuring() {
  const ctx = document.createElement("canvas").getContext("2d");
  return (text, size, bold) => {
    ctx.font = `${bold ? 600 : 400} ${size}px Helvetica, Arial, sans-serif`;
    return ctx.measureText(text).width;
  };
}

export function fileName(pane, what, ending) {
  const which = what === "picture" ? `k=${pane.k}` : what;
  return `${pane.run.header.title} ${which} ${pane.run.method}`.replace(/[^\w=.+-]+/g, "_") + `.${ending}`;
}

export async function saveFigure(pane, kind, what, scale) {
  if (what === "multiples") pane.player.inside.leave(); // there all labels are those of one iteration
  download(fileName(pane, what, kind), await figureBlob(pane, kind, what, scale));
}
