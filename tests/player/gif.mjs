// Three frames of a pattern as GIF on standard output, for Pillow to read.
import { gifBytes } from "../../spl/player/web/gif.js";

const [width, height] = [150, 120];
const frames = [0, 1, 2].map((t) => {
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) rgba.set([(i * 7 + t * 40) & 248, ((i * i) >> 5) & 64, 80 * t], 4 * i);
  return rgba;
});
process.stdout.write(gifBytes(frames, width, height, [100, 200, 1500]));
