// Points that move from where they stand on the screen to where another picture puts them.

import { ease } from "./interpolate.js";

export const MORPH_MS = 900;

export class Morph {
  // positions: of the picture that was drawn last, under the transform `tf`
  constructor(positions, tf) {
    this.from = new Float32Array(positions.length); // in pixels
    for (let i = 0; i < positions.length; i += 2) {
      this.from[i] = positions[i] * tf.scale + tf.tx;
      this.from[i + 1] = tf.ty - positions[i + 1] * tf.scale;
    }
    this.start = null;
    this.over = false;
  }

  // Change the positions of the new picture to those on the way.
  apply(positions, tf, now = performance.now()) {
    this.start ??= now;
    const u = Math.min(1, (now - this.start) / MORPH_MS);
    this.over = u === 1;
    if (this.over || positions.length !== this.from.length) return;
    const still = 1 - ease(u);
    for (let i = 0; i < positions.length; i += 2) {
      positions[i] += still * ((this.from[i] - tf.tx) / tf.scale - positions[i]);
      positions[i + 1] += still * ((tf.ty - this.from[i + 1]) / tf.scale - positions[i + 1]);
    }
  }
}
