// "Present": nothing but the picture, over the whole screen, in larger type.

export function togglePresent(player) {
  return player.presenting ? leavePresent(player) : present(player);
}

function present(player) {
  show(player, true);
  // Where the browser refuses (a frame without permission) the window is filled instead.
  player.root.requestFullscreen?.().catch(() => {});
}

export function leavePresent(player) {
  show(player, false);
  if (document.fullscreenElement) document.exitFullscreen?.().catch(() => {});
}

function show(player, on) {
  player.view.presenting = on;
  player.root.classList.toggle("present", on);
  player.panes[0].over.focus({ preventScroll: true });
  player.redraw();
}

// The browser's own Esc leaves the full screen without asking the player.
export function watchFullscreen(player) {
  let full = false;
  const onChange = () => {
    const now = Boolean(document.fullscreenElement);
    if (full && !now && player.presenting) show(player, false);
    full = now;
  };
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
}
