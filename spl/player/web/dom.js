// Small helpers to build the page's elements and icons.

const TEXT = 3; // Node.TEXT_NODE

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((c) => c !== null && c !== undefined));
  return node;
}

// Sets the words of a node that has nothing else. Words that stand there already stay: each new piece of text is
// an event for a screen reader, and a hundred of them at each iteration kept it from what it was to say.
export function put(node, text) {
  const own = node.firstChild;
  if (own?.nodeType === TEXT && own === node.lastChild) {
    if (own.data !== text) own.data = text;
  } else if (node.textContent !== text) node.textContent = text;
}

const ICONS = {
  play: '<path d="M4 2.5v11l9-5.5z"/>',
  pause: '<path d="M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z"/>',
  previous: '<path d="M12 3v10L5 8zM3 3h1.8v10H3z"/>',
  next: '<path d="M4 3v10l7-5zM11.2 3H13v10h-1.8z"/>',
  first: '<path d="M8.5 3v10L3.5 8zM13.5 3v10l-5-5zM2 3h1.4v10H2z"/>',
  last: '<path d="M7.5 3v10l5-5zM2.5 3v10l5-5zM12.6 3H14v10h-1.4z"/>',
  loop: '<path d="M4 5.2h6.5V3L14 6.2l-3.5 3.2V7.2H5.8V9H4zM12 10.8H5.5V13L2 9.8l3.5-3.2v2.2h4.7V7H12z"/>',
  pan: '<path d="M8 1l2.4 2.8H8.9v3.3h3.3V5.6L15 8l-2.8 2.4V8.9H8.9v3.3h1.5L8 15l-2.4-2.8h1.5V8.9H3.8v1.5L1 8l2.8-2.4v1.5h3.3V3.8H5.6z"/>',
  lasso: '<path fill="none" stroke="currentColor" stroke-width="1.5" stroke-dasharray="2.2 1.4" d="M8 2.5c3.4 0 6 1.8 6 4.2s-2.6 4.2-6 4.2-6-1.8-6-4.2 2.6-4.2 6-4.2z"/><path d="M4.4 9.8l1.3.8-1.2 4-1.4-.5z"/>',
  box: '<path fill="none" stroke="currentColor" stroke-width="1.5" stroke-dasharray="2.4 1.6" d="M2.5 3.5h11v9h-11z"/>',
  present: '<path d="M1.5 2.5h13v9h-5.6l2.2 2.5H4.9l2.2-2.5H1.5zM3 4v6h10V4z"/>',
  reset: '<path d="M2 2h4.5v1.6H3.6v2.9H2zM9.5 2H14v4.5h-1.6V3.6H9.5zM2 9.5h1.6v2.9h2.9V14H2zM12.4 9.5H14V14H9.5v-1.6h2.9z"/>',
  clear: '<path d="M3.6 2.5L8 6.9l4.4-4.4 1.1 1.1L9.1 8l4.4 4.4-1.1 1.1L8 9.1l-4.4 4.4-1.1-1.1L6.9 8 2.5 3.6z"/>',
};

function icon(name) {
  const span = el("span", { class: "icon", "aria-hidden": "true" });
  span.innerHTML = `<svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor">${ICONS[name]}</svg>`;
  return span;
}

export function iconButton(name, label, onclick, props = {}) {
  return el("button", { type: "button", class: "btn", "aria-label": label, title: label, onclick, ...props }, icon(name));
}

// A button that opens a small panel under it; closes on Esc or a click elsewhere. The panel takes the
// focus of a click on its words, which else goes to the page: that closed the menu under the pointer,
// and Chromium's tab with it.
export function menu(label, ...content) {
  const details = el("details", { class: "menu" }, el("summary", { class: "btn text", text: label }),
    el("div", { class: "panel", tabindex: "-1" }, ...content));
  details.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && details.open) {
      details.open = false;
      details.querySelector("summary").focus();
      e.stopPropagation();
    }
  });
  details.addEventListener("toggle", () => keepInside(details.lastChild));
  details.addEventListener("focusout", (e) => {
    if (e.relatedTarget && !details.contains(e.relatedTarget)) setTimeout(() => { details.open = false; });
  });
  return details;
}

// A panel as wide as its words may begin near the window's right edge.
function keepInside(panel) {
  panel.style.translate = "";
  const over = panel.getBoundingClientRect().right + 8 - document.documentElement.clientWidth;
  if (over > 0) panel.style.translate = `${-Math.ceil(over)}px`;
}

export function checkbox(label, checked, onchange) {
  const input = el("input", { type: "checkbox", onchange: () => onchange(input.checked) });
  input.checked = checked;
  return el("label", { class: "check" }, input, el("span", { text: label }));
}

export function download(name, blob) {
  const a = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}
