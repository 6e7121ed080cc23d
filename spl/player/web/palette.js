// Colours as [r, g, b] and as the 32-bit numbers of ImageData, and what each "colour by" means.

const LITTLE = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

export function parseColor(text) {
  const t = text.trim();
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})([0-9a-f]{2})?$/i.exec(t);
  if (hex) {
    const h = hex[1].length === 3 ? hex[1].replace(/./g, "$&$&") : hex[1];
    return [0, 2, 4].map((i) => parseInt(h.slice(i, i + 2), 16));
  }
  const rgb = /^rgba?\(([^)]*)\)/i.exec(t);
  if (rgb) return rgb[1].split(/[\s,/]+/).filter(Boolean).slice(0, 3).map(Number);
  return [128, 128, 128];
}

export function mixColor(a, b, share) {
  return [0, 1, 2].map((i) => a[i] + (b[i] - a[i]) * share);
}

export function packColor(r, g, b) {
  const R = Math.round(r) & 255;
  const G = Math.round(g) & 255;
  const B = Math.round(b) & 255;
  return LITTLE ? ((255 << 24) | (B << 16) | (G << 8) | R) >>> 0
    : ((R << 24) | (G << 16) | (B << 8) | 255) >>> 0;
}

export function cssColor([r, g, b]) {
  return `rgb(${Math.round(r)} ${Math.round(g)} ${Math.round(b)})`;
}

export function luminance([r, g, b]) {
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}

export const NEUTRAL = "#8a8f98";
const FIXED = {
  light: { source: "#0072b2", target: "#d55e00", agree: "#0072b2", disagree: "#e69f00" },
  dark: { source: "#56a9dd", target: "#f08a3c", agree: "#56a9dd", disagree: "#f0b840" },
};

// Colours of source and target.
export function domainColors(theme) {
  return [FIXED[theme].source, FIXED[theme].target];
}

const COLOR_MODES = [
  ["class", "Class (true for source, pseudo for target)"],
  ["truth", "True label"],
  ["domain", "Domain"],
  ["cluster", "Cluster (colour of its matched class)"],
  ["rank", "Confidence rank within the class"],
  ["agreement", "NCP and SP agree"],
  ["correct", "Correct or wrong"],
  ["first", "First selected iteration"],
  ["vote", "Settings that agree"],
];

// Before adaptation there are no pseudo-labels: the picture shows the domains, unless what is
// wanted does not depend on k.
export function modeAt(mode, k) {
  return k >= 0 || ["truth", "first", "vote"].includes(mode) ? mode : "domain";
}

export function modesFor(run) {
  return COLOR_MODES.filter(([mode]) => (run.hasTruth || (mode !== "truth" && mode !== "correct"))
    && (run.vote || mode !== "vote")
    && !(run.plain && ["cluster", "agreement", "first"].includes(mode)));
}

// Of n settings, from how many on a sample belongs to each group: all, 95 %, 80 %, …
function voteGroups(n) {
  const least = [n, ...[0.95, 0.8, 0.6, 0.4].map((share) => Math.ceil(share * n - 1e-9)), 1];
  return least.filter((count, i) => i === 0 || count < least[i - 1])
    .map((count, i, all) => ({ from: count, to: i ? all[i - 1] - 1 : n }));
}

// Colour of each class where the picture's colours are those of classes, else null: there a class's own would be taken
// for one of the legend's.
export function classColors({ coloring: made, run, player }) {
  return made?.group === "class" ? run.colors[player.theme] : null;
}

// Legend entries and the entry of each point, for iteration k.
// `group` names entries that mean the same thing in several modes (switched-off classes stay off).
export function coloring(wanted, run, k, theme) {
  const mode = modeAt(wanted, k);
  const classes = () => run.classes.map((label, c) => (
    { label, color: run.colors[theme][c], ...run.dropped.has(c) && { dropped: true } }));
  const ns = run.nSource;
  const index = new Uint16Array(ns + run.nTarget);
  const C = run.classes.length;
  const target = (values, map = (v) => v) => {
    for (let i = 0; i < run.nTarget; i++) index[ns + i] = map(values[i], i);
  };
  const fixed = FIXED[theme];
  const plain = { label: "source (does not apply)", color: NEUTRAL };
  const unlike = run.header.open ? { ...plain, label: "source and rejected (does not apply)" } : plain;
  const gaps = run.truth?.some((_, i) => run.isUnlabelled(i));
  const unlabelled = gaps ? [{ label: "no label given", color: NEUTRAL }] : [];
  const made = {
    class: () => {
      index.set(run.source);
      target(run.pseudo[k]);
      const more = run.header.open ? [{ label: run.labelOf(C), color: NEUTRAL, firm: true }] : [];
      return { group: "class", entries: [...classes(), ...more] };
    },
    truth: () => {
      index.set(run.source);
      const lacking = run.truth.some((v, i) => v >= C && !run.isUnlabelled(i));
      target(run.truth, (v, i) => (run.isUnlabelled(i) ? C + Number(lacking) : Math.min(v, C)));
      const more = [...lacking ? [{ label: "no class of the source", color: NEUTRAL }] : [], ...unlabelled];
      return { group: "class", entries: [...classes(), ...more] };
    },
    domain: () => {
      index.fill(1, ns);
      const names = [run.sourceName, run.targetName];
      return { group: "domain", entries: domainColors(theme).map((color, d) => ({ label: names[d], color })) };
    },
    cluster: () => {
      index.fill(C, 0, ns);
      target(run.matched[k]);
      const entries = classes().map((e, c) => (
        { ...e, label: `cluster ${run.clusterOf(k, c)} → ${e.label}` }));
      return { group: "class", entries: [...entries, plain] };
    },
    rank: () => {
      const steps = 8;
      const per = run.rankLevels / steps;
      index.fill(steps, 0, ns);
      target(run.rank[k], (v, i) => (run.pseudo[k][i] < C ? Math.floor(v / per) : steps));
      const ramp = run.ramp[theme];
      const entries = Array.from({ length: steps }, (_, i) => ({
        label: i === 0 ? "most confident eighth" : i === steps - 1 ? "least confident eighth" : `eighth ${i + 1}`,
        color: ramp[Math.round(((steps - 1 - i) / (steps - 1)) * (ramp.length - 1))],
      }));
      return { group: "rank", entries: [...entries, unlike] };
    },
    agreement: () => {
      index.fill(2, 0, ns);
      target(run.ncp[k], (v, i) => (run.pseudo[k][i] < C ? Number(v !== run.sp[k][i]) : 2));
      return { group: "agreement", entries: [
        { label: "NCP and SP agree", color: fixed.agree },
        { label: "NCP and SP disagree", color: fixed.disagree }, unlike,
      ] };
    },
    correct: () => {
      index.fill(2, 0, ns);
      const correct = (v, i) => v === Math.min(run.truth[i], C);
      target(run.pseudo[k], (v, i) => (run.isUnlabelled(i) ? 3 : correct(v, i) ? 0 : 1));
      return { group: "correct", entries: [
        { label: "pseudo-label correct", color: fixed.source },
        { label: "pseudo-label wrong", color: fixed.target }, plain,
        ...unlabelled,
      ] };
    },
    first: () => {
      const last = run.lastK;
      const late = run.firstSelected.includes(0) ? [{ label: "not selected so far", color: fixed.disagree }] : [];
      index.fill(last + late.length, 0, ns);
      target(run.firstSelected, (v) => (v ? v - 1 : last));
      const ramp = run.ramp[theme];
      const entries = Array.from({ length: last }, (_, i) => ({
        label: `first selected at k = ${i + 1}`,
        color: ramp[Math.round((1 - i / Math.max(1, last - 1)) * (ramp.length - 1))],
      }));
      return { group: "first", entries: [...entries, ...late, plain] };
    },
    vote: () => {
      const { n, counts } = run.vote;
      const groups = voteGroups(n);
      index.fill(groups.length, 0, ns);
      target(counts, (v) => groups.findIndex(({ from }) => v >= from));
      const ramp = run.ramp[theme];
      const entries = groups.map(({ from, to }, i) => ({
        label: i === 0 ? `all ${n} settings agree` : `${from === to ? from : `${from} to ${to}`} of ${n} agree`,
        color: ramp[Math.round((1 - i / Math.max(1, groups.length - 1)) * (ramp.length - 1))],
      }));
      return { group: "vote", entries: [...entries, plain] };
    },
  }[mode]();
  return { mode, index, ...made };
}
