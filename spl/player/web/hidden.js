// What the legend has switched off, as a link has it: parts with commas between them. "class.1.3": these
// entries of a group; "source", "target"; "gone": entries that are off vanish, else they are grey.

const DOMAINS = ["source", "target"];

export function hiddenText({ off, domains, greyOff }) {
  const groups = Object.entries(off).filter(([, entries]) => entries.size)
    .map(([group, entries]) => [group, ...[...entries].sort((a, b) => a - b)].join("."));
  const gone = groups.length && !greyOff ? ["gone"] : [];
  return [...groups, ...DOMAINS.filter((_, d) => !domains[d]), ...gone].join();
}

export function setHidden(view, text) {
  const parts = text.split(",").filter(Boolean).map((part) => part.split("."));
  const groups = parts.filter((part) => part.length > 1);
  view.off = Object.fromEntries(groups.map(([group, ...entries]) => [group, new Set(entries.map(Number))]));
  const words = parts.filter((part) => part.length === 1).flat();
  view.domains = DOMAINS.map((domain) => !words.includes(domain));
  view.greyOff = !words.includes("gone");
}
