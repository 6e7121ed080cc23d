// The notebook's widget (anywidget): the model holds header and blobs, and what both sides may set.

import { Player } from "./player.js";
import { fromBase64, packBits, toBase64, unpackBits } from "./decode.js";
import { sharedStore } from "./store.js";

// The notebook's colours: JupyterLab's variables, else those of VS Code, else the player's own.
const THEME = {
  "--st-background-color": "var(--jp-layout-color0, var(--vscode-editor-background, #ffffff))",
  "--st-secondary-background-color": "var(--jp-layout-color2, var(--vscode-editorWidget-background, #f3f5f8))",
  "--st-text-color": "var(--jp-content-font-color1, var(--vscode-editor-foreground, #24272e))",
};

// Each view of a model is a player of its own.
let views = 0;

// Rows of the chosen samples as the player's text, and back.
export function textOfRows(rows, n) {
  const mask = new Uint8Array(n);
  for (const i of rows) mask[i] = 1;
  return rows.length ? toBase64(packBits(mask)) : "";
}

export function rowsOfText(text, n) {
  const mask = unpackBits(fromBase64(text), n);
  return Array.from(mask.keys()).filter((i) => mask[i]);
}

// What given.js takes, from the model.
export function givenBy(model) {
  const runs = model.get("_runs");
  return { runs, height: model.get("_height"), k: model.get("k"), color_by: model.get("color_by"),
    chosen: textOfRows(model.get("selection"), runs[0].n_source + runs[0].n_target) };
}

// What the player tells goes to the model, as far as it is news: each message is a trip to the kernel.
export function tellModel(model, { k, color_by, chosen }) {
  const { chosen: old, runs: [run] } = givenBy(model);
  if (model.get("k") !== k) model.set("k", k);
  if (model.get("color_by") !== color_by) model.set("color_by", color_by);
  if (old !== chosen) model.set("selection", rowsOfText(chosen, run.n_source + run.n_target));
  model.save_changes();
}

function render({ model, el: parent }) {
  const store = sharedStore();
  parent.setAttribute("data-lm-suppress-shortcuts", "true"); // else JupyterLab takes "a", "b" and "c" for cells
  for (const [name, value] of Object.entries(THEME)) parent.style.setProperty(name, value);
  const player = new Player(parent, store, `notebook ${++views}`, (state) => tellModel(model, state));
  const give = () => player.update(givenBy(model));
  give();
  for (const { buffer, byteOffset, byteLength } of model.get("_blobs")) store.put(new Uint8Array(buffer, byteOffset, byteLength));
  const attached = new ResizeObserver(() => { // until then it has neither colours nor a place
    player.readTheme();
    give();
  });
  attached.observe(player.root);
  const heard = ["k", "selection", "color_by"].map((name) => `change:${name}`);
  for (const name of heard) model.on(name, give);
  return () => {
    for (const name of heard) model.off(name, give);
    attached.disconnect();
    player.destroy();
  };
}

export default { render };
