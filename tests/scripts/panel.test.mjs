// Which move the panel beside the board sends.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: { dataset: {} } };
const { Panel } = await import("../../static/table/panel.js");

const [FIRST, SECOND] = [{ id: "e2e4" }, { id: "d2d4" }];

/** A panel that sends a move, without a page: what it puts on the board, and what it sends. */
function sending(linked) {
  const panel = Object.create(Panel.prototype);
  const [pending, sent] = [[], []];
  const board = { view: { number: 0 }, pending: (move) => pending.push(move) };
  const send = async (_event, { move }) => sent.push(move);
  const fields = { board, send, linked, view: { number: 0, takebacks: 0 }, move: {}, sending: FIRST, chosen: null };
  Object.assign(panel, fields, { redraw() {}, refuse() {} });
  Object.defineProperty(panel, "confirms", { value: false });
  globalThis.document.getElementById = () => ({});
  return { panel, pending, sent };
}

test("while a move is on its way no other is chosen or sent, and the board shows the first again", () => {
  const { panel, pending, sent } = sending(true);
  panel.choose(SECOND);
  panel.choose(null);
  panel.play(SECOND);
  assert.deepEqual([pending, sent, panel.sending, panel.chosen], [[FIRST, FIRST, FIRST], [], FIRST, null]);
});

test("without a connection another move takes the place of the first", () => {
  const { panel, sent } = sending(false);
  panel.choose(SECOND);
  assert.deepEqual([sent, panel.sending], [["d2d4"], SECOND]);
});
