// What can be shown beside the points: its key in links, its part of the view, words, and whether it
// is shown at first. spl/player/colorings.py reads this list.

export const SHOWN = [
  ["names", "overlays", "Names of the classes", true],
  ["lines", "overlays", "Matching: a line from cluster to class (of more than 12 classes, the one pointed at)", true],
  ["classes", "overlays", "The sample nearest to each class prototype", false],
  ["clusters", "overlays", "The sample nearest to each cluster centre", false],
  ["thumbnails", "overlays", "Pictures of the samples in place of points, where there is room", true],
  ["trails", "overlays", "Trails of the chosen samples", true],
  ["selected", "marks", "Bold: selected for training (S_k)", true],
  ["changed", "marks", "Tick: label changed since k − 1", true],
];

export function shownAtFirst(part) {
  return Object.fromEntries(SHOWN.filter(([, p]) => p === part).map(([key, , , on]) => [key, on]));
}

// For a link: empty as at first, "none", or the keys of what is on.
export function shownText(view) {
  const on = (first) => SHOWN.filter(([key, part, , at]) => (first ? at : view[part][key])).map(([key]) => key).join();
  return on(false) === on(true) ? "" : on(false) || "none";
}

export function setShown(view, text) {
  const keys = text.split(",");
  for (const [key, part, , at] of SHOWN) view[part][key] = text ? keys.includes(key) : at;
}
