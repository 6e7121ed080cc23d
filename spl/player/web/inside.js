// Inside an iteration: its half-steps in the same picture, as Algorithm 1 takes them. A half-step is a
// combination of marks, and one of them the way from frame k − 1 to frame k; in all others no point moves.

import { algorithmDiagram } from "./algorithm.js";
import { el, iconButton } from "./dom.js";

const HALF_MS = 2600; // of a half-step while they play
const MOVE_MS = 1100; // of the points, where the projection is learnt
const OWN = ["selected"]; // marks of every half-step

// Of each: name, equations of the paper, what happens, the equation, its step of the walk-through, and what is shown:
// whether points and labels are still those of k − 1, colours, overlays and marks.
export const HALF_STEPS = [
  { name: "S_k lights up", number: "Algorithm 1, selection", walk: 2, before: true, oldLabels: true,
    words: "The most confident labels of iteration k − 1 are selected: iteration k learns from these samples as if their labels were true.",
    equation: "S_k: of each class c the ⌊k · n_c / T⌋ samples with the largest p(y | x)" },
  { name: "The projection is learnt", number: "Eq. 4–8", walk: 4, oldLabels: true,
    words: "Samples of one class are brought together, whichever domain they come from, and the projection moves all samples.",
    equation: "X D X^T p = λ (X L X^T + α I) p,   z ← P^T x̃ − z̄,   z ← z / ‖z‖" },
  { name: "Prototypes", number: "Eq. 9–10", walk: 6, oldLabels: true, overlays: ["classes"],
    words: "Each class gets one point, the mean of its source samples: a disc marks the sample nearest to it.",
    equation: "z̄_y^s = Σ z_i^s / ‖Σ z_i^s‖ over the source samples of class y,   p_1(y | x) ∝ exp(−‖z − z̄_y^s‖)" },
  { name: "Clusters grow", number: "K-means", walk: 8, colors: "cluster", overlays: ["classes", "clusters"],
    words: "K-means groups the target, starting from the prototypes: colours are clusters, and a square marks the sample nearest to each centre.",
    equation: "cluster(x) = arg min_i ‖z − z̄_i^t‖,   z̄_i^t = mean of cluster i" },
  { name: "Matching", number: "Eq. 11–12", walk: 8, colors: "cluster", overlays: ["classes", "clusters", "lines"],
    words: "Every cluster gets one class, so that the sum of the distances from centres to prototypes is smallest.",
    equation: "min_A Σ_i Σ_j A_ij ‖z̄_i^t − z̄_j^s‖,   each row and column of A sums to 1;   p_2(y | x) ∝ exp(−‖z − z̄_y^t‖)" },
  { name: "Labels change", number: "Eq. 13–14", walk: 10, marks: ["changed"],
    words: "The more confident of both guesses gives each target sample its new label: a tick marks the labels that changed.",
    equation: "ŷ = arg max_y max{p_1(y | x), p_2(y | x)}" },
];

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
    this.on = true;
    this.playing = clock.tween;
    this.root.hidden = false;
    this.player.root.classList.add("within");
    this.go(this.first);
  }

  leave() {
    if (!this.on) return;
    const { clock, view } = this.player;
    clearTimeout(this.timer);
    this.on = false;
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

  go(part) {
    const { clock, view } = this.player;
    this.part = part;
    const { half, k } = this;
    view.colorBy = half.colors ?? "class";
    const wanted = new Set([...OWN, ...(half.overlays ?? []), ...(half.marks ?? [])]);
    for (const group of [view.marks, view.overlays]) {
      for (const key of Object.keys(group)) group[key] = key === "names" || key === "thumbnails" ? this.kept.overlays[key] : wanted.has(key);
    }
    const learning = part === 1;
    clock.jump(half.before || learning ? Math.max(clock.first, k - 1) : k);
    if (learning) {
      clock.glide(k);
      if (clock.move) clock.move.duration = MOVE_MS;
    }
    if (half.before) for (const p of this.player.panes) p.arrive();
    clearTimeout(this.timer);
    if (this.playing) this.timer = setTimeout(() => this.advance(1), HALF_MS);
    this.render();
    this.player.settle();
  }

  render() {
    const { half, k } = this;
    this.name.textContent = half.name;
    const at = `Iteration ${k} of ${this.player.clock.last} · ${this.part + 1} of ${HALF_STEPS.length} · ${half.number}`;
    this.place.textContent = at;
    this.diagram.light(half.walk);
    this.auto.textContent = this.playing ? "Pause" : "Play";
    this.auto.title = `${this.auto.textContent} (space)`;
    const words = k === 0 && this.part === 1 ? "At k = 0 the projection is learnt from the source only." : half.words;
    this.words.replaceChildren(words, " ", el("span", { class: "equation" }, ...raised(half.equation)));
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
