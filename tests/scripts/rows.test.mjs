// A row of the waiting list: who may answer it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Rows } from "../../static/lobby/rows.js";

/** Whether the row of a seek has its button for a reader. */
function plays(wait, { me, account }) {
  const rows = Object.create(Rows.prototype);
  Object.assign(rows, { words: { any: "Any variant" }, place: { me }, account });
  const button = { hidden: true, toggleAttribute: (_name, yes) => Object.assign(button, { hidden: yes }) };
  const row = { querySelectorAll: (selector) => (selector.includes("play") ? [button] : []) };
  rows.wait(row, { person: "oskar", name: "Oskar", rating: "", titles: [], control_title: "5+3", ...wait });
  return !button.hidden;
}

for (const [what, wait, reader, expected] of [
  ["a seek is answered by anybody", { rated: false }, { me: null, account: false }, true],
  ["a rated seek is answered with an account", { rated: true }, { me: "anna", account: true }, true],
  ["a rated seek is not answered without an account", { rated: true }, { me: "anna", account: false }, false],
  ["nobody answers their own seek", { rated: false }, { me: "oskar", account: true }, false],
]) {
  test(what, () => assert.equal(plays(wait, reader), expected));
}
