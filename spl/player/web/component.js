// The Streamlit component: called on every rerun with the same parentElement, its return on unmount.

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
  return () => {
    player.destroy();
    players.delete(parentElement);
  };
}
