// Where the group of each class lies in a picture: at its densest place. The samples of a class may lie
// in several groups, with others between them, so that neither their mean nor the sample nearest to the
// prototype in the subspace says where most of them are seen.

const GROUP_REACH = 0.05; // of the picture's longer side: samples that count as one group
const MOST_OF_A_CLASS = 300; // samples of a class that are looked at

// For each class { i, r } in the picture of k: its sample with most others of the class around it, and
// how far half of those around lie; null where no sample is of the class. Before adaptation only the
// source has labels.
export function groupsOf(run, k) {
  run.groups ??= new Map();
  if (!run.groups.has(k)) {
    const near = GROUP_REACH * Math.max(run.box.w, run.box.h);
    const { xy } = run.frame(k);
    run.groups.set(k, membersOf(run, k).map((members) => densest(xy, thinned(members), near)));
  }
  return run.groups.get(k);
}

function membersOf(run, k) {
  const members = run.classes.map(() => []);
  run.source.forEach((c, i) => members[c].push(i));
  if (k >= 0) run.pseudo[k].forEach((c, j) => members[c]?.push(run.nSource + j)); // rejected samples have no class
  return members;
}

function thinned(members) {
  const step = members.length / Math.min(members.length, MOST_OF_A_CLASS);
  return Array.from({ length: Math.min(members.length, MOST_OF_A_CLASS) }, (_, m) => members[Math.floor(m * step)]);
}

// Whoever is near counts the more, the nearer: of a small group that is wholly near, the middle is found.
function densest(xy, members, near) {
  const away = (i, j) => Math.hypot(xy[2 * i] - xy[2 * j], xy[2 * i + 1] - xy[2 * j + 1]);
  let best = null;
  for (const i of members) {
    let weight = 0;
    for (const j of members) weight += Math.max(0, 1 - away(i, j) / near);
    if (!best || weight > best.weight) best = { i, weight };
  }
  if (!best) return null;
  const around = members.map((j) => away(best.i, j)).filter((d) => d <= near).sort((a, b) => a - b);
  return { i: best.i, r: around[around.length >> 1] };
}
