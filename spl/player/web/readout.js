// The line under the picture: numbers of the iteration shown, and how to read the picture.

import { el } from "./dom.js";

const percent = (v) => `${(100 * v).toFixed(1)} %`;

export function readout(run, k) {
  const step = run.steps[k] ?? {};
  const frame = run.frame(k);
  const item = (label, value, title) => el("span", { class: "item", title },
    el("span", { class: "key", text: label }), el("b", { text: value }));
  const items = [
    item("selected", `${step.selected} of ${run.nTarget}`, "Size of S_k: the target samples whose pseudo-labels trained this projection"),
    item("labels changed", k === 0 ? "–" : String(step.changed), "Pseudo-labels that differ from iteration k − 1"),
    step.accuracy === undefined
      ? item("NCP and SP agree", percent(step.agreement), "Share of target samples that both give the same label; no target labels are known")
      : item("accuracy", percent(step.accuracy), "Share of target samples whose pseudo-label is their true label"),
  ];
  if (frame.trustworthiness !== null) {
    items.push(item("trustworthiness", frame.trustworthiness.toFixed(3), "How many of the neighbours in the picture are neighbours in the subspace, 1 = all"));
  }
  const way = k > 0 && run.frames.has(k - 1) ? run.frame(k - 1).displacement : null; // from frame k − 1 to this one
  if (way !== null) {
    items.push(item("moved", percent(way), "Mean movement since k − 1, as a share of the picture's diameter"));
  }
  const note = [advice(run.method)];
  if (frame.placed) note.push(`${frame.placed.toLocaleString("en")} of the points are placed between their nearest embedded neighbours.`);
  for (const [m, n] of run.progress ?? []) {
    const standIn = m === run.method && frame.k !== k ? ` Points stand where they are at k = ${frame.k}.` : "";
    note.push(`${methodName(m)}: ${n} of ${run.header.last_k + 1} frames are there.${standIn}`);
  }
  return [el("div", { class: "items" }, ...items), el("p", { class: "note", text: note.join(" ") })];
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
