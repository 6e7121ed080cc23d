// A drawing list as SVG text.

const n2 = (v) => String(Math.round(v * 100) / 100);
// XML has no control characters.
const escaped = (text) => text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, "?").replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const hex = (color) => `#${color.map((v) => Math.round(v).toString(16).padStart(2, "0")).join("")}`;

export function svgText({ width, height, items }) {
  const parts = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n2(width)} ${n2(height)}" width="${n2(width)}" height="${n2(height)}" font-family="Helvetica, Arial, sans-serif">`];
  const open = []; // inner pictures since each save
  for (const item of items) {
    if (item.kind === "save") open.push(0);
    else if (item.kind === "restore") parts.push("</svg>".repeat(open.pop()));
    else if (item.kind === "clip") {
      open[open.length - 1]++;
      const box = [item.x, item.y, item.w, item.h].map(n2); // an inner picture shows nothing beyond itself
      parts.push(`<svg x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" viewBox="${box.join(" ")}">`);
    } else parts.push(element(item));
  }
  parts.push("</svg>");
  return parts.join("\n");
}

function element(item) {
  const { kind, color, alpha, width, dash } = item;
  const share = alpha < 1 ? ` opacity="${n2(alpha)}"` : "";
  if (kind === "image") {
    return `<image x="${n2(item.x)}" y="${n2(item.y)}" width="${n2(item.w)}" height="${n2(item.h)}" image-rendering="pixelated"${share} href="${item.image.toDataURL()}"/>`;
  }
  const line = `fill="none" stroke="${color && hex(color)}" stroke-width="${n2(width ?? 1)}"`;
  const paint = kind === "fill" || kind === "text" ? `fill="${hex(color)}"` : line;
  if (kind === "text" || kind === "halo") {
    const weight = item.bold ? ' font-weight="600"' : "";
    return `<text x="${n2(item.x)}" y="${n2(item.y)}" font-size="${n2(item.size)}"${weight} ${paint} stroke-linejoin="round"${share}>${escaped(item.text)}</text>`;
  }
  const pattern = dash?.length ? ` stroke-dasharray="${dash.join(" ")}"` : "";
  return `<path d="${item.path.map(command).join("")}" ${paint}${pattern}${share}/>`;
}

function command([kind, x, y, a, b]) {
  if (kind === "Z") return "Z";
  if (kind === "O") return `M${n2(x - a)} ${n2(y)}a${n2(a)} ${n2(a)} 0 1 0 ${n2(2 * a)} 0a${n2(a)} ${n2(a)} 0 1 0 ${n2(-2 * a)} 0Z`;
  if (kind === "R") return `M${n2(x)} ${n2(y)}h${n2(a)}v${n2(b)}h${n2(-a)}Z`;
  return `${kind}${n2(x)} ${n2(y)}`;
}
