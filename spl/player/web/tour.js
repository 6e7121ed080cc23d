// A lesson over the picture: steps that set it, one question before each point, Next and Back.
// spl/engine/lessons/tour.py makes the steps, with the answers of the run that is shown.

import { algorithmDiagram } from "./algorithm.js";
import { askedFor, howToAnswer, clickedGroup, verdict } from "./asked.js";
import { Drawing } from "./drawing.js";
import { el, iconButton } from "./dom.js";
import { fromBase64, unpackBits } from "./decode.js";
import { setShown } from "./shown.js";

const POINTED = { curve: ".curve", bar: ".bar", readout: ".readout", legend: ".domains", titles: ".pane .title" };
const OF_SCORES = ["choice", "curve"];

export class Tour {
  constructor(player) {
    this.player = player;
    this.steps = null;
    this.name = el("b");
    this.place = el("span", { class: "key" });
    this.diagram = algorithmDiagram(player);
    this.said = el("p", { class: "says", "aria-live": "polite" });
    this.field = el("div", { class: "field" });
    this.back = el("button", { type: "button", class: "btn text", text: "Back", title: "One step back (N)", onclick: () => this.go(-1) });
    this.next = el("button", { type: "button", class: "btn text main", text: "Next", onclick: () => this.advance() });
    this.root = el("section", { class: "tour", "aria-label": "Lesson", hidden: true },
      el("div", { class: "tour-head" }, this.name, this.place, this.diagram.root, el("div", { class: "group ends" },
        this.back, this.next, iconButton("clear", "End the lesson", () => this.close()))),
      el("div", { class: "tour-body" }, this.said, this.field));
  }

  get at() {
    return this.player.view.tour?.at ?? -1;
  }

  get step() {
    return this.steps?.[this.at] ?? null;
  }

  // The question that is open now, or null.
  get question() {
    const question = this.step?.question;
    return question && !(this.at in this.player.view.tour.said) ? question : null;
  }

  // Whether a question that the curve would answer is open, here or later.
  get guessing() {
    const { said } = this.player.view.tour;
    return this.steps.some(({ question }, i) => i >= this.at && !(i in said) && OF_SCORES.includes(question?.kind));
  }

  // What Python gives: { key, title, steps, at, opened }, or null without a lesson; `as_seen` in a page
  // that was saved in the middle of one, whose view stays unless it would answer the step's question.
  take(given) {
    const { view } = this.player;
    this.steps = given?.steps ?? null;
    this.root.hidden = !given;
    if (!given) {
      if (view.tour) this.leave();
      return;
    }
    this.name.textContent = given.title;
    const news = view.sync.receive("tour", `${given.key} ${given.opened}`);
    if (!news && view.closed === given.key) { // Python has not heard yet
      this.steps = null;
      this.root.hidden = true;
      return;
    }
    view.closed = null;
    if (!news && view.tour?.key === given.key) {
      this.render();
      return;
    }
    view.tour = { key: given.key, at: Math.min(given.at, given.steps.length - 1), said: {} };
    if (given.as_seen && !this.question) this.render();
    else this.enter();
  }

  // --- steps ---------------------------------------------------------------------------------

  advance() {
    if (this.question) this.answer(null);
    else if (this.at + 1 < this.steps.length) this.go(1);
    else this.close();
  }

  go(delta) {
    const { view } = this.player;
    const to = this.at + delta;
    if (!this.steps?.[to]) return;
    view.tour.at = to;
    this.enter();
    this.player.reporter.later();
  }

  enter() {
    const { player, step } = this;
    const { clock, view } = player;
    player.inside.leave();
    clock.playing = false;
    view.off.class = new Set(step.off);
    view.camera.set(step.camera ?? { x: 0, y: 0, zoom: 1 });
    if (this.question) {
      view.colorBy = "class"; // colours and marks of the answer wait for it
      this.mark(step.question.rows);
    } else this.reveal();
    if (step.k !== null) this.moveTo(step.k);
    player.settle();
    if (!this.question) this.play();
    this.render();
  }

  // Colours and marks of the point itself.
  reveal() {
    const { player, step } = this;
    player.view.colorBy = step.color_by;
    setShown(player.view, step.shown);
    this.mark(step.rows || step.question?.rows);
  }

  // The samples that it is about stand out, whether they are in S_k or not; without any, S_k does.
  mark(bits) {
    const { player, step } = this;
    player.setPicks(bits ? unpackBits(fromBase64(bits), player.panes[0].run.n) : null);
    if (!step.shown) player.view.marks.selected = !bits;
  }

  moveTo(k) {
    this.player.clock.playing = false;
    this.player.clock.glide(k);
    this.player.schedule();
  }

  play() {
    const { to } = this.step;
    const { clock } = this.player;
    if (to === null) return;
    if (!clock.tween) return this.moveTo(to);
    if (to > (clock.move?.to ?? clock.k)) clock.play(to);
    this.player.schedule();
  }

  answer(said) {
    const { view } = this.player;
    const typed = this.field.contains(this.root.getRootNode().activeElement);
    view.tour.said[this.at] = said;
    this.reveal();
    this.play();
    this.player.reporter.later();
    this.render();
    if (typed) this.next.focus({ preventScroll: true }); // keys go on working
  }

  // A click answers where a click is asked for. Returns whether it did.
  takesClick(pane, i) {
    const { question } = this;
    if (question?.kind !== "click") return false;
    if (i >= 0 && pane === this.player.panes[0]) this.answer(clickedGroup(question, pane.run, i));
    return true;
  }

  // --- what is seen --------------------------------------------------------------------------

  render() {
    const { player, step, question } = this;
    const { view } = player;
    const last = this.at + 1 === this.steps.length;
    this.place.textContent = `${this.at + 1} of ${this.steps.length}`;
    this.diagram.light(step.walk);
    this.back.disabled = this.at === 0;
    this.next.textContent = question ? "Skip" : last ? "End" : "Next";
    this.next.title = `${question ? "Show the answer" : last ? "End the lesson" : "Next step"} (n)`;
    player.root.classList.toggle("asking", Boolean(question));
    player.root.classList.toggle("guessing", this.guessing);
    const told = step.question && !question ? verdict(step.question, view.tour.said[this.at]) : null;
    this.said.replaceChildren(...(question ? [el("b", { text: question.text }), el("span", { class: "sr", text: howToAnswer(question) })] : [
      told ? el("span", { class: `told ${told.right === null ? "" : told.right ? "right" : "wrong"}`, text: told.words }) : null,
      step.text].filter(Boolean).flatMap((part) => [part, " "])));
    this.field.replaceChildren(...[question ? askedFor(question, (said) => this.answer(said), player.panes[0].run.classes) : null].filter(Boolean));
    player.deck.strip.hide(Boolean(question) || (this.guessing && step.point !== "curve"));
    this.renderCurve(step.question, question);
    for (const selector of Object.values(POINTED)) {
      for (const node of player.root.querySelectorAll(selector)) node.classList.toggle("pointed", !question && selector === POINTED[step.point]);
    }
    player.restyle();
  }

  renderCurve(question, open) {
    const curve = question?.kind === "curve";
    this.player.root.classList.toggle("drawing", curve);
    const said = this.player.view.tour.said[this.at];
    if (!curve || (!open && !said)) {
      this.drawing?.end();
      return;
    }
    const { strip } = this.player.deck;
    if (this.drawing?.strip !== strip) this.drawing = new Drawing(strip, this.player);
    const field = this.field.firstChild;
    this.drawing.onDraw = (values) => { if (field) field.drawn = values; };
    this.drawing.begin(question.values.length, open ? null : said, Boolean(open));
  }

  close() {
    this.player.view.closed = this.player.view.tour?.key ?? null;
    this.steps = null;
    this.root.hidden = true;
    this.leave();
    this.player.reporter.later();
  }

  leave() {
    const { root, view } = this.player;
    view.tour = null;
    view.marks.selected = true;
    this.drawing?.end();
    this.player.deck.strip.hide(false);
    root.classList.remove("asking", "guessing", "drawing");
    for (const node of root.querySelectorAll(".pointed")) node.classList.remove("pointed");
    this.player.setPicks(null);
  }
}
