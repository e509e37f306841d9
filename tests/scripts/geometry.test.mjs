// The places of a board, as the drawings of the server have them (tests/browser/test_board_agreement.py compares both).

import assert from "node:assert/strict";
import { test } from "node:test";
import { layout, neighbour, squareName } from "../../static/board/geometry.js";

const CHESS = { size: [8, 8], board: [], marks: {}, hands: [] };

test("squares are named from a at the left and from 1 at the bottom; a slot of a hand has no name", () => {
  assert.deepEqual(
    [0, 7, 36, 63, 64].map((square) => squareName(square, [8, 8])),
    ["a8", "h8", "e4", "h1", ""],
  );
  assert.equal(squareName(99, [10, 10]), "j1");
});

test("a turned board has its first square at the bottom right", () => {
  const [straight, turned] = [layout(CHESS, false, 0), layout(CHESS, true, 0)];
  assert.deepEqual(
    [straight.corners[0], turned.corners[63]],
    [
      [0, 0],
      [0, 0],
    ],
  );
  assert.deepEqual(turned.corners[0], straight.corners[63]);
});

test("the hand of the near seat is below the board, the other above", () => {
  const shogi = { ...CHESS, hands: [["P", "G"], ["P"]] };
  for (const [near, below] of [
    [0, 64],
    [1, 66],
  ]) {
    const place = layout(shogi, false, 0, near);
    const above = below === 64 ? 66 : 64;
    assert.ok(place.corners[below][1] >= 8 * 48);
    assert.ok(place.corners[above][1] < 0);
  }
});

test("arrow keys go to the nearest square of their direction, and nowhere beyond the edge", () => {
  const place = layout(CHESS, false, 0);
  assert.equal(neighbour(place, 0, [1, 0]), 1);
  assert.equal(neighbour(place, 0, [0, 1]), 8);
  assert.equal(neighbour(place, 0, [-1, 0]), null);
});
