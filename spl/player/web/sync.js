// Which side changed a value last, Python or the player? Every rerun repeats Python's arguments;
// most repeats are old news, and some are echoes of what the player sent a moment ago.

const LATE_MS = 5000; // how long an echo may take where the server is busy

export class Sync {
  constructor() {
    this.times = new Map(); // field and JSON → when it was last sent
    this.lastIn = new Map(); // field → JSON of Python's last value
    this.sent = new Map(); // field → JSONs sent and not yet echoed
  }

  // True if `value` from Python is news that the player must apply.
  receive(field, value) {
    const json = JSON.stringify(value ?? null);
    if (this.lastIn.get(field) === json) return false;
    this.lastIn.set(field, json);
    const sent = this.sent.get(field) ?? [];
    const at = sent.lastIndexOf(json);
    if (at >= 0) {
      this.sent.set(field, sent.slice(at + 1));
      return false; // an echo: the player has been there already
    }
    return value !== null && value !== undefined;
  }

  // Python's last value.
  heard(field) {
    return JSON.parse(this.lastIn.get(field) ?? "null");
  }

  // Whether the player itself sent this value a moment ago. While the iterations play, such a value
  // from Python is where they were, not where they should go: a rerun that took long.
  sentLately(field, value) {
    const at = this.times.get(`${field} ${JSON.stringify(value ?? null)}`);
    return at !== undefined && performance.now() - at < LATE_MS;
  }

  // Only changes are remembered: Python repeats the rest without being asked.
  send(field, value) {
    const sent = this.sent.get(field) ?? [];
    const json = JSON.stringify(value ?? null);
    this.times.set(`${field} ${json}`, performance.now());
    if (json === (sent.at(-1) ?? this.lastIn.get(field))) return;
    sent.push(json);
    this.sent.set(field, sent.slice(-20));
  }
}
