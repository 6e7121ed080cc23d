// A blob on standard input as JSON on standard output, decoded as the browser does.
import { readFileSync } from "node:fs";

import { decodeBlob } from "../../spl/player/web/decode.js";

const blob = await decodeBlob(new Uint8Array(readFileSync(0)));
const plain = (key, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
process.stdout.write(JSON.stringify(blob, plain));
