// The Streamlit component: called on every rerun with the same parentElement. Streamlit calls what it
// returns on unmount, and at once where a later rerun has overtaken this one, even if that one was
// called before: only the latest call's return may end the player.

import { Player } from "./player.js";
import { el } from "./dom.js";
import { sharedStore } from "./store.js";

const players = new WeakMap();

export function component({ data, parentElement, setStateValue, setTriggerValue }) {
  if (!data?.runs?.length) return undefined;
  let player = players.get(parentElement);
  if (!player || player.key !== data.key) {
    player?.destroy();
    player = new Player(parentElement, sharedStore(), data.key, (state) => player.tell(state));
    player.key = data.key;
    player.root.prepend(el("style", { text: globalThis.__splPlayer.css }));
    players.set(parentElement, player);
  }
  player.tell = (state) => setStateValue("view", state);
  player.onCancel = () => setTriggerValue("cancel", true);
  player.giveLabel = data.labels ? (given) => setTriggerValue("label", given) : null;
  player.onWalk = (step) => setTriggerValue("walk", step);
  player.update(data);
  const call = (player.calls = (player.calls ?? 0) + 1);
  return () => {
    if (player.calls !== call) return;
    player.destroy();
    players.delete(parentElement);
  };
}
