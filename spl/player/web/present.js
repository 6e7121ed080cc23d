// "Present": nothing but the picture, over the whole screen, in larger type.

export function togglePresent(player) {
  return player.presenting ? leavePresent(player) : present(player);
}

function present(player) {
  show(player, true);
  if (!player.leavesFull || !document.fullscreenElement) fillScreen(player); // else as soon as it has left it
}

function fillScreen(player) {
  const entered = () => { if (!player.presenting) leaveFullscreen(player); }; // a quick second press
  const refused = () => { if (player.presenting) fillWindow(player.root); }; // in a frame without permission
  (player.root.requestFullscreen?.() ?? Promise.reject()).then(entered, refused);
}

// Over everything else in the window, above the app's sidebar as well.
export function fillWindow(root) {
  if (!root.showPopover || root.popover) return;
  root.popover = "manual";
  root.showPopover();
}

export function leavePresent(player) {
  show(player, false);
  leaveFullscreen(player);
}

function leaveFullscreen(player) {
  if (!document.fullscreenElement || player.leavesFull) return;
  player.leavesFull = true; // until `watchFullscreen` sees it
  document.exitFullscreen().catch(() => { player.leavesFull = false; });
}

function show(player, on) {
  player.view.presenting = on;
  player.root.classList.toggle("present", on);
  if (!on) player.root.removeAttribute("popover");
  player.panes[0].over.focus({ preventScroll: true });
  player.redraw();
}

// The browser's own Esc leaves the full screen without asking the player.
export function watchFullscreen(player) {
  let full = false;
  const onChange = () => {
    const now = Boolean(document.fullscreenElement);
    const asked = player.leavesFull;
    if (full && !now) {
      player.leavesFull = false;
      if (player.presenting && asked) fillScreen(player); // pressed again meanwhile
      else if (player.presenting) show(player, false);
    }
    full = now;
  };
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
}
