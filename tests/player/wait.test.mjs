// What dims the picture before the page is drawn anew: node --test tests/player
import assert from "node:assert/strict";
import test from "node:test";

import wait from "../../spl/player/web/wait.js";

const parentElement = { closest: () => null };

// A mounted player whose words are there already: only their text and the dimming change.
function stubPlayer(key, asked) {
  const classes = new Set();
  return {
    key, asked, classes,
    stage: { classList: { toggle: (name, on) => (on ? classes.add(name) : classes.delete(name)) } },
    waiting: { hidden: true, firstChild: { textContent: "" } },
  };
}

function said(players, data) {
  globalThis.__splPlayer = { store: { users: new Map(players.map((p) => [p, {}])) } };
  wait({ data, parentElement });
  delete globalThis.__splPlayer;
  return players.map((p) => [p.classes.has("waiting"), p.waiting.hidden ? "" : p.waiting.firstChild.textContent]);
}

test("the player that is named is dimmed and says what is computed", () => {
  const players = [stubPlayer("player", 1), stubPlayer("another", 1)];
  assert.deepEqual(said(players, { player: "player", words: "Running with d2 5 …", asked: 2 }),
    [[true, "Running with d2 5 …"], [false, ""]]);
});

test("an update that knows of the request has the last word", () => {
  assert.deepEqual(said([stubPlayer("player", 2)], { player: "player", words: "Running …", asked: 2 }), [[false, ""]]);
});

test("without words, or before there is a player, nothing happens", () => {
  assert.deepEqual(said([stubPlayer("player", 1)], { player: "player", words: "", asked: 2 }), [[false, ""]]);
  wait({ data: { player: "player", words: "Running …", asked: 2 }, parentElement });
});
