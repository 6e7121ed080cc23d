// The legend: what o and + mean, one entry per colour that switches it off or isolates it.

import { count, shortened } from "./facts.js";
import { FAILS, FAILS_MEANS, anyFails, failingClasses } from "./failing.js";
import { BY_HAND } from "./handmarks.js";
import { PAIR_SIGN, drawPairSign, pairKey } from "./marks.js";
import { cssColor } from "./palette.js";
import { SOURCE_PALES, domainInks, fadeOf, inFront } from "./style.js";
import { chosenWords } from "./picks.js";
import { el, put } from "./dom.js";
import { SamplePanel } from "./panel.js";

const MOST_PRESENTED = 12; // classes that Present lists
const SHORTEST = 8; // characters that stay of a name
const ROW = 25; // pixels of an entry
const CLICKS = "Click: off or on. Double-click or alt-click: only this one. Arrow keys: up and down the list.";

export class Legend {
  constructor(player) {
    this.player = player;
    this.domains = [0, 1].map((d) => this.domainButton(d));
    this.list = el("ul", { class: "entries", onkeydown: (e) => this.move(e), onscroll: () => this.showMore() });
    this.head = [el("span"), el("span")];
    this.more = this.small("", "Show the next entries", () => this.list.scrollBy(0, this.list.clientHeight - 2 * ROW));
    this.more.classList.add("more");
    this.more.tabIndex = -1; // arrow keys move in the list
    this.listed = el("div", { class: "listed" }, el("div", { class: "entries-head" }, ...this.head), this.list, this.more);
    this.sized = new ResizeObserver(() => { this.showMore(); this.fitNames(); });
    this.sized.observe(this.list);
    this.all = this.small("All", "Show all entries (a)", () => this.player.showAll());
    this.focus = this.small("Focus on chosen", "Only the colours of the chosen samples",
      () => this.player.focusOnPicks());
    this.grey = this.small("", "What to do with entries that are off", () => {
      const { view } = this.player;
      view.greyOff = !view.greyOff;
      this.player.hiddenChanged();
    });
    this.picked = el("div", { class: "picked", "aria-live": "polite" });
    this.marks = [
      ["behind", "○", SOURCE_PALES], ["selected", "✚", "selected (in S_k; ring: new)"], ["selected", "+", "not selected"],
      ["changed", "+", "label just changed"], ["fails", FAILS, FAILS_MEANS],
      ["known", "", BY_HAND.known], ["without", "✕", BY_HAND.without],
    ].map(([name, sign, text]) => [name, el("div", { class: "mark" },
      el("span", { class: `glyph ${name}${text.startsWith("not") ? " pale" : ""}`, "aria-hidden": "true", text: sign }), el("span", { text }))]);
    this.pairs = el("div", { class: "pairs" });
    this.early = el("div", { class: "early", text: "Class colours begin at k = 0." });
    this.sample = new SamplePanel(player);
    this.root = el("aside", { class: "legend", "aria-label": "Legend" }, this.sample.root,
      el("div", { class: "domains" }, ...this.domains,
        this.early, ...this.marks.map(([, node]) => node), this.pairs), this.listed,
      el("div", { class: "tools" }, this.all, this.focus, this.grey), this.picked);
  }

  small(text, label, onclick) {
    return el("button", { type: "button", class: "btn text small", text, title: label, onclick });
  }

  domainButton(d) {
    const button = el("button", { type: "button", class: "entry domain", onclick: () => {
      const { view } = this.player;
      view.domains[d] = !view.domains[d];
      this.player.hiddenChanged();
    } }, el("span", { class: "glyph", "aria-hidden": "true", text: d ? "+" : "○" }), el("span", { class: "label" }));
    return button;
  }

  update() {
    const { player } = this;
    const pane = player.panes[0];
    const { view } = player;
    const run = pane.run;
    this.sample.update();
    this.domains.forEach((b, d) => {
      b.setAttribute("aria-pressed", String(view.domains[d]));
      const name = d ? run.targetName : run.sourceName;
      const role = d ? "target" : "source";
      put(b.lastChild, `${name === role ? role : `${name} (${role})`} ${count(d ? run.nTarget : run.nSource)}`);
      const what = `Show or hide the ${role} samples`;
      b.title = `${b.lastChild.textContent}. ${what}`; // the name is cut off where it is long
      b.setAttribute("aria-description", what); // it is heard already
    });
    for (const [name, node] of this.marks) {
      node.hidden = !isMarked(name, pane);
      node.style.visibility = player.clock.k < 0 && !(name in BY_HAND) ? "hidden" : ""; // nothing below moves when they come
    }
    this.updatePairs(pane);
    this.early.hidden = player.clock.k >= 0 || pane.coloring?.mode !== "domain" || view.colorBy === "domain";
    if (!pane.coloring) return;
    const { entries, group, mode } = longest(pane.coloring, player.panes.map((p) => p.coloring));
    const off = view.off[group] ?? new Set();
    const signature = JSON.stringify([mode, entries, player.theme]);
    const others = signature !== this.signature;
    if (others) {
      this.signature = signature;
      const focused = this.list.matches(":focus-within");
      this.list.replaceChildren(...entries.map((e, c) => el("li", {}, this.entry(e, c, group))));
      this.goTo(this.stop ?? 0, focused);
      this.listed.classList.toggle("many", entries.length > MOST_PRESENTED);
    }
    this.listed.hidden = mode === "domain"; // ○ and + have the colours
    this.head.forEach((part, i) => { put(part, headOf(mode, run.classes.length, player.panes.length)[i]); });
    this.showMore();
    this.fade();
    const counts = countsOf(player.panes, entries);
    const failing = player.panes.length === 1 ? failingClasses(pane) : new Map();
    [...this.list.children].forEach((li, c) => {
      const button = li.firstChild;
      button.setAttribute("aria-pressed", String(!off.has(c)));
      const fails = failing.get(c);
      const numbers = counts.map((n) => count(n[c])).join(player.panes.length > 1 ? " · " : " + ");
      put(button.lastChild, fails ? `${FAILS} ${numbers}` : numbers);
      button.title = fails ? `${fails.long}. ${CLICKS}` : CLICKS;
      button.ariaLabel = `${entries[c].label}: ${heardCounts(counts.map((n) => count(n[c])), player.panes.length)}`;
      button.lastChild.title = ["", "left", "left · right"][player.panes.length > 1 ? counts.length : 0];
    });
    if (others) this.fitNames();
    this.all.disabled = off.size === 0 && view.domains.every(Boolean);
    this.focus.disabled = player.pickCount === 0;
    put(this.grey, view.greyOff ? "Off: grey" : "Off: hidden");
    this.grey.hidden = off.size === 0;
    this.tellChosen();
  }

  // Once for each choice: the label is heard with it, and not again while the iterations change it.
  tellChosen() {
    const { player } = this;
    const [seen, heard] = chosenWords(player);
    const told = `${seen} ${player.onlyPick}`;
    if (told === this.told) return;
    this.told = told;
    this.picked.replaceChildren(seen, el("span", { class: "sr", text: heard }));
  }

  // What the lines of the matching are.
  updatePairs(pane) {
    const { player } = this;
    const key = pane.run.ready ? pairKey(pane) : [];
    this.pairs.style.visibility = player.clock.k < 0 ? "hidden" : "";
    const shown = JSON.stringify([key, player.css.ink, player.css.background]);
    if (shown === this.pairsShown) return;
    this.pairsShown = shown;
    const [width, height] = PAIR_SIGN;
    this.pairs.replaceChildren(...key.map(([of, text]) => {
      const sign = el("canvas", { class: "sign", width: 2 * width, height: 2 * height, "aria-hidden": "true" });
      const ctx = sign.getContext("2d");
      ctx.scale(2, 2);
      drawPairSign(ctx, player, of, width / 2, height / 2, player.clock.tween);
      return el("div", { class: "mark" }, sign, el("span", { text }));
    }));
  }

  // On the way from "before" to k = 0 the key changes as the picture does: from domains to classes.
  fade() {
    const [pane] = this.player.panes;
    if (!pane.coloring) return;
    const inks = domainInks(pane).map(cssColor);
    const share = pane.t < 0 && pane.coloring.mode !== "domain" ? fadeOf(pane) : 1;
    const seen = [...inks, share].join();
    if (seen === this.faded) return;
    this.faded = seen;
    this.domains.forEach((b, d) => { b.firstChild.style.color = inks[d]; });
    this.listed.style.opacity = share;
  }

  // How many entries lie below what is seen of the list.
  showMore() {
    const { list, more } = this;
    const below = Math.floor((list.scrollHeight - list.clientHeight - list.scrollTop) / ROW + 0.5);
    more.hidden = below <= 0 || list.clientHeight < 2 * ROW;
    put(more, `↓ ${below + 1} more`);
  }

  // A name without room loses its middle: names often begin alike, and their ends differ.
  fitNames() {
    const labels = [...this.list.querySelectorAll(".label")];
    for (const label of labels) put(label, label.title);
    const room = labels.map((label) => label.clientWidth / label.scrollWidth); // all at once: one layout
    labels.forEach((label, i) => {
      const most = Math.floor(room[i] * label.title.length) - 1;
      if (room[i] < 1) put(label, shortened(label.title, Math.max(SHORTEST, most)));
    });
  }

  entry({ label: name, color, dropped }, c, group) {
    const label = dropped ? `${name} (dropped)` : name;
    const button = el("button", { type: "button", class: "entry",
      onpointerenter: () => this.point(group === "class" ? c : -1),
      onpointerleave: () => this.point(-1),
      onfocus: () => { this.goTo(c); this.point(group === "class" ? c : -1); },
      onblur: () => this.point(-1),
      onclick: (e) => {
        if (e.altKey) this.before = new Set(this.player.view.off[group]);
        if (e.altKey || e.detail === 2) this.isolate(c, group);
        else if (e.detail < 2) this.toggle(c, group);
      } },
    el("span", { class: "swatch", style: `background:${color}`, "aria-hidden": "true" }),
    el("span", { class: "label", text: label, title: label }), el("span", { class: "count", "aria-hidden": "true" })); // in the name
    return button;
  }

  // The pair of the class that is pointed at is shown, however many classes there are.
  point(c) {
    this.player.focusClass = c;
    this.player.redraw();
  }

  // The list is one stop of Tab; the arrow keys move in it.
  move(e) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    this.goTo(this.stop + by, true);
  }

  goTo(c, focus = false) {
    const buttons = [...this.list.children].map((li) => li.firstChild);
    this.stop = Math.max(0, Math.min(buttons.length - 1, c));
    buttons.forEach((button, i) => { button.tabIndex = i === this.stop ? 0 : -1; });
    if (focus) buttons[this.stop]?.focus();
  }

  toggle(c, group) {
    const off = new Set(this.player.view.off[group]);
    this.before = new Set(off);
    if (!off.delete(c)) off.add(c);
    this.player.setOff(group, off);
  }

  // A second time on the only one left: show all again.
  isolate(c, group) {
    const n = this.list.childElementCount;
    const before = this.before ?? new Set();
    const alone = before.size === n - 1 && !before.has(c);
    const off = new Set(alone ? [] : Array.from({ length: n }, (_, i) => i).filter((i) => i !== c));
    this.before = new Set(off);
    this.player.setOff(group, off);
  }
}

// Whether samples are marked in this way in any iteration.
function isMarked(name, pane) {
  const { run, player: { panes, view } } = pane;
  if (name in BY_HAND) return panes.some((p) => p.run.header.hand?.[name].length);
  if (name === "fails") return view.overlays.names && pane.coloring?.mode === "class" && panes.some((p) => anyFails(p.run));
  if (name === "behind") return Boolean(pane.coloring) && inFront(pane);
  return view.marks[name] && !(run.plain && name === "selected");
}

// What the entries are, and what the numbers beside them count: each class has samples of both domains.
export function headOf(mode, nClasses, nPanes) {
  const both = bothDomains(mode);
  const counted = nPanes > 1 ? "samples, left · right" : both ? "source + target" : "samples";
  return [both || mode === "cluster" ? `${count(nClasses)} classes` : "", counted];
}

// The colouring of a pane whose entries begin as the first pane's do and go on: an open run's has
// one more, "rejected".
export function longest(first, colorings) {
  const beginAlike = colorings.filter((c) => c && startsWith(c.entries, first.entries));
  return beginAlike.reduce((a, b) => (b.entries.length > a.entries.length ? b : a), first);
}

function startsWith(entries, start) {
  return start.every(({ label }, i) => entries[i]?.label === label);
}

// The numbers beside an entry as they are to be heard: "30 source, 29 target".
export function heardCounts(numbers, nPanes) {
  const of = nPanes > 1 ? ["left", "right"] : numbers.length > 1 ? ["source", "target"] : ["samples"];
  return numbers.map((n, i) => `${n} ${of[i]}`).join(", ");
}

// The numbers beside the entries: of both domains where each has the colours of classes, else of all samples, of each
// pane.
export function countsOf(panes, entries) {
  const [{ coloring, run }] = panes;
  if (panes.length === 1 && bothDomains(coloring.mode)) return [countOf(coloring, entries, 0, run.nSource), countOf(coloring, entries, run.nSource)];
  return panes.map((pane) => countOf(pane.coloring, entries)).filter(Boolean);
}

const bothDomains = (mode) => ["class", "truth"].includes(mode);

// How many samples have each colour; null where a picture's colours mean something else.
export function countOf(coloring, entries, from = 0, to = Infinity) {
  if (!coloring || !startsWith(entries, coloring.entries)) return null;
  const counts = new Int32Array(entries.length);
  for (const c of coloring.index.slice(from, to)) counts[c]++;
  return counts;
}
