// The Streamlit component: called on every rerun with the same parentElement. Streamlit calls what it
// returns on unmount. Where a later rerun has overtaken this one it calls it at once, which may be after
// the later rerun's call: only the latest call's return may end the player, and only once the page has
// no place for it any more.

import { Player } from "./player.js";
import { askAgain } from "./again.js";
import { el } from "./dom.js";
import { sharedStore } from "./store.js";

const LATER_MS = 1000;
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
  player.onWalk = (step) => {
    player.reporter.leave();
    setTriggerValue("walk", step);
  };
  player.ask = () => { if (!player.reporter.quietMs) setTriggerValue("again", Date.now()); };
  player.update(data);
  askAgain(player, () => player.gone || isComplete(player), () => player.ask(), bytesOf(data.runs));
  const call = (player.call = {});
  const end = () => {
    if (players.get(parentElement) !== player || player.call !== call || parentElement.isConnected) return;
    player.destroy();
    players.delete(parentElement);
  };
  return () => {
    end();
    setTimeout(end, LATER_MS); // where the place goes only after this was called
  };
}

// Whether all that the headers name has arrived.
function isComplete({ panes, store }) {
  return panes.every(({ run }) => run.blobs.every((key) => store.blobs.has(key)));
}

function bytesOf(runs) {
  return runs.reduce((sum, { bytes }) => sum + bytes, 0);
}
