// Brute force is enough: one pass over 60,000 points takes about a millisecond.

// Index of the shown point nearest to pixel (px, py), −1 if none is within `radius` pixels.
// `shown` is 0 where a point cannot be picked, larger where it lies on top.
export function nearest(positions, shown, tf, px, py, radius) {
  const wx = (px - tf.tx) / tf.scale;
  const wy = (tf.ty - py) / tf.scale;
  let best = (radius / tf.scale) ** 2;
  let found = -1;
  for (let i = 0, j = 0; i < shown.length; i++, j += 2) {
    const dx = positions[j] - wx;
    const dy = positions[j + 1] - wy;
    const d = dx * dx + dy * dy;
    if (d <= best && shown[i]) {
      best = d;
      found = i;
    }
  }
  return found;
}
