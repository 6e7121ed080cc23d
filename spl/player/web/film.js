// A film of what is played, recorded in the browser: WebM or MP4 by the browser's own recorder, or GIF.

import { cssColor } from "./palette.js";
import { SOURCE_PALES, domainInks, sourceShare } from "./style.js";
import { STEP_MS } from "./interpolate.js";
import { gifBytes } from "./gif.js";
import { iterationName, methodName, percent } from "./facts.js";
import { FAILS, FAILS_MEANS, anyFails } from "./failing.js";
import { pairKey, pairedClasses } from "./marks.js";
import { BAR, shareSelected } from "./readout.js";

const FILM_TYPES = ["video/webm;codecs=vp9", "video/webm", "video/mp4"];
const CAPTION = 86; // pixels of the three lines under the pictures
const CAPTION_LEFT = 12;
const CAPTION_SIZE = 17; // of their type
const KEY_LINES = 2;
const FILM_LINE = 25;
const GAP = "    "; // between two signs of the key
const PAIR_TEXT = { matched: "●─■", overruled: "- -◎" }; // signs of the matching's lines, and of its pulses
const GIF_WIDTH = 640;
const GIF_EVERY_MS = 100;
const MOST_GIF_FRAMES = 150; // a long run gets fewer for each iteration: they are kept until the end
const LAST_MS = 1200; // that the last iteration is seen

export function filmType() {
  return FILM_TYPES.find((type) => globalThis.MediaRecorder?.isTypeSupported(type)) ?? null;
}

// Plays from the first iteration to the last and records it. Resolves to a Blob, null if `signal`
// is aborted. onProgress(share): how much has been played.
export async function recordFilm(player, kind, { signal, onProgress }) {
  const canvas = document.createElement("canvas");
  const [width, height] = filmSize(player);
  const narrow = kind === "gif" ? Math.min(1, GIF_WIDTH / width) : 1;
  canvas.width = even(width * narrow);
  canvas.height = even(height * narrow);
  const ctx = canvas.getContext("2d", { alpha: false, willReadFrequently: kind === "gif" });
  const take = kind === "gif" ? gifTaker(ctx, canvas, player.clock) : videoTaker(canvas);
  const { clock } = player;
  const loop = clock.loop;
  try {
    clock.loop = false;
    player.inside.leave(); // it has a clock of its own
    clock.jump(clock.first);
    for (const pane of player.panes) pane.draw(clock.t, true); // else the film begins with what was seen before
    drawFilm(ctx, player);
    take.start();
    clock.play();
    player.redraw();
    const whole = await played(player, signal, (now) => {
      drawFilm(ctx, player);
      take.frame(now);
      onProgress((clock.t - clock.first) / Math.max(1, clock.last - clock.first));
    });
    return await take.end(whole);
  } finally {
    clock.loop = loop;
  }
}

const even = (v) => 2 * Math.round(v / 2); // as video needs it
const filmSize = ({ panes }) => [panes.reduce((sum, pane) => sum + pane.width, 0), panes[0].height + CAPTION];

// Calls `onFrame` with each frame of the screen until the end has been seen; false if it was stopped.
function played(player, signal, onFrame) {
  let ended = null;
  return new Promise((done) => {
    const next = (now) => {
      if (signal.aborted || player.gone) return done(false);
      onFrame(now);
      ended = player.clock.playing ? null : ended ?? now;
      if (ended !== null && now - ended > LAST_MS) return done(player.clock.t === player.clock.last);
      return requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

// The pictures may grow or shrink while they are recorded, the film does not.
export function drawFilm(ctx, player) {
  const { css, panes } = player;
  const [width, height] = filmSize(player);
  const scale = Math.min(ctx.canvas.width / width, ctx.canvas.height / height);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = cssColor(css.background);
  ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.setTransform(scale, 0, 0, scale, (ctx.canvas.width - scale * width) / 2, (ctx.canvas.height - scale * height) / 2);
  let x = 0;
  for (const pane of panes) {
    ctx.drawImage(pane.canvas, x, 0, pane.width, pane.height);
    if (!pane.top.hidden) ctx.drawImage(pane.top, x, 0, pane.width, pane.height);
    ctx.fillStyle = cssColor(css.ink);
    ctx.textBaseline = "middle";
    ctx.font = `600 ${CAPTION_SIZE}px ${css.font}`;
    ctx.fillText(captionOf(pane), x + CAPTION_LEFT, pane.height + 0.75 * FILM_LINE, pane.width - 2 * CAPTION_LEFT);
    drawKey(ctx, pane, x + CAPTION_LEFT, pane.height + 1.75 * FILM_LINE);
    drawBar(ctx, pane, x + BAR.left, css);
    x += pane.width;
  }
}

// The bar of S_k, where the page has it.
function drawBar(ctx, { run, t, bar }, x, css) {
  if (run.plain || t < 0) return;
  const { top, width, height } = BAR;
  const share = shareSelected(run, t);
  const half = (left, right, ground, ink) => {
    ctx.save();
    ctx.beginPath();
    ctx.rect(x + left * width, top, (right - left) * width, height);
    ctx.clip();
    ctx.fillStyle = ground;
    ctx.fillRect(x, top, width, height);
    ctx.fillStyle = ink;
    ctx.font = `600 14px ${css.font}`;
    ctx.fillText(bar.text.textContent, x + 8, top + height / 2);
    ctx.restore();
  };
  half(0, share, css.accent, "#fff");
  half(share, 1, cssColor(css.background), cssColor(css.ink));
  ctx.strokeStyle = css.accent;
  ctx.lineWidth = 1;
  ctx.strokeRect(x, top, width, height);
}

// Which sign is what, in its colour as long as the picture has it; smaller where the film is too narrow.
function drawKey(ctx, pane, x, y) {
  const { run, player, t } = pane;
  if (!pane.coloring) return;
  const marks = run.plain || t < 0 ? {} : player.view.marks;
  const signs = [`○ ${run.sourceName} (source)`, `+ ${run.targetName} (target)`,
    sourceShare(pane) < 1 && `○ ${SOURCE_PALES}`, marks.selected && "✚ selected (in S_k; ring: new)", marks.changed && "⁄ label just changed",
    player.view.overlays.names && t >= 0 && pane.coloring.mode === "class" && anyFails(run) && `${FAILS} ${FAILS_MEANS}`,
    ...t < 0 ? [] : pairKey(pane).filter(([of]) => of !== "matched" || pairedClasses(pane).length).map(([of, text]) => `${PAIR_TEXT[of]} ${text}`)].filter(Boolean);
  const inks = domainInks(pane);
  let size = CAPTION_SIZE;
  let lines;
  do {
    ctx.font = `600 ${size}px ${player.css.font}`;
    lines = keyPlaces(signs.map((sign) => ctx.measureText(`${sign}${GAP}`).width), pane.width - 2 * CAPTION_LEFT);
  } while (lines.at(-1)[0] >= KEY_LINES && (size -= 1) > 5);
  signs.forEach((sign, i) => {
    ctx.fillStyle = cssColor(inks[Math.min(i, 1)]);
    ctx.fillText(sign, x + lines[i][1], y + lines[i][0] * FILM_LINE);
  });
}

// For things of these widths, one after the other: line and place in it.
export function keyPlaces(widths, room) {
  let [line, x] = [0, 0];
  return widths.map((width) => {
    if (x > 0 && x + width > room) [line, x] = [line + 1, 0];
    x += width;
    return [line, x - width];
  });
}

export function captionOf({ run, k }) {
  const step = run.steps[k];
  const accuracy = step?.accuracy === undefined ? "" : ` · ${run.plain ? "nearest mean" : "SPL"} ${percent(step.accuracy)}`;
  const { best, before } = run.header;
  const first = k < 0 && run.hasTruth && Number.isFinite(before?.accuracy) ? ` · 1-NN ${percent(before.accuracy)}` : "";
  const bar = best && run.hasTruth && (accuracy || first) ? ` · best without adaptation ${percent(best[1])}` : "";
  return `${run.header.title} · ${methodName(run.method)} · ${iterationName(k, run)}${accuracy}${first}${bar}`;
}

function videoTaker(canvas) {
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: filmType(), videoBitsPerSecond: 6e6 });
  const parts = [];
  recorder.ondataavailable = (e) => parts.push(e.data);
  return {
    start: () => recorder.start(500),
    frame: () => {},
    end: (whole) => new Promise((done) => {
      recorder.onstop = () => done(whole ? new Blob(parts, { type: recorder.mimeType }) : null);
      recorder.stop();
    }),
  };
}

function gifTaker(ctx, canvas, clock) {
  const [frames, times] = [[], []];
  const { width, height } = canvas;
  const playing = ((clock.last - clock.first) * STEP_MS) / clock.speed;
  const every = Math.max(GIF_EVERY_MS, playing / MOST_GIF_FRAMES);
  return {
    start: () => {},
    frame: (now) => {
      if (times.length && now - times.at(-1) < every) return;
      frames.push(ctx.getImageData(0, 0, width, height).data);
      times.push(now);
    },
    end: async (whole) => {
      if (!whole) return null;
      const delays = times.map((t, i) => (times[i + 1] ?? t + every) - t); // the end was recorded for LAST_MS
      return new Blob([gifBytes(frames, width, height, delays)], { type: "image/gif" });
    },
  };
}
