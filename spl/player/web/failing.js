// Classes that fail by the true labels: a sign beside their names. A picture coloured by pseudo-labels
// shows a group of one colour whether its labels are right or not.

export const FAILS = "(!)";
export const FAILS_MEANS = "class at most half right";

// Classes of which, in the labels shown, at most half is right: of all samples that carry the class's
// label, or of all that are of it, whichever are more. None while a lesson asks.
export function failingClasses({ run, player, k, t, coloring }) {
  const { tour, inside } = player;
  if (!canFail(run) || t < 0 || coloring?.mode !== "class" || (tour?.steps && (tour.question || tour.guessing))) return new Set();
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
  const counts = run.classes.map(() => ({ carry: 0, are: 0, right: 0 }));
  labels.forEach((label, i) => {
    if (run.isUnlabelled(i)) return;
    const [carried, own] = [counts[label], counts[run.truth[i]]];
    if (carried) carried.carry++;
    if (own) own.are++;
    if (carried && carried === own) carried.right++;
  });
  const fails = ({ carry, are, right }) => Math.max(carry, are) > 0 && right <= Math.max(carry, are) / 2;
  return new Set([...counts.keys()].filter((c) => fails(counts[c])));
}
