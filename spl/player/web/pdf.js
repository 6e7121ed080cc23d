// A drawing list as one page of PDF, in Helvetica, which every reader has.

const ROUND = 0.5523; // of Bézier curves that make a circle
const WIN = { "€": 128, "…": 133, "‘": 145, "’": 146, "“": 147, "”": 148, "•": 149, "–": 150, "—": 151 };
const PLAIN = { "−": "–", "→": "->", "←": "<-", "≈": "~" };
const f = (v) => String(Math.round(v * 100) / 100);
const latin = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));

export function pdfBytes({ width, height, items }) {
  const alphas = new Map();
  const images = [];
  const content = [`1 0 0 -1 0 ${f(height)} cm 0 J 1 j`];
  for (const item of items) content.push(operators(item, alphas, images));
  const states = [...alphas].map(([a, name]) => `/${name} << /CA ${a} /ca ${a} >>`).join(" ");
  const pictures = images.map((_, i) => `/I${i} ${7 + i} 0 R`).join(" ");
  const font = (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const body = content.join("\n");
  return file([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${f(width)} ${f(height)}] /Contents 6 0 R /Resources `
    + `<< /Font << /F0 4 0 R /F1 5 0 R >> /ExtGState << ${states} >> /XObject << ${pictures} >> >> >>`,
    font("Helvetica"), font("Helvetica-Bold"),
    `<< /Length ${body.length} >>\nstream\n${body}\nendstream`,
    ...images.map(imageObject),
  ]);
}

function file(objects) {
  let text = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  const starts = objects.map((object, i) => {
    const start = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const rows = starts.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const n = objects.length + 1;
  return latin(`${text}xref\n0 ${n}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${n} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`);
}

function operators(item, alphas, images) {
  const { kind, x, y, w, h } = item;
  if (kind === "save") return "q";
  if (kind === "restore") return "Q";
  if (kind === "clip") return `${f(x)} ${f(y)} ${f(w)} ${f(h)} re W n`;
  const a = Math.round(item.alpha * 100) / 100;
  if (!alphas.has(a)) alphas.set(a, `A${alphas.size}`);
  const share = `/${alphas.get(a)} gs`;
  if (kind === "image") {
    images.push(item.image);
    return `q ${share} ${f(w)} 0 0 ${f(-h)} ${f(x)} ${f(y + h)} cm /I${images.length - 1} Do Q`;
  }
  const color = item.color.map((v) => f(v / 255)).join(" ");
  const pen = `${color} RG ${f(item.width ?? 1)} w`;
  if (kind === "text" || kind === "halo") {
    const paint = kind === "text" ? `${color} rg 0 Tr` : `${pen} 1 Tr`;
    return `${share} ${paint} BT /F${item.bold ? 1 : 0} ${f(item.size)} Tf 1 0 0 -1 ${f(x)} ${f(y)} Tm (${encoded(item.text)}) Tj ET`;
  }
  const path = item.path.map(pathOperators).join(" ");
  return kind === "fill" ? `${share} ${color} rg ${path} f` : `${share} ${pen} [${item.dash.join(" ")}] 0 d ${path} S`;
}

function pathOperators([kind, x, y, a, b]) {
  if (kind === "M") return `${f(x)} ${f(y)} m`;
  if (kind === "L") return `${f(x)} ${f(y)} l`;
  if (kind === "R") return `${f(x)} ${f(y)} ${f(a)} ${f(b)} re`;
  if (kind === "Z") return "h";
  const c = a * ROUND;
  const curve = (...p) => `${p.map(f).join(" ")} c`;
  return [`${f(x + a)} ${f(y)} m`, curve(x + a, y + c, x + c, y + a, x, y + a), curve(x - c, y + a, x - a, y + c, x - a, y),
    curve(x - a, y - c, x - c, y - a, x, y - a), curve(x + c, y - a, x + a, y - c, x + a, y), "h"].join(" ");
}

// Helvetica's own characters; any other becomes "?".
function encoded(text) {
  const known = text.replace(/./gu, (c) => PLAIN[c] ?? c);
  return [...known].map((c) => {
    const code = WIN[c] ?? c.codePointAt(0);
    const byte = code < 32 || code > 255 || (code > 126 && code < 160 && !WIN[c]) ? 63 : code;
    return byte > 126 || "()\\".includes(String.fromCharCode(byte)) ? `\\${byte.toString(8).padStart(3, "0")}` : String.fromCharCode(byte);
  }).join("");
}

function imageObject(canvas) {
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  let rgb = "";
  for (let i = 0; i < data.length; i += 4) rgb += String.fromCharCode(data[i], data[i + 1], data[i + 2]);
  return `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length ${rgb.length} >>\nstream\n${rgb}\nendstream`;
}
