// Who presses Run, Start or Use these data with the keyboard: the button is grey or gone then, and
// the focus would fall to the page's beginning. It goes to the picture, where Space plays, and else to the page's heading.

const RUN = ["run", "run_here", "use_upload"].map((key) => `.st-key-${key} button, `).join("") +
  "[class*='st-key-start-'] button";
const LOOK_MS = 100;
const PATIENCE_MS = 3000; // until the heading is taken where no picture comes
const WATCH_MS = 10000; // the picture may be mounted anew while its frames arrive

let watch = null;

export function keepFocus(e) {
  clearInterval(watch);
  if (e.type !== "click" || e.detail !== 0 || !e.target.closest?.(RUN)) return; // 0: by a key
  const since = performance.now();
  watch = setInterval(() => {
    const waited = performance.now() - since;
    if (waited > WATCH_MS) clearInterval(watch);
    const now = document.activeElement;
    if (now !== document.body && !now.matches("h1") && !(now.matches(RUN) && now.disabled)) return;
    const picture = findPicture();
    if (picture) {
      picture.closest(".spl-player").classList.add("by-tab"); // its focus ring is shown
      picture.focus({ preventScroll: true });
    } else if (waited > PATIENCE_MS && !now.matches("h1")) focusHeading();
  }, LOOK_MS);
}

function findPicture() {
  for (const node of document.querySelectorAll(".st-key-player *")) {
    const found = node.shadowRoot?.querySelector(".over");
    if (found) return found;
  }
  return null;
}

function focusHeading() {
  const heading = document.querySelector("h1");
  if (heading) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
}
