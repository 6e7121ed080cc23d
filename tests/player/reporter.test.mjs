// What the player tells Python, and when: node --test tests/player
import assert from "node:assert/strict";
import test from "node:test";

import { Reporter } from "../../spl/player/web/reporter.js";

function quietReporter() {
  const sent = [];
  const reporter = new Reporter({ view: { sync: { send() {} } } }, (state) => sent.push(state));
  reporter.state = () => ({ k: 1 });
  return { reporter, sent };
}

test("a gesture in the player is reported, one elsewhere is not followed by a report at once", () => {
  const { reporter, sent } = quietReporter();
  reporter.report();
  assert.equal(sent.length, 1);
  reporter.elsewhere();
  reporter.report();
  assert.equal(sent.length, 1);
  reporter.inside();
  reporter.report();
  assert.equal(sent.length, 2);
  reporter.stop();
});

test("a click that opens another page is followed by no report until the page had time to open", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { reporter, sent } = quietReporter();
  reporter.leave();
  reporter.report();
  t.mock.timers.tick(10_000);
  assert.deepEqual([sent.length, reporter.quietMs > 10_000], [0, true]);
  reporter.inside(); // the reader is still here
  reporter.report();
  assert.equal(sent.length, 1);
  reporter.stop();
});
