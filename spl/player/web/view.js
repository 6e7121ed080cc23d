// What one player remembers across reruns and page changes.

import { Camera } from "./camera.js";
import { Clock } from "./interpolate.js";
import { shownAtFirst } from "./shown.js";
import { Sync } from "./sync.js";

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
    picks: null, // mask of the samples the user selected
    pair: null, // digest of the pair that all this belongs to
    wantedK: null, // iteration that Python asked for before it was there
    toldK: null, // the last iteration that Python heard of
    panes: null, // that were drawn last, by this mount or the one before
    mounts: 0, // players that show it: two for a moment, where Streamlit mounts it anew
    leftAt: 0, // when the last one went
    pageWatch: null, // timer that looks whether another page is open while it is away
    leftPage: false, // whether it went because another page was opened
  };
}
