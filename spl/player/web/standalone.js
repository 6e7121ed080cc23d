// Entry for a saved page: blobs and header are in the page itself.

import { Player } from "./player.js";
import { sharedStore } from "./store.js";
import { fromBase64 } from "./decode.js";
import { sendFile } from "./send.js";

export default async function start(parent) {
  const read = (id) => document.getElementById(id).textContent;
  const data = JSON.parse(read("spl-header"));
  const store = sharedStore();
  const player = new Player(parent, store, "standalone", () => {});
  player.update(data);
  for (const text of read("spl-blobs").split("\n")) {
    if (text.trim()) await store.put(fromBase64(text.trim()));
  }
  const fill = () => {
    player.root.style.height = `${Math.max(420, window.innerHeight - parent.offsetTop - 16)}px`;
  };
  window.addEventListener("resize", fill);
  fill();
  // Keys work at once; what a quick reader has opened meanwhile keeps the focus.
  if (document.activeElement === document.body) player.panes[0].over.focus({ preventScroll: true });
  if (data.send) {
    player.onFrame(performance.now()); // the numbers must be there
    await sendFile(player, data.send);
  }
  return player;
}
