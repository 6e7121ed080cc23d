// Ctrl+Z and Ctrl+Shift+Z press the buttons that walk through the settings tried; a text field keeps
// them for its own text. With them comes what keeps the focus when Run is pressed.

import { keepFocus } from "./runfocus.js";

const TYPED = "textarea, select, [contenteditable=true], "
  + "input:not([type=range], [type=checkbox], [type=radio], [type=button])";
const HEARD = ["click", "keydown", "pointerdown"]; // after Run, the last two mean that the visitor went on

export default function undoKeys() {
  window.removeEventListener("keydown", globalThis.__splUndo); // of an earlier mount
  globalThis.__splUndo = pressUndo;
  window.addEventListener("keydown", pressUndo);
  for (const type of HEARD) {
    window.removeEventListener(type, globalThis.__splFocus, true);
    window.addEventListener(type, keepFocus, true);
  }
  globalThis.__splFocus = keepFocus;
}

export function pressUndo(e) {
  if (!(e.ctrlKey || e.metaKey) || e.altKey || e.key.toLowerCase() !== "z") return;
  if (e.composedPath().some((node) => node.matches?.(TYPED))) return;
  const button = document.querySelector(`.st-key-${e.shiftKey ? "redo" : "undo"} button`);
  if (!button || button.disabled) return;
  e.preventDefault();
  button.click();
}
