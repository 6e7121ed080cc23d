// One element of a drawing in the page.

const SVG_SPACE = "http://www.w3.org/2000/svg";

export function svgElement(tag, props) {
  const node = document.createElementNS(SVG_SPACE, tag);
  for (const [name, value] of Object.entries(props)) node.setAttribute(name, value);
  return node;
}
