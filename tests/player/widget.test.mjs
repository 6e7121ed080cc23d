// The notebook's widget without a notebook: node --test tests/player
import assert from "node:assert/strict";
import test from "node:test";

import { givenBy, rowsOfText, tellModel, textOfRows } from "../../spl/player/web/widget.js";

// What anywidget hands to a widget.
function stubModel(values) {
  return {
    values, saved: 0, sets: [],
    get(name) { return this.values[name]; },
    set(name, value) { this.sets.push(name); this.values[name] = value; },
    save_changes() { this.saved += 1; },
  };
}

const model = () => stubModel({
  _runs: [{ n_source: 9, n_target: 4 }], _height: 400, k: 2, color_by: "class", selection: [0, 9, 12],
});

test("rows become the player's text and come back", () => {
  assert.deepEqual(rowsOfText(textOfRows([0, 9, 12], 13), 13), [0, 9, 12]);
  assert.equal(textOfRows([], 13), "");
  assert.deepEqual(rowsOfText("", 13), []);
});

test("the player gets what Python set", () => {
  const given = givenBy(model());
  assert.deepEqual([given.k, given.height, given.color_by, given.runs.length], [2, 400, "class", 1]);
  assert.deepEqual(rowsOfText(given.chosen, 13), [0, 9, 12]);
});

test("Python hears of what changed and of nothing else", () => {
  const m = model();
  tellModel(m, { k: 3, color_by: "class", chosen: givenBy(m).chosen });
  assert.deepEqual([m.sets, m.values.k, m.saved], [["k"], 3, 1]);
  tellModel(m, { k: 3, color_by: "domain", chosen: textOfRows([1], 13) });
  assert.deepEqual([m.sets, m.values.selection, m.values.color_by], [["k", "color_by", "selection"], [1], "domain"]);
});
