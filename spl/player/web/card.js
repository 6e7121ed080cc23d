// The hover card: one sample, its labels over the iterations, what it is near to.

import { el } from "./dom.js";
import { iterationName } from "./facts.js";

export function fillCard(card, pane, i) {
  const { run, k, player } = pane;
  const target = i >= run.nSource;
  const j = target ? i - run.nSource : i;
  const name = run.nameOf(i);
  const rows = target ? targetRows(run, j, k, player.theme) : [
    row("true label", chip(run, run.source[j], player.theme)),
  ];
  const image = picture(run, i);
  card.replaceChildren(
    ...(image ? [image] : []),
    el("div", { class: "facts" },
      el("div", { class: "name", text: name || `${target ? run.targetName : run.sourceName} ${j}` }),
      el("div", { class: "sub", text: `${target ? "+" : "○"} ${target ? run.targetName : run.sourceName}, sample ${j}` }),
      ...rows,
    ),
  );
}

function targetRows(run, j, k, theme) {
  const rows = [];
  if (run.truth) {
    const t = run.truth[j];
    const known = t < run.classes.length;
    const lacking = run.isUnlabelled(j) ? "not known" : "not in the source";
    rows.push(row("true label", known ? chip(run, t, theme) : text(lacking)));
  }
  if (run.vote) {
    const { n, labels, counts } = run.vote;
    rows.push(row("vote", chip(run, labels[j], theme)), row("agreed by", text(`${counts[j]} of ${n} settings`)));
  }
  if (k < 0) return [...rows, row("pseudo-label", text("none before adaptation")), strip(run, j, k, theme)];
  const label = run.pseudo[k][j];
  rows.push(row(`${run.plain ? "nearest class mean" : "pseudo-label"}, ${iterationName(k, run)}`, chip(run, label, theme)));
  rows.push(strip(run, j, k, theme));
  if (run.plain) return rows;
  rows.push(row("nearest prototype", chip(run, run.ncp[k][j], theme)));
  const matched = run.matched[k][j];
  rows.push(row(`cluster ${run.clusterOf(k, matched)} matched`, chip(run, matched, theme)));
  rows.push(row("decided by", text(decidedBy(run, label, run.ncp[k][j], run.sp[k][j]))));
  if (label >= run.classes.length) return [...rows, row("selected", text("never: it is rejected"))];
  const share = Math.round(((run.rank[k][j] + 1) / run.rankLevels) * 100);
  rows.push(row("confidence", text(`top ${Math.max(1, share)} % of its class`)));
  const first = run.firstSelected[j];
  const { hand } = run.header;
  if (hand?.known.includes(j)) rows.push(row("label", text("given by you, never changed")));
  if (hand?.without.includes(j)) rows.push(row("left out of S_k", text("by you")));
  rows.push(row("selected", text(run.selected[k][j] ? `yes (first at k = ${first})`
    : first && first <= k ? `not now (first at k = ${first})` : "not yet")));
  return rows;
}

export function decidedBy(run, label, ncp, sp) {
  if (label >= run.classes.length) return "none: it is rejected, as of no class of the source";
  if (ncp === sp) return "both, NCP and SP";
  return label === ncp ? `NCP (SP: ${run.labelOf(sp)})` : `SP (NCP: ${run.labelOf(ncp)})`;
}

// One cell per iteration in the colour of the label; a dot where the sample was in S_k.
function strip(run, j, k, theme) {
  const cells = run.pseudo.map((labels, i) => el("span", {
    class: `cell${i === k ? " now" : ""}${run.selected[i][j] ? " in" : ""}`,
    style: `background:${run.colorOf(labels[j], theme)}`,
    title: `k = ${i}: ${run.labelOf(labels[j])}`,
  }));
  return el("div", { class: "strip", role: "img",
    "aria-label": `labels over k: ${run.pseudo.map((l) => run.labelOf(l[j])).join(", ")}` }, ...cells);
}

function row(label, value) {
  return el("div", { class: "row" }, el("span", { class: "key", text: label }), value);
}

function text(value) {
  return el("span", { class: "fact", text: value, title: value });
}

function chip(run, c, theme) {
  return el("span", { class: "chip" },
    el("i", { style: `background:${run.colorOf(c, theme)}` }), el("b", { class: "fact", text: run.labelOf(c), title: run.labelOf(c) }));
}

export function picture(run, i) {
  const thumb = run.thumbnail(i);
  if (!thumb) return null;
  const { side, channels, data } = thumb;
  const canvas = el("canvas", { class: "thumb", width: side, height: side, "aria-hidden": "true" });
  const image = new ImageData(side, side);
  for (let p = 0; p < side * side; p++) {
    for (let c = 0; c < 3; c++) image.data[4 * p + c] = data[p * channels + (channels === 1 ? 0 : c)];
    image.data[4 * p + 3] = 255;
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}
