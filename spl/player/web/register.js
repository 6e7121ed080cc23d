// An invisible element that brings the player's code and style; Streamlit's cache sends it once.

import { component } from "./component.js";

export default function register({ data }) {
  const shared = (globalThis.__splPlayer ??= { pending: [] });
  shared.css = data.css;
  shared.component = component;
  for (const go of (shared.waiting ?? []).splice(0)) go();
}
