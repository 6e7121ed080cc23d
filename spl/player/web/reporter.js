// What the player tells Python, and when: at the end of a gesture or at an iteration, never per frame.

import { hiddenText } from "./hidden.js";
import { packBits, toBase64 } from "./decode.js";
import { shownText } from "./shown.js";

const TOLD = ["k", "chosen", "color_by", "shown", "hidden", "camera"]; // fields that Python gives, too
const LEAST_MS = 30; // several changes of one gesture are told together
const TELL_MS = 240; // at least, from one iteration told while playing to the next
const QUIET_MS = 1500; // after a click elsewhere: a rerun asked for now could undo a page change
const LEFT_MS = 15000; // after a click here that opens another page: long enough for a slow server

export class Reporter {
  constructor(player, send) {
    this.player = player;
    this.send = send;
    this.quietUntil = 0;
    this.toldAt = 0; // when Python last heard of an iteration
  }

  // A click or a key outside the player: another page may be about to open.
  elsewhere() {
    this.quietUntil = performance.now() + QUIET_MS;
  }

  inside() {
    this.quietUntil = 0;
  }

  // A click in the player opens another page.
  leave() {
    this.quietUntil = performance.now() + LEFT_MS;
  }

  get quietMs() {
    return Math.max(0, this.quietUntil - performance.now());
  }

  later(ms = 0) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.report(), Math.max(ms, LEAST_MS));
  }

  // While it plays, the rest of the app follows from one iteration to the next.
  tellIteration(now) {
    const { clock, view } = this.player;
    if (now - this.toldAt <= TELL_MS || clock.k === view.toldK) return;
    this.toldAt = now;
    this.later();
  }

  report() {
    if (this.quietMs) return this.later(this.quietMs);
    const { view } = this.player;
    const state = this.state();
    view.toldK = state.k;
    for (const field of TOLD) view.sync.send(field, state[field]);
    this.send(state);
  }

  state() {
    const { view, clock, inside, picks, pickCount } = this.player;
    const { colorBy, marks, overlays } = inside.chosen;
    return {
      k: inside.on ? inside.k : clock.move && !clock.playing ? Math.round(clock.move.to) : clock.k,
      chosen: pickCount ? toBase64(packBits(picks)) : "",
      heard: view.sync.heard("chosen"),
      color_by: colorBy,
      shown: shownText({ marks, overlays }),
      hidden: hiddenText(view),
      camera: view.camera.toJSON(),
      playing: clock.playing,
      lesson: view.tour ? [view.tour.key, view.tour.at] : view.closed ? [view.closed, -1] : null,
      seq: Date.now(),
    };
  }

  stop() {
    clearTimeout(this.timer);
  }
}
