// Entry for Streamlit: called on every rerun with the same parentElement, its return on unmount.

import { Player } from "./player.js";
import { sharedStore } from "./store.js";

const players = new WeakMap();

export default function component({ data, parentElement, setStateValue }) {
  if (!data?.runs?.length) return undefined;
  let player = players.get(parentElement);
  if (!player || player.key !== data.key) {
    player?.destroy();
    player = new Player(parentElement, sharedStore(), data.key, (state) => player.report_(state));
    player.key = data.key;
    players.set(parentElement, player);
  }
  player.report_ = (state) => setStateValue("view", state);
  player.update(data);
  return () => {
    player.destroy();
    players.delete(parentElement);
  };
}
