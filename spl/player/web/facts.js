// What is known about the iteration shown, in words: the numbers of the run and of its picture.
// A fact is { label, value, aside, title, minor }: two short texts, one more where there is room, one that
// explains them, and whether the two lines under the picture leave it to the menu.

export const percent = (v, digits = 1) => `${(100 * v).toFixed(digits)} %`;
export const count = (n) => n.toLocaleString("en");

// As `shortened` of spl/figures/names.py: … stands for the middle of a long name.
export function shortened(name, most) {
  const tail = Math.floor((most - 1) / 2);
  return name.length > most ? `${name.slice(0, most - 1 - tail)}…${name.slice(name.length - tail)}` : name;
}

export function iterationName(k, run) {
  return k < 0 ? "before adaptation" : run?.header.names?.[k] ?? `k = ${k}`;
}

export function methodName(method) {
  return { pca: "PCA", tsne: "t-SNE", umap: "UMAP" }[method] ?? method;
}

// All facts, the most important first.
export function factsOf(run, k) {
  const frame = run.frame(k);
  return [
    scoreOf(run, k), ...byHand(run, k), best(run), rejected(run, k), mixing(run, frame), nearby(run, frame), ahead(frame), changed(run, k),
    mmd(run, k), pushed(run, k), trustworthiness(frame), moved(run, k),
  ].filter(Boolean);
}

// Accuracy, or what needs no target labels.
export function scoreOf(run, k) {
  if (k < 0) {
    const share = run.header.before?.accuracy;
    return Number.isFinite(share) && run.hasTruth
      ? { label: "1-NN before adaptation", value: percent(share),
        title: "Share of target samples whose nearest source sample has their true label, on the features as SPL gets them: scaled to length 1, after the joint PCA, scaled to length 1 again." }
      : null;
  }
  const step = run.steps[k] ?? {};
  if (run.plain) return plainScore(step);
  return step.accuracy === undefined
    ? { label: "NCP and SP agree", value: percent(step.agreement),
      title: "Share of target samples that both give the same label. No target labels are known." }
    : { label: "SPL", value: percent(step.accuracy), aside: step.wrong === undefined ? "" : `${count(step.wrong)} wrong`,
      title: "Accuracy: share of target samples whose pseudo-label is their true label. Colour by “Correct or wrong” to see which." };
}

// Labels that the reader gave, and samples that the reader left out.
function byHand({ header: { hand } }, k) {
  if (!hand) return [];
  const { known, without, others } = hand;
  const rest = others && k >= 0 ? `, ${percent(others[k])} correct on the others` : "";
  return [
    known.length && { label: "labels given", value: `${count(known.length)}${rest}`,
      title: "Target samples that keep the label you gave: they are always selected and count in the prototypes. They are ringed, and SPL's accuracy counts them as it counts every sample." },
    without.length && { label: "left out of S_k", value: count(without.length),
      title: "Target samples that you keep out of the selected subset. They are crossed, and still labelled." },
  ].filter(Boolean);
}

// Of frames that another method made.
function plainScore({ accuracy }) {
  return accuracy === undefined ? null : { label: "nearest class mean", value: percent(accuracy),
    title: "Share of target samples for which the nearest mean of a source class is that of their true class, in the space given." };
}

function best({ header, hasTruth }) {
  if (!header.best || !hasTruth) return null;
  const [name, share] = header.best;
  return { label: "best without adaptation", value: percent(share),
    title: `${name}. It is the best of 1-NN and a linear SVM that were trained only on the source. Centred: each domain on its own mean.` };
}

// Only of a run with an open label set.
function rejected(run, k) {
  const n = run.steps[k]?.rejected;
  return n === undefined ? null : { label: "rejected", value: count(n),
    title: "Target samples that are taken to be of no class of the source. They are grey." };
}

function pushed(run, k) {
  const [out, others] = run.steps[k]?.away ?? [];
  return out === undefined ? null : { label: "rejected samples lie", value: `${out.toFixed(2)} from prototypes, others ${others.toFixed(2)}`,
    minor: true, title: "Mean distance, in the subspace, to the nearest class prototype. It grows for rejected samples as "
      + "they are pushed away from the classes, which a frame may not show: it is flat." };
}

// The number that tells the story, and what it would be if the domains were mixed evenly.
function mixing({ nSource, nTarget }, frame) {
  if (!frame.mixing) return null;
  const [picture, subspace] = frame.mixing.map((share) => percent(share, 0));
  const n = nSource + nTarget;
  const even = percent((2 * nSource * nTarget) / (n * (n - 1)), 0);
  return { label: "cross-domain neighbours", value: `${subspace} (mixed ${even})`,
    title: `Share of a sample's nearest neighbours that are from the other domain: ${subspace} in the subspace, ${picture} in the frame, and ${even} if both domains lay mixed evenly. `
      + "It rises where SPL brings domains together that lay apart. Labels can be right where it stays low: target samples then lie beside the source samples of their class." };
}

// This and the next show whether the picture tells the truth.
function nearby(run, frame) {
  if (!frame.nearby) return null;
  const [picture, subspace] = frame.nearby.map((share) => percent(share, 0));
  return { label: run.hasTruth ? "correct class nearby:" : "last label nearby:", value: `${picture}, in the subspace ${subspace}`,
    title: "Share of target samples whose 5 nearest source samples are mostly of their class, in the frame and in the subspace. The class is the true label, or without "
      + "target labels the last pseudo-label. If the frame has more than the subspace, it shows repairs that have not been made yet."
      + (run.header.open ? ` ${run.hasTruth ? "Samples of classes that the source lacks" : "Rejected samples"} are left out.` : "") };
}

function ahead(frame) {
  if (!frame.ahead?.[1]) return null;
  const [share, n] = frame.ahead;
  return { label: `${count(n)} will change their nearest class:`, value: `${percent(share, 0)} are already drawn there`,
    title: "Of the samples whose nearest class still changes, the share that the frame already shows at the class of the end, "
      + "ahead of time. An ordinary t-SNE has 10 to 45 %." };
}

function changed(run, k) {
  const step = k < 0 ? null : run.steps[k];
  return step && { label: "labels changed", value: k === 0 ? "–" : count(step.changed),
    title: "Labels that differ from those at k − 1." };
}

function mmd(run, k) {
  const value = k < 0 ? run.header.before?.mmd : null;
  return Number.isFinite(value) ? { label: "MMD", value: value.toFixed(3), minor: true,
    title: "Maximum mean discrepancy between source and target features. It is 0 where they are alike." } : null;
}

function trustworthiness({ trustworthiness: value }) {
  return value === null ? null : { label: "trustworthiness", value: value.toFixed(3), minor: true,
    title: "How many of the neighbours in the frame are neighbours in the subspace. 1 means all." };
}

function moved(run, k) {
  const way = k > run.first && run.frames.has(k - 1) ? run.frame(k - 1).displacement : null; // to this frame
  return way === null ? null : { label: "moved", value: percent(way), minor: true,
    title: "Mean movement since the frame before, as a share of the frame's diameter." };
}

// What is still missing from the picture: frames that have not come, points that stand in.
export function progressOf(run, k) {
  const frame = run.frame(k);
  return (run.progress ?? []).map(([method, n]) => {
    const standIn = method === run.method && frame.k !== k ? ` Points stand where they are at k = ${frame.k}.` : "";
    return `${methodName(method)}: ${n} of ${run.header.last_k + 1} frames are ready.${standIn}`;
  }).join(" ");
}

// How to read a picture of this kind.
export function adviceOf(run, k) {
  const { placed } = run.frame(k);
  const more = placed ? ` ${count(placed)} of the points are placed between their nearest embedded neighbours.` : "";
  return advice(run.method) + more;
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

// What looks strange in the picture and is not: one sentence, else "".
export function hintOf(run, k) {
  const flat = run.method === "pca" && run.header.d2 === 2 && k >= 0;
  return flat ? "All points lie on a circle: the subspace has two dimensions, and SPL scales every projection to length 1." : "";
}
