// Inside an iteration: its half-steps in the same picture, as Algorithm 1 takes them. A half-step is a
// combination of marks, and one of them the way from frame k − 1 to frame k; in all others no point moves.

import { algorithmDiagram } from "./algorithm.js";
import { el, iconButton } from "./dom.js";

const HALF_MS = 2600; // of a half-step while they play
const MOVE_MS = 1100; // of the points, where the projection is learnt
const OWN = ["selected"]; // marks of every half-step

// What S_k is by each selection and quota.
const SELECTION_RULES = {
  "class-wise floor": "S_k: of each class c the ⌊k · n_c / T⌋ samples with the largest p(y | x)",
  "class-wise authors": "S_k: of each class c all with p above the ⌊n_c · (1 − k/T)⌋-th smallest, counted from 0",
  "global floor": "S_k: the ⌊k · n_t / T⌋ samples with the largest p(y | x)",
  "global authors": "S_k: all with p above the ⌊n_t · (1 − k/T)⌋-th smallest, counted from 0",
  all: "S_k: all target samples",
};
// What labels the target.
const LABELING_RULES = {
  both: ["Eq. 13–14", "The more confident of both guesses gives", "ŷ = arg max_y max{p_1(y | x), p_2(y | x)}"],
  ncp: ["Eq. 10, 14", "The nearest prototype gives", "ŷ = arg max_y p_1(y | x)"],
  sp: ["Eq. 12, 14", "The nearest cluster centre, by its matched class, gives", "ŷ = arg max_y p_2(y | x)"],
};

const FIRST_REJECTED = 2; // as spl.algorithm.open_set has it
// What an open run does before it selects, at that k and later.
const REJECTED_BEFORE = {
  [FIRST_REJECTED]: " Before that, the least confident samples are rejected.",
  [FIRST_REJECTED + 1]: " Before that, samples nearer to rejected than to selected ones are rejected, too.",
};

// Of each: name, equations of the paper, what happens, the equation, its step of the walk-through, and what is shown:
// whether points and labels are still those of k − 1, colours, overlays and marks. `inRun` has what depends on the variant
// and on what was given by hand; its `more` is said after the words.
export const HALF_STEPS = [
  { name: "S_k lights up", number: "Algorithm 1, selection", walk: 2, before: true, oldLabels: true,
    words: "The most confident labels of iteration k − 1 are selected: iteration k learns from these samples as if their labels were true.",
    inRun: ({ selection, quota, given, left, open }, k) => ({
      ...selection === "all" && { words: "All samples are selected: iteration k learns from the labels of iteration k − 1 as if they were true." },
      more: `${open ? REJECTED_BEFORE[Math.min(k, FIRST_REJECTED + 1)] ?? "" : ""}${given ? " Samples with a given label always are." : ""}${left ? " Those that were left out by hand are not." : ""}`,
      equation: SELECTION_RULES[selection] ?? SELECTION_RULES[`${selection} ${quota}`],
    }) },
  { name: "The projection is learnt", number: "Eq. 4–8", walk: 4, upTo: 5, oldLabels: true,
    words: "Samples of one class are brought together, whichever domain they come from, and the projection moves all samples.",
    inRun: ({ open, given, dropped }, k) => ({
      ...k === 0 && { words: `At k = 0 the projection is learnt from the source ${given ? "and the given labels " : ""}only.` },
      more: (open && k >= FIRST_REJECTED ? " Rejected samples form one more class." : "") + (dropped ? " Source samples of dropped classes take no part." : ""),
    }),
    equation: "X D X^T p = λ (X L X^T + α I) p,   z ← P^T x̃ − z̄,   z ← z / ‖z‖" },
  { name: "Prototypes", number: "Eq. 9–10", walk: 6, oldLabels: true, overlays: ["classes"],
    inRun: ({ given, dropped }) => ({
      words: `Each class ${dropped ? "that is not dropped " : ""}gets one point, the mean of its source samples${
        given ? " and, with more weight, of those with a given label" : ""}: a disc marks the sample nearest to it.`,
    }),
    equation: "z̄_y^s = Σ z_i^s / ‖Σ z_i^s‖ over the source samples of class y,   p_1(y | x) ∝ exp(−‖z − z̄_y^s‖)" },
  { name: "Clusters grow", number: "K-means", walk: 8, colors: "cluster", overlays: ["classes", "clusters"],
    words: "K-means groups the target, starting from the prototypes: colours are clusters, and a square marks the sample nearest to each centre.",
    equation: "cluster(x) = arg min_i ‖z − z̄_i^t‖,   z̄_i^t = mean of cluster i" },
  { name: "Matching", number: "Eq. 11–12", walk: 8, colors: "cluster", overlays: ["classes", "clusters", "lines"],
    words: "Every cluster gets one class, so that the sum of the distances from centres to prototypes is smallest.",
    equation: "min_A Σ_i Σ_j A_ij ‖z̄_i^t − z̄_j^s‖,   each row and column of A sums to 1;   p_2(y | x) ∝ exp(−‖z − z̄_y^t‖)" },
  { name: "Labels change", walk: 10, marks: ["changed"],
    inRun: ({ labeling, open, given }, k) => {
      const [number, who, equation] = LABELING_RULES[labeling];
      const grey = open && k >= FIRST_REJECTED ? ", and rejected samples turn grey" : "";
      return { number, equation, words: `${who} each target sample its new label${grey}: a tick marks the labels that changed.`, more: given ? " Given labels stay." : "" };
    } },
];
const OF_CLUSTERS = ["Clusters grow", "Matching"]; // where NCP alone labels

// The half-step's words, number and equation as the run's variants make them.
export function halfStep(part, run, k) {
  const half = HALF_STEPS[part];
  const [labeling, selection, quota] = run.header.variant ?? ["both", "class-wise", "floor"]; // pages saved before have none
  const { hand, dropped, open } = run.header;
  const by = { given: hand?.known.length > 0, left: hand?.without.length > 0, dropped: dropped?.length > 0 };
  const variant = { labeling, selection, quota, open, ...by };
  const made = { ...half, ...half.inRun?.(variant, k) };
  made.words += made.more ?? "";
  if (variant.labeling === "ncp" && OF_CLUSTERS.includes(half.name)) made.words += " No label of this run depends on it: NCP alone gives them.";
  return made;
}

export class Inside {
  constructor(player) {
    this.player = player;
    this.on = false;
    this.name = el("b");
    this.place = el("span", { class: "key" });
    this.diagram = algorithmDiagram(player);
    this.words = el("p", { class: "says", "aria-live": "polite" });
    this.auto = el("button", { type: "button", class: "btn text", text: "Play", onclick: () => this.toggle() });
    const button = (text, title, delta) => el("button", { type: "button", class: "btn text", text, title, onclick: () => this.step(delta) });
    this.root = el("section", { class: "tour inside", "aria-label": "Inside this iteration", hidden: true },
      el("div", { class: "tour-head" }, this.name, this.place, this.diagram.root, el("div", { class: "group ends" },
        button("Back", "Half a step back (←)", -1), this.auto, button("Next", "Half a step on (→)", 1),
        iconButton("clear", "Leave the iteration (i)", () => this.leave()))),
      el("div", { class: "tour-body" }, this.words));
  }

  get half() {
    return HALF_STEPS[this.part];
  }

  // Iterations of what is drawn: frames and marks, labels, S_k. Undefined outside.
  get shownK() {
    return this.on ? Math.max(this.half.before ? this.k - 1 : this.k, 0) : undefined;
  }

  get labelK() {
    return this.on ? Math.max(this.half.oldLabels ? this.k - 1 : this.k, 0) : undefined;
  }

  get selectedK() {
    return this.on ? this.k : undefined;
  }

  // What the reader chose to see, which the half-steps only cover: it is what links and Python hear of.
  get chosen() {
    return this.on ? this.kept : this.player.view;
  }

  change() {
    if (this.on) this.leave();
    else this.enter();
  }

  enter() {
    const { clock, view } = this.player;
    if (!this.player.panes[0].run.ready) return;
    clock.playing = false;
    this.kept = { colorBy: view.colorBy, marks: { ...view.marks }, overlays: { ...view.overlays } };
    this.k = Math.max(0, clock.k);
    this.playing = clock.tween;
    this.open();
    this.go(this.first);
  }

  open() {
    this.on = true;
    this.root.hidden = false;
    this.player.root.classList.add("within");
  }

  // The view knows the half-step: after the walk-through, or where Streamlit mounts the player anew, it is there again.
  resume() {
    const { clock, view, panes } = this.player;
    if (this.on || !view.inside || !panes[0].run.ready) return;
    const { part, k, at, kept } = view.inside;
    this.kept = kept;
    this.k = Math.max(0, Math.min(clock.last, clock.k === at ? k : clock.k)); // another k was chosen meanwhile
    this.playing = false;
    this.open();
    this.go(Math.max(part, this.first), false);
  }

  leave() {
    if (!this.on) return;
    const { clock, view } = this.player;
    clearTimeout(this.timer);
    this.on = false;
    view.inside = null;
    this.root.hidden = true;
    this.player.root.classList.remove("within");
    Object.assign(view, { colorBy: this.kept.colorBy, marks: this.kept.marks, overlays: this.kept.overlays });
    clock.jump(this.k);
    this.player.restyle();
    this.player.settle();
  }

  // At k = 0 nothing is selected: the subspace is learnt from the source.
  get first() {
    return this.k === 0 ? 1 : 0;
  }

  step(delta) {
    this.playing = false;
    this.advance(delta);
  }

  advance(delta) {
    const { clock } = this.player;
    const to = this.part + delta;
    if (to >= this.first && to < HALF_STEPS.length) return this.go(to);
    const k = this.k + Math.sign(delta);
    if (k < 0 || k > clock.last) {
      this.playing = false;
      return this.render();
    }
    this.k = k;
    return this.go(delta > 0 ? this.first : HALF_STEPS.length - 1);
  }

  toggle() {
    this.playing = !this.playing;
    if (this.playing) this.advance(1);
    else this.go(this.part);
  }

  go(part, moving = true) {
    const { clock, view } = this.player;
    this.part = part;
    const { half, k } = this;
    view.colorBy = half.colors ?? "class";
    const wanted = new Set([...OWN, ...(half.overlays ?? []), ...(half.marks ?? [])]);
    for (const group of [view.marks, view.overlays]) {
      for (const key of Object.keys(group)) group[key] = key === "names" || key === "thumbnails" ? this.kept.overlays[key] : wanted.has(key);
    }
    const learning = moving && part === 1;
    clock.jump(half.before || learning ? Math.max(clock.first, k - 1) : k);
    if (learning) {
      clock.glide(k);
      if (clock.move) clock.move.duration = MOVE_MS;
    }
    if (half.before) for (const p of this.player.panes) p.arrive();
    view.inside = { part, k, at: half.before ? Math.max(clock.first, k - 1) : k, kept: this.kept };
    clearTimeout(this.timer);
    if (this.playing) this.timer = setTimeout(() => this.advance(1), HALF_MS);
    this.render();
    this.player.settle();
  }

  render() {
    const { k } = this;
    const half = halfStep(this.part, this.player.panes[0].run, k);
    this.name.textContent = half.name;
    const at = `Iteration ${k} of ${this.player.clock.last} · ${this.part + 1} of ${HALF_STEPS.length} · ${half.number}`;
    this.place.textContent = at;
    this.diagram.light(half.walk, half.upTo);
    this.auto.textContent = this.playing ? "Pause" : "Play";
    this.auto.title = `${this.auto.textContent} (space)`;
    this.words.replaceChildren(half.words, " ", el("span", { class: "equation" }, ...raised(half.equation)));
    this.player.restyle();
  }

  destroy() {
    clearTimeout(this.timer);
  }
}

// Nodes of an equation: what follows _ stands lower, what follows ^ higher.
function raised(equation) {
  return equation.split(/([_^][A-Za-z0-9]+)/).map((part) => {
    const tag = { _: "sub", "^": "sup" }[part[0]];
    return tag ? el(tag, { text: part.slice(1) }) : part;
  });
}
