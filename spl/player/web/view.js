// What one player remembers across reruns and page changes.

import { Camera } from "./camera.js";
import { Clock } from "./interpolate.js";
import { shownAtFirst } from "./shown.js";
import { Sync } from "./sync.js";

const AWAY_MS = 20000; // longer than Streamlit takes to mount it anew, on a busy machine too

// The view of a player that is mounted now. After another page was open it rests.
export function openView(views, key) {
  if (!views.has(key)) views.set(key, newView());
  const view = views.get(key);
  clearInterval(view.pageWatch);
  if (view.mounts === 0 && (view.leftPage || performance.now() - view.leftAt > AWAY_MS)) {
    view.clock.stop(view.toldK);
    view.presenting = false;
  }
  view.mounts++;
  return view;
}

export function newView() {
  return {
    sync: new Sync(), clock: new Clock(), camera: new Camera(),
    colorBy: "class",
    off: {}, // group of legend entries → set of those switched off
    greyOff: true, // they turn grey; else they vanish
    domains: [true, true], // source, target shown
    marks: shownAtFirst("marks"),
    overlays: shownAtFirst("overlays"),
    tool: "pan",
    size: 1,
    presenting: false, // only the picture, over the whole window
    picks: null, // mask of the chosen samples
    pair: null, // digest of the pair that all this belongs to
    wantedK: null, // iteration that Python asked for before it was there
    tour: null, // { key, at, said } of the lesson that is open
    inside: null, // { part, k, at, kept } of the half-step inside an iteration
    closed: null, // key of the lesson that was closed last
    toldK: null, // the last iteration that Python heard of
    panes: null, // that were drawn last, by this mount or the one before
    mounts: 0, // players that show it: two for a moment, where Streamlit mounts it anew
    leftAt: 0, // when the last one went
    pageWatch: null, // timer that looks whether another page is open while it is away
    leftPage: false, // whether it went because another page was opened
  };
}
