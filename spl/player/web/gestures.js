// Pointer and wheel on one picture: pan, pinch, click, lasso, box, hover.

import { boxPolygon, thin } from "./lasso.js";
import { drawOverlay } from "./overlay.js";

const CLICK = 4; // pixels a click may wander

export function attachGestures(pane) {
  const { over, player } = pane;
  const pointers = new Map();
  let start = null;

  const at = (e) => {
    const box = over.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  };

  pane.cancelGesture = () => {
    start = null;
    pane.gesture = null;
    drawOverlay(pane);
  };

  const kind = (e) => {
    if (e.button === 1 || player.spaceDown) return "pan";
    return player.view.tool;
  };

  // The wheel zooms where the pointer was moved or pressed in the picture. Scrolling the page moves
  // the picture below a pointer that rests, for which browsers send a move to the same place.
  let pointed = false;
  let place = null;
  let travelled = false;
  const follow = (e) => {
    const now = `${e.clientX} ${e.clientY}`;
    travelled = now !== place;
    place = now;
  };

  const down = (e) => {
    if (e.button > 1 || !pane.run.ready) return;
    pointed = true;
    over.focus({ preventScroll: true });
    over.setPointerCapture(e.pointerId);
    pointers.set(e.pointerId, at(e));
    pane.setHover(-1);
    start = { kind: kind(e), from: at(e), path: [at(e)], moved: false };
    if (pointers.size === 2) start = { kind: "pinch", moved: true };
    if (e.button === 1) e.preventDefault();
  };

  const move = (e) => {
    const p = at(e);
    pointed ||= travelled;
    if (!start) return hover(p);
    const before = pointers.get(e.pointerId);
    if (!before) return;
    if (start.kind === "pinch") return pinch(e.pointerId, p);
    pointers.set(e.pointerId, p);
    if (!start.moved && Math.hypot(p[0] - start.from[0], p[1] - start.from[1]) < CLICK) return;
    start.moved = true;
    if (start.kind === "pan") {
      if (player.spaceDown) player.spaceUsed = true;
      player.view.camera.pan(p[0] - before[0], p[1] - before[1], pane.tf);
      return player.redraw();
    }
    start.path.push(p);
    pane.gesture = start.kind === "box" ? boxPolygon(start.from, p) : start.path;
    drawOverlay(pane);
  };

  const pinch = (id, p) => {
    const others = [...pointers].find(([other]) => other !== id)?.[1];
    const before = pointers.get(id);
    if (!others) return;
    const distance = (a) => Math.hypot(a[0] - others[0], a[1] - others[1]) || 1;
    const mid = [(p[0] + others[0]) / 2, (p[1] + others[1]) / 2];
    zoom(distance(p) / distance(before), mid[0], mid[1]);
    player.view.camera.pan((p[0] - before[0]) / 2, (p[1] - before[1]) / 2, pane.transform());
    pointers.set(id, p);
    player.redraw();
  };

  const up = (e) => {
    pointers.delete(e.pointerId);
    const done = start;
    if (!done || pointers.size) return;
    start = null;
    pane.gesture = null;
    if (e.type === "pointercancel") return player.redraw();
    if (!done.moved) click(at(e), e);
    else if (done.kind === "pan" || done.kind === "pinch") player.cameraMoved();
    else {
      const path = done.kind === "box" ? boxPolygon(done.from, at(e)) : thin(done.path);
      player.pick(pane.lasso(path), e.shiftKey ? "add" : e.altKey ? "remove" : "set");
    }
    player.redraw();
  };

  const click = ([px, py], e) => {
    const i = pane.at(px, py);
    if (player.tour.takesClick(pane, i)) return;
    if (i < 0) {
      if (!e.shiftKey) player.clearPicks();
      return;
    }
    const one = new Uint8Array(pane.run.n);
    one[i] = 1;
    player.pick(one, e.shiftKey ? "toggle" : "set");
    if (e.pointerType === "touch") pane.setHover(i, px, py);
  };

  let pending = null;
  const hover = (p) => {
    if (pending) {
      pending = p;
      return;
    }
    pending = p;
    requestAnimationFrame(() => {
      if (!pending) return; // the pointer has left meanwhile
      const [px, py] = pending;
      pending = null;
      if (start) return;
      pane.setHover(pane.at(px, py), px, py);
      player.hoverAlso(pane);
    });
  };

  const leave = (e) => {
    pointed = false;
    pending = null;
    if (!start && e.pointerType !== "touch") { // a finger leaves as it lifts: its card stays
      pane.setHover(-1);
      player.hoverAlso(pane);
    }
  };

  const zoom = (factor, px, py) => {
    player.view.camera.zoomAt(factor, px, py, pane.width, pane.height, pane.transform());
  };

  const wheel = (e) => {
    if (!pane.run.ready || !(pointed || e.ctrlKey)) return;
    e.preventDefault();
    const unit = e.deltaMode === 1 ? 16 : 1;
    const [px, py] = at(e);
    zoom(Math.exp(-Math.max(-240, Math.min(240, e.deltaY * unit)) * 0.0022), px, py);
    player.cameraMoved();
    player.redraw();
  };

  const events = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, pointerleave: leave, wheel };
  for (const [type, f] of Object.entries(events)) over.addEventListener(type, f, { passive: false });
  window.addEventListener("pointermove", follow, { capture: true, passive: true });
  return () => {
    window.removeEventListener("pointermove", follow, { capture: true });
    for (const [type, f] of Object.entries(events)) over.removeEventListener(type, f);
  };
}
