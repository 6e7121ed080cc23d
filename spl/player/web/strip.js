// The curve under the track: accuracy over the iterations, or without target labels the agreement of
// NCP and SP, with a cursor that moves as they play.

import { el } from "./dom.js";
import { svgElement } from "./svgelement.js";

const LEAST_SPAN = 0.1; // of shares from bottom to top
const NAME_HEIGHT = 30; // of a name, in hundredths of the strip
const NAME_HEIGHT_WHOLE = 14; // the same of the higher strip in which one draws

export class Strip {
  constructor() {
    this.svg = svgElement("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" });
    this.own = svgElement("g", { class: "own" }); // beside it a lesson draws
    this.svg.append(this.own);
    this.whole = false; // from 0 to 100 %, not over the run's own range
    this.guess = null; // share at each k that a lesson's visitor drew
    this.words = ""; // what the curve shows
    this.secret = false; // while a lesson asks for it
    this.cursor = el("span", { class: "at" }, el("span", { class: "cursor" })); // as wide as the plot
    this.high = el("span", { class: "high" });
    this.low = el("span", { class: "low" });
    this.names = el("div", { class: "names own" }); // beside the ends of their lines
    this.root = el("div", { class: "curve" }, this.high, this.low, this.names, el("div", { class: "plot" }, this.cursor));
    this.root.lastChild.prepend(this.svg);
  }

  update(player) {
    const { clock, panes } = player;
    const { first, last } = clock;
    const span = Math.max(1, last - first);
    const truth = panes[0].run.hasTruth;
    const curves = panes.map(({ run }) => curveOf(run, truth));
    const best = truth ? panes[0].run.header.best : null;
    const ghost = player.ghost ? ghostCurve(player.ghost, first, last, truth) : [];
    this.root.hidden = last <= first || !curves.flat().length;
    if (this.root.hidden) return;
    const signature = JSON.stringify([first, last, curves, best, ghost, this.whole, this.guess]);
    if (signature !== this.signature) {
      this.signature = signature;
      this.draw(curves, best, (k) => (100 * (k - first)) / span, truth, ghost);
      if (ghost.length) this.say(`; pale: the setting before (${player.ghost.settings})`);
    }
    this.cursor.style.translate = `${(100 * (clock.t - first)) / span}%`; // `left` would count as a jump of the page
  }

  draw(curves, best, x, truth, ghost) {
    const values = [...curves, ghost].flat().map(([, v]) => v).concat(best ? [best[1]] : []);
    if (this.whole) values.push(0, 1);
    const middle = (Math.max(...values) + Math.min(...values)) / 2;
    const half = Math.max(LEAST_SPAN, Math.max(...values) - Math.min(...values)) / 2;
    const y = (v) => 92 - (84 * (v - middle + half)) / (2 * half);
    const parts = curves.map((curve, i) => polyline(curve.map(([k, v]) => `${x(k)},${y(v)}`).join(" "), i ? "second" : "first"));
    if (ghost.length) parts.unshift(polyline(ghost.map(([k, v]) => `${x(k)},${y(v)}`).join(" "), "ghost"));
    if (best) parts.push(polyline(`0,${y(best[1])} 100,${y(best[1])}`, "best"));
    this.own.replaceChildren(...parts);
    this.name(curves, best, ghost, y, truth);
    const percent = (v) => `${Math.round(100 * v)} %`;
    this.high.textContent = percent(middle + half);
    this.low.textContent = percent(middle - half);
    const name = truth ? "Accuracy" : "Agreement of NCP and SP";
    const ends = curves[0].length ? `${percent(curves[0][0][1])} at first, ${percent(curves[0].at(-1)[1])} at last` : "";
    const dashed = best ? `; dashed: ${percent(best[1])}, ${best[0]}, the best without adaptation` : "";
    this.words = "";
    this.say(`${name} over the iterations: ${ends}${dashed}`);
  }

  // Each line has its name at its end; names that would cover each other move apart.
  name(curves, best, ghost, y, truth) {
    const what = truth ? "accuracy" : "NCP and SP agree";
    const own = curves.length > 1 ? ["left", "right"].map((side) => `${what}, ${side}`) : [what];
    const names = [...own.map((text, i) => ({ text, kind: i ? "second" : "first", curve: curves[i] })),
      { text: "setting before", kind: "ghost", curve: ghost }].filter(({ curve }) => curve.length > 1)
      .map(({ curve, ...rest }) => ({ ...rest, at: y(curve.at(-1)[1]) }));
    if (best) names.push({ text: "best without adaptation", kind: "best", at: y(best[1]) });
    if (this.guess) names.push({ text: "drawn by you", kind: "guess", at: y(this.guess.at(-1)) });
    const places = apart(names.map(({ at }) => at), this.whole ? NAME_HEIGHT_WHOLE : NAME_HEIGHT);
    this.names.replaceChildren(...names.map(({ text, kind }, i) => el("span", { class: kind, text, style: `top:${places[i]}%` })));
  }

  say(words) {
    this.words += words;
    this.label();
  }

  hide(secret) {
    this.secret = secret;
    this.label();
  }

  label() {
    this.root.title = this.secret ? "Shown when the question is answered" : this.words;
    this.root.setAttribute("aria-label", this.root.title);
    this.root.setAttribute("role", this.secret ? "group" : "img"); // one may draw in it with keys
  }
}

// [k, share] of every iteration, from the frame before adaptation on.
function curveOf(run, truth) {
  const points = run.steps.map((step, k) => [k, truth ? step.accuracy : step.agreement]);
  const before = run.first < 0 && truth ? run.header.before?.accuracy : null;
  if (Number.isFinite(before)) points.unshift([-1, before]);
  return points.filter(([, v]) => Number.isFinite(v));
}

// The curve of the run shown before, as far as the track goes.
export function ghostCurve({ steps, before }, first, last, truth) {
  const curve = curveOf({ steps, first, header: { before: { accuracy: before } } }, truth);
  return curve.filter(([k]) => k >= first && k <= last);
}

// The heights, each at least `least` from the next: moved down, and up again where that leaves the strip.
export function apart(heights, least, bottom = 96) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b] || a - b);
  const places = [...heights];
  order.forEach((at, i) => { if (i) places[at] = Math.max(places[at], places[order[i - 1]] + least); });
  let limit = bottom;
  for (const at of order.reverse()) {
    places[at] = Math.min(places[at], limit);
    limit = places[at] - least;
  }
  return places;
}

function polyline(points, kind) {
  return svgElement("polyline", { points, class: kind });
}
