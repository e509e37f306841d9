// The marks that a board shows of the last turn: arrows, clashes, lost pieces.

import assert from "node:assert/strict";
import { test } from "node:test";
import { latest, latestEvents, marksOf } from "../../static/board/marks.js";

const SIGNS = { moved: "arrow", failed_promotion: "failed", collision: "clash", captured: "lost", rolled: null };
const event = (code, squares, pieces = [], seat = 0) => ({ code, seat, squares, pieces });
const marks = (...events) => marksOf({ events }, SIGNS);
const NONE = { last: [], clash: [], lost: [], arrows: [] };

test("a move is an arrow over its squares, each of which is marked once", () => {
  assert.deepEqual(marks(event("moved", [6, 1, 5]), event("moved", [5, 7], [], 1)), {
    ...NONE,
    last: [6, 1, 5, 7],
    arrows: [
      { squares: [6, 1, 5], seat: 0, failed: false },
      { squares: [5, 7], seat: 1, failed: false },
    ],
  });
});

test("a piece that is dropped marks its square, without an arrow", () => {
  assert.deepEqual(marks(event("moved", [12])), { ...NONE, last: [12] });
});

test("a move that failed is an arrow and marks no square", () => {
  assert.deepEqual(marks(event("failed_promotion", [6, 1])), {
    ...NONE,
    arrows: [{ squares: [6, 1], seat: 0, failed: true }],
  });
});

test("a square on which two pieces met is marked once; a piece that was lost stands where it was lost", () => {
  const found = marks(event("collision", [15, 3]), event("collision", [15]), event("captured", [15], ["p"], 1));
  assert.deepEqual(found, { ...NONE, clash: [15], lost: [{ square: 15, symbol: "p" }] });
});

test("an event without a sign, or without what its sign needs, marks nothing", () => {
  assert.deepEqual(marks(event("rolled", [1, 2], ["n"]), event("captured", [], ["p"]), event("captured", [4])), NONE);
  assert.deepEqual(marksOf(null, SIGNS), NONE);
});

test("turns are shown and described together from those on that the server names", () => {
  const turn = (number, more) => ({ number, events: [`e${number}`], ...more });
  const turns = [turn(1), turn(2), turn(3, { latest: 2, described_from: 3 })];
  assert.deepEqual(latestEvents({ turns }), ["e2", "e3"]);
  assert.deepEqual(
    latest({ turns }).map(({ number }) => number),
    [3],
  );
  assert.deepEqual([latestEvents({}), latest({})], [[], []]);
});
