// An invisible element that hands one blob to the store, whichever of the two comes first.

export default function blob({ data }) {
  if (!data?.length) return;
  const shared = (globalThis.__splPlayer ??= { pending: [] });
  if (shared.store) shared.store.put(data);
  else shared.pending.push(data);
}
