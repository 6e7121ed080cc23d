// What a class name, part of a sample's name, or a number selects.

export function found(run, text, classOf) {
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
    if (hit[classOf[i]] || (!exact && run.nameOf(i).toLowerCase().includes(wanted))) mask[i] = 1;
  }
  return mask;
}
