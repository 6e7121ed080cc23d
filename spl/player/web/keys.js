// Keys, wherever the focus is inside the player. Fields keep the keys they need.

import { leavePresent, togglePresent } from "./present.js";

export function handleKey(player, e) {
  const target = e.composedPath()[0];
  const tag = target.tagName;
  if (tag === "SELECT" || (tag === "INPUT" && target.type !== "range" && target.type !== "checkbox")) return;
  if (e.ctrlKey || e.metaKey) return;
  if (e.key === " ") return onSpace(player, e, target);
  if (e.type !== "keydown") return;
  const slider = tag === "INPUT" && target.type === "range";
  const action = {
    ArrowLeft: slider ? null : () => player.step(-1),
    ArrowRight: slider ? null : () => player.step(1),
    Home: slider ? null : () => player.jump(player.clock.first),
    End: slider ? null : () => player.jump(player.clock.last),
    "+": () => player.zoom(1.25),
    "=": () => player.zoom(1.25),
    "-": () => player.zoom(0.8),
    "−": () => player.zoom(0.8),
    0: () => player.resetCamera(),
    l: () => player.setTool("lasso"),
    b: () => player.setTool("box"),
    p: () => player.setTool("pan"),
    a: () => player.showAll(),
    c: () => player.nextColorBy(),
    r: () => player.toggleLoop(),
    n: () => player.tour.steps && player.tour.advance(),
    N: () => player.tour.steps && player.tour.go(-1),
    i: () => player.inside.change(),
    f: () => togglePresent(player),
    PageUp: () => player.step(-1),
    PageDown: () => player.step(1),
    Escape: () => escape(player),
  }[e.key];
  if (!action) return;
  e.preventDefault();
  e.stopPropagation(); // Streamlit has keys of its own (r, c)
  action();
}

// Space plays when it is let go, unless it was held to move the picture.
function onSpace(player, e, { tagName, type }) {
  if (tagName === "BUTTON" || tagName === "SUMMARY" || type === "checkbox") return;
  e.preventDefault();
  e.stopPropagation();
  if (e.type === "keydown") {
    if (!e.repeat) player.spaceUsed = false;
    player.spaceDown = true;
  } else {
    player.spaceDown = false;
    if (!player.spaceUsed) player.toggle();
  }
}

function escape(player) {
  const busy = player.panes.find((p) => p.gesture);
  if (busy) {
    busy.cancelGesture();
    return;
  }
  if (player.presenting) {
    leavePresent(player);
    return;
  }
  if (player.inside.on) {
    player.inside.leave();
    return;
  }
  if (player.view.tool !== "pan") player.setTool("pan");
  else player.clearPicks();
}
