// Classes that fail by the true labels: a sign beside their names, and where their samples went or came
// from. A picture coloured by pseudo-labels shows a group of one colour whether its labels are right or not.

import { count, shortened } from "./facts.js";

export const FAILS = "(!)";
export const FAILS_MEANS = "class at most half right";

const LONGEST_OTHER = 16; // characters of the other class's name

// Classes of which, in the labels shown, at most half is right, each with what to say of it: of all samples
// that carry the class's label, or of all that are of it, whichever are more. None while a lesson asks.
export function failingClasses(pane) {
  return errorsOf(pane)?.failing ?? new Map();
}

// "46 wrong: J called I (14) · Q called O (14) · others (18)" with up to `most` of the largest groups, "" where none is.
export function wrongSaid(pane, most) {
  const errors = errorsOf(pane);
  if (!errors?.wrong) return "";
  const { classes } = pane.run;
  const groups = errors.groups.slice(0, most);
  const rest = groups.reduce((left, { n }) => left - n, errors.wrong);
  const said = groups.map(({ truth, label, n }) => `${trueOf(classes, truth)} ${calledOf(classes, label)} (${count(n)})`);
  if (rest && groups.length) said.push(`others (${count(rest)})`);
  return `${count(errors.wrong)} wrong${groups.length ? ": " : ""}${said.join(" · ")}`;
}

// Whether there are failing classes at any iteration that is there.
export function anyFails(run) {
  return canFail(run) && run.pseudo.some((_, k) => errorsAt(run, k).failing.size > 0);
}

// Names stand at their groups only where a run has medoids.
const canFail = (run) => Boolean(run.truth && run.classMedoid);
const nameOf = (classes, c) => shortened(classes[c] ?? "", LONGEST_OTHER);
const trueOf = (classes, truth) => nameOf(classes, truth) || "of no class of the source";
const calledOf = (classes, label) => (nameOf(classes, label) ? `called ${nameOf(classes, label)}` : "rejected");

function errorsOf({ run, player, k, t, coloring }) {
  const { tour, inside } = player;
  if (!canFail(run) || t < 0 || coloring?.mode !== "class" || (tour?.steps && (tour.question || tour.guessing))) return null;
  return errorsAt(run, inside?.labelK ?? Math.max(k, 0));
}

function errorsAt(run, k) {
  run.errors[k] ??= countErrors(run, run.pseudo[k]);
  return run.errors[k];
}

// { wrong, groups, failing }: how many labels are wrong, the groups of one class and one label, the largest
// first, and the failing classes.
function countErrors(run, labels) {
  const { classes } = run;
  const [carry, are, right] = [0, 1, 2].map(() => new Int32Array(classes.length));
  const groups = new Map();
  labels.forEach((label, i) => {
    if (run.isUnlabelled(i)) return;
    const truth = run.truth[i];
    const [known, foreign] = [label < classes.length, truth >= classes.length];
    if (known) carry[label]++;
    if (!foreign) are[truth]++;
    if (known && label === truth) right[label]++;
    else if (known || !foreign) { // a sample of no class of the source is rightly rejected
      const key = truth * 2 ** 16 + label;
      if (!groups.has(key)) groups.set(key, { truth, label, n: 0 });
      groups.get(key).n++;
    }
  });
  const sorted = [...groups.values()].sort((a, b) => b.n - a.n);
  const failing = classes.map((_, c) => [c, { carry: carry[c], are: are[c], right: right[c] }])
    .filter(([, of]) => Math.max(of.carry, of.are) > 0 && of.right <= Math.max(of.carry, of.are) / 2)
    .map(([c, of]) => [c, sayingOf(classes, of, sorted.filter(({ truth, label }) => (of.are >= of.carry ? truth : label) === c))]);
  return { wrong: sorted.reduce((sum, { n }) => sum + n, 0), groups: sorted, failing: new Map(failing) };
}

// { short, long }: "28 of 30 called location" of a class whose samples went elsewhere, "29 are cloud · 29 are heart"
// of one that others' came to. The short one names no class where the samples are scattered.
function sayingOf(classes, { carry, are, right }, [first, second]) {
  const lost = are >= carry;
  const all = lost ? are : carry;
  const wrong = all - right;
  const alone = 2 * first.n > wrong;
  const said = ({ truth, label, n }, of = "") => `${count(n)}${of} ${lost ? calledOf(classes, label) : `${n > 1 ? "are" : "is"} ${trueOf(classes, truth)}`}`;
  const most = alone ? said(first, ` of ${count(all)}`) : `${said(first)} · ${said(second)}`;
  const rightOf = `${count(right)} of ${count(all)} right`;
  return { short: alone || 2 * (first.n + second.n) > wrong ? most : rightOf, long: `${rightOf}; ${most}` };
}
