// Ctrl+Z and Ctrl+Shift+Z press the buttons that walk through the settings tried; a text field keeps
// them for its own text.

const TYPED = "textarea, select, [contenteditable=true], "
  + "input:not([type=range], [type=checkbox], [type=radio], [type=button])";

export default function undoKeys({ parentElement }) {
  parentElement.closest('[data-testid="stElementContainer"]')?.style.setProperty("display", "none");
  window.removeEventListener("keydown", globalThis.__splUndo); // of an earlier mount
  globalThis.__splUndo = pressUndo;
  window.addEventListener("keydown", pressUndo);
}

export function pressUndo(e) {
  if (!(e.ctrlKey || e.metaKey) || e.altKey || e.key.toLowerCase() !== "z") return;
  if (e.composedPath().some((node) => node.matches?.(TYPED))) return;
  const button = document.querySelector(`.st-key-${e.shiftKey ? "redo" : "undo"} button`);
  if (!button || button.disabled) return;
  e.preventDefault();
  button.click();
}
