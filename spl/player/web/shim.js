// The script that travels with every change of k or selection: it only waits for the real one,
// which register.js brings once.

export default function shim(args) {
  const shared = (globalThis.__splPlayer ??= { pending: [] });
  if (shared.component) return shared.component(args);
  return new Promise((resolve) => {
    (shared.waiting ??= []).push(() => resolve(shared.component(args)));
  });
}
