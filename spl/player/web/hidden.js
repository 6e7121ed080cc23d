// What the legend has switched off, as plain data: entries by group, domains, grey or gone.

export function hiddenOf({ off, domains, greyOff }) {
  const groups = Object.entries(off).filter(([, entries]) => entries.size);
  return {
    off: Object.fromEntries(groups.map(([group, entries]) => [group, [...entries].sort((a, b) => a - b)])),
    domains: [...domains],
    grey: greyOff,
  };
}

export function setHidden(view, { off, domains, grey }) {
  view.off = Object.fromEntries(Object.entries(off).map(([group, entries]) => [group, new Set(entries)]));
  view.domains = [...domains];
  view.greyOff = grey;
}
