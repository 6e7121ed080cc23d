// A run of one source sample and three target samples, which tests change as they need it.
import { Run } from "../../spl/player/web/run.js";
import { Store } from "../../spl/player/web/store.js";

export function smallRun(frames = []) {
  const store = new Store();
  const header = { id: "r", classes: ["a", "b"], n_source: 1, n_target: 3, source: "s", target: "t",
    colors: { light: ["#111111", "#222222"] }, dropped: new Set(), ramp: { light: ["#333333", "#444444"] },
    rank_levels: 32, steps: [], matching: [[1, 0], [0, 1]], attributes: "A", extras: null, last_k: 1, planned_k: 1,
    frames };
  store.blobs.set("A", { source: Uint8Array.of(1), truth: Uint8Array.of(0, 1, 255),
    pseudo: [Uint8Array.of(0, 0, 1), Uint8Array.of(0, 1, 1)], ncp: [Uint8Array.of(0, 0, 1), Uint8Array.of(0, 1, 1)],
    sp: [Uint8Array.of(1, 0, 1), Uint8Array.of(0, 1, 1)], matched: [Uint8Array.of(0, 0, 1), Uint8Array.of(0, 1, 1)],
    rank: [Uint8Array.of(0, 31, 3), Uint8Array.of(0, 31, 3)],
    selected: [Uint8Array.of(0, 0, 0), Uint8Array.of(0, 1, 0)] });
  return { store, run: new Run(header, store) };
}
