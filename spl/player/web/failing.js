// Classes that fail by the true labels: a sign beside their names, and where their samples went or came
// from. A picture coloured by pseudo-labels shows a group of one colour whether its labels are right or not.

import { count, shortened } from "./facts.js";

export const FAILS = "(!)";
export const FAILS_MEANS = "class at most half right";

const LONGEST_OTHER = 16; // characters of the other class's name

// Classes of which, in the labels shown, at most half is right, each with what to say of it: of all samples
// that carry the class's label, or of all that are of it, whichever are more. None while a lesson asks.
export function failingClasses({ run, player, k, t, coloring }) {
  const { tour, inside } = player;
  if (!canFail(run) || t < 0 || coloring?.mode !== "class" || (tour?.steps && (tour.question || tour.guessing))) return new Map();
  return failingAt(run, inside?.labelK ?? Math.max(k, 0));
}

// Whether there are such classes at any iteration that is there.
export function anyFails(run) {
  return canFail(run) && run.pseudo.some((_, k) => failingAt(run, k).size > 0);
}

// Names stand at their groups only where a run has medoids.
const canFail = (run) => Boolean(run.truth && run.classMedoid);

function failingAt(run, k) {
  run.failing[k] ??= failingOf(run, run.pseudo[k]);
  return run.failing[k];
}

function failingOf(run, labels) {
  const counts = run.classes.map(() => ({ carry: 0, are: 0, right: 0, called: new Map(), from: new Map() }));
  labels.forEach((label, i) => {
    if (run.isUnlabelled(i)) return;
    const truth = run.truth[i];
    const [carried, own] = [counts[label], counts[truth]];
    if (carried) carried.carry++;
    if (own) own.are++;
    if (carried && carried === own) carried.right++;
    else {
      if (carried) carried.from.set(truth, (carried.from.get(truth) ?? 0) + 1);
      if (own) own.called.set(label, (own.called.get(label) ?? 0) + 1);
    }
  });
  const fails = ({ carry, are, right }) => Math.max(carry, are) > 0 && right <= Math.max(carry, are) / 2;
  return new Map([...counts.entries()].filter(([, of]) => fails(of)).map(([c, of]) => [c, sayingOf(run, of)]));
}

// { short, long }: "28 of 30 called location" of a class whose samples went elsewhere, "29 are cloud · 29 are heart"
// of one that others' came to. The short one names no class where the samples are scattered.
function sayingOf(run, { carry, are, right, called, from }) {
  const lost = are >= carry;
  const n = lost ? are : carry;
  const wrong = n - right;
  const [first, second] = [...(lost ? called : from)].sort((a, b) => b[1] - a[1]);
  const alone = 2 * first[1] > wrong;
  const said = ([c, m], of = "") => `${count(m)}${of} ${whereOf(run, c, lost, m)}`;
  const where = alone ? said(first, ` of ${count(n)}`) : `${said(first)} · ${said(second)}`;
  const rightOf = `${count(right)} of ${count(n)} right`;
  return { short: alone || 2 * (first[1] + second[1]) > wrong ? where : rightOf, long: `${rightOf}; ${where}` };
}

// What `m` samples are that are called, or truly are, of class c.
function whereOf({ classes }, c, lost, m) {
  const name = shortened(classes[c] ?? "", LONGEST_OTHER);
  if (lost) return name ? `called ${name}` : "rejected";
  return `${m > 1 ? "are" : "is"} ${name || "of no class of the source"}`;
}
