// What outlives one mount of the player: decoded blobs by digest, and each player's view state.
// It hangs on globalThis because Streamlit loads each component's script as a module of its own.

import { blobHeader, decodeBlob } from "./decode.js";

const LIMIT = 400e6; // bytes of decoded blobs that no mounted player shows

export class Store {
  constructor() {
    this.blobs = new Map(); // digest → decoded blob
    this.views = new Map(); // Python key → view state
    this.users = new Map(); // mounted player → { keys, wake }
    this.loading = new Map(); // digest → promise
  }

  // Take raw bytes; decode them once.
  put(bytes) {
    const { key } = blobHeader(bytes).header;
    if (this.blobs.has(key)) return Promise.resolve();
    if (!this.loading.has(key)) {
      this.loading.set(key, decodeBlob(bytes).then((blob) => {
        this.blobs.set(key, blob);
        this.prune();
        for (const user of this.users.values()) if (user.keys.has(key)) user.wake();
      }).finally(() => this.loading.delete(key))); // damaged bytes may come again, whole
    }
    return this.loading.get(key);
  }

  use(player, keys, wake) {
    this.users.set(player, { keys: new Set(keys), wake });
  }

  release(player) {
    this.users.delete(player);
  }

  prune() {
    let size = 0;
    for (const blob of this.blobs.values()) size += blobSize(blob);
    if (size < LIMIT) return;
    const used = new Set();
    for (const user of this.users.values()) for (const key of user.keys) used.add(key);
    for (const key of this.blobs.keys()) if (!used.has(key)) this.blobs.delete(key);
  }
}

function blobSize(blob) {
  return blob.xy ? blob.xy.byteLength : 1e6;
}

// Raw blobs may arrive before the player's own script: they wait in `pending`.
export function sharedStore() {
  const shared = (globalThis.__splPlayer ??= { pending: [] });
  if (!shared.store) {
    shared.store = new Store();
    for (const bytes of shared.pending.splice(0)) shared.store.put(bytes);
  }
  return shared.store;
}
