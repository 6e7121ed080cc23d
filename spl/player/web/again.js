// A page must not stay without its picture: what does not come is asked for again. Streamlit drops the
// messages that still wait when a script is stopped or started anew, and each run of the script sends
// what the browser lacks.

const ASK_AFTER_MS = 5000;
const SLOW = 50; // bytes a millisecond: a network as slow as this still brings all in time

// Call `ask` until everything is there, first after a while, then each time after twice as long.
export function askAgain(owner, isThere, ask, bytes = 0) {
  if (owner.asking || isThere()) return;
  const wait = (ms) => {
    owner.asking = setTimeout(() => {
      owner.asking = null;
      if (isThere()) return;
      ask();
      wait(2 * ms);
    }, ms);
  };
  wait(ASK_AFTER_MS + bytes / SLOW);
}
