// What a class name, part of a sample's name, or a number finds. `labels`: class indices of all
// samples, one array for each sense in which a sample is of a class (its pseudo-label, its true one).

export function found(run, text, labels) {
  const wanted = text.trim().toLowerCase();
  const mask = new Uint8Array(run.n);
  if (!wanted) return null;
  const names = run.classes.map((c) => c.toLowerCase());
  const exact = names.includes(wanted); // "a" means class a, not every name with an a
  const number = /^(s|t|)\s*#?(\d+)$/.exec(wanted); // 12: of both domains; s12, t12: of one
  if (number && !exact) { // classes may be called 0 to 9
    const j = Number(number[2]);
    if (number[1] !== "t" && j < run.nSource) mask[j] = 1;
    if (number[1] !== "s" && j < run.nTarget) mask[run.nSource + j] = 1;
    return mask;
  }
  const hit = names.map((c) => (exact ? c === wanted : c.includes(wanted)));
  for (let i = 0; i < run.n; i++) {
    if (labels.some((classOf) => hit[classOf[i]]) || (!exact && run.nameOf(i).toLowerCase().includes(wanted))) mask[i] = 1;
  }
  return mask;
}
