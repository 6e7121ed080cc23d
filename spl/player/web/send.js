// For `spl export`: makes one file and sends it to the server that gave the page.

import { figureBlob } from "./save.js";
import { recordFilm } from "./film.js";

export async function sendFile(player, { kind, what }) {
  const film = { signal: new AbortController().signal, onProgress: () => {} };
  const made = what === "film" ? recordFilm(player, kind, film) : figureBlob(player.panes[0], kind, what, 2);
  await fetch("/", { method: "POST", body: await made });
}
