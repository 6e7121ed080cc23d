// Positions between two frames, and the clock that moves from one iteration to the next.

export const STEP_MS = 1000; // one iteration at speed 1: moving, then holding still
const MOVE_SHARE = 0.65;
const FIRST_TAKES = 2; // times as long: from "before" to k = 0 most moves, and colours change
const END_HOLD_MS = 1200; // before a loop starts again

export function ease(u) {
  return u < 0.5 ? 4 * u * u * u : 1 - Math.pow(-2 * u + 2, 3) / 2;
}

export function mix(a, b, u, out) {
  if (a === b || u === 0) {
    out.set(a);
    return out;
  }
  for (let i = 0; i < out.length; i++) out[i] = a[i] + (b[i] - a[i]) * u;
  return out;
}

// `t` is a real iteration: 2.25 is a quarter of the way from frame 2 to frame 3. The frame before
// adaptation, where there is one, is at −1.
export class Clock {
  constructor() {
    this.t = 0;
    this.first = 0;
    this.last = 0;
    this.playing = false;
    this.speed = 1;
    this.loop = false;
    this.until = null;
    this.tween = true; // false under prefers-reduced-motion
    this.move = null; // { from, to, elapsed, duration, hold }
  }

  // The iteration shown: while playing the last one reached, as all pages have it.
  get k() {
    const k = this.playing && this.move ? Math.floor(this.t + 1e-6) : Math.round(this.t);
    return this.within(k);
  }

  within(k) {
    return Math.min(this.last, Math.max(this.first, k));
  }

  setRange(first, last) {
    this.first = first;
    this.last = last;
    if (this.t !== this.within(this.t)) this.jump(this.t);
  }

  jump(k) {
    this.t = this.within(k);
    this.move = null;
  }

  // To the end, or only to iteration `until`.
  play(until = null) {
    this.until = until;
    if (this.last <= this.first) return;
    if (this.t >= this.last) this.t = this.first;
    this.playing = true;
    this.move = null;
  }

  pause() {
    if (this.playing && this.move) this.glide(this.move.to);
    this.playing = false;
  }

  // Rest at iteration k, if it was playing.
  stop(k) {
    if (!this.playing) return;
    this.playing = false;
    this.jump(k ?? this.k);
  }

  glide(k) {
    const to = this.within(k);
    if (!this.tween) return this.jump(to);
    this.move = to === this.t ? null : { from: this.t, to, elapsed: 0, duration: 350, hold: 0 };
  }

  // A key pressed again while still moving goes on from where the first press leads.
  step(delta) {
    this.playing = false;
    const base = this.move ? this.move.to : this.k;
    if (this.move) this.t = base;
    this.glide(base + delta);
  }

  // Advance by `ms`; returns true while anything still moves or plays.
  tick(ms) {
    if (!this.move && this.playing) this.next();
    if (!this.move) return false;
    const m = this.move;
    m.elapsed += ms * (this.playing ? this.speed : 1);
    const u = Math.min(1, m.elapsed / m.duration);
    this.t = m.from + (m.to - m.from) * (this.tween ? ease(u) : u < 1 ? 0 : 1);
    if (m.elapsed >= m.duration) this.t = m.to;
    if (m.elapsed >= m.duration + m.hold) {
      this.move = null;
      if (this.playing) this.next();
    }
    return this.move !== null;
  }

  next() {
    const from = Math.floor(this.t + 1e-6);
    if (from >= (this.until ?? this.last)) {
      if (!this.loop || this.until !== null) {
        this.playing = false;
        return;
      }
      this.t = this.first;
      this.move = { from: this.first, to: this.first, elapsed: 0, duration: 1, hold: STEP_MS };
      return;
    }
    const end = from + 1 === this.last && this.loop ? END_HOLD_MS : 0;
    const way = STEP_MS * MOVE_SHARE * (from < 0 ? FIRST_TAKES : 1);
    this.move = {
      from: this.t, to: from + 1, elapsed: 0, duration: way, hold: STEP_MS * (1 - MOVE_SHARE) + end,
    };
  }
}
