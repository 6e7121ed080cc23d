// An invisible element that dims the picture before the page is drawn anew: what takes its place may
// be there within the same rerun. The player's next update says what holds then.

import { waitFor } from "./waiting.js";

export default function wait({ data }) {
  if (!data?.words) return;
  for (const player of globalThis.__splPlayer?.store?.users.keys() ?? []) {
    if (player.key === data.player && player.asked !== data.asked) waitFor(player, data.words, player.asked);
  }
}
