// What is said about the iteration shown: in the picture how much of the target is in S_k, under it
// the numbers of the run and of the picture, and how to read it.

import { el } from "./dom.js";

const percent = (v, digits = 1) => `${(100 * v).toFixed(digits)} %`;
const count = (n) => n.toLocaleString("en");

export function iterationName(k) {
  return k < 0 ? "before adaptation" : `k = ${k}`;
}

// "S_k 307 of 1,080", which grows while the iterations play.
export class SelectedBar {
  constructor() {
    this.fill = el("span", { class: "fill" });
    this.text = el("span", { class: "text" });
    this.root = el("div", { class: "bar", title: "S_k: the target samples that the projection of iteration k was learnt from" },
      this.fill, this.text);
  }

  update(run, t) {
    const k = Math.floor(t);
    const size = (i) => run.steps[Math.max(i, 0)]?.selected ?? 0;
    const next = Math.min(k + 1, run.lastK);
    const share = (size(k) + (size(next) - size(k)) * (t - k)) / run.nTarget;
    this.fill.style.transform = `scaleX(${share.toFixed(4)})`;
    const words = t < 0 ? "before adaptation" : `S_k ${count(size(k))} of ${count(run.nTarget)}`;
    if (this.text.textContent !== words) this.text.textContent = words;
  }
}

export function readout(run, k) {
  return [
    el("div", { class: "items" }, ...numbers(run, k), el("span", { class: "note", text: notes(run, k) })),
    el("div", { class: "items words" }, ...truths(run.frame(k))),
  ];
}

function item(label, value, title) {
  return el("span", { class: "item", title }, el("span", { class: "key", text: label }), el("b", { text: value }));
}

function numbers(run, k) {
  const items = [score(run, k)];
  if (run.header.best && run.hasTruth) {
    const [name, share] = run.header.best;
    items.push(item("· best without adaptation", `${name} ${percent(share)}`,
      "The best of 1-NN and a linear SVM that were trained on the source only; centred: each domain on its own mean"));
  }
  const step = run.steps[k];
  if (step) items.push(item("labels changed", k === 0 ? "–" : count(step.changed), "Pseudo-labels that differ from iteration k − 1"));
  const mmd = k < 0 ? run.header.before?.mmd : null;
  if (Number.isFinite(mmd)) items.push(item("MMD", mmd.toFixed(3), "Maximum mean discrepancy between source and target features: 0 where they are alike"));
  const frame = run.frame(k);
  if (frame.trustworthiness !== null) {
    items.push(item("trustworthiness", frame.trustworthiness.toFixed(3), "How many of the neighbours in the picture are neighbours in the subspace, 1 = all"));
  }
  const way = k > run.first && run.frames.has(k - 1) ? run.frame(k - 1).displacement : null; // to this frame
  if (way !== null) items.push(item("moved", percent(way), "Mean movement since the frame before, as a share of the picture's diameter"));
  return items;
}

// Accuracy, or what needs no target labels.
function score(run, k) {
  if (k < 0) {
    const share = run.header.before?.accuracy;
    return Number.isFinite(share) && run.hasTruth
      ? item("1-NN before adaptation", percent(share), "Share of target samples whose nearest source sample has their true label, on the features as SPL gets them")
      : item("before adaptation", "", "The features as SPL gets them: of unit length, after the joint PCA, of unit length again");
  }
  const step = run.steps[k] ?? {};
  return step.accuracy === undefined
    ? item("NCP and SP agree", percent(step.agreement), "Share of target samples that both give the same label; no target labels are known")
    : item("SPL", percent(step.accuracy), "Accuracy: share of target samples whose pseudo-label is their true label");
}

// The two numbers that show whether the picture tells the truth, and the one that tells the story.
function truths({ nearby, ahead, mixing }) {
  const items = [];
  if (nearby) {
    items.push(item("right class nearby:", `picture ${percent(nearby[0], 0)}, subspace ${percent(nearby[1], 0)}`,
      "Share of target samples among whose 5 nearest source samples their class is the most frequent, in the picture and in the subspace. "
      + "The class is the true label, or without target labels the last pseudo-label. If the picture has more, it shows repairs that are not made yet."));
  }
  if (ahead && ahead[1] > 0) {
    items.push(item("drawn ahead of time:", `${percent(ahead[0], 0)} of ${count(ahead[1])} samples whose nearest class still changes`,
      "These samples already lie at the class that they will have at the end. An ordinary t-SNE has 10 to 45 %."));
  }
  if (mixing) {
    const [picture, subspace] = mixing;
    items.push(item("neighbours from the other domain:", percent(subspace ?? picture, 0),
      `Share of a sample's nearest neighbours that are of the other domain: in the subspace ${percent(subspace, 0)}, in the picture ${percent(picture, 0)}. It rises as the domains align.`));
  }
  return items;
}

function notes(run, k) {
  const frame = run.frame(k);
  const note = [advice(run.method)];
  if (frame.placed) note.push(`${count(frame.placed)} of the points are placed between their nearest embedded neighbours.`);
  for (const [m, n] of run.progress ?? []) {
    const standIn = m === run.method && frame.k !== k ? ` Points stand where they are at k = ${frame.k}.` : "";
    note.push(`${methodName(m)}: ${n} of ${run.header.last_k + 1} frames are there.${standIn}`);
  }
  return note.join(" ");
}

export function methodName(method) {
  return { pca: "PCA", tsne: "t-SNE", umap: "UMAP" }[method] ?? method;
}

export function advice(method) {
  const m = method.toLowerCase();
  if (m.includes("sne")) {
    return "t-SNE: read who is next to whom; sizes of groups and distances between them mean nothing.";
  }
  if (m.includes("umap")) {
    return "UMAP: read who is next to whom; distances between groups mean little, and groups may jump.";
  }
  return "PCA: a flat shadow of the subspace; groups that overlap here may still be apart in it.";
}
