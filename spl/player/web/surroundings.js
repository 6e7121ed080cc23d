// What the player listens to outside its own pictures: size, theme, reduced motion, keys, clicks
// elsewhere, full screen, and whether another page was opened.

import { handleKey } from "./keys.js";
import { watchFullscreen } from "./present.js";

// Starts listening; returns a function that ends it.
export function watchSurroundings(player) {
  const { clock, probe, reporter, root } = player;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const onMotion = () => { clock.tween = !still.matches; };
  onMotion();
  still.addEventListener("change", onMotion);
  probe.addEventListener("transitionend", () => player.readTheme()); // its colours follow the theme's variables
  const onKey = (e) => handleKey(player, e);
  for (const type of ["keydown", "keyup"]) root.addEventListener(type, onKey);
  const onInput = (e) => {
    const pointer = e.type === "pointerdown";
    if (pointer || e.key === "Tab") root.classList.toggle("by-tab", !pointer); // where a focus ring helps
    if (e.composedPath().includes(root)) reporter.inside();
    else if (pointer || e.key === "Enter" || e.key === " ") reporter.elsewhere();
    // A lesson has just been opened: its key works before anything of it has the focus.
    if (player.tour.steps && /^n$/i.test(e.key) && document.activeElement === document.body) handleKey(player, e);
  };
  for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, onInput, true);
  const unwatchFullscreen = watchFullscreen(player);
  return () => {
    unwatchFullscreen();
    for (const type of ["pointerdown", "keydown"]) window.removeEventListener(type, onInput, true);
    still.removeEventListener("change", onMotion);
  };
}

// Another page's address tells that this page was left; otherwise Streamlit mounts the player anew.
export function watchPage(view, page) {
  clearInterval(view.pageWatch);
  const look = () => {
    view.leftPage = location.pathname !== page;
    if (view.leftPage) clearInterval(view.pageWatch);
  };
  view.pageWatch = setInterval(look, 100);
  look();
}
