// What Python gives the player:
// { runs: [header, …], height, k, chosen, color_by, shown, hidden, camera, playing, neighbors, ghost, waiting, asked,
//   tour }.
// A value acts when it is news: every rerun repeats the others.

import { fromBase64, unpackBits } from "./decode.js";
import { Pane } from "./pane.js";
import { Run } from "./run.js";
import { Sync } from "./sync.js";
import { setHidden } from "./hidden.js";
import { setShown } from "./shown.js";

const MOST_ABOVE = 260; // pixels above the player that still leave it room on a projector

// As high as asked for, and whole below what stands above it where the window allows that.
export function fitHeight(root, height) {
  const scrolled = document.querySelector('[data-testid="stMain"]')?.scrollTop ?? 0;
  const above = root.getBoundingClientRect().top + scrolled;
  const kept = above > 0 && above < MOST_ABOVE ? Math.ceil(above) + 12 : 72;
  root.style.height = `min(${height}px, max(420px, 100vh - ${kept}px))`;
}

// Camera, chosen samples and what is switched off belong to one pair.
export function takePair({ view }, pair) {
  if (view.pair === pair) return;
  view.camera.reset();
  Object.assign(view, { pair, picks: null, off: {}, sync: new Sync(), inside: null });
}

export function takeRuns(player, headers) {
  if (player.panes.length !== headers.length) {
    for (const p of player.panes) p.destroy();
    player.panes = headers.map((h) => new Pane(player, new Run(h, player.store)));
    player.panes.forEach((pane, i) => player.view.panes?.[i] && pane.continueFrom(player.view.panes[i]));
    player.view.panes = player.panes; // for the next mount, which may come before this one has gone
    player.layout();
  }
  player.panes.forEach((pane, i) => {
    if (pane.run.id === headers[i].id) pane.run.setHeader(headers[i]);
    else pane.replaceRun(new Run(headers[i], player.store));
  });
}

// Apply what is news. Returns whether the iterations should play now.
export function takeGiven(player, data) {
  const { view, clock, panes } = player;
  const news = (field) => view.sync.receive(field, data[field]);
  clock.setRange(Math.min(...panes.map((p) => p.run.first)), Math.max(...data.runs.map((h) => h.last_k)));
  if (news("k") && !(clock.playing && view.sync.sentLately("k", data.k))) {
    clock.playing = false;
    view.wantedK = data.k;
  }
  if (view.wantedK !== null) {
    clock.jump(view.wantedK); // as far as there are states
    if (view.wantedK <= clock.last) view.wantedK = null;
  }
  player.setPicks(news("chosen") ? unpackBits(fromBase64(data.chosen), panes[0].run.n) : view.picks);
  if (news("color_by")) view.colorBy = data.color_by;
  if (news("shown")) setShown(view, data.shown);
  if (news("hidden")) setHidden(view, data.hidden);
  if (news("camera")) view.camera.set(data.camera);
  return data.playing !== undefined && news("playing") && data.playing && clock.tween;
}
